// Real characters beside the plain loop that reads all influences of their file: linear skinning,
// constant volume, its weights alone, and building. Poses come from their own clips, or from a walk
// for those that have none. Characters that ../shared/data does not have are left out.
#include <filesystem>
#include <map>
#include <memory>

#include <benchmark/benchmark.h>

#include "isoskin/base/parallel.h"
#include "isoskin/deform/deformer.h"
#include "isoskin/io/character_file.h"
#include "isoskin/rig/clip.h"
#include "plain_views.h"
#include "scenes.h"

namespace isoskin {
namespace {

constexpr std::size_t kPoses = 16;  // of the clip, evenly spaced: one after another is timed

struct Source {
    const char* name;
    const char* file;    // below the shared data; empty: a scene of that name
    const char* motion;  // the same; empty: the first clip of the file
};

constexpr Source kSources[] = {
    {"cesium_man", "cesium-man/CesiumMan.glb", ""},
    {"fox", "fox-khronos/Fox.glb", ""},
    {"horse", "horse-quaternius/Horse.glb", ""},
    {"donkey", "horse-quaternius/Donkey.glb", ""},
    {"greenman", "greenman-raylib/greenman.glb", ""},
    {"robot", "robot-raylib/robot.glb", ""},
    {"creature", "", ""},
    {"makehuman", "makehuman/makehuman_body.glb", "makehuman/walk1.bvh"},
    {"dense", "dense-makehuman/makehuman_dense.glb", "makehuman/walk1.bvh"},
};

struct Subject {
    Character character;
    std::vector<Pose> poses;
    std::vector<std::vector<Affine>> model_from_joint;  // per pose

    std::size_t vertex_count() const {
        std::size_t count = 0;
        for (const SkinnedMesh& mesh : character.meshes)
            count += mesh.mesh.vertex_count();
        return count;
    }
};

std::filesystem::path shared(const char* file) {
    return std::filesystem::path(ISOSKIN_SHARED_DATA) / file;
}

Subject load(const Source& source) {
    Subject subject;
    subject.character = source.file[0] == '\0' ? scenes::make_scene(source.name).value()
                                               : read_character(shared(source.file)).value();
    const Clip clip = source.motion[0] == '\0'
                          ? subject.character.clips.front()
                          : read_clip(shared(source.motion), subject.character).value();
    for (std::size_t k = 0; k < kPoses; ++k) {
        Pose pose = stored_pose(subject.character);
        const double time = clip.duration() * (static_cast<double>(k) + 0.5) / kPoses;
        sample(clip, time, PlayMode::Clamp, first_morph(subject.character), pose);
        auto& joints = subject.model_from_joint.emplace_back(pose.parent_from_joint.size());
        compute_model_pose(subject.character.skeleton, pose.parent_from_joint, joints);
        subject.poses.push_back(std::move(pose));
    }
    return subject;
}

const Subject& subject_of(const Source& source) {
    static std::map<std::string, std::unique_ptr<Subject>> subjects;
    auto& entry = subjects[source.name];
    if (!entry) entry = std::make_unique<Subject>(load(source));
    return *entry;
}

void plain_loop(benchmark::State& state, const Source& source) {
    const Subject& subject = subject_of(source);
    std::vector<plain::AllInfluences> meshes;
    for (const SkinnedMesh& mesh : subject.character.meshes)
        meshes.emplace_back(mesh.weights);
    std::vector<std::vector<std::vector<plain::SquareMatrix>>> palettes;  // per pose, per mesh
    for (const auto& joints : subject.model_from_joint) {
        auto& of_pose = palettes.emplace_back();
        for (const SkinnedMesh& mesh : subject.character.meshes) {
            std::vector<Affine> palette(mesh.skin.joints.size());
            compute_palette(mesh.skin, joints, palette);
            of_pose.push_back(plain::square_matrices(palette));
        }
    }
    std::vector<Vec3> posed(subject.vertex_count());
    std::size_t pose = 0;
    for (auto _ : state) {
        for (std::size_t m = 0; m < meshes.size(); ++m)
            meshes[m].skin(subject.character.meshes[m].mesh.positions, palettes[pose][m], posed);
        benchmark::DoNotOptimize(posed.data());
        benchmark::ClobberMemory();
        pose = (pose + 1) % kPoses;
    }
    state.counters["error"] = 0.0;
}

enum class Correction { None, Volume };

Deformer make_deformer(const Subject& subject, Correction correction, VolumeCheck check) {
    DeformSettings settings{.normals = NormalOutput::None, .check = check};
    if (correction == Correction::Volume) settings.volume = VolumeSettings{};
    return std::move(Deformer::create(subject.character, settings).value());
}

// Of all poses, in the parts that are kept; a fast wrong answer shows.
double worst_error(const Subject& subject) {
    Deformer deformer = make_deformer(subject, Correction::Volume, VolumeCheck::Measure);
    auto out = deformer.make_output();
    double worst = 0.0;
    for (std::size_t k = 0; k < kPoses; ++k)
        for (const PartReport& part :
             deformer.deform(subject.model_from_joint[k], subject.poses[k].morph_weights, out)
                 .parts)
            worst = std::max(worst, std::abs(part.corrected / part.target - 1.0));
    return worst;
}

void frame(benchmark::State& state, const Source& source, Correction correction) {
    const Subject& subject = subject_of(source);
    const ThreadLimit limit(1);
    Deformer deformer = make_deformer(subject, correction, VolumeCheck::Skip);
    auto out = deformer.make_output();
    std::size_t pose = 0;
    for (auto _ : state) {
        deformer.deform(subject.model_from_joint[pose], subject.poses[pose].morph_weights, out);
        benchmark::DoNotOptimize(out[0].positions.data());
        benchmark::ClobberMemory();
        pose = (pose + 1) % kPoses;
    }
    state.counters["error"] = correction == Correction::None ? 0.0 : worst_error(subject);
}

void weights(benchmark::State& state, const Source& source) {
    const Subject& subject = subject_of(source);
    const ThreadLimit limit(1);
    Deformer deformer = make_deformer(subject, Correction::Volume, VolumeCheck::Skip);
    std::size_t pose = 0;
    for (auto _ : state) {
        for (std::size_t m = 0; m < subject.character.meshes.size(); ++m)
            benchmark::DoNotOptimize(deformer.weights(subject.poses[pose], m).data());
        pose = (pose + 1) % kPoses;
    }
    state.counters["error"] = 0.0;
}

void build(benchmark::State& state, const Source& source) {
    const Subject& subject = subject_of(source);
    for (auto _ : state)
        benchmark::DoNotOptimize(make_deformer(subject, Correction::Volume, VolumeCheck::Skip));
    state.counters["error"] = 0.0;
}

const bool kRegistered = [] {
    for (const Source& source : kSources) {
        if (source.file[0] != '\0' && !std::filesystem::exists(shared(source.file))) continue;
        const auto add = [&](const char* what, auto run) {
            benchmark::RegisterBenchmark(
                (std::string("real_") + what + "_" + source.name).c_str(),
                [run, source](benchmark::State& state) { run(state, source); })
                ->Arg(1)
                ->Unit(benchmark::kMicrosecond);
        };
        add("plain", plain_loop);
        add("linear", [](benchmark::State& state, const Source& which) {
            frame(state, which, Correction::None);
        });
        add("volume", [](benchmark::State& state, const Source& which) {
            frame(state, which, Correction::Volume);
        });
        add("weights", weights);
        add("build", build);
    }
    return true;
}();

}  // namespace
}  // namespace isoskin
