#include "render/contact.h"

#include <gtest/gtest.h>

namespace isoskin::render {
namespace {

constexpr std::size_t kCells = kContactCells;
constexpr std::size_t kMiddle = (kCells / 2) * kCells + kCells / 2;

TEST(ContactOcclusion, of_nothing_is_nothing) {
    const std::vector<float> none(kCells * kCells, -1.0F);
    for (const float share : contact_occlusion(none))
        EXPECT_EQ(share, 0.0F);
}

TEST(ContactOcclusion, of_a_wide_ceiling_is_nearly_everything_below_its_middle) {
    const std::vector<float> ceiling(kCells * kCells, 3.0F);
    EXPECT_NEAR(contact_occlusion(ceiling)[kMiddle], 1.0F, 0.02F);
}

TEST(ContactOcclusion, of_a_higher_patch_is_weaker_below_it) {
    std::vector<float> heights(kCells * kCells, -1.0F);
    heights[kMiddle] = 2.0F;
    const float low = contact_occlusion(heights)[kMiddle];
    heights[kMiddle] = 4.0F;
    const float high = contact_occlusion(heights)[kMiddle];
    EXPECT_NEAR(low / high, 4.0F, 1e-3F) << "falls with the square of the height";
}

}  // namespace
}  // namespace isoskin::render
