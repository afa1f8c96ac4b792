#include <algorithm>
#include <map>
#include <unordered_map>

#include "isoskin/volume/reduced_form_parts.h"

namespace isoskin {

using namespace reduced;  // NOLINT(google-build-using-namespace): its own inside

namespace {

using Tensor = std::array<double, 64>;  // [r][s][t], columns of the three joints

std::size_t at(std::size_t r, std::size_t s, std::size_t t) {
    return 16 * r + 4 * s + t;
}

struct WeightedTriangle {
    Triangle points{};
    double share = 0.0;
};

// Triangles over real points alone: one with an apex is the mean of those to the points of its rim.
std::vector<WeightedTriangle> expand(const PartModel& part) {
    std::vector<WeightedTriangle> expanded;
    const auto add = [&](std::span<const Triangle> triangles, double share) {
        for (const Triangle& t : triangles) {
            if (t[0] < part.point_count() && t[1] < part.point_count() &&
                t[2] < part.point_count()) {
                expanded.push_back({t, share});
                continue;
            }
            const auto corner =
                std::find_if(t.begin(), t.end(), [&](Index p) { return p >= part.point_count(); });
            const auto& loop = part.caps[*corner - part.point_count()].loop;
            for (const Index point : loop) {
                Triangle replaced = t;
                replaced[static_cast<std::size_t>(corner - t.begin())] = point;
                if (replaced[0] == replaced[1] || replaced[1] == replaced[2] ||
                    replaced[2] == replaced[0])
                    continue;
                expanded.push_back({replaced, share / static_cast<double>(loop.size())});
            }
        }
    };
    add(part.triangles, 1.0 / 6.0);
    add(part.half_triangles, 1.0 / 12.0);
    return expanded;
}

}  // namespace

/// Sums the coefficients, triangle by triangle, cell by cell: a cell is a set of triangles that
/// follow the same joints and carry the same maps.
class ReducedFormBuilder {
  public:
    ReducedFormBuilder(const PartModel& part, std::span<const CorrectionTarget> targets)
        : part_(part), maps_(part.point_count(), targets) {}

    void build(ReducedForm& form) {
        centre_ = form.centre_;
        const auto triangles = expand(part_);
        std::map<std::vector<Index>, std::vector<Index>> cells;  // signature → triangles
        for (std::size_t k = 0; k < triangles.size(); ++k)
            cells[signature(triangles[k].points)].push_back(static_cast<Index>(k));
        for (const auto& [key, members] : cells) {
            open_cell(key);
            for (const Index k : members)
                add_triangle(triangles[k]);
            close_cell();
        }
        store(form);
    }

  private:
    // Joints, then a mark, then maps; both increasing.
    std::vector<Index> signature(const Triangle& t) const {
        std::vector<Index> nodes;
        std::vector<Index> maps;
        for (const Index point : t) {
            for (std::size_t k = part_.row_offset[point]; k < part_.row_offset[point + 1]; ++k)
                nodes.push_back(part_.rows[k].first);
            for (const auto& [target, value] : maps_.of(point))
                maps.push_back(target);
        }
        for (auto* list : {&nodes, &maps}) {
            std::sort(list->begin(), list->end());
            list->erase(std::unique(list->begin(), list->end()), list->end());
        }
        nodes.push_back(kNoIndex);
        nodes.insert(nodes.end(), maps.begin(), maps.end());
        return nodes;
    }

    void open_cell(const std::vector<Index>& key) {
        const auto mark = std::find(key.begin(), key.end(), kNoIndex);
        cell_nodes_.assign(key.begin(), mark);
        cell_maps_.assign(mark + 1, key.end());
        const std::size_t q = cell_maps_.size() + 1;  // place 0 stands for no map
        monomials_.clear();
        monomial_of_.assign(q * q * q, 0);
        std::map<Targets, std::size_t> seen;
        for (std::size_t a = 0; a < q; ++a)
            for (std::size_t b = 0; b < q; ++b)
                for (std::size_t c = 0; c < q; ++c) {
                    Targets targets{map_at(a), map_at(b), map_at(c)};
                    std::sort(targets.begin(), targets.end());
                    const auto [it, fresh] = seen.emplace(targets, monomials_.size());
                    if (fresh) monomials_.push_back(targets);
                    monomial_of_[(a * q + b) * q + c] = it->second;
                }
        product_.assign(monomials_.size() * 64, 0.0);
        const std::size_t j = cell_nodes_.size();
        sums_.assign(j * j * j, {});
    }
    Index map_at(std::size_t place) const { return place == 0 ? kNoIndex : cell_maps_[place - 1]; }

    // The product of the three points' polynomials, a tensor per monomial.
    void multiply_out(const WeightedTriangle& triangle) {
        using Vec4d = Eigen::Vector4d;
        const std::size_t q = cell_maps_.size() + 1;
        std::fill(product_.begin(), product_.end(), 0.0);
        std::array<std::vector<std::pair<std::size_t, Vec4d>>, 3>& factor = factors_;
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const Index point = triangle.points[corner];
            const Vec3d p = part_.bind[point] - centre_;
            const Vec3d& n = part_.direction[point];
            factor[corner].clear();
            factor[corner].emplace_back(0, Vec4d(p.x(), p.y(), p.z(), 1.0));
            for (const auto& [target, value] : maps_.of(point)) {
                const auto place = std::lower_bound(cell_maps_.begin(), cell_maps_.end(), target);
                factor[corner].emplace_back(
                    static_cast<std::size_t>(place - cell_maps_.begin()) + 1,
                    value * Vec4d(n.x(), n.y(), n.z(), 0.0));
            }
        }
        for (const auto& [a, u] : factor[0])
            for (const auto& [b, v] : factor[1])
                for (const auto& [c, w] : factor[2]) {
                    double* out = &product_[monomial_of_[(a * q + b) * q + c] * 64];
                    for (int r = 0; r < 4; ++r)
                        for (int s = 0; s < 4; ++s) {
                            const double rs = triangle.share * u[r] * v[s];
                            for (int t = 0; t < 4; ++t)
                                out[16 * r + 4 * s + t] += rs * w[t];
                        }
                }
    }

    void add_triangle(const WeightedTriangle& triangle) {
        multiply_out(triangle);
        const auto rows = [&](std::size_t corner) {
            const Index point = triangle.points[corner];
            return std::span(part_.rows)
                .subspan(part_.row_offset[point],
                         part_.row_offset[point + 1] - part_.row_offset[point]);
        };
        for (const auto& [a, wa] : rows(0))
            for (const auto& [b, wb] : rows(1))
                for (const auto& [c, wc] : rows(2)) {
                    auto& sum = sums_[(place_of(a) * cell_nodes_.size() + place_of(b)) *
                                          cell_nodes_.size() +
                                      place_of(c)];
                    if (sum.empty()) sum.assign(product_.size(), 0.0);
                    const double weight = wa * wb * wc;
                    for (std::size_t k = 0; k < product_.size(); ++k)
                        sum[k] += weight * product_[k];
                }
    }
    std::size_t place_of(Index node) const {
        return static_cast<std::size_t>(
            std::lower_bound(cell_nodes_.begin(), cell_nodes_.end(), node) - cell_nodes_.begin());
    }

    // Brings ordered triples of joints into increasing order: swapping two columns of a
    // determinant turns its sign.
    void close_cell() {
        const std::size_t j = cell_nodes_.size();
        for (std::size_t a = 0; a < j; ++a)
            for (std::size_t b = 0; b < j; ++b)
                for (std::size_t c = 0; c < j; ++c) {
                    const auto& sum = sums_[(a * j + b) * j + c];
                    if (!sum.empty()) fold({a, b, c}, sum);
                }
    }
    void fold(const std::array<std::size_t, 3>& order, std::span<const double> sum) {
        std::array<std::size_t, 3> place{0, 1, 2};
        double sign = 1.0;
        const auto swap_if = [&](std::size_t x, std::size_t y) {
            if (order[place[x]] <= order[place[y]]) return;
            std::swap(place[x], place[y]);
            sign = -sign;
        };
        swap_if(0, 1);
        swap_if(1, 2);
        swap_if(0, 1);
        const Nodes nodes{cell_nodes_[order[place[0]]], cell_nodes_[order[place[1]]],
                          cell_nodes_[order[place[2]]]};
        auto& block = blocks_[nodes];
        for (std::size_t m = 0; m < monomials_.size(); ++m) {
            Tensor& row = block.try_emplace(monomials_[m], Tensor{}).first->second;
            std::array<std::size_t, 3> index{};
            for (index[0] = 0; index[0] < 4; ++index[0])
                for (index[1] = 0; index[1] < 4; ++index[1])
                    for (index[2] = 0; index[2] < 4; ++index[2])
                        row[at(index[place[0]], index[place[1]], index[place[2]])] +=
                            sign * sum[m * 64 + at(index[0], index[1], index[2])];
        }
    }

    // Equal determinants are gathered, zero ones dropped.
    static double gathered(const Tensor& row, Repeat repeat, const Columns& d) {
        const auto [r, s, t] = d;
        switch (repeat) {
            case Repeat::None:
                return row[at(r, s, t)];
            case Repeat::FirstTwo:
                return row[at(r, s, t)] - row[at(s, r, t)];
            case Repeat::LastTwo:
                return row[at(r, s, t)] - row[at(r, t, s)];
            case Repeat::All:
                return row[at(r, s, t)] + row[at(s, t, r)] + row[at(t, r, s)] - row[at(s, r, t)] -
                       row[at(r, t, s)] - row[at(t, s, r)];
        }
        return 0.0;
    }

    void store(ReducedForm& form) const {
        for (const auto& [nodes, rows] : blocks_) {
            const Repeat repeat = repeat_of(nodes);
            const auto& list = determinants_for(repeat);
            ReducedForm::Block block{
                .nodes = nodes, .first_term = form.terms_.size(), .width = list.size()};
            const auto store_row = [&](const Targets& targets, const Tensor& row) {
                form.terms_.push_back({targets, form.coefficients_.size()});
                for (const auto& d : list)
                    form.coefficients_.push_back(gathered(row, repeat, d));
            };
            constexpr Targets kNone{kNoIndex, kNoIndex, kNoIndex};
            store_row(kNone, rows.at(kNone));
            std::vector<const std::pair<const Targets, Tensor>*> sorted;
            for (const auto& row : rows)
                if (row.first != kNone) sorted.push_back(&row);
            std::sort(sorted.begin(), sorted.end(),
                      [](const auto* x, const auto* y) { return x->first < y->first; });
            for (const auto* row : sorted)
                store_row(row->first, row->second);
            block.term_count = form.terms_.size() - block.first_term;
            form.blocks_.push_back(block);
        }
    }

    const PartModel& part_;
    PointMaps maps_;
    Vec3d centre_ = Vec3d::Zero();
    std::map<Nodes, std::unordered_map<Targets, Tensor, KeyHash>> blocks_;

    std::vector<Index> cell_nodes_;
    std::vector<Index> cell_maps_;
    std::vector<Targets> monomials_;
    std::vector<std::size_t> monomial_of_;
    std::vector<double> product_;
    std::vector<std::vector<double>> sums_;
    std::array<std::vector<std::pair<std::size_t, Eigen::Vector4d>>, 3> factors_;
};

void ReducedForm::build(const PartModel& part, std::span<const CorrectionTarget> targets) {
    ReducedFormBuilder(part, targets).build(*this);
}

}  // namespace isoskin
