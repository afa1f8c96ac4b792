#include <gtest/gtest.h>

#include "isoskin/dynamics/carry_weights.h"
#include "lattice/random_lattice.h"

// The map as a sum over places: what contact is solved with.
namespace isoskin {
namespace {

using testing::LatticeDice;

std::vector<CellMatter> full(const Octree& tree) {
    return std::vector<CellMatter>(tree.cell_slots(), {.mass = 1.0});
}

Vec3d carried(const Lattice& lattice, const SpringNet& net, const Vec3d& rest) {
    const LeafCarrier carrier(lattice, net, lattice.tree().leaf_at(rest));
    Vec3d sum = Vec3d::Zero();
    for (const PlaceWeight& part : carrier.weights(rest))
        sum += part.weight * lattice.position(net.vertices()[part.place]);
    return sum;
}

TEST(LeafCarrier, gives_the_map_of_any_lattice_of_details) {
    for (std::uint32_t seed = 0; seed < 40; ++seed)
        for (const Blend blend : {Blend::Linear, Blend::Hermite, Blend::Quartic, Blend::Quintic}) {
            const Lattice lattice = testing::random_lattice(seed, {.blend = blend}, 5, 16);
            const SpringNet net(lattice.tree(), {}, full(lattice.tree()));
            LatticeDice dice(seed);
            for (int i = 0; i < 20; ++i) {
                const Vec3d rest = testing::random_point(dice, lattice.tree().grid().box());
                ASSERT_LT((carried(lattice, net, rest) - lattice.evaluate(rest).position).norm(),
                          1e-9)
                    << seed;
            }
        }
}

TEST(LeafCarrier, goes_on_straight_beyond_the_root) {
    const Lattice lattice = testing::random_lattice(3, {}, 4, 12);
    const SpringNet net(lattice.tree(), {}, full(lattice.tree()));
    const Vec3d rest = lattice.tree().grid().box().max() + Vec3d(0.2, -0.3, 0.1);
    EXPECT_LT((carried(lattice, net, rest) - lattice.evaluate(rest).position).norm(), 1e-9);
}

TEST(LeafCarrier, gives_the_sheet_of_a_tree_of_two_axes) {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
        Lattice lattice(testing::random_tree(seed, 4, 12, TreeAxes::Two));
        LatticeDice dice(seed);
        for (const Index vertex : lattice.tree().free_vertices())
            if (lattice.tree().vertex(vertex).is_origin())
                lattice.set_position(vertex, lattice.position(vertex) + dice.vector(0.1));
        const SpringNet net(lattice.tree(), {}, full(lattice.tree()));
        for (int i = 0; i < 20; ++i) {
            Vec3d rest = testing::random_point(dice, lattice.tree().grid().box());
            rest.z() = lattice.tree().rest_position(0).z();
            ASSERT_LT((carried(lattice, net, rest) - lattice.evaluate(rest).position).norm(), 1e-9);
        }
    }
}

}  // namespace
}  // namespace isoskin
