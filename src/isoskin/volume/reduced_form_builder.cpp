#include <algorithm>
#include <cmath>
#include <map>

#include "isoskin/base/parallel.h"
#include "isoskin/volume/fans.h"
#include "isoskin/volume/reduced_form.h"
#include "isoskin/volume/reduced_kernel.h"
#include "isoskin/volume/reduced_rows.h"

namespace isoskin {

using namespace reduced;  // NOLINT(google-build-using-namespace): its own inside

namespace {

/// Sums the coefficients of one cell: per monomial all 3 × 3 minors of the triangles' points, each
/// point being what it takes of the columns of the cell's joints.
class CellSums {
  public:
    CellSums(const PartModel& part, const Cells& cells, const Cell& cell, const Vec3d& centre)
        : part_(part),
          cells_(cells),
          cell_(cell),
          centre_(centre),
          size_(4 * cell.nodes.size()),
          monomials_(list_monomials(cell.maps)),
          sums_(monomials_.size() * size_ * (size_ - 1) * (size_ - 2) / 6, 0.0),
          pairs_((cell.maps.size() + 1) * (cell.maps.size() + 1) * size_ * size_),
          has_pairs_((cell.maps.size() + 1) * (cell.maps.size() + 1)) {
        number_monomials();
        std::vector<Triangle> triangles;
        for (const Index triangle : cell.triangles)
            triangles.push_back(cells.triangles[triangle].points);
        const Fans fans(triangles);
        for (std::size_t fan = 0; fan < fans.point.size(); ++fan)
            add(fans.point[fan], fans.of(fan));
    }

    const std::vector<Targets>& monomials() const { return monomials_; }

    /// Calls visit(nodes, row) for every block of one monomial.
    template <typename Visit>
    void for_each_row(std::size_t monomial, const Visit& visit) const {
        std::map<Nodes, std::vector<double>> rows;
        const double* sum = &sums_[monomial * minor_count()];
        for (std::size_t i = 0; i < size_; ++i)
            for (std::size_t k = i + 1; k < size_; ++k)
                for (std::size_t l = k + 1; l < size_; ++l, ++sum) {
                    const Nodes nodes{cell_.nodes[i / 4], cell_.nodes[k / 4], cell_.nodes[l / 4]};
                    auto& row = rows[nodes];
                    if (row.empty()) row.resize(row_width(nodes));
                    row[place_in_row(nodes, i % 4, k % 4, l % 4)] = *sum;
                }
        for (const auto& [nodes, row] : rows)
            visit(nodes, row);
    }

  private:
    // One term of a point's polynomial: a map's place in the cell (past the end: none) and what it
    // takes of each column.
    struct Factor {
        std::size_t place;
        std::vector<double> columns;
    };

    std::size_t minor_count() const { return size_ * (size_ - 1) * (size_ - 2) / 6; }

    void number_monomials() {
        const std::size_t q = cell_.maps.size() + 1;
        monomial_of_.resize(q * q * q);
        std::map<Targets, std::size_t> number;
        for (std::size_t k = 0; k < monomials_.size(); ++k)
            number[monomials_[k]] = k;
        const auto map_at = [&](std::size_t place) {
            return place < cell_.maps.size() ? cell_.maps[place] : kNoIndex;
        };
        for (std::size_t a = 0; a < q; ++a)
            for (std::size_t b = 0; b < q; ++b)
                for (std::size_t c = 0; c < q; ++c) {
                    Targets targets{map_at(a), map_at(b), map_at(c)};
                    std::sort(targets.begin(), targets.end());
                    monomial_of_[(a * q + b) * q + c] = number.at(targets);
                }
    }

    void list_factors(Index point, double share, std::vector<Factor>& factors) const {
        factors.resize(1 + cells_.maps.of(point).size());
        const auto fill = [&](Factor& factor, const Vec3d& v, double last) {
            factor.columns.assign(size_, 0.0);
            for (std::size_t k = part_.row_offset[point]; k < part_.row_offset[point + 1]; ++k) {
                const auto& [node, weight] = part_.rows[k];
                const auto place = static_cast<std::size_t>(
                    std::lower_bound(cell_.nodes.begin(), cell_.nodes.end(), node) -
                    cell_.nodes.begin());
                for (std::size_t axis = 0; axis < 3; ++axis)
                    factor.columns[4 * place + axis] += weight * v[static_cast<int>(axis)];
                factor.columns[4 * place + 3] += weight * last;
            }
        };
        factors[0].place = cell_.maps.size();
        fill(factors[0], share * (part_.bind[point] - centre_), share);
        std::size_t next = 1;
        for (const auto& [target, move] : cells_.maps.of(point)) {
            factors[next].place = static_cast<std::size_t>(
                std::lower_bound(cell_.maps.begin(), cell_.maps.end(), target) -
                cell_.maps.begin());
            fill(factors[next++], share * move, 0.0);
        }
    }

    void add(Index point, std::span<const Fans::Spoke> fan) {
        const std::size_t q = cell_.maps.size() + 1;
        std::fill(has_pairs_.begin(), has_pairs_.end(), 0);
        for (const auto& [number, corner] : fan) {
            const WeightedTriangle& triangle = cells_.triangles[cell_.triangles[number]];
            list_factors(triangle.points[(corner + 1) % 3], triangle.share, factors_[1]);
            list_factors(triangle.points[(corner + 2) % 3], 1.0, factors_[2]);
            sum_pairs();
        }
        list_factors(point, 1.0, factors_[0]);
        for (std::size_t v = 0; v < q; ++v)
            for (std::size_t w = v; w < q; ++w) {
                if (has_pairs_[v * q + w] == 0) continue;
                const double* pairs = &pairs_[(v * q + w) * size_ * size_];
                for (const Factor& u : factors_[0])
                    add_minors({.column = u.columns, .pairs = pairs},
                               &sums_[monomial_of_[(u.place * q + v) * q + w] * minor_count()]);
            }
    }

    // 2 × 2 minors of the last two corners; those of v, w and of w, v multiply the same weights.
    void sum_pairs() {
        const std::size_t q = cell_.maps.size() + 1;
        for (const Factor& v : factors_[1])
            for (const Factor& w : factors_[2]) {
                const std::size_t slot =
                    std::min(v.place, w.place) * q + std::max(v.place, w.place);
                double* pairs = &pairs_[slot * size_ * size_];
                if (has_pairs_[slot] == 0) std::fill_n(pairs, size_ * size_, 0.0);
                has_pairs_[slot] = 1;
                for (std::size_t i = 0; i < size_; ++i)
                    for (std::size_t k = i + 1; k < size_; ++k)
                        pairs[i * size_ + k] +=
                            v.columns[i] * w.columns[k] - v.columns[k] * w.columns[i];
            }
    }

    const PartModel& part_;
    const Cells& cells_;
    const Cell& cell_;
    Vec3d centre_;
    std::size_t size_;
    std::vector<Targets> monomials_;
    std::vector<std::size_t> monomial_of_;
    std::vector<double> sums_;
    std::vector<double> pairs_;    // by places of two maps
    std::vector<char> has_pairs_;  // the same
    std::array<std::vector<Factor>, 3> factors_;
};

}  // namespace

/// Gathers the cells into blocks.
class ReducedFormBuilder {
  public:
    ReducedFormBuilder(const PartModel& part, std::span<const CorrectionTarget> targets)
        : part_(part), targets_(targets) {}

    void add(const CellSums& sums) {
        for (std::size_t m = 0; m < sums.monomials().size(); ++m)
            sums.for_each_row(m, [&](const Nodes& nodes, const std::vector<double>& row) {
                auto& sum = blocks_[nodes][sums.monomials()[m]];
                sum.resize(row.size(), 0.0);
                for (std::size_t k = 0; k < row.size(); ++k)
                    sum[k] += row[k];
            });
    }

    void store(ReducedForm& form) const {
        const double least = least_that_shows();
        std::map<Targets, std::uint32_t> monomials;
        const auto number_of = [&](const Targets& targets) {
            const auto [it, fresh] =
                monomials.try_emplace(targets, static_cast<std::uint32_t>(monomials.size()));
            if (fresh) form.monomials_.push_back(targets);
            return it->second;
        };
        number_of(kNone);
        for (const auto& [nodes, rows] : blocks_) {
            ReducedForm::Block block{.nodes = nodes,
                                     .first_row = form.rows_.size(),
                                     .first_coefficient = form.coefficients_.size(),
                                     .width = row_width(nodes)};
            const auto store_row = [&](const Targets& targets, const std::vector<double>& row) {
                form.rows_.push_back(number_of(targets));
                form.coefficients_.insert(form.coefficients_.end(), row.begin(), row.end());
            };
            store_row(kNone, rows.at(kNone));
            for (const auto& [targets, row] : rows)
                if (targets != kNone && weight_of(targets, row) > least) store_row(targets, row);
            block.row_count = form.rows_.size() - block.first_row;
            form.blocks_.push_back(block);
        }
        form.wanted_.assign(form.monomials_.size(), 1);
        form.sums_.assign(form.monomials_.size(), 0.0);
    }

  private:
    static constexpr Targets kNone{kNoIndex, kNoIndex, kNoIndex};

    // More than a row can ever add to the volume: joints moved by the size of the part, targets
    // four limb radii thick.
    double weight_of(const Targets& targets, const std::vector<double>& row) const {
        constexpr double kMostRadii = 4.0;
        double sum = 0.0;
        for (const double coefficient : row)
            sum += std::abs(coefficient);
        double most = std::max(1.0, part_.size);
        most = sum * most * most * most;
        for (const Index target : targets)
            if (target != kNoIndex) most *= kMostRadii / targets_[target].reach;
        return most;
    }

    // The largest limit below which all rows together stay under the rounding of the volume.
    double least_that_shows() const {
        constexpr double kRounding = 1e-15;
        std::vector<double> weights;
        for (const auto& [nodes, rows] : blocks_)
            for (const auto& [targets, row] : rows)
                if (targets != kNone) weights.push_back(weight_of(targets, row));
        std::sort(weights.begin(), weights.end());
        double least = 0.0;
        double sum = 0.0;
        for (const double weight : weights) {
            sum += weight;
            if (sum > kRounding * std::abs(part_.volume)) break;
            least = weight;
        }
        return least;
    }

    const PartModel& part_;
    std::span<const CorrectionTarget> targets_;
    std::map<Nodes, std::map<Targets, std::vector<double>>> blocks_;
};

ReducedForm::ReducedForm(const PartModel& part, const Cells& cells,
                         std::span<const CorrectionTarget> targets)
    : columns_(part.node_count()), own_products_(part.node_count()) {
    for (std::size_t point = 0; point < part.point_count(); ++point)
        centre_ += part.bind[point];
    if (part.point_count() > 0) centre_ /= static_cast<double>(part.point_count());

    // A few cells at a time, so that their sums need not all be held.
    constexpr std::size_t kAtATime = 64;
    ReducedFormBuilder builder(part, targets);
    for (std::size_t first = 0; first < cells.cells.size(); first += kAtATime) {
        const std::size_t count = std::min(kAtATime, cells.cells.size() - first);
        std::vector<std::optional<CellSums>> sums(count);
        parallel_chunks(count, 1, [&](std::size_t k, std::size_t) {
            sums[k].emplace(part, cells, cells.cells[first + k], centre_);
        });
        for (const auto& sum : sums)
            builder.add(*sum);
    }
    builder.store(*this);
}

}  // namespace isoskin
