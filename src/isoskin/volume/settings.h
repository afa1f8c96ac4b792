#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "isoskin/volume/flesh_joint.h"
#include "isoskin/volume/measure/surface.h"

namespace isoskin {

/// How lost volume is put back. See docs/volume.md.
enum class VolumeMethod {
    None,
    Axes,          ///< Three exact steps along the axes of the joint (sources 000, 001).
    Normal,        ///< Along the carried rest normal, exact by a cubic: a set of morph targets.
    Free,          ///< Along the volume gradient, exact by a cubic.
    LinearAxes,    ///< The three axes at once, linearised: leaves an error, for comparison.
    LinearNormal,  ///< Along posed normals, linearised: leaves an error, for comparison.
    Flesh,         ///< `Normal` with targets simulated beforehand, which a character carries.
};

/// Whose loss is put back where.
enum class VolumeScope {
    Joints,      ///< Every joint its own loss at its own place, all at once; no order of joints.
    Sequential,  ///< Joint after joint, root to leaves, as the sources do it.
    Global,      ///< One correction for the whole part.
};

/// Where round a joint the flesh gives.
enum class VolumeEffect {
    Uniform,  ///< Everywhere alike, tips included; for comparison.
    Rubber,   ///< Evenly round the joint.
    Organic,  ///< More where flesh is far from the bone.
    Muscle,   ///< A belly on the parent bone, on the flexor side.
    Folds,    ///< Three folds along the limb.
};

/// A knot of a profile curve: how far the skin gives (0…1) at a place along the limb, from -1 (far
/// end of the parent bone) over 0 (the joint) to 1 (far end of the child bone).
struct ProfileKnot {
    double place = 0.0;
    double amount = 0.0;
    friend bool operator==(const ProfileKnot&, const ProfileKnot&) = default;
};

/// Factors of a joint's map over one mesh.
struct PaintedMap {
    /// Of files that name no mesh: those of as many vertices that follow the joint.
    static constexpr std::size_t kUnnamed = static_cast<std::size_t>(-1);

    std::size_t mesh = kUnnamed;  ///< Of the character.
    std::vector<float> values;    ///< One per vertex.
    friend bool operator==(const PaintedMap&, const PaintedMap&) = default;
};

/// What an artist asks of one joint beyond the general settings; empty means as for all.
struct JointVolumeSettings {
    std::string joint = {};
    std::optional<VolumeEffect> effect = {};
    std::vector<ProfileKnot> profile = {};  ///< Increasing places; empty: the effect's own.
    /// Of a drawn curve: 0, the bulge spread evenly over the limb; 1, as drawn; 3, thrice what it
    /// has beyond an even spread of as much volume.
    std::optional<double> gain = {};
    std::optional<double> flexor = {};  ///< 0: even round the bone … 1: flexor side only.
    std::optional<double> amount = {};  ///< Of its correction, times that for all; 0 … 1.
    std::optional<std::array<double, 3>> shares =
        {};                                ///< Of rotation axis, limb, across; sum to one.
    std::vector<PaintedMap> painted = {};  ///< Multiply the map; at most one per mesh.
    friend bool operator==(const JointVolumeSettings&, const JointVolumeSettings&) = default;
};

/// A part of a mesh that is left as skinned; both counted from 0.
struct ExcludedPart {
    std::size_t mesh = 0;
    std::size_t part = 0;
    friend bool operator==(const ExcludedPart&, const ExcludedPart&) = default;
};

/// How the closing cubic of `Normal` × `Joints` is found. Changes the time it takes, not the shape:
/// no part of what is stored with a character.
enum class VolumeSolver {
    Cheapest,  ///< The reduced form where an estimate says that it pays, else the posed mesh.
    PosedMesh,
};

struct VolumeSettings {
    VolumeMethod method = VolumeMethod::Normal;
    VolumeScope scope = VolumeScope::Joints;
    VolumeEffect effect = VolumeEffect::Organic;
    QuadRule quads = QuadRule::Fan;
    double amount = 1.0;     ///< Of the correction: 0, as skinned … 1, exact.
    int iterations = 1;      ///< Of the linearised methods.
    double smoothing = 1.0;  ///< Width over which maps are diffused, in limb radii.
    double sharpness = 1.0;  ///< Exponent of the map made of weights.
    /// Largest move of a vertex, in local limb radii: beyond it the whole correction of the part is
    /// held back, and said.
    double max_displacement = 1.2;
    std::optional<std::array<double, 3>> shares =
        {};  ///< For `Axes`; empty: the least displacement.
    std::vector<JointVolumeSettings> joints = {};
    std::vector<ExcludedPart> excluded_parts = {};
    std::vector<FleshJoint> flesh = {};  ///< Of `Flesh`: simulated joints; others as by `Normal`.
    double flesh_amount = 1.0;           ///< 0: as by `Normal` … 1: as simulated.
    VolumeSolver solver = VolumeSolver::Cheapest;
    friend bool operator==(const VolumeSettings&, const VolumeSettings&) = default;
};

/// How much is made anew when single joints are asked for something else.
enum class Reshaping {
    Draft,     ///< What a moving hand waits for: maps and shares. Closed forms are left out, so the
               ///< last bits of weights may change.
    Complete,  ///< All, as if built with these settings.
};

/// Whether bind shapes are thickened along carried normals, whatever else is done to them.
inline bool thickens(VolumeMethod method) {
    return method == VolumeMethod::Normal || method == VolumeMethod::Flesh;
}

}  // namespace isoskin
