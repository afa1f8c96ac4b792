#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "isoskin/volume/cubic.h"
#include "isoskin/volume/part_model.h"
#include "isoskin/volume/reduced_cells.h"

namespace isoskin {

/// The volume of a linearly skinned part as a closed form of the joint matrices and of the weights
/// of its targets: no pass over the mesh, whatever its size.
///
/// A posed point is linear in the columns of its joints' matrices, and its thickened bind place is
/// linear in the weights. So the volume is a sum over triples of joints of determinants of their
/// columns, each times a cubic polynomial in the weights; coefficients are minors of what the
/// triangles' points are made of (Cauchy and Binet), summed over the mesh once. See docs/volume.md,
/// "The reduced form".
class ReducedForm {
  public:
    /// What to sum over, sorted; made first, because it tells what the form would cost.
    using Cells = reduced::Cells;

    struct Cost {
        double coefficients = 0.0;  ///< Numbers that one evaluation goes through.
        double build = 0.0;         ///< Products that building takes, at most.
    };
    /// Nothing if either would be more than its limit.
    static std::optional<Cost> estimate(const Cells& cells, const Cost& limit);

    /// `targets` are those the cells were made with. Coefficients so small that all of them
    /// together do not show in a double are left out.
    ReducedForm(const PartModel& part, const Cells& cells,
                std::span<const CorrectionTarget> targets);

    /// Where `palette` (one motion per slot) carries the middle of the part.
    Vec3d posed_centre(const PartModel& part, std::span<const Affine> palette) const;

    /// Volume of the skinned part, all targets at zero: what lies between `about` and the
    /// triangles, which for a closed surface is the same for any `about`.
    double volume(const PartModel& part, std::span<const Affine> palette, const Vec3d& about);

    /// Volume along weights + ε growth. Targets that neither weigh nor grow cost nothing.
    Cubic volume_along(const PartModel& part, std::span<const Affine> palette,
                       std::span<const double> weights, std::span<const double> growth);

    std::size_t coefficient_count() const { return coefficients_.size(); }

  private:
    friend class ReducedFormBuilder;

    /// Rows of coefficients of one width; they multiply determinants of columns of three joints.
    struct Block {
        std::array<Index, 3> nodes{};  ///< Increasing.
        std::size_t first_row = 0;
        std::size_t row_count = 0;
        std::size_t first_coefficient = 0;
        std::size_t width = 0;
    };
    using Monomial = std::array<Index, 3>;  ///< Targets, increasing, then kNoIndex.

    /// The columns of a joint's matrix about the posed centre, x of all four first.
    struct Columns {
        std::array<std::array<double, 4>, 3> axis{};
        Vec3d at(std::size_t column) const {
            return {axis[0][column], axis[1][column], axis[2][column]};
        }
    };

    void load_columns(const PartModel& part, std::span<const Affine> palette, const Vec3d& about);
    void determinants_of(const std::array<Index, 3>& nodes, std::span<double, 64> out);
    void sum_blocks();

    std::vector<Block> blocks_;        // those of the same joints follow each other
    std::vector<std::uint32_t> rows_;  // monomial of each row; a block of new joints begins with 0
    std::vector<double> coefficients_;
    std::vector<Monomial> monomials_;
    Vec3d centre_ = Vec3d::Zero();  // sums are taken about it, in bind space

    // Of the pose that is evaluated.
    std::vector<Columns> columns_;                    // per node
    std::vector<std::array<Vec3d, 6>> own_products_;  // per node: its columns with each other
    std::array<Index, 2> crossed_{kNoIndex, kNoIndex};
    std::array<Vec3d, 16> cross_{};     // of the columns of these two nodes
    std::vector<std::uint8_t> wanted_;  // per monomial: whether its targets weigh or grow
    std::vector<double> sums_;          // per monomial: what its weights multiply
};

}  // namespace isoskin
