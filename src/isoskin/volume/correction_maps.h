#pragma once

#include <string>
#include <vector>

#include "isoskin/base/progress.h"
#include "isoskin/volume/part_model.h"
#include "isoskin/volume/settings.h"

namespace isoskin {

/// A fixed way for a part to thicken: so far along its direction at each point. A morph target.
struct CorrectionTarget {
    enum class Role { Bend, Twist };
    Index node = 0;  ///< The joint it belongs to.
    Role role = Role::Bend;
    int profile = 0;       ///< Which twist profile; 0 for a bend.
    SparseField map{};     ///< In [0, 1] for a bend; in mesh units for a twist.
    double gain = 0.0;     ///< ∂V/∂weight in the bind shape.
    double largest = 0.0;  ///< Largest absolute value of the map.
    double reach = 0.0;    ///< Largest move per unit of weight, in local limb radii.
};

/// What making targets takes besides the part: made once by who makes them often.
struct TargetGround {
    explicit TargetGround(const PartModel& part);
    SurfaceDiffusion diffusion;
    std::vector<Vec3d> gradient;  ///< Of the bind shape's volume.
};

/// The targets of a part: for every joint but the root a bend map, then the twist profiles.
///
/// Maps are diffused over the bind surface, so that they neither wrinkle nor end abruptly, and end
/// somewhere, so that a joint moves nothing beyond its map. `joint_names` has one name per slot.
std::vector<CorrectionTarget> make_correction_targets(const PartModel& part,
                                                      const VolumeSurface& surface,
                                                      std::span<const std::string> joint_names,
                                                      const VolumeSettings& settings,
                                                      const Progress& progress = {});

/// One of them made anew, for other wishes of its joint. `part` is in its bind shape.
CorrectionTarget remake_target(const PartModel& part, const VolumeSurface& surface,
                               const TargetGround& ground, std::span<const std::string> joint_names,
                               const VolumeSettings& settings, const CorrectionTarget& old);

/// One map for the whole part, for the scope `Global`: γ = (1 - max ω)^g, or 1 everywhere. Paint of
/// single joints counts where all of them agree: a vertex is as free as the freest joint leaves it.
SparseField make_global_map(const PartModel& part, const VolumeSurface& surface,
                            std::span<const std::string> joint_names,
                            const VolumeSettings& settings);

}  // namespace isoskin
