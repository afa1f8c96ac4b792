#include "isoskin/flesh/cells.h"

#include <gtest/gtest.h>

namespace isoskin {
namespace {

struct Solid {
    std::vector<Vec3d> points;
    std::vector<Triangle> triangles;

    void add_box(const Vec3d& low, const Vec3d& high) {
        const auto first = static_cast<Index>(points.size());
        for (int k = 0; k < 8; ++k)
            points.emplace_back((k & 1) != 0 ? high.x() : low.x(),
                                (k & 2) != 0 ? high.y() : low.y(),
                                (k & 4) != 0 ? high.z() : low.z());
        for (const Triangle& t : std::vector<Triangle>{{0, 2, 1},
                                                       {1, 2, 3},
                                                       {4, 5, 6},
                                                       {5, 7, 6},
                                                       {0, 1, 4},
                                                       {1, 5, 4},
                                                       {2, 6, 3},
                                                       {3, 6, 7},
                                                       {0, 4, 2},
                                                       {2, 4, 6},
                                                       {1, 3, 5},
                                                       {3, 7, 5}})
            triangles.push_back({first + t[0], first + t[1], first + t[2]});
    }
};

TEST(FleshCells, hold_every_point_and_as_much_flesh_as_there_is) {
    Solid solid;
    solid.add_box({0, 0, 0}, {2, 1, 1});
    const FleshCells cells = make_cells(solid.points, solid.triangles, {1, 0.5, 0.5}, 10.0, 0.25);
    double volume = 0.0;
    for (const auto& cell : cells.cells)
        volume += cell.filled * std::pow(cells.side, 3);
    EXPECT_NEAR(volume, 2.0, 0.8);  // sub-cubes that the surface touches count in full
    EXPECT_GE(volume, 2.0);
    for (const Vec3d& point : solid.points) {
        const CellPlace place = cells.place_of(point);
        ASSERT_NE(place.cell, kNoIndex);
        Vec3d back = Vec3d::Zero();
        for (int node = 0; node < 8; ++node)
            back += node_share(place.at, node) *
                    cells.nodes[cells.cells[place.cell].nodes[std::size_t(node)]];
        EXPECT_LT((back - point).norm(), 1e-12);
    }
    EXPECT_EQ(cells.place_of({5, 5, 5}).cell, kNoIndex);
}

TEST(FleshCells, flesh_that_is_near_but_not_joined_shares_no_node) {
    Solid solid;
    solid.add_box({0, 0, 0}, {1, 4, 1});
    // Nearer than a cell is wide, farther than two of its sub-cubes.
    solid.add_box({1.6, 0, 0}, {2.6, 4, 1});
    const FleshCells cells = make_cells(solid.points, solid.triangles, {0.5, 2, 0.5}, 10.0, 1.0);
    std::vector<int> side(cells.nodes.size(), 0);
    for (Index sub = 0; sub < 2; ++sub)
        for (double y = 0.05; y < 4.0; y += 0.1) {
            const CellPlace place = cells.place_of({sub == 0 ? 0.9 : 1.7, y, 0.5});
            ASSERT_NE(place.cell, kNoIndex);
            for (const Index node : cells.cells[place.cell].nodes)
                side[node] |= 1 << sub;
        }
    for (const int sides : side)
        EXPECT_NE(sides, 3);
}

}  // namespace
}  // namespace isoskin
