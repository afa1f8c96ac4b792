#include "isoskin/volume/build/reduced_form_builder.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_set>

#include "isoskin/base/parallel.h"
#include "isoskin/volume/build/reduced_cell_sums.h"
#include "isoskin/volume/solve/reduced_rows.h"

namespace isoskin {

using namespace reduced;  // NOLINT(google-build-using-namespace): its own inside

namespace {

double choose_three(std::size_t n) {
    const auto x = static_cast<double>(n);
    return x * (x - 1.0) * (x - 2.0) / 6.0;
}

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
            if (fresh) form.monomials.push_back(targets);
            return it->second;
        };
        number_of(kNone);
        for (const auto& block : blocks_) {
            const Nodes& nodes = block.first;
            const auto& rows = block.second;
            const auto begin_block = [&](std::size_t width) {
                form.blocks.push_back({.nodes = nodes,
                                       .first_row = form.rows.size(),
                                       .first_coefficient = form.coefficients.size(),
                                       .width = width});
            };
            const auto store_row = [&](const Targets& targets, const std::vector<double>& row) {
                if (form.blocks.back().width != row.size()) begin_block(row.size());
                ++form.blocks.back().row_count;
                form.rows.push_back(number_of(targets));
                form.coefficients.insert(form.coefficients.end(), row.begin(), row.end());
            };
            begin_block(row_width(nodes, 0));
            store_row(kNone, rows.at(kNone));
            for (std::size_t degree = 1; degree <= 3; ++degree)
                for (const auto& [targets, row] : rows)
                    if (degree_of(targets) == degree && weight_of(targets, row) > least)
                        store_row(targets, row);
        }
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

}  // namespace

std::optional<ReducedFormCost> estimate_reduced_form(const Cells& cells,
                                                     const ReducedFormCost& limit) {
    ReducedFormCost cost;
    std::unordered_set<std::array<Index, 6>, KeyHash> rows;
    for (const Cell& cell : cells.cells) {
        const double size =
            choose_three(4 * cell.nodes.size()) * choose_three(cell.maps.size() + 3);
        cost.build += size * static_cast<double>(cell.triangles.size());
        if (cost.build > limit.build || size > limit.coefficients) return std::nullopt;
        const std::vector<Targets> monomials = list_monomials(cell.maps);
        for_each_triple(cell.nodes, [&](const Nodes& nodes) {
            for (const Targets& m : monomials)
                if (rows.insert({nodes[0], nodes[1], nodes[2], m[0], m[1], m[2]}).second)
                    cost.coefficients += static_cast<double>(row_width(nodes, degree_of(m)));
        });
        if (cost.coefficients > limit.coefficients) return std::nullopt;
    }
    return cost;
}

ReducedForm make_reduced_form(const PartModel& part, const Cells& cells,
                              std::span<const CorrectionTarget> targets) {
    ReducedForm form;
    for (std::size_t point = 0; point < part.point_count(); ++point)
        form.centre += part.bind[point];
    if (part.point_count() > 0) form.centre /= static_cast<double>(part.point_count());

    // A few cells at a time, so that their sums need not all be held.
    constexpr std::size_t kAtATime = 64;
    ReducedFormBuilder builder(part, targets);
    for (std::size_t first = 0; first < cells.cells.size(); first += kAtATime) {
        const std::size_t count = std::min(kAtATime, cells.cells.size() - first);
        std::vector<std::optional<CellSums>> sums(count);
        parallel_chunks(count, 1, [&](std::size_t k, std::size_t) {
            sums[k].emplace(part, cells, cells.cells[first + k], form.centre);
        });
        for (const auto& sum : sums)
            builder.add(*sum);
    }
    builder.store(form);
    return form;
}

}  // namespace isoskin
