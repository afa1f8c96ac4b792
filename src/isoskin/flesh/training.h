#pragma once

#include <functional>
#include <string>
#include <vector>

#include "isoskin/flesh/equilibrium.h"
#include "isoskin/flesh/shape_judge.h"
#include "isoskin/volume/build/part_model.h"
#include "isoskin/volume/flesh_joint.h"

namespace isoskin {

/// The bends through which the flesh of a joint is simulated.
struct FleshRange {
    std::array<Vec3d, 2> across{};   ///< Unit, across the limb and each other.
    std::array<double, 4> extent{};  ///< + and - of the first axis, of the second; radians.
};

/// What became of one joint.
struct FleshTraining {
    bool usable = false;
    std::string trouble;  ///< Why it is not, or why its range is shorter than asked; or empty.
    std::size_t cells = 0;
    std::size_t poses = 0;      ///< Settled.
    std::size_t unsettled = 0;  ///< Poses kept though the last step was not short enough.
    double worst_volume = 0.0;  ///< Error of the surface in equilibrium.
    double compression = 0.0;   ///< Largest error of the targets at the samples, in limb radii.
    FleshShape shape;           ///< At the samples.
    SwingFunction function;
    SparseField fade;                         ///< Points that move.
    std::vector<std::vector<Vec3d>> targets;  ///< Per function: one per entry of `fade`.
};

/// Simulates the flesh round joint `node` of a part through `range` and compresses it. `keep_on`
/// is told the share that is done and returns false to stop.
FleshTraining train_joint(const PartModel& part, std::size_t node, const FleshRange& range,
                          const FleshQuality& quality, const std::function<bool(double)>& keep_on);

/// How much each point of a part follows joint `node`; apexes of caps follow their rims.
std::vector<double> blend_with_caps(const PartModel& part, std::size_t node);

/// The problem of mechanics that a joint poses. Spans are into `part` and `blend`.
FleshProblem make_problem(const PartModel& part, std::size_t node, std::span<const double> blend);

}  // namespace isoskin
