#pragma once

#include <array>
#include <string>
#include <vector>

#include "isoskin/base/progress.h"
#include "isoskin/volume/build/part_model.h"
#include "isoskin/volume/settings.h"

namespace isoskin {

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

    /// How far a joint's bend reaches before gain and paint: what takes long, and they do not
    /// change.
    SparseField make_bend_map(Index node, const VolumeSettings& settings) const;
    CorrectionTarget make_bend(Index node, const SparseField& unpainted,
                               const VolumeSettings& settings) const;
    std::array<CorrectionTarget, kTwistProfileCount> make_twists(
        Index node, const VolumeSettings& settings) const;
};

/// The targets of a part: for every joint but the root its bend, then its twists. Losses are not
/// shared yet.
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
