#pragma once

#include <span>
#include <vector>

#include "isoskin/volume/build/part_model.h"

namespace isoskin {

/// How the skin round a joint looks over the sampled bends, by linear skinning and with its flesh.
struct FleshShape {
    std::size_t bends = 0;
    std::size_t linear_crossings = 0;  ///< Pairs of triangles, summed over the bends.
    std::size_t flesh_crossings = 0;
    double linear_roughness = 0.0;  ///< See mesh/quality.h; mean over the bends.
    double flesh_roughness = 0.0;
    Quatd worst_turn = Quatd::Identity();  ///< With most crossings, by either; else the farthest.

    /// Flesh that neither takes skin out of skin nor smooths it is better left out.
    bool is_mended() const {
        return flesh_crossings < linear_crossings || flesh_roughness < linear_roughness;
    }
};

/// Looks at the triangles that the flesh of one joint moves, bend by bend.
class ShapeJudge {
  public:
    /// `blend` per point of the part: how much it follows the joint; `moved` are the points that
    /// flesh moves.
    ShapeJudge(const PartModel& part, std::span<const double> blend, const SparseField& moved);

    /// `moves` are in bind space, one per entry of `moved`.
    void look(const Affine& motion, std::span<const Vec3d> moves);

    FleshShape shape() const;

  private:
    std::span<const Vec3d> bind_;
    std::span<const double> blend_;
    const SparseField& moved_;
    std::vector<Triangle> triangles_;
    std::vector<Vec3d> posed_;
    FleshShape sum_;
    std::size_t worst_crossings_ = 0;
};

}  // namespace isoskin
