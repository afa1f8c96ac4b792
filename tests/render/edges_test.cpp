#include "render/edges.h"

#include <gtest/gtest.h>

#include "render/shapes.h"

namespace isoskin::render {
namespace {

TEST(UniqueEdges, of_a_box_of_quads_are_twelve) {
    EXPECT_EQ(unique_edges(box_mesh()).size(), 12U);
}

TEST(UniqueEdges, count_split_vertices_at_one_place_once) {
    Mesh mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    mesh.faces = {make_triangle(0, 1, 2), make_triangle(3, 4, 5)};
    EXPECT_EQ(unique_edges(mesh).size(), 5U);
}

}  // namespace
}  // namespace isoskin::render
