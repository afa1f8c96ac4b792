#pragma once

#include <array>
#include <string>
#include <utility>

#include "creature.h"

/// What walk and graze share: a moment described by angles and by where the soles are.
namespace isoskin::scenes::creature {

/// How the calf holds itself at one moment. Angles in degrees about the axes of the parent: x nods
/// down, y turns to the left, z lifts the left side. All zero is the bind pose.
struct Stance {
    Vec3d hips_shift = Vec3d::Zero();  ///< From the bind place, in model space.
    std::array<Vec3d, kJointCount> degrees;
    std::array<Vec3d, 4> sole_shift;  ///< Of each of `kLegs`, from where it stands in bind.

    Stance() {
        degrees.fill(Vec3d::Zero());
        sole_shift.fill(Vec3d::Zero());
    }
};

/// The pose of a stance: legs are bent so that each sole is where it should be, resting on its rim
/// when the leg is tilted. A leg that is too short stretches towards its place.
Pose pose_from_stance(const Skeleton& skeleton, const Stance& stance);

/// Starts a clip with empty channels, to be filled by `add_key`.
Clip start_clip(std::string name);
void add_key(Clip& clip, double seconds, const Pose& pose);

/// A looping clip of `key_count` even steps; `stance_at(phase)` is asked for phases from 0 to 1,
/// and the last key repeats the first. All joints get keys; the hips move as well.
template <typename StanceAt>
Clip make_loop(std::string name, const Skeleton& skeleton, double seconds, int key_count,
               const StanceAt& stance_at) {
    Clip clip = start_clip(std::move(name));
    for (int key = 0; key <= key_count; ++key) {
        const double phase = static_cast<double>(key % key_count) / key_count;
        add_key(clip, seconds * key / key_count, pose_from_stance(skeleton, stance_at(phase)));
    }
    return clip;
}

/// sin(2π (cycles · phase − lag)): a swing that comes `lag` cycles late.
double swing(double phase, double cycles, double lag);

}  // namespace isoskin::scenes::creature
