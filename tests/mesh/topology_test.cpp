#include "isoskin/mesh/topology.h"

#include <gtest/gtest.h>

#include "support/solids.h"

namespace isoskin {
namespace {

TEST(Topology, finds_a_box_closed_and_whole) {
    const Mesh box = make_box();
    const Topology topology = analyse_topology(box.faces, box.vertex_count());
    ASSERT_EQ(topology.parts.size(), 1U);
    EXPECT_TRUE(topology.is_closed());
    EXPECT_TRUE(topology.parts[0].loops.empty());
}

TEST(Topology, walks_round_a_hole_so_that_a_fan_closes_it) {
    Mesh box = make_box();
    box.faces.pop_back();

    const Topology topology = analyse_topology(box.faces, box.vertex_count());

    ASSERT_EQ(topology.parts.size(), 1U);
    EXPECT_EQ(topology.boundary_edge_count(), 4U);
    ASSERT_EQ(topology.parts[0].loops.size(), 1U);
    const auto& loop = topology.parts[0].loops[0];
    ASSERT_EQ(loop.size(), 4U);
    box.faces.push_back(make_quad(loop[0], loop[1], loop[2], loop[3]));
    EXPECT_TRUE(analyse_topology(box.faces, box.vertex_count()).is_closed());
}

TEST(Topology, tells_parts_apart) {
    Mesh box = make_box();
    const std::size_t faces = box.faces.size();
    for (std::size_t f = 0; f < faces; ++f) {
        Face copy = box.faces[f];
        for (Index& vertex : copy.vertices)
            vertex += 8;
        box.faces.push_back(copy);
    }
    const Topology topology = analyse_topology(box.faces, 16);
    EXPECT_EQ(topology.parts.size(), 2U);
    EXPECT_EQ(topology.part_of_face.back(), 1U);
}

TEST(Topology, counts_edges_where_faces_disagree_or_meet_in_threes) {
    const std::vector<Face> faces{make_triangle(0, 1, 2), make_triangle(0, 1, 3)};
    EXPECT_EQ(analyse_topology(faces, 4).parts[0].misoriented_edges, 1U);

    const std::vector<Face> fin{make_triangle(0, 1, 2), make_triangle(1, 0, 3),
                                make_triangle(0, 1, 4)};
    EXPECT_EQ(analyse_topology(fin, 5).parts[0].non_manifold_edges, 1U);
}

TEST(Topology, of_nothing_is_not_closed) {
    EXPECT_FALSE(analyse_topology({}, 0).is_closed());
}

TEST(PointNeighbours, are_the_ends_of_edges_not_of_diagonals) {
    const Mesh box = make_box();
    const PointNeighbours neighbours(box.faces, box.vertex_count());
    const auto of_zero = neighbours.of(0);
    EXPECT_EQ(std::vector<Index>(of_zero.begin(), of_zero.end()), (std::vector<Index>{1, 2, 4}));
}

}  // namespace
}  // namespace isoskin
