#pragma once

#include <optional>
#include <string>
#include <vector>

#include "isoskin/volume/measure/skinned_surface.h"
#include "isoskin/volume/measure/volume_tree.h"
#include "isoskin/volume/solve/joint_volume.h"
#include "isoskin/volume/solve/reduced_form.h"
#include "isoskin/volume/solve/swing_function.h"
#include "isoskin/volume/solve/target_role.h"

namespace isoskin {

/// Part of a joint's reach: a point and a number at it.
struct PointValue {
    Index point = 0;
    double value = 0.0;
};
using SparseField = std::vector<PointValue>;  ///< Points increasing.

/// What one bend puts back of what another's joint loses.
struct LossShare {
    Index target = 0;    ///< The bend that helps, among the part's targets.
    double share = 0.0;  ///< Of the volume.
};

/// A fixed way for a part to change its bind shape: so far at each point. A morph target.
struct CorrectionTarget {
    using Role = TargetRole;
    Index node = 0;  ///< The joint it belongs to.
    Role role = Role::Bend;
    int profile = 0;                  ///< Which twist profile or function; 0 for a bend.
    SparseField map{};                ///< In [0, 1] for a bend; in mesh units for a twist.
    std::vector<Vec3d> ways{};        ///< Of a twist: unit, one per entry.
    double gain = 0.0;                ///< ∂V/∂weight in the bind shape.
    double reach = 0.0;               ///< Largest move per unit of weight, in limb radii.
    double drawn_reach = 0.0;         ///< Of a bend: the same before its curve's gain.
    double crest = 0.0;               ///< Largest move outward, in mesh units.
    double largest = 0.0;             ///< The same in mesh units.
    double most_loss = 0.0;           ///< Of a bend: most volume a turn of its joint asks of it.
    std::vector<LossShare> shares{};  ///< Of a bend: who puts back its joint's loss; empty: it.
};

/// How constant volume is kept in one part: targets, and all that their weights follow from in any
/// pose. Built once (build/table_builder.h), never changed by a pose (solve/part_solver.h), stored
/// as run-time data (runtime/runtime_file.h).
struct CorrectionTable : SkinnedSurface {
    /// A node of the volume tree seen as a joint that turns against its parent.
    struct Joint {
        Vec3d axis = Vec3d::UnitY();  ///< Along the child bone, unit: what a twist turns about.
        JointVolume volume;           ///< Volume of the part if it alone moves. Not of the root.
        std::optional<SwingFunction> flesh = {};  ///< If it was simulated.
        double amount = 1.0;                      ///< How much of its weights is played, 0 to 1.
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

    std::string label;  ///< As in "part 2 of 'Body'".
    VolumeTree tree;
    std::vector<LoosePair> loose_pairs;
    std::vector<Joint> joints;     ///< Per node.
    std::vector<Vec3d> direction;  ///< Per real point, unit: where flesh goes when it thickens.
    std::vector<double> radius;    ///< Per real point: of the limb there.
    /// Joint by joint: its bend, then its twists; behind all of them those of flesh.
    std::vector<CorrectionTarget> targets;
    double volume = 0.0;            ///< Of the bind shape.
    double size = 0.0;              ///< Diagonal of its box.
    double max_displacement = 0.0;  ///< Largest move of a point, in limb radii.
    double flesh_amount = 1.0;      ///< How much of flesh is played, 0 to 1.

    /// Volume as closed forms of the motions; not stored, and absent where the mesh is cheaper.
    std::optional<ReducedForm> reduced;  ///< With targets.
    std::optional<ReducedForm> unmoved;  ///< Without.

    std::size_t node_count() const { return tree.nodes.size(); }
};

/// Where entry `entry` of its map takes a point with a weight of one. `directions` are those of the
/// part.
inline Vec3d move_of(std::span<const Vec3d> directions, const CorrectionTarget& target,
                     std::size_t entry) {
    const auto& [point, value] = target.map[entry];
    return value * (target.ways.empty() ? directions[point] : target.ways[entry]);
}

/// What a set of weights does to the bind shape of a part: `field` holds real points and apexes,
/// and is set to zero first. Apexes are not placed.
void sum_targets(const CorrectionTable& table, std::span<const double> weights,
                 std::span<Vec3d> field);

/// Whether the joint of a bend has twists too, which come after it.
inline bool has_twists(std::span<const CorrectionTarget> targets, std::size_t bend) {
    const std::size_t next = bend + 1;
    return next < targets.size() && targets[next].node == targets[bend].node &&
           targets[next].role == CorrectionTarget::Role::Twist && !targets[next].map.empty();
}

}  // namespace isoskin
