#include "isoskin/flesh/contact.h"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

namespace isoskin {
namespace {

// A block of two by one by two, and another one above it.
class TwoBlocks : public testing::Test {
  protected:
    static constexpr double kSide = 0.25;

    void add_block(double low, double high) {
        const auto first = static_cast<Index>(points_.size());
        for (int k = 0; k < 8; ++k)
            points_.emplace_back(2.0 * (k & 1), (k & 2) != 0 ? high : low, 2.0 * (k >> 2));
        constexpr std::array<Triangle, 12> kTriangles = {{{0, 2, 1},
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
                                                          {3, 7, 5}}};
        for (const Triangle& t : kTriangles)
            triangles_.push_back({first + t[0], first + t[1], first + t[2]});
    }

    // Blocks so far apart at rest; what presses when the upper one comes down by `way`.
    std::vector<Contact> pressing(double apart, double way) {
        points_.clear();
        triangles_.clear();
        add_block(0.0, 1.0);
        add_block(1.0 + apart, 2.0 + apart);
        const std::vector<double> blend(points_.size(), 0.0);
        FleshProblem problem;
        problem.points = points_;
        problem.triangles = triangles_;
        problem.blend = blend;
        problem.pivot = Vec3d(1.0, 1.0, 1.0);
        problem.radius = 3.5 * kSide;
        problem.reach = 10.0;
        const SurfaceTree surface(points_, triangles_);
        region_ = make_region(problem, surface, {});
        const ContactFinder finder(problem, region_, surface);
        nodes_ = region_.cells.nodes;
        std::vector<char> is_upper(nodes_.size(), 0);
        for (double x = 0.02; x < 2.0; x += 0.1)
            for (double z = 0.02; z < 2.0; z += 0.1)
                for (double y = 1.0 + apart; y <= 2.0 + apart; y += 0.1) {
                    const CellPlace place = region_.cells.place_of({x, y, z});
                    if (place.cell == kNoIndex) continue;
                    for (const Index node : region_.cells.cells[place.cell].nodes)
                        is_upper[node] = 1;
                }
        for (std::size_t node = 0; node < nodes_.size(); ++node)
            if (is_upper[node] != 0) nodes_[node].y() -= way;
        std::vector<Vec3d> moved = points_;
        for (std::size_t point = 8; point < 16; ++point)
            moved[point].y() -= way;
        std::vector<Contact> found;
        for (const Contact& contact : finder.find(nodes_, moved))
            if (contact.depth(nodes_) > 1e-9 * kSide) found.push_back(contact);
        return found;
    }

    std::vector<Vec3d> points_;
    std::vector<Triangle> triangles_;
    FleshRegion region_;
    std::vector<Vec3d> nodes_;
};

TEST_F(TwoBlocks, that_are_apart_do_not_press) {
    EXPECT_TRUE(pressing(0.5, 0.0).empty());
    EXPECT_TRUE(pressing(0.5, 0.3).empty());
}

TEST_F(TwoBlocks, that_overlap_are_pushed_apart_from_both_sides) {
    const auto contacts = pressing(0.5, 0.55);
    std::size_t up = 0;
    std::size_t down = 0;
    for (const Contact& contact : contacts) {
        if (std::abs(contact.normal.y()) < 0.5) continue;  // round the rim
        const bool is_upper = region_.samples[contact.sample].triangle >= 12;
        EXPECT_GT(is_upper ? contact.normal.y() : -contact.normal.y(), 0.0);
        ++(is_upper ? up : down);
        double sum = 0.0;
        for (const auto& term : contact.terms)
            sum += term.share;
        EXPECT_NEAR(sum, 0.0, 1e-12);  // what pushes is pushed back
    }
    EXPECT_GT(up, 20U);
    EXPECT_GT(down, 20U);
}

TEST_F(TwoBlocks, that_cross_at_rest_do_not_press_there) {
    EXPECT_TRUE(pressing(-0.3, 0.0).empty());
}

}  // namespace
}  // namespace isoskin
