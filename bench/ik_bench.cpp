// One pull at the end of a chain, as a visitor drags; the error counter is the distance left over
// the length of the chain.
#include <cmath>

#include <benchmark/benchmark.h>

#include "isoskin/rig/inverse_kinematics.h"

namespace isoskin {
namespace {

Skeleton make_chain(std::size_t joint_count) {
    std::vector<Joint> joints;
    for (std::size_t j = 0; j < joint_count; ++j) {
        Joint joint{.name = "joint " + std::to_string(j), .parent = {}, .parent_from_joint = {}};
        if (j > 0) joint.parent = j - 1;
        if (j > 0) joint.parent_from_joint.translation = Vec3d::UnitX();
        joint.parent_from_joint.rotation = Quatd(Eigen::AngleAxisd(0.15, Vec3d::UnitZ()));
        joints.push_back(joint);
    }
    return *Skeleton::create(joints);
}

void pull(benchmark::State& state) {
    const auto count = static_cast<std::size_t>(state.range(0));
    const Skeleton skeleton = make_chain(count);
    IkChain chain;
    for (std::size_t j = 0; j < count; ++j)
        chain.joints.push_back(static_cast<JointIndex>(j));
    const double length = static_cast<double>(count - 1);
    Pose pose = stored_pose(skeleton);
    double worst = 0.0;
    int step = 0;

    for (auto _ : state) {
        const double t = 0.05 * ++step;
        const Vec3d goal = length * Vec3d(0.5 + 0.2 * std::cos(t), 0.3 * std::sin(t), 0.2);
        const IkReport report =
            solve_ik(skeleton, chain, {.position = goal}, pose.parent_from_joint);
        worst = std::max(worst, report.distance / length);
    }
    state.counters["error"] = worst;
}

BENCHMARK(pull)->Arg(3)->Arg(6)->Arg(20)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace isoskin
