#include <cmath>
#include <cstdint>
#include <ctime>
#include <map>
#include <memory>
#include <optional>

#include <benchmark/benchmark.h>

#include "blob.h"
#include "isoskin/base/parallel.h"
#include "isoskin/dynamics/dynamics.h"
#include "isoskin/lattice/embedding.h"
#include "isoskin/lattice/octree_build.h"

// What a deformable octree costs, each figure beside a plain trilinear lattice of as many vertices
// that moves the same points in the same run on the same thread: the counter `ratio`.
namespace isoskin {
namespace {

constexpr int kDepth = 4;

/// A free-form deformation as anyone would write it: an even grid, eight weights for each point.
class PlainLattice {
  public:
    PlainLattice(const Eigen::AlignedBox3f& box, std::span<const Vec3> points) {
        const Vec3 scale = (kSide - 1) * box.sizes().cwiseInverse();
        for (const Vec3& p : points) {
            const Vec3 at = (p - box.min()).cwiseProduct(scale);
            const Eigen::Vector3i cell =
                at.cast<int>().cwiseMax(0).cwiseMin(static_cast<int>(kSide) - 2);
            places_.push_back(
                {static_cast<std::uint32_t>(cell.x() + kSide * (cell.y() + kSide * cell.z())),
                 at - cell.cast<float>()});
        }
        vertices_.resize(std::size_t{kSide} * kSide * kSide);
        std::size_t i = 0;
        for (int z = 0; z < kSide; ++z)
            for (int y = 0; y < kSide; ++y)
                for (int x = 0; x < kSide; ++x)
                    vertices_[i++] = box.min() + Vec3(static_cast<float>(x), static_cast<float>(y),
                                                      static_cast<float>(z))
                                                     .cwiseQuotient(scale);
    }

    void evaluate(std::span<Vec3> positions) const {
        for (std::size_t i = 0; i < places_.size(); ++i) {
            const auto& [cell, t] = places_[i];
            const Vec3* v = vertices_.data() + cell;
            const Vec3 s = Vec3::Ones() - t;
            positions[i] =
                s.z() * (s.y() * (s.x() * v[0] + t.x() * v[1]) +
                         t.y() * (s.x() * v[kSide] + t.x() * v[kSide + 1])) +
                t.z() * (s.y() * (s.x() * v[kLayer] + t.x() * v[kLayer + 1]) +
                         t.y() * (s.x() * v[kLayer + kSide] + t.x() * v[kLayer + kSide + 1]));
        }
    }

  private:
    static constexpr int kSide = 13;  // 2197 vertices
    static constexpr int kLayer = kSide * kSide;
    struct Place {
        std::uint32_t cell;
        Vec3 t;
    };
    std::vector<Place> places_;
    std::vector<Vec3> vertices_;
};

struct Scene {
    std::vector<Vec3> points;
    Octree tree;
    Lattice lattice;
    PlainLattice plain;
};

// Even down to the level before the last, which is where points are: about 2000 free vertices.
Octree make_tree(std::span<const Vec3> points) {
    Octree tree = *octree_from_box(bounding_box(points).cast<double>(), kDepth - 1);
    for (const Vec3& point : points) {
        const Index leaf = tree.leaf_at(point.cast<double>());
        if (tree.cell(leaf).key.level < kDepth) tree.subdivide(leaf);
    }
    return tree;
}

// Every free vertex moved, as in a simulation.
void move_all(Lattice& lattice) {
    std::vector<Index> vertices;
    std::vector<Vec3d> positions;
    for (const Index vertex : lattice.tree().free_vertices()) {
        if (!lattice.tree().vertex(vertex).is_origin()) continue;
        const Vec3d rest = lattice.tree().rest_position(vertex);
        vertices.push_back(vertex);
        positions.push_back(rest + 0.02 * Vec3d(std::sin(3 * rest.y() + 1), std::cos(4 * rest.z()),
                                                std::sin(5 * rest.x())));
    }
    lattice.set_positions(vertices, positions);
}

Scene& scene(const benchmark::State& state) {
    static std::map<std::int64_t, std::unique_ptr<Scene>> scenes;
    auto& entry = scenes[state.range(0)];
    if (entry) return *entry;
    const auto count = static_cast<std::size_t>(state.range(0));
    std::vector<Vec3> points = make_blob(count).positions;
    Octree tree = make_tree(points);
    Lattice lattice(tree);
    move_all(lattice);
    PlainLattice plain(bounding_box(points), points);
    entry = std::make_unique<Scene>(
        Scene{std::move(points), std::move(tree), std::move(lattice), std::move(plain)});
    return *entry;
}

double largest_error(const Lattice& lattice, std::span<const Vec3> rest,
                     std::span<const Vec3> positions) {
    double largest = 0.0;
    for (std::size_t i = 0; i < rest.size(); ++i)
        largest = std::max(largest, (lattice.evaluate(rest[i].cast<double>()).position -
                                     positions[i].cast<double>())
                                        .norm());
    return largest / lattice.tree().grid().box().sizes().maxCoeff();
}

// Time this thread was running: others on the machine do not count.
double thread_seconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Times `body` and the plain lattice by turns; the ratio is of their fastest times.
template <typename Body>
void measure(benchmark::State& state, const Scene& scene, const Body& body) {
    const ThreadLimit limit(1);
    std::vector<Vec3> plain_positions(scene.points.size());
    double fastest = 1e30;
    double plain_fastest = 1e30;
    for (auto _ : state) {
        double start = thread_seconds();
        body();
        benchmark::ClobberMemory();
        const double elapsed = thread_seconds() - start;
        state.SetIterationTime(elapsed);
        fastest = std::min(fastest, elapsed);
        start = thread_seconds();
        scene.plain.evaluate(plain_positions);
        benchmark::DoNotOptimize(plain_positions.data());
        benchmark::ClobberMemory();
        plain_fastest = std::min(plain_fastest, thread_seconds() - start);
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
    state.counters["ratio"] = fastest / plain_fastest;
    state.counters["ns_per_point"] = 1e9 * fastest / static_cast<double>(scene.points.size());
    state.counters["free_vertices"] = static_cast<double>(scene.tree.free_count());
}

void full_evaluation(benchmark::State& state) {
    const Scene& s = scene(state);
    Embedding embedding(s.lattice, s.points);
    std::vector<Vec3> positions(s.points.size());
    measure(state, s, [&] { embedding.evaluate(s.lattice, positions); });
    state.counters["error"] = largest_error(s.lattice, s.points, positions);
}

void full_evaluation_with_gradients(benchmark::State& state) {
    const Scene& s = scene(state);
    Embedding embedding(s.lattice, s.points, {.output = PointOutput::PositionsAndGradients});
    std::vector<Vec3> positions(s.points.size());
    std::vector<Eigen::Matrix3f> gradients(s.points.size());
    measure(state, s, [&] { embedding.evaluate(s.lattice, positions, gradients); });
    state.counters["error"] = largest_error(s.lattice, s.points, positions);
}

void source_scheme(benchmark::State& state) {
    const Scene& s = scene(state);
    Lattice lattice(s.tree, {.scheme = LatticeScheme::Source});
    move_all(lattice);
    Embedding embedding(lattice, s.points);
    std::vector<Vec3> positions(s.points.size());
    measure(state, s, [&] { embedding.evaluate(lattice, positions); });
    const std::size_t few = std::min<std::size_t>(1000, s.points.size());
    state.counters["error"] =
        largest_error(lattice, std::span(s.points).first(few), std::span(positions).first(few));
}

// Moves one vertex of the finest level to and fro.
void one_fine_vertex(benchmark::State& state) {
    const Scene& s = scene(state);
    Lattice lattice = s.lattice;
    Embedding embedding(lattice, s.points);
    std::vector<Vec3> positions(s.points.size());
    embedding.evaluate(lattice, positions);
    lattice.take_changes();
    const std::vector<Index> finest = lattice.tree().free_vertices_of_level(kDepth);
    const Index vertex = finest[finest.size() / 2];
    const Vec3d home = lattice.position(vertex);
    double side = 0.01;
    std::size_t moved = 0;
    measure(state, s, [&] {
        side = -side;
        lattice.set_position(vertex, home + Vec3d(side, 0, 0));
        moved = embedding.evaluate_changed(lattice, lattice.take_changes(), positions);
    });
    state.counters["points_moved"] = static_cast<double>(moved);
    state.counters["error"] = largest_error(lattice, s.points, positions);
}

// All vertices that have a place of their own, where they are.
struct PlacedVertices {
    std::vector<Index> vertices;
    std::vector<Vec3d> places;
};

PlacedVertices placed_vertices(const Lattice& lattice) {
    PlacedVertices placed;
    for (const Index vertex : lattice.tree().free_vertices())
        if (lattice.tree().vertex(vertex).is_origin()) {
            placed.vertices.push_back(vertex);
            placed.places.push_back(lattice.position(vertex));
        }
    return placed;
}

// All vertices given new places, then all points.
void all_vertices(benchmark::State& state) {
    const Scene& s = scene(state);
    Lattice lattice = s.lattice;
    Embedding embedding(lattice, s.points);
    std::vector<Vec3> positions(s.points.size());
    const PlacedVertices placed = placed_vertices(lattice);
    measure(state, s, [&] {
        lattice.set_positions(placed.vertices, placed.places);
        embedding.evaluate(lattice, positions);
    });
    state.counters["error"] = largest_error(lattice, s.points, positions);
}

// Time goes on by a sixtieth of a second: springs, solve, and all vertices of the lattice placed.
// Every vertex is in motion all the time.
template <typename Then>
void measure_dynamics(benchmark::State& state, const Then& then) {
    const Scene& s = scene(state);
    auto dynamics = *LatticeDynamics::create(
        s.lattice, {.damping = 0.0, .drag = 0.0, .gravity = Vec3d::Zero()}, s.points);
    dynamics.step(1.0 / 60.0);
    Embedding embedding(dynamics.lattice(), s.points);
    std::vector<Vec3> positions(s.points.size());
    measure(state, s, [&] {
        dynamics.step(1.0 / 60.0);
        then(embedding, dynamics.lattice(), positions);
    });
    embedding.evaluate(dynamics.lattice(), positions);
    state.counters["error"] = largest_error(dynamics.lattice(), s.points, positions);
}

void dynamics_step(benchmark::State& state) {
    measure_dynamics(state, [](Embedding&, const Lattice&, std::span<Vec3>) {});
}

// And all points carried along.
void dynamics_step_and_points(benchmark::State& state) {
    measure_dynamics(state,
                     [](Embedding& embedding, const Lattice& lattice, std::span<Vec3> positions) {
                         embedding.evaluate(lattice, positions);
                     });
}

// All vertices placed, no point carried.
void place_vertices(benchmark::State& state) {
    const Scene& s = scene(state);
    Lattice lattice = s.lattice;
    const PlacedVertices placed = placed_vertices(lattice);
    lattice.set_positions(placed.vertices, placed.places);
    measure(state, s, [&] { lattice.set_positions(placed.vertices, placed.places); });
    double error = 0.0;
    for (std::size_t i = 0; i < placed.vertices.size(); ++i)
        error = std::max(error, (lattice.position(placed.vertices[i]) - placed.places[i]).norm());
    state.counters["error"] = error / lattice.tree().grid().box().sizes().maxCoeff();
}

void build(benchmark::State& state) {
    const Scene& s = scene(state);
    std::optional<Lattice> lattice;
    std::optional<Embedding> embedding;
    measure(state, s, [&] {
        lattice.emplace(make_tree(s.points));
        embedding.emplace(*lattice, s.points);
    });
    std::vector<Vec3> positions(s.points.size());
    embedding->evaluate(*lattice, positions);
    state.counters["error"] = largest_error(*lattice, s.points, positions);
}

#define ISOSKIN_LATTICE_BENCHMARK(name)                                            \
    BENCHMARK(name)->Arg(10000)->Arg(100000)->Arg(1000000)->UseManualTime()->Unit( \
        benchmark::kMicrosecond)
ISOSKIN_LATTICE_BENCHMARK(full_evaluation);
ISOSKIN_LATTICE_BENCHMARK(full_evaluation_with_gradients);
ISOSKIN_LATTICE_BENCHMARK(one_fine_vertex);
ISOSKIN_LATTICE_BENCHMARK(all_vertices);
ISOSKIN_LATTICE_BENCHMARK(build);
BENCHMARK(place_vertices)->Arg(100000)->UseManualTime()->Unit(benchmark::kMicrosecond);
BENCHMARK(dynamics_step)->Arg(100000)->UseManualTime()->Unit(benchmark::kMicrosecond);
BENCHMARK(dynamics_step_and_points)->Arg(100000)->UseManualTime()->Unit(benchmark::kMicrosecond);
BENCHMARK(source_scheme)->Arg(10000)->Arg(100000)->UseManualTime()->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace isoskin

BENCHMARK_MAIN();
