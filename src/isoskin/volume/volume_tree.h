#pragma once

#include <span>
#include <vector>

#include "isoskin/rig/character.h"
#include "isoskin/volume/surface.h"

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
        /// Origins of all joints whose turn moves it against its parent: its own, and more where
        /// the file's hierarchy is another. Left empty in run-time data.
        std::vector<Vec3d> turning_points{};
    };
    /// Two nodes next to a third whose joint takes neither along when it turns alone, and that
    /// share flesh past it: both seem to move, though this flesh follows neither motion.
    struct LoosePair {
        enum class Kin { ParentAndChild, Siblings };
        Kin kin = Kin::ParentAndChild;
        Index first = 0;     ///< The third itself, seen from its parent, or a child of it.
        Index second = 0;    ///< A child of it.
        double share = 0.0;  ///< How much flesh, from 0 to 1: a point that both move alike.
    };
    std::vector<Node>
        nodes;  ///< Root first, parents before children; slots that move nothing left out.
    std::vector<Index> node_of_slot;  ///< kNoIndex for those.
    std::vector<LoosePair> loose_pairs;
};

/// `areas` has one element per point of the surface: the part of the surface that is its own.
VolumeTree make_volume_tree(const SkinnedMesh& mesh, const Skeleton& skeleton,
                            const VolumeSurface& surface, const VolumePart& part,
                            std::span<const double> areas);

/// A third of the area of the triangles round each point, one element per point.
std::vector<double> point_areas(const VolumeSurface& surface, const VolumePart& part,
                                std::span<const Vec3d> points);

/// Keeps of a palette only what scales: rotations and translations at bind, the scale of each slot
/// against its parent in the tree about its pivot. The volume of the bind shape under it is what a
/// pose ought to enclose (method of docs/volume.md, "Target"). Slots outside the tree are identity.
void scales_alone(const VolumeTree& tree, std::span<const Affine> palette,
                  std::span<Affine> scales);

/// The same, relative to the parent: the pure stretch of node `k` against its parent in bind space.
Affine relative_scale(const VolumeTree& tree, std::size_t node, const Affine& parent_from_node);

}  // namespace isoskin
