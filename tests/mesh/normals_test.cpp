#include "isoskin/mesh/normals.h"

#include <gtest/gtest.h>

#include "isoskin/base/parallel.h"
#include "support/solids.h"

namespace isoskin {
namespace {

TEST(Normals, keep_the_hard_edges_the_file_has) {
    const Mesh box = make_split_box({1, 2, 3});
    const auto normals = compute_normals(box, box.positions);
    for (std::size_t w = 0; w < normals.size(); ++w)
        EXPECT_LT((normals[w] - box.normals[w]).norm(), 1e-6F);
}

TEST(Normals, are_smooth_across_split_vertices_where_the_file_has_none) {
    Mesh box = make_split_box();
    box.normals.clear();
    const auto normals = compute_normals(box, box.positions);
    for (std::size_t w = 0; w < normals.size(); ++w)
        EXPECT_LT((normals[w] - box.positions[w].normalized()).norm(), 1e-6F);
}

TEST(Normals, are_zero_where_there_is_no_area) {
    Mesh sliver;
    sliver.positions = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
    sliver.faces = {make_triangle(0, 1, 2)};
    EXPECT_EQ(compute_normals(sliver, sliver.positions)[0], Vec3(0, 0, 0));
}

}  // namespace
}  // namespace isoskin
