#include "isoskin/lattice/embedding.h"

#include <cstring>

#include <gtest/gtest.h>

#include "isoskin/base/parallel.h"
#include "isoskin/lattice/invert.h"
#include "lattice/random_lattice.h"
#include "support/allocation_count.h"

namespace isoskin {
namespace {

using testing::LatticeDice;
using testing::random_lattice;
using testing::random_point;

// A few points beyond the box too.
std::vector<Vec3> scatter(const Lattice& lattice, std::size_t count, std::uint32_t seed) {
    LatticeDice dice(seed);
    Eigen::AlignedBox3d box = lattice.tree().grid().box();
    box.min() -= 0.02 * box.sizes();
    box.max() += 0.02 * box.sizes();
    std::vector<Vec3> points;
    for (std::size_t i = 0; i < count; ++i)
        points.push_back(random_point(dice, box).cast<float>());
    return points;
}

bool same_bits(std::span<const Vec3> a, std::span<const Vec3> b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

struct Case {
    LatticeSettings lattice;
    TreeAxes axes = TreeAxes::Three;
};

class EmbeddingLaws : public ::testing::TestWithParam<Case> {
  protected:
    Lattice make(std::uint32_t seed) const {
        return random_lattice(seed, GetParam().lattice, 5, 15, 0.2, GetParam().axes);
    }
};

constexpr EmbeddingSettings kWithGradients{PointOutput::PositionsAndGradients, PointLoops::Vector};
constexpr EmbeddingSettings kScalar{PointOutput::PositionsAndGradients, PointLoops::Scalar};

TEST_P(EmbeddingLaws, points_go_where_the_map_takes_them) {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        const Lattice lattice = make(seed);
        const std::vector<Vec3> rest = scatter(lattice, 500, seed);
        Embedding embedding(lattice, rest, kWithGradients);
        std::vector<Vec3> positions(rest.size());
        std::vector<Eigen::Matrix3f> gradients(rest.size());
        embedding.evaluate(lattice, positions, gradients);

        const double size = lattice.tree().grid().box().sizes().maxCoeff();
        for (std::size_t i = 0; i < rest.size(); ++i) {
            const Jet jet = lattice.evaluate(rest[i].cast<double>());
            EXPECT_LT((positions[i].cast<double>() - jet.position).norm(), 1e-6 * size);
            EXPECT_LT((gradients[i].cast<double>() - jet.gradient).norm(), 2e-5);
        }
    }
}

TEST_P(EmbeddingLaws, scalar_loops_give_the_same_bits) {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        const Lattice lattice = make(seed);
        const std::vector<Vec3> rest = scatter(lattice, 333, seed);
        std::vector<Vec3> a(rest.size());
        std::vector<Vec3> b(rest.size());
        std::vector<Eigen::Matrix3f> da(rest.size());
        std::vector<Eigen::Matrix3f> db(rest.size());
        Embedding(lattice, rest, kWithGradients).evaluate(lattice, a, da);
        Embedding(lattice, rest, kScalar).evaluate(lattice, b, db);
        EXPECT_TRUE(same_bits(a, b));
        EXPECT_EQ(std::memcmp(da.data(), db.data(), da.size() * sizeof(da[0])), 0);

        Embedding(lattice, rest).evaluate(lattice, b);
        if (GetParam().lattice.scheme == LatticeScheme::Source) continue;
        EXPECT_TRUE(same_bits(a, b));
    }
}

TEST_P(EmbeddingLaws, at_rest_points_keep_their_bits) {
    const Lattice lattice(testing::random_tree(2, 5, 20, GetParam().axes), GetParam().lattice);
    const std::vector<Vec3> rest = scatter(lattice, 1000, 1);
    std::vector<Vec3> positions(rest.size());
    Embedding(lattice, rest).evaluate(lattice, positions);
    EXPECT_TRUE(same_bits(positions, rest));
}

TEST_P(EmbeddingLaws, a_partial_evaluation_writes_all_that_changed) {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        Lattice lattice = make(seed);
        const std::vector<Vec3> rest = scatter(lattice, 2000, seed);
        Embedding embedding(lattice, rest);
        std::vector<Vec3> positions(rest.size());
        embedding.evaluate(lattice, positions);
        lattice.take_changes();

        LatticeDice dice(seed);
        const std::vector<Index> free = lattice.tree().free_vertices();
        for (int edit = 0; edit < 3; ++edit) {
            const Index vertex = free[dice.below(free.size())];
            lattice.set_position(vertex, lattice.position(vertex) + dice.vector(0.05));
        }
        const std::size_t count =
            embedding.evaluate_changed(lattice, lattice.take_changes(), positions);

        std::vector<Vec3> all(rest.size());
        embedding.evaluate(lattice, all);
        EXPECT_TRUE(same_bits(positions, all));
        EXPECT_GT(count, 0U);
    }
}

TEST_P(EmbeddingLaws, threads_do_not_change_bits) {
    const Lattice lattice = make(3);
    const std::vector<Vec3> rest = scatter(lattice, 5000, 4);
    Embedding embedding(lattice, rest);
    std::vector<Vec3> one(rest.size());
    std::vector<Vec3> eight(rest.size());
    {
        const ThreadLimit limit(1);
        embedding.evaluate(lattice, one);
    }
    {
        const ThreadLimit limit(8);
        embedding.evaluate(lattice, eight);
    }
    EXPECT_TRUE(same_bits(one, eight));
}

std::string name_of(const ::testing::TestParamInfo<Case>& instance) {
    constexpr std::array<const char*, 4> kBlends{"linear", "hermite", "quartic", "quintic"};
    const Case& c = instance.param;
    return std::string(c.lattice.scheme == LatticeScheme::Details ? "details_" : "source_") +
           kBlends[static_cast<std::size_t>(c.lattice.blend)] +
           (c.axes == TreeAxes::Two ? "_quadtree" : "_octree");
}

INSTANTIATE_TEST_SUITE_P(
    , EmbeddingLaws,
    ::testing::Values(Case{{LatticeScheme::Details, Blend::Hermite}},
                      Case{{LatticeScheme::Details, Blend::Quintic}},
                      Case{{LatticeScheme::Details, Blend::Hermite}, TreeAxes::Two},
                      Case{{LatticeScheme::Source, Blend::Hermite}},
                      Case{{LatticeScheme::Source, Blend::Quartic}, TreeAxes::Two}),
    name_of);

TEST(Embedding, evaluates_without_asking_for_memory) {
    Lattice lattice = random_lattice(3, {}, 5, 15);
    const std::vector<Vec3> rest = scatter(lattice, 1000, 4);
    Embedding embedding(lattice, rest);
    std::vector<Vec3> positions(rest.size());
    const std::vector<Index> changed = lattice.tree().free_vertices();
    const ThreadLimit limit(1);
    embedding.evaluate(lattice, positions);

    const std::size_t before = allocation_count();
    embedding.evaluate(lattice, positions);
    embedding.evaluate_changed(lattice, changed, positions);
    EXPECT_EQ(allocation_count(), before);
}

TEST(Embedding, boxes_of_leaves_hold_all_points_and_no_more) {
    Lattice lattice = random_lattice(3, {}, 5, 15);
    const std::vector<Vec3> rest = scatter(lattice, 1000, 4);
    Embedding embedding(lattice, rest);
    std::vector<Vec3> positions(rest.size());
    embedding.evaluate(lattice, positions);

    Eigen::AlignedBox3f all;
    std::vector<Index> leaves;
    for (const LeafBox& leaf : embedding.leaf_boxes(positions)) {
        all.extend(leaf.box);
        leaves.push_back(leaf.leaf);
    }
    EXPECT_EQ(leaves, embedding.occupied_leaves());
    EXPECT_EQ(all.min(), bounding_box(positions).min());
    EXPECT_EQ(all.max(), bounding_box(positions).max());
}

TEST(CarryNormals, keeps_normals_at_right_angles_to_the_surface) {
    const Lattice lattice = random_lattice(6, {}, 4, 10, 0.15);
    const Vec3d at = lattice.tree().grid().box().center() + Vec3d(0.03, 0.02, 0.01);
    const Mat3d gradient = lattice.evaluate(at).gradient;
    const Vec3d normal = Vec3d(1, 2, 3).normalized();
    const Vec3d u = normal.unitOrthogonal();
    const Vec3d v = normal.cross(u);

    const std::vector<Eigen::Matrix3f> gradients{gradient.cast<float>()};
    const std::vector<Vec3> rest{normal.cast<float>()};
    std::vector<Vec3> carried(1);
    carry_normals(gradients, {}, rest, carried);

    const Vec3d expected = (gradient * u).cross(gradient * v).normalized();
    EXPECT_LT((carried[0].cast<double>() - expected).norm(), 1e-5);
}

TEST(FindRestPoint, undoes_the_map) {
    LatticeDice dice(1);
    std::size_t found_count = 0;
    for (std::uint32_t seed = 0; seed < 100; ++seed) {
        const Lattice lattice = random_lattice(seed, {}, 4, 10, 0.1);
        const Vec3d rest = random_point(dice, lattice.tree().grid().box());
        const Vec3d target = lattice.evaluate(rest).position;
        const auto found = find_rest_point(lattice, target, rest + dice.vector(0.05));
        if (!found) continue;
        ++found_count;
        EXPECT_LT((lattice.evaluate(*found).position - target).norm(), 1e-8);
    }
    EXPECT_GT(found_count, 90U);
}

}  // namespace
}  // namespace isoskin
