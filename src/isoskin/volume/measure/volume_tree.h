#pragma once

#include <span>
#include <vector>

#include "isoskin/rig/character.h"
#include "isoskin/volume/measure/surface.h"

namespace isoskin {

/// Who carries whom, as the flesh sees it: the maximum spanning tree of the slots that move a part,
/// where two slots attract each other by the surface they move together, far more so if one carries
/// the other in the skeleton with none between.
///
/// Real rigs have many roots and control joints without flesh; in this tree a rigid turn of all of
/// them is no relative motion at all. See docs/volume.md.
struct VolumeTree {
    struct Node {
        JointIndex slot = 0;
        Index parent = kNoIndex;      ///< Into `nodes`, before this one; none for the root.
        Vec3d pivot = Vec3d::Zero();  ///< Where it turns against its parent, in bind space.
    };
    std::vector<Node>
        nodes;  ///< Root first, parents before children; slots that move nothing left out.
    std::vector<Index> node_of_slot;  ///< kNoIndex for those.
};

/// `areas` has one element per point of the surface: the part of the surface that is its own.
VolumeTree make_volume_tree(const SkinnedMesh& mesh, const Skeleton& skeleton,
                            const VolumeSurface& surface, const VolumePart& part,
                            std::span<const double> areas);

/// A third of the area of the triangles round each point, one element per point.
std::vector<double> point_areas(const VolumeSurface& surface, const VolumePart& part,
                                std::span<const Vec3d> points);

/// Origins of the joints of the skin whose turn moves one of two slots and not the other.
std::vector<Vec3d> turning_points_between(const Skin& skin, const Skeleton& skeleton,
                                          JointIndex slot, JointIndex parent_slot);

/// The motion of each node: `palette` has one per slot, `motions` one per node.
void gather_motions(const VolumeTree& tree, std::span<const Affine> palette,
                    std::span<Affine> motions);

/// Whether a motion is a rotation but for the rounding of inverse bind matrices stored as floats.
bool is_rotation(const Mat3d& linear);

/// The pure stretch of a motion against its parent, about the pivot; the identity for a rotation.
Affine relative_scale(const Vec3d& pivot, const Affine& parent_from_node);

/// Keeps of motions, one per node, only what scales: rotations and translations at bind, the scale
/// of each node against its parent about its pivot. The volume of the bind shape under it is what a
/// pose ought to enclose (docs/volume.md, "Target").
void scales_alone(const VolumeTree& tree, std::span<const Affine> motions,
                  std::span<Affine> scales);

}  // namespace isoskin
