#include "isoskin/volume/reduced_form.h"

#include <algorithm>
#include <cassert>
#include <unordered_set>

#include "isoskin/volume/reduced_kernel.h"
#include "isoskin/volume/reduced_rows.h"

namespace isoskin {

using namespace reduced;  // NOLINT(google-build-using-namespace): its own inside

namespace {

double choose_three(std::size_t n) {
    const auto x = static_cast<double>(n);
    return x * (x - 1.0) * (x - 2.0) / 6.0;
}

}  // namespace

std::optional<ReducedForm::Cost> ReducedForm::estimate(const Cells& cells, const Cost& limit) {
    Cost cost;
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

Vec3d ReducedForm::posed_centre(const PartModel& part, std::span<const Affine> palette) const {
    return columns_.empty() ? centre_ : Vec3d(palette[part.tree.nodes[0].slot] * centre_);
}

void ReducedForm::load_columns(const PartModel& part, std::span<const Affine> palette,
                               const Vec3d& about) {
    for (std::size_t node = 0; node < columns_.size(); ++node) {
        const Affine& motion = palette[part.tree.nodes[node].slot];
        const Vec3d moved = motion * centre_ - about;
        for (int axis = 0; axis < 3; ++axis) {
            auto& row = columns_[node].axis[static_cast<std::size_t>(axis)];
            for (int column = 0; column < 3; ++column)
                row[static_cast<std::size_t>(column)] = motion.linear()(axis, column);
            row[3] = moved[axis];
        }
        for (std::size_t k = 0; k < kOwnPairs.size(); ++k) {
            const auto& [r, s] = kOwnPairs[k];
            own_products_[node][k] = columns_[node].at(r).cross(columns_[node].at(s));
        }
    }
    crossed_ = {kNoIndex, kNoIndex};
}

// In the order of `place_in_row`.
void ReducedForm::determinants_of(const Nodes& nodes, std::span<double, 64> out) {
    const auto [a, b, c] = nodes;
    switch (repeat_of(nodes)) {
        case Repeat::None:
            if (crossed_[0] != a || crossed_[1] != b) {
                for (std::size_t k = 0; k < kCrossPairs.size(); ++k) {
                    const auto& [r, s] = kCrossPairs[k];
                    cross_[k] = columns_[a].at(r).cross(columns_[b].at(s));
                }
                crossed_ = {a, b};
            }
            return dot_columns(cross_, columns_[c].axis[0].data(), out.data());
        case Repeat::FirstTwo:
            return dot_columns(own_products_[a], columns_[c].axis[0].data(), out.data());
        case Repeat::LastTwo:
            return dot_columns(own_products_[c], columns_[a].axis[0].data(), out.data());
        case Repeat::All:
            for (std::size_t k = 0; k < 4; ++k) {
                const auto& [r, s, t] = kOwnTriples[k];
                out[k] = columns_[a].at(r).dot(columns_[a].at(s).cross(columns_[a].at(t)));
            }
            return;
    }
}

void ReducedForm::sum_blocks() {
    alignas(32) std::array<double, 64> determinants;
    std::fill(sums_.begin(), sums_.end(), 0.0);
    for (const Block& block : blocks_) {
        if (rows_[block.first_row] == 0) determinants_of(block.nodes, determinants);
        add_rows({.first = &coefficients_[block.first_coefficient],
                  .sums = std::span(rows_).subspan(block.first_row, block.row_count),
                  .width = block.width},
                 determinants.data(), wanted_.data(), sums_.data());
    }
}

double ReducedForm::volume(const PartModel& part, std::span<const Affine> palette,
                           const Vec3d& about) {
    load_columns(part, palette, about);
    alignas(32) std::array<double, 64> determinants;
    double sum = 0.0;
    for (const Block& block : blocks_) {
        if (rows_[block.first_row] != 0) continue;
        determinants_of(block.nodes, determinants);
        constexpr std::uint8_t kWanted = 1;
        const std::uint32_t first = 0;
        add_rows({.first = &coefficients_[block.first_coefficient],
                  .sums = {&first, 1},
                  .width = block.width},
                 determinants.data(), &kWanted, &sum);
    }
    return sum;
}

Cubic ReducedForm::volume_along(const PartModel& part, std::span<const Affine> palette,
                                std::span<const double> weights, std::span<const double> growth) {
    load_columns(part, palette, posed_centre(part, palette));
    const auto counts = [&](Index target) {
        return target == kNoIndex || weights[target] != 0.0 || growth[target] != 0.0;
    };
    for (std::size_t k = 0; k < monomials_.size(); ++k)
        wanted_[k] = std::all_of(monomials_[k].begin(), monomials_[k].end(), counts) ? 1 : 0;
    sum_blocks();

    Cubic volume{};
    for (std::size_t k = 0; k < monomials_.size(); ++k) {
        if (wanted_[k] == 0) continue;
        Cubic polynomial{1.0, 0.0, 0.0, 0.0};
        for (const Index target : monomials_[k]) {
            if (target == kNoIndex) break;
            for (std::size_t power = 3; power > 0; --power)
                polynomial[power] =
                    weights[target] * polynomial[power] + growth[target] * polynomial[power - 1];
            polynomial[0] *= weights[target];
        }
        for (std::size_t power = 0; power < 4; ++power)
            volume[power] += sums_[k] * polynomial[power];
    }
    return volume;
}

}  // namespace isoskin
