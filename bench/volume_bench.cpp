#include <algorithm>
#include <map>
#include <memory>

#include <benchmark/benchmark.h>

#include "isoskin/base/parallel.h"
#include "isoskin/deform/deformer.h"
#include "isoskin/volume/corrector.h"
#include "plain_views.h"
#include "worm.h"

namespace isoskin {
namespace {

const Worm& worm(const benchmark::State& state) {
    static std::map<std::int64_t, std::unique_ptr<Worm>> worms;
    auto& entry = worms[state.range(0)];
    if (!entry) entry = std::make_unique<Worm>(make_worm(static_cast<std::size_t>(state.range(0))));
    return *entry;
}

struct Job {
    VolumeSettings volume = {};
    SkinMethod skinning = SkinMethod::Linear;
    int threads = 1;
};

Deformer make_deformer(const Worm& body, const Job& job, VolumeCheck check = VolumeCheck::Skip) {
    return std::move(Deformer::create(body.character, {.skinning = job.skinning,
                                                       .normals = NormalOutput::None,
                                                       .volume = job.volume,
                                                       .check = check})
                         .value());
}

// A fast wrong answer shows: the error is that of the volume, measured in double on what was made.
double volume_error(const Worm& body, const Job& job) {
    Deformer deformer = make_deformer(body, job, VolumeCheck::Measure);
    auto out = deformer.make_output();
    double worst = 0.0;
    for (const PartReport& part : deformer.deform(body.model_from_joint, {}, out).parts)
        worst = std::max(worst, std::abs(part.corrected / part.target - 1.0));
    return worst;
}

double touched_share(const Deformer& deformer, std::size_t vertex_count) {
    std::vector<char> touched(vertex_count, 0);
    for (const VertexTarget& target : deformer.targets(0))
        for (const Index vertex : target.map.vertices)
            touched[vertex] = 1;
    return static_cast<double>(std::count(touched.begin(), touched.end(), 1)) /
           static_cast<double>(vertex_count);
}

void frame(benchmark::State& state, const Job& job) {
    const Worm& body = worm(state);
    const ThreadLimit limit(job.threads);
    Deformer deformer = make_deformer(body, job);
    auto out = deformer.make_output();
    for (auto _ : state) {
        deformer.deform(body.model_from_joint, {}, out);
        benchmark::DoNotOptimize(out[0].positions.data());
        benchmark::ClobberMemory();
    }
    state.counters["error"] = volume_error(body, job);
    state.counters["touched"] = touched_share(deformer, out[0].positions.size());
}

void volume_plain_linear(benchmark::State& state) {
    const Worm& body = worm(state);
    plain::time_linear(state, body.character.meshes[0], body.palette);
}

void volume_joints(benchmark::State& state) {
    frame(state, {});
}
void volume_joints_two_threads(benchmark::State& state) {
    frame(state, {.threads = 2});
}
void volume_mesh_pass(benchmark::State& state) {
    frame(state, {.volume = {.solver = VolumeSolver::PosedMesh}});
}
void volume_mesh_pass_dual(benchmark::State& state) {
    frame(state, {.skinning = SkinMethod::DualQuaternion});
}
void volume_axes(benchmark::State& state) {
    frame(state, {.volume = {.method = VolumeMethod::Axes}});
}

void volume_weights(benchmark::State& state) {
    const Worm& body = worm(state);
    const ThreadLimit limit(1);
    Deformer deformer = make_deformer(body, {});
    Pose pose = stored_pose(body.character);
    for (std::size_t j = 0; j < pose.parent_from_joint.size(); ++j)
        pose.parent_from_joint[j] = to_transform(body.model_from_joint[j]);
    for (auto _ : state)
        benchmark::DoNotOptimize(deformer.weights(pose, 0).data());
    state.counters["error"] = volume_error(body, {});
}

void volume_live(benchmark::State& state) {
    const Worm& body = worm(state);
    const ThreadLimit limit(1);
    const SkinnedMesh& mesh = body.character.meshes[0];
    VolumeCorrector corrector(mesh, body.character.skeleton, {});
    PartCorrector part = corrector.parts()[0];
    double volume = 0.0;
    for (auto _ : state)
        benchmark::DoNotOptimize(volume = part.skinned_volume(body.palette));
    std::vector<Vec3d> exact(mesh.mesh.vertex_count());
    skin_points(SkinMethod::Linear, mesh.mesh.positions, mesh.weights, body.palette, exact);
    double direct = 0.0;
    for (const Face& face : mesh.mesh.faces)
        direct +=
            exact[face.vertices[0]].dot(exact[face.vertices[1]].cross(exact[face.vertices[2]])) /
            6.0;
    state.counters["error"] = std::abs(volume / direct - 1.0);
}

void volume_build(benchmark::State& state) {
    const Worm& body = worm(state);
    for (auto _ : state)
        benchmark::DoNotOptimize(make_deformer(body, {}));
    state.counters["error"] = 0.0;
}

void sizes(benchmark::internal::Benchmark* which) {
    which->Arg(6'646)->Arg(100'000)->Arg(1'000'000);
}

BENCHMARK(volume_plain_linear)->Apply(sizes);
BENCHMARK(volume_joints)->Apply(sizes);
BENCHMARK(volume_joints_two_threads)->Apply(sizes)->UseRealTime();
BENCHMARK(volume_mesh_pass)->Apply(sizes);
BENCHMARK(volume_mesh_pass_dual)->Apply(sizes);
BENCHMARK(volume_axes)->Apply(sizes);
BENCHMARK(volume_weights)->Apply(sizes);
BENCHMARK(volume_live)->Apply(sizes);
BENCHMARK(volume_build)->Arg(6'646)->Arg(100'000)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace isoskin
