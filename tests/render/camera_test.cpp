#include "render/camera.h"

#include <vector>

#include <gtest/gtest.h>

namespace isoskin::render {
namespace {

TEST(ParseCamera, knows_views_by_name_and_angles_in_degrees) {
    EXPECT_NEAR(parse_camera("back")->yaw, kPi, 1e-12);
    const auto numbers = parse_camera("90,-30,2.5");
    ASSERT_TRUE(numbers);
    EXPECT_NEAR(numbers->yaw, kPi / 2, 1e-12);
    EXPECT_NEAR(numbers->pitch, -kPi / 6, 1e-12);
    EXPECT_EQ(numbers->zoom, 2.5);
}

TEST(ParseCamera, refuses_what_is_neither) {
    for (const char* text : {"left", "", "1", "1,2,3,4", "1,2,0", "1,2,", "nan,0"}) {
        const auto camera = parse_camera(text);
        ASSERT_FALSE(camera) << text;
        EXPECT_EQ(camera.error().kind, ErrorKind::Usage);
        EXPECT_NE(camera.error().message.find("three-quarter"), std::string::npos);
    }
}

class FramePoints : public ::testing::TestWithParam<const char*> {};

TEST_P(FramePoints, fills_the_picture_without_cutting_anything_off) {
    const std::vector<Vec3> points{{0, 0, 0}, {1, 5, 0}, {-3, 2, 1}, {0.5F, 1, -4}};
    const View view = frame_points(*parse_camera(GetParam()), points, 4.0 / 3.0);

    float reach = 0.0F;
    for (const Vec3& point : points) {
        const Eigen::Vector4f clip = view.clip_from_model * point.homogeneous();
        const Vec3 seen = clip.head<3>() / clip.w();
        EXPECT_LT(seen.cwiseAbs().maxCoeff(), 1.0F);
        reach = std::max(reach, seen.head<2>().cwiseAbs().maxCoeff());
    }
    EXPECT_GT(reach, 0.8F);
}

INSTANTIATE_TEST_SUITE_P(Views, FramePoints,
                         ::testing::Values("front", "side", "back", "top", "three-quarter",
                                           "200,-40"));

TEST(FramePoints, shows_a_single_point) {
    const View view = frame_points({}, std::vector<Vec3>{{1, 2, 3}}, 1.0);
    EXPECT_TRUE(view.clip_from_model.allFinite());
}

}  // namespace
}  // namespace isoskin::render
