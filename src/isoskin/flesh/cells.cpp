#include "isoskin/flesh/cells.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace isoskin {
namespace {

constexpr int kSubs = FleshCells::kSubs;
// A cube with a mere corner of flesh in it would be as soft as that corner and turn inside out.
constexpr double kLeastFilled = 0.1;

using Place = std::array<int, 3>;

// A box of small cubes, some of which are flesh.
class SubGrid {
  public:
    SubGrid(const Vec3d& origin, double side, const Place& count)
        : origin_(origin), side_(side), count_(count), is_flesh_(size(), 0) {}

    std::size_t size() const {
        return std::size_t(count_[0]) * std::size_t(count_[1]) * std::size_t(count_[2]);
    }
    const Place& count() const { return count_; }
    bool holds(const Place& p) const {
        for (std::size_t c = 0; c < 3; ++c)
            if (p[c] < 0 || p[c] >= count_[c]) return false;
        return true;
    }
    std::size_t index(const Place& p) const {
        return (std::size_t(p[2]) * std::size_t(count_[1]) + std::size_t(p[1])) *
                   std::size_t(count_[0]) +
               std::size_t(p[0]);
    }
    bool is_flesh(const Place& p) const { return holds(p) && is_flesh_[index(p)] != 0; }

    void fill(std::span<const Vec3d> points, std::span<const Triangle> triangles);
    void mark_surface(std::span<const Vec3d> points, std::span<const Triangle> triangles);

  private:
    Vec3d origin_;
    double side_;
    Place count_;
    std::vector<char> is_flesh_;
};

// Where a line along x meets the surface, and whether it enters there.
struct Crossing {
    double x = 0.0;
    int step = 0;
};

// All that lies where the surface winds round more than zero times: overlaps at rest are flesh.
void SubGrid::fill(std::span<const Vec3d> points, std::span<const Triangle> triangles) {
    std::vector<std::vector<Crossing>> lines(std::size_t(count_[1]) * std::size_t(count_[2]));
    for (const Triangle& t : triangles) {
        const Vec3d a = (points[t[0]] - origin_) / side_;
        const Vec3d b = (points[t[1]] - origin_) / side_;
        const Vec3d c = (points[t[2]] - origin_) / side_;
        const double area = (b.y() - a.y()) * (c.z() - a.z()) - (c.y() - a.y()) * (b.z() - a.z());
        if (area == 0.0) continue;
        const auto first = [](double u, double v, double w) {
            return std::max(0, static_cast<int>(std::floor(std::min({u, v, w}) - 0.5)));
        };
        const auto last = [](double u, double v, double w, int count) {
            return std::min(count - 1, static_cast<int>(std::ceil(std::max({u, v, w}) - 0.5)));
        };
        for (int k = first(a.z(), b.z(), c.z()); k <= last(a.z(), b.z(), c.z(), count_[2]); ++k)
            for (int j = first(a.y(), b.y(), c.y()); j <= last(a.y(), b.y(), c.y(), count_[1]);
                 ++j) {
                const double y = j + 0.5;
                const double z = k + 0.5;
                const double u =
                    ((y - a.y()) * (c.z() - a.z()) - (c.y() - a.y()) * (z - a.z())) / area;
                const double v =
                    ((b.y() - a.y()) * (z - a.z()) - (y - a.y()) * (b.z() - a.z())) / area;
                if (u < 0.0 || v < 0.0 || u + v > 1.0) continue;
                lines[std::size_t(k) * std::size_t(count_[1]) + std::size_t(j)].push_back(
                    {a.x() + u * (b.x() - a.x()) + v * (c.x() - a.x()), area < 0.0 ? 1 : -1});
            }
    }
    for (int k = 0; k < count_[2]; ++k)
        for (int j = 0; j < count_[1]; ++j) {
            auto& line = lines[std::size_t(k) * std::size_t(count_[1]) + std::size_t(j)];
            std::sort(line.begin(), line.end(),
                      [](const Crossing& l, const Crossing& r) { return l.x < r.x; });
            int winding = 0;
            for (std::size_t m = 0; m + 1 < line.size(); ++m) {
                winding += line[m].step;
                if (winding <= 0) continue;
                const int begin = std::max(0, static_cast<int>(std::ceil(line[m].x - 0.5)));
                const int end =
                    std::min(count_[0] - 1, static_cast<int>(std::floor(line[m + 1].x - 0.5)));
                for (int i = begin; i <= end; ++i)
                    is_flesh_[index({i, j, k})] = 1;
            }
        }
}

// So that every point of the surface lies in flesh.
void SubGrid::mark_surface(std::span<const Vec3d> points, std::span<const Triangle> triangles) {
    for (const Triangle& t : triangles) {
        const Vec3d a = (points[t[0]] - origin_) / side_;
        const Vec3d b = (points[t[1]] - origin_) / side_;
        const Vec3d c = (points[t[2]] - origin_) / side_;
        const double longest = std::max({(a - b).norm(), (b - c).norm(), (c - a).norm()});
        const int n = std::clamp(static_cast<int>(std::ceil(1.5 * longest)), 1, 400);
        for (int i = 0; i <= n; ++i)
            for (int j = 0; i + j <= n; ++j) {
                const Vec3d p = a + (double(i) / n) * (b - a) + (double(j) / n) * (c - a);
                const Place at{static_cast<int>(std::floor(p.x())),
                               static_cast<int>(std::floor(p.y())),
                               static_cast<int>(std::floor(p.z()))};
                if (holds(at)) is_flesh_[index(at)] = 1;
            }
    }
}

// Sets that are joined pair by pair.
class Sets {
  public:
    std::size_t add() {
        parent_.push_back(parent_.size());
        return parent_.size() - 1;
    }
    std::size_t root(std::size_t k) {
        while (parent_[k] != k)
            k = parent_[k] = parent_[parent_[k]];
        return k;
    }
    void join(std::size_t a, std::size_t b) {
        a = root(a);
        b = root(b);
        parent_[std::max(a, b)] = std::min(a, b);
    }

  private:
    std::vector<std::size_t> parent_;
};

class CellMaker {
  public:
    CellMaker(const SubGrid& subs, const Vec3d& origin, double side, const Vec3d& centre,
              double reach)
        : subs_(subs), centre_(centre), reach_(reach) {
        out_.origin = origin;
        out_.side = side;
        out_.sub_count = subs.count();
        out_.cell_of_sub.assign(subs.size(), kNoIndex);
    }

    FleshCells run() {
        for (int k = 0; k < subs_.count()[2] / kSubs; ++k)
            for (int j = 0; j < subs_.count()[1] / kSubs; ++j)
                for (int i = 0; i < subs_.count()[0] / kSubs; ++i)
                    cut_cube({i, j, k});
        join_cubes();
        number_nodes();
        list_rows();
        return std::move(out_);
    }

  private:
    // One cell for each piece of flesh in a cube.
    void cut_cube(const Place& at) {
        const Vec3d middle =
            out_.origin + out_.side * (Vec3d(at[0], at[1], at[2]) + Vec3d::Constant(0.5));
        if ((middle - centre_).norm() > reach_) return;
        std::vector<Place> stack;
        for (int n = 0; n < kSubs * kSubs * kSubs; ++n) {
            const Place seed{at[0] * kSubs + n % kSubs, at[1] * kSubs + n / kSubs % kSubs,
                             at[2] * kSubs + n / (kSubs * kSubs)};
            if (!subs_.is_flesh(seed) || cell_of(seed) != kNoIndex) continue;
            const auto cell = static_cast<Index>(out_.cells.size());
            int filled = 0;
            stack.assign(1, seed);
            out_.cell_of_sub[subs_.index(seed)] = cell;
            while (!stack.empty()) {
                const Place p = stack.back();
                stack.pop_back();
                ++filled;
                for_each_around(p, [&](const Place& q) {
                    for (std::size_t c = 0; c < 3; ++c)
                        if (q[c] / kSubs != at[c]) return;
                    if (!subs_.is_flesh(q) || cell_of(q) != kNoIndex) return;
                    out_.cell_of_sub[subs_.index(q)] = cell;
                    stack.push_back(q);
                });
            }
            FleshCells::Cell made{.nodes = {}, .at = at};
            made.filled = std::max(kLeastFilled, double(filled) / (kSubs * kSubs * kSubs));
            out_.cells.push_back(made);
            for (int node = 0; node < 8; ++node)
                sets_.add();
        }
    }

    // Pieces that touch across the side of a cube share the nodes of that side.
    void join_cubes() {
        for (int k = 0; k < subs_.count()[2]; ++k)
            for (int j = 0; j < subs_.count()[1]; ++j)
                for (int i = 0; i < subs_.count()[0]; ++i) {
                    const Place p{i, j, k};
                    const Index cell = cell_of(p);
                    if (cell == kNoIndex) continue;
                    for_each_around(p, [&](const Place& q) {
                        if (!subs_.holds(q)) return;
                        const Index other = cell_of(q);
                        if (other != kNoIndex && other != cell) join(cell, other);
                    });
                }
    }

    void join(Index a, Index b) {
        for (int m = 0; m < 8; ++m)
            for (int n = 0; n < 8; ++n)
                if (place_of_node(a, m) == place_of_node(b, n))
                    sets_.join(std::size_t(8) * a + std::size_t(m),
                               std::size_t(8) * b + std::size_t(n));
    }

    Place place_of_node(Index cell, int node) const {
        const Place& at = out_.cells[cell].at;
        return {at[0] + (node & 1), at[1] + ((node >> 1) & 1), at[2] + (node >> 2)};
    }

    void number_nodes() {
        std::vector<Index> number(std::size_t(8) * out_.cells.size(), kNoIndex);
        for (Index cell = 0; cell < out_.cells.size(); ++cell)
            for (int node = 0; node < 8; ++node) {
                const std::size_t root = sets_.root(std::size_t(8) * cell + std::size_t(node));
                if (number[root] == kNoIndex) {
                    number[root] = static_cast<Index>(out_.nodes.size());
                    const Place p = place_of_node(cell, node);
                    out_.nodes.push_back(out_.origin + out_.side * Vec3d(p[0], p[1], p[2]));
                    out_.is_inside.push_back(is_inside(p) ? 1 : 0);
                }
                out_.cells[cell].nodes[std::size_t(node)] = number[root];
            }
    }

    // A node is inside if all round it is.
    bool is_inside(const Place& node) const {
        for (int n = 0; n < 8; ++n)
            if (!subs_.is_flesh({node[0] * kSubs - (n & 1), node[1] * kSubs - ((n >> 1) & 1),
                                 node[2] * kSubs - (n >> 2)}))
                return false;
        return true;
    }

    void list_rows() {
        for (int axis = 0; axis < 3; ++axis) {
            const int bit = 1 << axis;
            std::map<Index, std::vector<Index>> after;  // per node, those one step on
            for (const auto& cell : out_.cells)
                for (int node = 0; node < 8; ++node)
                    if ((node & bit) == 0) {
                        auto& next = after[cell.nodes[std::size_t(node)]];
                        const Index other = cell.nodes[std::size_t(node | bit)];
                        if (std::find(next.begin(), next.end(), other) == next.end())
                            next.push_back(other);
                    }
            for (const auto& [first, seconds] : after)
                for (const Index second : seconds)
                    if (const auto third = after.find(second); third != after.end())
                        for (const Index last : third->second)
                            out_.rows.push_back({first, second, last});
        }
    }

    Index cell_of(const Place& p) const { return out_.cell_of_sub[subs_.index(p)]; }

    template <typename Visit>
    static void for_each_around(const Place& p, const Visit& visit) {
        for (int c = -1; c <= 1; ++c)
            for (int b = -1; b <= 1; ++b)
                for (int a = -1; a <= 1; ++a)
                    if (a != 0 || b != 0 || c != 0) visit(Place{p[0] + a, p[1] + b, p[2] + c});
    }

    const SubGrid& subs_;
    Vec3d centre_;
    double reach_;
    Sets sets_;
    FleshCells out_;
};

}  // namespace

std::array<double, 8> node_shares(const Vec3d& at) {
    std::array<double, 8> shares{};
    for (int node = 0; node < 8; ++node)
        shares[std::size_t(node)] = node_share(at, node);
    return shares;
}

Eigen::Matrix<double, 8, 3> share_slopes(const Vec3d& at) {
    Eigen::Matrix<double, 8, 3> slopes;
    for (int node = 0; node < 8; ++node) {
        const double x = (node & 1) != 0 ? at.x() : 1.0 - at.x();
        const double y = (node & 2) != 0 ? at.y() : 1.0 - at.y();
        const double z = (node & 4) != 0 ? at.z() : 1.0 - at.z();
        slopes(node, 0) = ((node & 1) != 0 ? 1.0 : -1.0) * y * z;
        slopes(node, 1) = ((node & 2) != 0 ? 1.0 : -1.0) * x * z;
        slopes(node, 2) = ((node & 4) != 0 ? 1.0 : -1.0) * x * y;
    }
    return slopes;
}

CellPlace FleshCells::place_of(const Vec3d& point) const {
    const Vec3d at = (point - origin) / side;
    const Vec3d sub = kSubs * at;
    for (int c = 0; c < 3; ++c)
        if (!(sub[c] >= 0.0) || sub[c] >= sub_count[std::size_t(c)]) return {};
    const auto index = [&](int c) { return static_cast<std::size_t>(sub[c]); };
    const Index cell =
        cell_of_sub[(index(2) * std::size_t(sub_count[1]) + index(1)) * std::size_t(sub_count[0]) +
                    index(0)];
    if (cell == kNoIndex) return {};
    const auto& place = cells[cell].at;
    return {cell, at - Vec3d(place[0], place[1], place[2])};
}

FleshCells make_cells(std::span<const Vec3d> points, std::span<const Triangle> triangles,
                      const Vec3d& centre, double reach, double side) {
    Eigen::AlignedBox3d box;
    for (const Vec3d& p : points)
        box.extend(p);
    const Eigen::AlignedBox3d ball(centre - Vec3d::Constant(reach + side),
                                   centre + Vec3d::Constant(reach + side));
    box = box.intersection(ball);
    if (box.isEmpty()) return {};
    // The centre lies in the middle of a cube, so that mirrored flesh has mirrored cells.
    Vec3d origin;
    for (int c = 0; c < 3; ++c)
        origin[c] = centre[c] - side * (std::ceil((centre[c] - box.min()[c]) / side + 1.0) + 0.5);
    Place count{};
    for (int c = 0; c < 3; ++c)
        count[std::size_t(c)] =
            kSubs * static_cast<int>(std::ceil((box.max()[c] - origin[c]) / side + 1.0));
    SubGrid subs(origin, side / kSubs, count);
    subs.fill(points, triangles);
    subs.mark_surface(points, triangles);
    return CellMaker(subs, origin, side, centre, reach).run();
}

}  // namespace isoskin
