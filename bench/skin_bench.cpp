#include <map>
#include <memory>
#include <set>

#include <benchmark/benchmark.h>

#include "blob.h"
#include "isoskin/base/parallel.h"
#include "isoskin/skinning/skin_table.h"
#include "plain_loops.h"
#include "plain_views.h"

namespace isoskin {
namespace {

const Blob& blob(const benchmark::State& state) {
    static std::map<std::int64_t, std::unique_ptr<Blob>> blobs;
    auto& entry = blobs[state.range(0)];
    if (!entry) entry = std::make_unique<Blob>(make_blob(static_cast<std::size_t>(state.range(0))));
    return *entry;
}

// A fast wrong answer shows: the largest distance to the plain double loop.
void report(benchmark::State& state, double error) {
    state.SetItemsProcessed(state.iterations() * state.range(0));
    state.counters["error"] = error;
}

double largest_distance(std::span<const Vec3> posed, const Blob& source, SkinMethod method,
                        std::span<const Vec3> bind) {
    std::vector<Vec3d> exact(posed.size());
    skin_points(method, bind, source.weights, source.palette, exact);
    double largest = 0.0;
    for (std::size_t i = 0; i < posed.size(); ++i)
        largest = std::max(largest, (posed[i].cast<double>() - exact[i]).norm());
    return largest;
}

std::vector<plain::DualQuaternion> plain_dual_quaternions(std::span<const Affine> palette) {
    std::vector<plain::DualQuaternion> out(palette.size());
    for (std::size_t j = 0; j < out.size(); ++j) {
        const DualQuat motion = split_stretch(palette[j]).motion;
        for (int i = 0; i < 4; ++i) {
            out[j].real[i] = static_cast<float>(motion.real.coeffs()[i]);
            out[j].dual[i] = static_cast<float>(motion.dual.coeffs()[i]);
        }
    }
    return out;
}

void plain_linear(benchmark::State& state) {
    const Blob& mesh = blob(state);
    const auto influences = plain::four_influences(mesh.weights);
    std::vector<Vec3> posed(mesh.positions.size());
    for (auto _ : state) {
        const auto palette = plain::matrices(mesh.palette);
        plain::skin_linear({mesh.positions, mesh.normals, influences}, palette, posed);
        benchmark::DoNotOptimize(posed.data());
        benchmark::ClobberMemory();
    }
    report(state, largest_distance(posed, mesh, SkinMethod::Linear, mesh.positions));
}

void plain_linear_by_columns(benchmark::State& state) {
    const Blob& mesh = blob(state);
    const auto influences = plain::four_influences(mesh.weights);
    std::vector<Vec3> posed(mesh.positions.size());
    for (auto _ : state) {
        const auto palette = plain::square_matrices(mesh.palette);
        plain::skin_linear_by_columns({mesh.positions, mesh.normals, influences}, palette, posed);
        benchmark::DoNotOptimize(posed.data());
        benchmark::ClobberMemory();
    }
    report(state, largest_distance(posed, mesh, SkinMethod::Linear, mesh.positions));
}

void plain_normals(benchmark::State& state) {
    const Blob& mesh = blob(state);
    const auto influences = plain::four_influences(mesh.weights);
    std::vector<Vec3> posed(mesh.positions.size());
    std::vector<Vec3> normals(mesh.positions.size());
    for (auto _ : state) {
        const auto palette = plain::matrices(mesh.palette);
        plain::skin_linear_with_normals({mesh.positions, mesh.normals, influences}, palette, posed,
                                        normals);
        benchmark::DoNotOptimize(posed.data());
        benchmark::ClobberMemory();
    }
    report(state, largest_distance(posed, mesh, SkinMethod::Linear, mesh.positions));
}

void plain_dual(benchmark::State& state) {
    const Blob& mesh = blob(state);
    const auto influences = plain::four_influences(mesh.weights);
    std::vector<Vec3> posed(mesh.positions.size());
    for (auto _ : state) {
        const auto palette = plain_dual_quaternions(mesh.palette);
        plain::skin_dual({mesh.positions, mesh.normals, influences}, palette, posed);
        benchmark::DoNotOptimize(posed.data());
        benchmark::ClobberMemory();
    }
    report(state, largest_distance(posed, mesh, SkinMethod::DualQuaternion, mesh.positions));
}

void table(benchmark::State& state, SkinMethod method, int threads, std::span<const Vec3> normals) {
    const Blob& mesh = blob(state);
    const ThreadLimit limit(threads);
    SkinTable skin_table(
        method, {.positions = mesh.positions, .weights = mesh.weights, .normals = normals});
    std::vector<Vec3> posed(mesh.positions.size());
    std::vector<Vec3> posed_normals(normals.size());
    for (auto _ : state) {
        skin_table.set_palette(mesh.palette);
        skin_table.skin({.positions = posed, .normals = posed_normals});
        benchmark::DoNotOptimize(posed.data());
        benchmark::ClobberMemory();
    }
    report(state, largest_distance(posed, mesh, method, mesh.positions));
}

void table_linear(benchmark::State& state) {
    table(state, SkinMethod::Linear, 1, {});
}
void table_linear_two_threads(benchmark::State& state) {
    table(state, SkinMethod::Linear, 2, {});
}
void table_normals(benchmark::State& state) {
    table(state, SkinMethod::Linear, 1, blob(state).normals);
}
void table_dual(benchmark::State& state) {
    table(state, SkinMethod::DualQuaternion, 1, {});
}

void table_thickened(benchmark::State& state) {
    const Blob& mesh = blob(state);
    const ThreadLimit limit(1);
    SkinTable skin_table(SkinMethod::Linear, {.positions = mesh.positions,
                                              .weights = mesh.weights,
                                              .maps = mesh.maps,
                                              .directions = mesh.normals});
    const std::vector<float> thickness(mesh.maps.size(), 0.05F);
    std::vector<Vec3> posed(mesh.positions.size());
    for (auto _ : state) {
        skin_table.set_palette(mesh.palette);
        skin_table.set_thickness(thickness);
        skin_table.skin({.positions = posed});
        benchmark::DoNotOptimize(posed.data());
        benchmark::ClobberMemory();
    }
    std::vector<Vec3> bind = mesh.positions;
    std::set<Index> touched;
    for (const VertexMap& map : mesh.maps)
        for (std::size_t i = 0; i < map.vertices.size(); ++i) {
            touched.insert(map.vertices[i]);
            bind[map.vertices[i]] += 0.05F * map.values[i] * mesh.normals[map.vertices[i]];
        }
    report(state, largest_distance(posed, mesh, SkinMethod::Linear, bind));
    state.counters["touched"] =
        static_cast<double>(touched.size()) / static_cast<double>(bind.size());
}

void sizes(benchmark::internal::Benchmark* which) {
    which->Arg(6'646)->Arg(100'000)->Arg(1'000'000);
}

BENCHMARK(plain_linear)->Apply(sizes);
BENCHMARK(plain_linear_by_columns)->Apply(sizes);
BENCHMARK(plain_normals)->Apply(sizes);
BENCHMARK(plain_dual)->Apply(sizes);
BENCHMARK(table_linear)->Apply(sizes);
BENCHMARK(table_linear_two_threads)->Apply(sizes)->UseRealTime();
BENCHMARK(table_normals)->Apply(sizes);
BENCHMARK(table_dual)->Apply(sizes);
BENCHMARK(table_thickened)->Apply(sizes);

}  // namespace
}  // namespace isoskin

BENCHMARK_MAIN();
