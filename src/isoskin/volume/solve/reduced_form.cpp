#include "isoskin/volume/solve/reduced_form.h"

#include <algorithm>
#include <cassert>

#include "isoskin/volume/solve/reduced_kernel.h"
#include "isoskin/volume/solve/reduced_rows.h"

namespace isoskin {

using namespace reduced;  // NOLINT(google-build-using-namespace): its own inside

void ReducedFormWork::reserve(const ReducedForm& form, std::size_t node_count) {
    columns_.resize(std::max(columns_.size(), node_count));
    own_products_.resize(columns_.size());
    wanted_.resize(std::max(wanted_.size(), form.monomials.size()));
    sums_.resize(wanted_.size());
}

void ReducedFormWork::load_columns(const ReducedForm& form, std::span<const Affine> motions,
                                   const Vec3d& about) {
    reserve(form, motions.size());
    for (std::size_t node = 0; node < motions.size(); ++node) {
        const Affine& motion = motions[node];
        const Vec3d moved = motion * form.centre - about;
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
void ReducedFormWork::determinants_of(const Nodes& nodes, std::span<double, 64> out) {
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

void ReducedFormWork::sum_blocks(const ReducedForm& form) {
    alignas(32) std::array<double, 64> determinants;
    std::fill(sums_.begin(), sums_.end(), 0.0);
    for (const ReducedForm::Block& block : form.blocks) {
        if (form.rows[block.first_row] == 0) determinants_of(block.nodes, determinants);
        add_rows({.first = &form.coefficients[block.first_coefficient],
                  .sums = std::span(form.rows).subspan(block.first_row, block.row_count),
                  .width = block.width},
                 determinants.data(), wanted_.data(), sums_.data());
    }
}

double ReducedFormWork::volume(const ReducedForm& form, std::span<const Affine> motions,
                               const Vec3d& about) {
    load_columns(form, motions, about);
    alignas(32) std::array<double, 64> determinants;
    double sum = 0.0;
    for (const ReducedForm::Block& block : form.blocks) {
        if (form.rows[block.first_row] != 0) continue;
        determinants_of(block.nodes, determinants);
        constexpr std::uint8_t kWanted = 1;
        const std::uint32_t first = 0;
        add_rows({.first = &form.coefficients[block.first_coefficient],
                  .sums = {&first, 1},
                  .width = block.width},
                 determinants.data(), &kWanted, &sum);
    }
    return sum;
}

Cubic ReducedFormWork::volume_along(const ReducedForm& form, std::span<const Affine> motions,
                                    std::span<const double> weights,
                                    std::span<const double> growth) {
    load_columns(form, motions, form.posed_centre(motions));
    const auto counts = [&](Index target) {
        return target == kNoIndex || weights[target] != 0.0 || growth[target] != 0.0;
    };
    for (std::size_t k = 0; k < form.monomials.size(); ++k)
        wanted_[k] =
            std::all_of(form.monomials[k].begin(), form.monomials[k].end(), counts) ? 1 : 0;
    sum_blocks(form);

    Cubic volume{};
    for (std::size_t k = 0; k < form.monomials.size(); ++k) {
        if (wanted_[k] == 0) continue;
        Cubic polynomial{1.0, 0.0, 0.0, 0.0};
        for (const Index target : form.monomials[k]) {
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
