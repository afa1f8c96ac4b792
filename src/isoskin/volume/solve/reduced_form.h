#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "isoskin/mesh/mesh.h"
#include "isoskin/volume/measure/cubic.h"

namespace isoskin {

/// The volume of a linearly skinned part as a closed form of the joint matrices and of the weights
/// of its targets: no pass over the mesh, whatever its size.
///
/// A posed point is linear in the columns of its joints' matrices, and its thickened bind place is
/// linear in the weights. So the volume is a sum over triples of joints of determinants of their
/// columns, each times a cubic polynomial in the weights; coefficients are minors of what the
/// triangles' points are made of (Cauchy and Binet), summed over the mesh once
/// (build/reduced_form_builder.h). See docs/volume.md, "The reduced form".
struct ReducedForm {
    /// Rows of coefficients of one width; they multiply determinants of columns of three joints.
    struct Block {
        std::array<Index, 3> nodes{};  ///< Increasing.
        std::size_t first_row = 0;
        std::size_t row_count = 0;
        std::size_t first_coefficient = 0;
        std::size_t width = 0;
    };
    using Monomial = std::array<Index, 3>;  ///< Targets, increasing, then kNoIndex.

    std::vector<Block> blocks;        ///< Those of the same joints follow each other.
    std::vector<std::uint32_t> rows;  ///< Monomial of each; a block of new joints begins with 0.
    std::vector<double> coefficients;
    std::vector<Monomial> monomials;
    Vec3d centre = Vec3d::Zero();  ///< Sums are taken about it, in bind space.

    /// Where motions, one per node, carry the middle of the part.
    Vec3d posed_centre(std::span<const Affine> motions) const {
        return motions.empty() ? centre : Vec3d(motions[0] * centre);
    }
};

/// Evaluates forms; keeps what that takes from one pose to the next.
class ReducedFormWork {
  public:
    /// Makes room, so that evaluating allocates nothing.
    void reserve(const ReducedForm& form, std::size_t node_count);

    /// Volume of the skinned part, all targets at zero: what lies between `about` and the
    /// triangles, which for a closed surface is the same for any `about`.
    double volume(const ReducedForm& form, std::span<const Affine> motions, const Vec3d& about);

    /// Volume along weights + ε growth. Targets that neither weigh nor grow cost nothing.
    Cubic volume_along(const ReducedForm& form, std::span<const Affine> motions,
                       std::span<const double> weights, std::span<const double> growth);

  private:
    /// The columns of a joint's matrix about the posed centre, x of all four first.
    struct Columns {
        std::array<std::array<double, 4>, 3> axis{};
        Vec3d at(std::size_t column) const {
            return {axis[0][column], axis[1][column], axis[2][column]};
        }
    };

    void load_columns(const ReducedForm& form, std::span<const Affine> motions, const Vec3d& about);
    void determinants_of(const std::array<Index, 3>& nodes, std::span<double, 64> out);
    void sum_blocks(const ReducedForm& form);

    std::vector<Columns> columns_;                    // per node
    std::vector<std::array<Vec3d, 6>> own_products_;  // per node: its columns with each other
    std::array<Index, 2> crossed_{kNoIndex, kNoIndex};
    std::array<Vec3d, 16> cross_{};     // of the columns of these two nodes
    std::vector<std::uint8_t> wanted_;  // per monomial: whether its targets weigh or grow
    std::vector<double> sums_;          // per monomial: what its weights multiply
};

}  // namespace isoskin
