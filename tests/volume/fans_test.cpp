#include "isoskin/volume/measure/fans.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "isoskin/volume/build/part_model.h"
#include "scenes.h"

namespace isoskin {
namespace {

std::vector<Triangle> triangles_of(const char* scene) {
    const Character character = scenes::make_scene(scene).value();
    return make_volume_surface(character.meshes[0]).parts[0].triangles;
}

// Turned so that the least point comes first: the same triangle whichever corner it is read from.
Triangle turned(Triangle t) {
    std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
    return t;
}

class FansOf : public testing::TestWithParam<const char*> {};

TEST_P(FansOf, strips_hold_every_triangle_once_and_the_right_way_round) {
    const auto triangles = triangles_of(GetParam());
    const Strips strips(triangles, 8);
    std::vector<Triangle> found;
    for (std::size_t strip = 0; strip < strips.point.size(); ++strip) {
        const auto rim = strips.rim(strip);
        ASSERT_GE(rim.size(), 2U);
        ASSERT_LE(rim.size(), 9U);
        for (std::size_t k = 0; k + 1 < rim.size(); ++k)
            found.push_back(turned({strips.point[strip], rim[k], rim[k + 1]}));
    }
    std::vector<Triangle> expected;
    for (const Triangle& t : triangles)
        expected.push_back(turned(t));
    std::sort(found.begin(), found.end());
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(found, expected);
}

// Three vertices a triangle would be no gain; a strip of n reads n + 2.
TEST_P(FansOf, strips_are_long) {
    const auto triangles = triangles_of(GetParam());
    const Strips strips(triangles, 8);
    const double read = static_cast<double>(strips.point.size() + strips.rims.size());
    EXPECT_LT(read / static_cast<double>(triangles.size()), 1.9);
}

INSTANTIATE_TEST_SUITE_P(Scenes, FansOf, testing::Values("tube", "arm", "creature"),
                         [](const auto& scene) { return scene.param; });

}  // namespace
}  // namespace isoskin
