#pragma once

#include <array>
#include <span>
#include <vector>

#include "isoskin/volume/correction_maps.h"
#include "isoskin/volume/cubic.h"
#include "isoskin/volume/part_model.h"

namespace isoskin {

/// The volume of a linearly skinned part as a closed form of the joint matrices and of the weights
/// of its targets: no pass over the mesh, whatever its size.
///
/// A posed point is linear in the columns of its joints' matrices, and its thickened bind place is
/// linear in the weights. So the volume is a sum over triples of joints of determinants of their
/// columns, each times a cubic polynomial in the weights; coefficients are sums over the mesh, made
/// once. See docs/volume.md, "The reduced form".
class ReducedForm {
  public:
    /// Products that one evaluation with all targets moving would take, to choose between this and
    /// a pass over the mesh; and those that building it takes.
    struct Cost {
        double per_frame = 0.0;
        double build = 0.0;
    };
    static Cost estimate(const PartModel& part, std::span<const CorrectionTarget> targets);

    ReducedForm(const PartModel& part, std::span<const CorrectionTarget> targets);

    /// Volume of the skinned part, all targets at zero. `palette` has one motion per slot.
    double volume(const PartModel& part, std::span<const Affine> palette);

    /// Volume along weights + ε growth. Targets that neither weigh nor grow cost nothing.
    Cubic volume_along(const PartModel& part, std::span<const Affine> palette,
                       std::span<const double> weights, std::span<const double> growth);

    std::size_t block_count() const { return blocks_.size(); }
    std::size_t coefficient_count() const { return coefficients_.size(); }

  private:
    friend class ReducedFormBuilder;

    /// Columns of three joints, in increasing order of nodes.
    struct Block {
        std::array<Index, 3> nodes{};
        std::size_t first_term = 0;
        std::size_t term_count = 0;  ///< The first is the one without targets.
        std::size_t width = 0;       ///< Determinants that are neither zero nor repeated.
    };
    /// Up to three targets whose weights multiply a row of coefficients.
    struct Term {
        std::array<Index, 3> targets{kNoIndex, kNoIndex, kNoIndex};
        std::size_t row = 0;  ///< Into coefficients_.
    };
    using Determinants = std::array<double, 64>;

    void build(const PartModel& part, std::span<const CorrectionTarget> targets);
    void load_columns(const PartModel& part, std::span<const Affine> palette);
    void determinants_of(const Block& block, Determinants& out) const;

    std::vector<Block> blocks_;
    std::vector<Term> terms_;
    std::vector<double> coefficients_;
    Vec3d centre_ = Vec3d::Zero();                      // sums are taken about it, in bind space
    std::vector<Eigen::Matrix<double, 3, 4>> columns_;  // per node, about the posed centre
};

}  // namespace isoskin
