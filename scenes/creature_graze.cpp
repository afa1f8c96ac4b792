#include <algorithm>
#include <cmath>

#include "creature_gait.h"

namespace isoskin::scenes::creature {
namespace {

constexpr double kGrazeSeconds = 5.0;
constexpr int kGrazeKeys = 60;

// 0 before `start`, 1 after `end`, soft in between; all in seconds.
double rise(double time, double start, double end) {
    const double t = std::clamp((time - start) / (end - start), 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

// A short twitch around one moment.
double flick(double time, double moment, double width) {
    const double t = (time - moment) / width;
    return std::exp(-t * t);
}

Stance graze_stance(double phase) {
    const double time = kGrazeSeconds * phase;
    const double down = rise(time, 0.3, 1.3) - rise(time, 3.6, 4.7);
    const double curl = rise(time, 2.2, 2.9) - rise(time, 3.5, 4.4);  // brings it to the mouth
    const double feel = down * (1.0 - curl);

    Stance stance;
    stance.hips_shift = {0.02 * swing(phase, 1, 0.0), 0.006 + 0.006 * down, 0.012 * down};
    stance.degrees[kHips] = {1.0 * down, 0, 1.0 * swing(phase, 1, 0.0)};
    stance.degrees[kChest] = {1.8 * down, 2.0 * swing(phase, 2, 0.2), -0.6 * swing(phase, 1, 0.1)};
    stance.degrees[kHead] = {17.0 * down - 11.0 * curl, 6.0 * feel * swing(phase, 3, 0.1),
                             2.0 * swing(phase, 1, 0.2)};
    stance.degrees[kTrunk1] = {-17.0 * feel + 4.0 * curl, 0, 9.0 * feel * swing(phase, 3, 0.2)};
    stance.degrees[kTrunk2] = {-16.0 * feel + 62.0 * curl, 0, 11.0 * feel * swing(phase, 3, 0.3)};
    stance.degrees[kTrunk3] = {-24.0 * feel + 78.0 * curl, 0, 14.0 * feel * swing(phase, 3, 0.4)};

    const double left = flick(time, 1.2, 0.12) + flick(time, 1.55, 0.12) + flick(time, 3.9, 0.14);
    const double right = flick(time, 1.3, 0.12) + flick(time, 3.3, 0.12);
    stance.degrees[kEarLeft] = {0, 5.0 * swing(phase, 2, 0.1) + 26.0 * left, 6.0 * left};
    stance.degrees[kEarRight] = {0, -5.0 * swing(phase, 2, 0.2) - 26.0 * right, -6.0 * right};
    stance.degrees[kTail] = {8.0 + 4.0 * swing(phase, 4, 0.3), 0,
                             (14.0 + 12.0 * down) * swing(phase, 4, 0.0)};
    return stance;
}

}  // namespace

Clip make_graze(const Skeleton& skeleton) {
    return make_loop("graze", skeleton, kGrazeSeconds, kGrazeKeys, graze_stance);
}

}  // namespace isoskin::scenes::creature
