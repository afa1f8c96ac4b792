#include "isoskin/autorig/limbs.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace isoskin {
namespace {

// Of the box's diagonal: less is a nose, a finger of a whole body, or the roughness of cells.
constexpr double kLeastProminence = 0.025;
// And in cells, because steps from cell to cell make small maxima of their own.
constexpr double kLeastProminenceCells = 3.0;
// Bounds the search for a template's ends; a hand needs six, a cow with horns and ears ten.
constexpr std::size_t kMostExtremities = 14;

// Of the diagonal: the stretch whose direction is compared; a foot's length.
constexpr double kHeading = 0.06;

// And round it the flesh whose thickness is: a head's length.
constexpr double kGirthReach = 0.15;

constexpr double kSliceCells = 1.5;  // thickness of slices: every slice meets whole layers of cells
constexpr int kSmoothings = 2;
// A slice so much larger than the one before it, in the inner half of a limb, is trunk.
constexpr double kOpening = 1.6;
// And so is one that spreads so much wider than it is deep: a shell of the trunk, not a limb cut
// across. A disc spreads by 0.7 of its depth, an oval three times as long as wide by 1.6.
constexpr double kShell = 1.8;
// And one so much deeper than the limb is as a rule. A thigh is twice as deep as a calf.
constexpr double kDeep = 2.5;

// Cells joined from the outermost inwards.
class Pieces {
  public:
    explicit Pieces(std::size_t count) : parent_(count, kNoIndex) {}
    bool holds(Index cell) const { return parent_[cell] != kNoIndex; }
    void add(Index cell) { parent_[cell] = cell; }
    Index find(Index cell) {
        while (parent_[cell] != cell)
            cell = parent_[cell] = parent_[parent_[cell]];
        return cell;
    }
    void join(Index into, Index other) { parent_[other] = into; }

  private:
    std::vector<Index> parent_;
};

std::vector<Index> outermost_first(std::span<const float> reach) {
    std::vector<Index> order(reach.size());
    std::iota(order.begin(), order.end(), Index{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](Index a, Index b) { return reach[a] > reach[b]; });
    return order;
}

std::vector<Vec3d> smoothed(std::vector<Vec3d> line) {
    for (int pass = 0; pass < kSmoothings; ++pass) {
        const std::vector<Vec3d> before = line;
        for (std::size_t i = 1; i + 1 < line.size(); ++i)
            line[i] = (before[i - 1] + 2.0 * before[i] + before[i + 1]) / 4.0;
    }
    return line;
}

// Cells of a limb by their distance from the trunk's middle, outermost first. Flesh that flows
// together with the limb further down (a rump, a heel) is not part of a slice before it touches it.
std::vector<std::vector<Index>> slice(const BodyField& body, std::span<const float> reach,
                                      std::span<const Index> cells) {
    const double outermost = reach[cells.front()];
    const double thickness = kSliceCells * body.cell_width();
    const auto level = [&](Index cell) {
        return static_cast<std::size_t>((outermost - static_cast<double>(reach[cell])) / thickness);
    };
    std::vector<std::vector<Index>> slices(level(cells.back()) + 1);
    std::vector<char> kept(body.cell_count(), 0);
    std::vector<char> own(body.cell_count(), 0);
    for (const Index cell : cells)
        own[cell] = 1;
    std::vector<std::vector<Index>> front(slices.size());
    const auto keep = [&](Index cell) {
        if (kept[cell] || !own[cell]) return;
        kept[cell] = 1;
        front[level(cell)].push_back(cell);
    };
    keep(cells.front());
    for (std::size_t i = 0; i < slices.size(); ++i) {
        // Neighbours in the same slice are added to the front while it is walked.
        for (std::size_t at = 0; at < front[i].size(); ++at)
            body.for_neighbours(front[i][at], [&](Index next, float) {
                if (own[next] && level(next) >= i) keep(next);
            });
        slices[i] = front[i];
    }
    return slices;
}

double median_of(std::vector<double> values) {
    if (values.empty()) return 0.0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// The middles of slices, up to where the limb opens into the trunk.
Limb centre_line(const BodyField& body, std::span<const float> reach,
                 std::span<const Index> cells) {
    assert(!cells.empty());
    Limb limb;
    const auto slices = slice(body, reach, cells);
    std::size_t before = 0;
    for (std::size_t i = 0; i < slices.size(); ++i) {
        if (slices[i].empty()) continue;
        const auto count = static_cast<double>(slices[i].size());
        if (2 * i > slices.size() && before > 0 && count > kOpening * static_cast<double>(before))
            break;
        before = slices[i].size();
        Vec3d middle = Vec3d::Zero();
        double radius = 0.0;
        for (const Index cell : slices[i]) {
            middle += body.place(cell) / count;
            radius = std::max(radius, body.clearance(cell));
        }
        double spread = 0.0;
        for (const Index cell : slices[i])
            spread += (body.place(cell) - middle).squaredNorm() / count;
        if (3 * i > slices.size() &&
            (std::sqrt(spread) > kShell * radius || radius > kDeep * median_of(limb.radius)))
            break;
        limb.line.push_back(middle);
        limb.radius.push_back(radius);
    }
    limb.line = smoothed(std::move(limb.line));
    return limb;
}

// The cells that belong to one end alone, outermost first; its own at least.
std::vector<std::vector<Index>> limb_cells(const BodyField& body, std::span<const float> reach,
                                           std::span<const Index> ends) {
    constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    constexpr std::size_t kTrunk = static_cast<std::size_t>(-2);
    Pieces pieces(body.cell_count());
    std::vector<std::size_t> limb_of(body.cell_count(), kNone);  // of a piece
    std::vector<std::vector<Index>> cells(ends.size());
    std::vector<std::size_t> own(body.cell_count(), kNone);
    for (std::size_t i = 0; i < ends.size(); ++i)
        own[ends[i]] = i;
    for (const Index cell : outermost_first(reach)) {
        pieces.add(cell);
        limb_of[cell] = own[cell];
        body.for_neighbours(cell, [&](Index next, float) {
            if (!pieces.holds(next)) return;
            const Index into = pieces.find(next);
            const Index other = pieces.find(cell);
            if (into == other) return;
            const std::size_t a = limb_of[into];
            const std::size_t b = limb_of[other];
            limb_of[into] = a == kNone ? b : (b == kNone ? a : kTrunk);
            pieces.join(into, other);
        });
        const std::size_t limb = limb_of[pieces.find(cell)];
        if (limb < ends.size()) cells[limb].push_back(cell);
    }
    for (std::size_t i = 0; i < ends.size(); ++i)
        if (cells[i].empty()) cells[i].push_back(ends[i]);
    return cells;
}

// What stands out is measured alike for all ends: while they are found, the outermost of two that
// flow together goes on as if it had not met the other.
void measure_ends(const BodyField& body, std::span<const float> reach,
                  std::vector<Extremity>& found) {
    std::vector<Index> ends;
    for (const Extremity& end : found)
        ends.push_back(end.cell);
    const auto cells = limb_cells(body, reach, ends);
    for (std::size_t i = 0; i < found.size(); ++i) {
        Extremity& end = found[i];
        const double outermost = reach[cells[i].front()];
        end.prominence = outermost - static_cast<double>(reach[cells[i].back()]);
        Vec3d middle = Vec3d::Zero();
        double count = 0.0;
        for (const Index cell : cells[i]) {
            if (outermost - static_cast<double>(reach[cell]) > kHeading * body.diagonal()) continue;
            middle += body.place(cell);
            count += 1.0;
        }
        for (Index cell = 0; cell < body.cell_count(); ++cell)
            if ((body.place(cell) - end.place).norm() < kGirthReach * body.diagonal())
                end.girth = std::max(end.girth, body.clearance(cell));
        const Vec3d along = end.place - middle / count;
        if (along.norm() > body.cell_width()) end.heading = along.normalized();
    }
}

}  // namespace

std::vector<Extremity> find_extremities(const BodyField& body, std::span<const float> reach) {
    Pieces pieces(body.cell_count());
    std::vector<Index> top(body.cell_count());
    std::vector<Extremity> found;
    const auto end = [&](Index piece, double level) {
        const double outermost = reach[top[piece]];
        found.push_back(
            {top[piece], body.place(top[piece]), outermost, outermost - level, 0.0, Vec3d::Zero()});
    };
    const double least =
        std::max(kLeastProminence * body.diagonal(), kLeastProminenceCells * body.cell_width());
    const auto order = outermost_first(reach);
    for (const Index cell : order) {
        pieces.add(cell);
        top[cell] = cell;
        body.for_neighbours(cell, [&](Index next, float) {
            if (!pieces.holds(next)) return;
            Index into = pieces.find(next);
            Index other = pieces.find(cell);
            if (into == other) return;
            if (reach[top[into]] < reach[top[other]]) std::swap(into, other);
            if (reach[top[other]] - reach[cell] >= static_cast<float>(least))
                end(other, reach[cell]);
            pieces.join(into, other);
        });
    }
    end(pieces.find(order.back()), 0.0);
    std::stable_sort(found.begin(), found.end(), [](const Extremity& a, const Extremity& b) {
        return a.prominence > b.prominence;
    });
    if (found.size() > kMostExtremities) found.resize(kMostExtremities);
    measure_ends(body, reach, found);
    return found;
}

std::vector<Limb> cut_limbs(const BodyField& body, std::span<const float> reach,
                            std::span<const Index> ends) {
    std::vector<Limb> limbs;
    for (const auto& cells : limb_cells(body, reach, ends))
        limbs.push_back(centre_line(body, reach, cells));
    return limbs;
}

double line_length(std::span<const Vec3d> line) {
    double length = 0.0;
    for (std::size_t i = 1; i < line.size(); ++i)
        length += (line[i] - line[i - 1]).norm();
    return length;
}

Vec3d point_along(std::span<const Vec3d> line, double length) {
    assert(!line.empty());
    for (std::size_t i = 1; i < line.size(); ++i) {
        const double piece = (line[i] - line[i - 1]).norm();
        if (length <= piece && piece > 0.0)
            return line[i - 1] + std::max(length, 0.0) / piece * (line[i] - line[i - 1]);
        length -= piece;
    }
    return line.back();
}

}  // namespace isoskin
