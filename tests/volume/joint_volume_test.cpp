#include "isoskin/volume/solve/joint_volume.h"

#include <cmath>

#include <gtest/gtest.h>

namespace isoskin {
namespace {

std::array<double, JointVolume::kCount> some_coefficients() {
    std::array<double, JointVolume::kCount> coefficients{};
    for (std::size_t k = 0; k < coefficients.size(); ++k)
        coefficients[k] = std::sin(1.0 + 2.3 * static_cast<double>(k));
    return coefficients;
}

TEST(JointVolume, of_a_rotation_is_what_any_linear_map_gives) {
    const JointVolume volume(some_coefficients());
    for (int k = 0; k < 20; ++k) {
        const double angle = 0.4 * k;
        const Vec3d axis = Vec3d(std::sin(angle), 0.3, std::cos(2.0 * angle)).normalized();
        const Mat3d rotation = Eigen::AngleAxisd(angle, axis).toRotationMatrix();
        const Vec3d shift = 0.2 * Vec3d(std::cos(angle), -0.5, std::sin(3.0 * angle));
        EXPECT_NEAR(volume.turned(rotation, shift), volume.moved(rotation, shift), 1e-13);
        EXPECT_NEAR(volume.turned(rotation, Vec3d::Zero()), volume.moved(rotation, Vec3d::Zero()),
                    1e-13);
    }
}

TEST(JointVolume, at_rest_is_that_without_motion_bit_for_bit) {
    const JointVolume volume(some_coefficients());
    EXPECT_EQ(volume.at_rest(), volume.turned(Mat3d::Identity(), Vec3d::Zero()));
}

}  // namespace
}  // namespace isoskin
