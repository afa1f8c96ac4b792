#pragma once

#include <span>
#include <string>
#include <vector>

#include "isoskin/rig/character.h"
#include "isoskin/volume/build/diffuse.h"
#include "isoskin/volume/measure/skinned_surface.h"
#include "isoskin/volume/measure/volume_tree.h"
#include "isoskin/volume/solve/correction_table.h"

namespace isoskin {

/// A straight piece of bone in bind space.
struct BoneSegment {
    Vec3d head = Vec3d::Zero();
    Vec3d tail = Vec3d::Zero();
};
double distance_to(const BoneSegment& bone, const Vec3d& point);

/// The limb at a joint: where it turns, and the bones on both sides.
struct LimbFrame {
    Vec3d pivot = Vec3d::Zero();
    BoneSegment parent_bone;      ///< Ends at the pivot.
    BoneSegment child_bone;       ///< Starts at the pivot.
    Vec3d axis = Vec3d::UnitY();  ///< Along the child bone, unit: what a twist turns about.
    double radius = 0.0;          ///< Mean distance of the flesh at the joint from its bones.
};

/// All that is known of a part before any pose, over its own points: real ones first, then apexes.
struct PartModel : SkinnedSurface {
    std::string label;
    std::vector<Index> surface_point;  ///< Of each real point, in its `VolumeSurface`.

    VolumeTree tree;
    std::vector<SparseField> subtree;  ///< Per node: summed weight of its subtree, where positive.
    std::vector<LimbFrame> limbs;      ///< Per node.
    std::vector<CorrectionTable::LoosePair> loose_pairs;
    std::vector<std::vector<Vec3d>> turning_points;  ///< Per node: see `turning_points_between`.
    std::vector<double> area;                        ///< Per real point.
    std::vector<double> bone_distance;  ///< Per real point, to the nearest bone that moves it.
    std::vector<Vec3d> normal;          ///< Per real point, unit.
    std::vector<Vec3d> direction;       ///< The same, smoothed: where flesh goes when it thickens.
    double volume = 0.0;                ///< Of the bind shape.
    double size = 0.0;                  ///< Diagonal of its box.

    std::size_t node_count() const { return tree.nodes.size(); }
};

/// How far each real point follows a node and what hangs on it, 0 to 1.
std::vector<double> subtree_blend(const PartModel& part, std::size_t node);

/// Of the limbs at all joints but the root.
double mean_radius(const PartModel& part);

PartModel make_part_model(const SkinnedMesh& mesh, const Skeleton& skeleton,
                          const VolumeSurface& surface, const VolumePart& part);

/// The triangles round each point, apexes included: numbers below `triangles.size()` count in
/// `SkinnedSurface::triangles`, those beyond in `half_triangles`.
class TrianglesOfPoints {
  public:
    explicit TrianglesOfPoints(const SkinnedSurface& surface);
    std::span<const Index> of(std::size_t point) const {
        return std::span(triangle_).subspan(offset_[point], offset_[point + 1] - offset_[point]);
    }

  private:
    std::vector<std::size_t> offset_;
    std::vector<Index> triangle_;
};

/// Heat flow over the part's bind shape.
SurfaceDiffusion make_diffusion(const PartModel& part);

}  // namespace isoskin
