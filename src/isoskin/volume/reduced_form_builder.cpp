#include <algorithm>
#include <cmath>
#include <map>

#include "isoskin/base/parallel.h"
#include "isoskin/volume/reduced_cell_sums.h"
#include "isoskin/volume/reduced_form.h"
#include "isoskin/volume/reduced_rows.h"

namespace isoskin {

using namespace reduced;  // NOLINT(google-build-using-namespace): its own inside

/// Gathers the cells into blocks.
class ReducedFormBuilder {
  public:
    ReducedFormBuilder(const PartModel& part, std::span<const CorrectionTarget> targets)
        : part_(part), targets_(targets) {}

    void add(const CellSums& sums) {
        for (std::size_t m = 0; m < sums.monomials().size(); ++m)
            sums.for_each_row(m, [&](const Nodes& nodes, std::span<const double> row) {
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
        for (const auto& block : blocks_) {
            const Nodes& nodes = block.first;
            const auto& rows = block.second;
            const auto begin_block = [&](std::size_t width) {
                form.blocks_.push_back({.nodes = nodes,
                                        .first_row = form.rows_.size(),
                                        .first_coefficient = form.coefficients_.size(),
                                        .width = width});
            };
            const auto store_row = [&](const Targets& targets, const std::vector<double>& row) {
                if (form.blocks_.back().width != row.size()) begin_block(row.size());
                ++form.blocks_.back().row_count;
                form.rows_.push_back(number_of(targets));
                form.coefficients_.insert(form.coefficients_.end(), row.begin(), row.end());
            };
            begin_block(row_width(nodes, 0));
            store_row(kNone, rows.at(kNone));
            for (std::size_t degree = 1; degree <= 3; ++degree)
                for (const auto& [targets, row] : rows)
                    if (degree_of(targets) == degree && weight_of(targets, row) > least)
                        store_row(targets, row);
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
