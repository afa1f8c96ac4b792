#pragma once

#include <array>
#include <string>
#include <vector>

#include "isoskin/base/progress.h"
#include "isoskin/volume/part_model.h"
#include "isoskin/volume/settings.h"
#include "isoskin/volume/twist_profile.h"

namespace isoskin {

/// What one bend puts back of what another's joint loses.
struct LossShare {
    Index target = 0;    ///< The bend that helps, among the part's targets.
    double share = 0.0;  ///< Of the volume.
};

/// A fixed way for a part to change its bind shape: so far at each point. A morph target.
struct CorrectionTarget {
    enum class Role { Bend, Twist };
    Index node = 0;  ///< The joint it belongs to.
    Role role = Role::Bend;
    int profile = 0;            ///< Which twist profile; 0 for a bend.
    SparseField map{};          ///< In [0, 1] for a bend; in mesh units for a twist.
    std::vector<Vec3d> ways{};  ///< Of a twist: unit, one per entry. A bend thickens the part.
    double gain = 0.0;          ///< ∂V/∂weight in the bind shape.
    double largest = 0.0;       ///< Largest absolute value of the map.
    double reach = 0.0;         ///< Largest move per unit of weight, in limb radii.
    double inward_reach = 0.0;  ///< The same, where flesh next to the bone counts by its distance.
    double usual_loss = 0.0;    ///< Of a bend: most volume a turn of its joint may ask of it.
    std::vector<LossShare> shares{};  ///< Of a bend: who puts back its joint's loss; empty: it.
};

/// Largest weights of a bend that may move its flesh by `max_displacement`: outward and inward.
inline double outward_limit(const CorrectionTarget& bend, double max_displacement) {
    return max_displacement / bend.reach;
}
inline double inward_limit(const CorrectionTarget& bend, double max_displacement) {
    return max_displacement / bend.inward_reach;
}

/// Where entry `entry` of its map takes a point with a weight of one.
inline Vec3d move_of(const PartModel& part, const CorrectionTarget& target, std::size_t entry) {
    const auto& [point, value] = target.map[entry];
    return value * (target.ways.empty() ? part.direction[point] : target.ways[entry]);
}

inline constexpr std::size_t kTargetsPerJoint = 1 + kTwistProfileCount;

/// What making targets takes besides the part: made once by who makes them often.
struct TargetGround {
    explicit TargetGround(const PartModel& part);
    SurfaceDiffusion diffusion;
    std::vector<Vec3d> gradient;  ///< Of the bind shape's volume.
};

/// Makes targets of a part in its bind shape. Maps are diffused over the surface, so that they
/// neither wrinkle nor end abruptly, and end somewhere, so that a joint moves nothing beyond its
/// map.
struct TargetMaker {
    const PartModel& part;
    const VolumeSurface& surface;
    std::span<const std::string> joint_names;  ///< One per slot.
    const TargetGround& ground;

    /// How far a joint's bend reaches before paint: what takes long, and paint does not change.
    SparseField make_bend_map(Index node, const VolumeSettings& settings) const;
    CorrectionTarget make_bend(Index node, const SparseField& unpainted,
                               const VolumeSettings& settings) const;
    std::array<CorrectionTarget, kTwistProfileCount> make_twists(
        Index node, const VolumeSettings& settings) const;
};

/// The targets of a part: for every joint but the root its bend, then its twists.
std::vector<CorrectionTarget> make_correction_targets(const PartModel& part,
                                                      const VolumeSurface& surface,
                                                      std::span<const std::string> joint_names,
                                                      const VolumeSettings& settings,
                                                      const Progress& progress = {});

/// One map for the whole part, for the scope `Global`: γ = (1 - max ω)^g, or 1 everywhere. Paint of
/// single joints counts where all of them agree: a vertex is as free as the freest joint leaves it.
SparseField make_global_map(const PartModel& part, const VolumeSurface& surface,
                            std::span<const std::string> joint_names,
                            const VolumeSettings& settings);

}  // namespace isoskin
