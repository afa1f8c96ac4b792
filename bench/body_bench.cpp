// A whole person, 163 joints, at constant volume beside the plain loop; where ../shared/data has
// it.
#include <filesystem>

#include <benchmark/benchmark.h>

#include "isoskin/base/parallel.h"
#include "isoskin/deform/deformer.h"
#include "isoskin/io/character_file.h"
#include "isoskin/rig/clip.h"
#include "plain_views.h"

namespace isoskin {
namespace {

const std::filesystem::path kFolder = std::filesystem::path(ISOSKIN_SHARED_DATA) / "makehuman";

const Character& body() {
    static const Character character = read_character(kFolder / "makehuman_body.glb").value();
    return character;
}

Pose walking() {
    const Clip walk = read_clip(kFolder / "walk1.bvh", body()).value();
    Pose pose = stored_pose(body());
    sample(walk, 0.5 * walk.duration(), PlayMode::Clamp, first_morph(body()), pose);
    return pose;
}

// All joints by so much, about an axis that both bends and twists most of them.
Pose turned(double degrees) {
    const Eigen::AngleAxisd turn(degrees * kPi / 180.0, Vec3d(0.3, 0.5, 1.0).normalized());
    Pose pose = stored_pose(body());
    for (Transform& joint : pose.parent_from_joint)
        joint.rotation = joint.rotation * Quatd(turn);
    return pose;
}

std::vector<Affine> model_pose(const Pose& pose) {
    std::vector<Affine> model_from_joint(body().skeleton.joint_count());
    compute_model_pose(body().skeleton, pose.parent_from_joint, model_from_joint);
    return model_from_joint;
}

void plain_frame(benchmark::State& state) {
    const SkinnedMesh& mesh = body().meshes[0];
    std::vector<Affine> palette(mesh.skin.joints.size());
    compute_palette(mesh.skin, model_pose(walking()), palette);
    plain::time_linear(state, mesh, palette);
}

void frame(benchmark::State& state, const Pose& pose) {
    const ThreadLimit limit(1);
    const auto make = [](VolumeCheck check) {
        return std::move(
            Deformer::create(
                body(), {.normals = NormalOutput::None, .volume = VolumeSettings{}, .check = check})
                .value());
    };
    const std::vector<Affine> model_from_joint = model_pose(pose);
    Deformer deformer = make(VolumeCheck::Skip);
    auto out = deformer.make_output();
    for (auto _ : state) {
        deformer.deform(model_from_joint, pose.morph_weights, out);
        benchmark::DoNotOptimize(out[0].positions.data());
        benchmark::ClobberMemory();
    }
    Deformer measuring = make(VolumeCheck::Measure);
    double worst = 0.0;
    for (const PartReport& part : measuring.deform(model_from_joint, pose.morph_weights, out).parts)
        worst = std::max(worst, std::abs(part.corrected / part.target - 1.0));
    state.counters["error"] = worst;
}

const bool kRegistered = [] {
    if (!std::filesystem::exists(kFolder / "makehuman_body.glb")) return false;
    constexpr std::int64_t kVertices = 13'380;
    const auto add = [](const char* name, auto run) {
        benchmark::RegisterBenchmark(name, run)->Arg(kVertices)->Unit(benchmark::kMicrosecond);
    };
    add("body_plain_linear", plain_frame);
    add("body_walking", [](benchmark::State& state) { frame(state, walking()); });
    add("body_turned_by_5", [](benchmark::State& state) { frame(state, turned(5.0)); });
    add("body_turned_by_10", [](benchmark::State& state) { frame(state, turned(10.0)); });
    add("body_turned_by_30", [](benchmark::State& state) { frame(state, turned(30.0)); });
    return true;
}();

}  // namespace
}  // namespace isoskin
