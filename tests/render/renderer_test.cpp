#include "render/renderer.h"

#include <cstdlib>

#include <gtest/gtest.h>

#include "render/shapes.h"

namespace isoskin::render {
namespace {

RenderSettings small_settings() {
    RenderSettings settings;
    settings.width = 160;
    settings.height = 120;
    return settings;
}

Picture draw(const Character& character, const RenderSettings& settings) {
    auto renderer = Renderer::create(character);
    EXPECT_TRUE(renderer) << renderer.error().message;
    const std::vector<Affine> model_from_joint(character.skeleton.joint_count(),
                                               Affine::Identity());
    auto picture = renderer->draw(bind_shape(character), model_from_joint, settings);
    EXPECT_TRUE(picture) << picture.error().message;
    return std::move(*picture);
}

int brightness(const Picture& picture, int x, int y) {
    const std::uint8_t* pixel = picture.pixel(x, y);
    return pixel[0] + pixel[1] + pixel[2];
}

Character colored(Mesh mesh, const Vec4& color) {
    Character character = character_of(std::move(mesh));
    Material material;
    material.base_color = color;
    character.materials.push_back(material);
    character.meshes[0].mesh.sections[0].material = 0;
    return character;
}

/// Mean column of pixels that are clearly red.
double center_of_red(const Picture& picture) {
    double sum = 0.0;
    double count = 0.0;
    for (int y = 0; y < picture.height; ++y) {
        for (int x = 0; x < picture.width; ++x) {
            const std::uint8_t* pixel = picture.pixel(x, y);
            if (pixel[0] < 2 * pixel[2] + 20) continue;
            sum += x + 0.5;
            count += 1.0;
        }
    }
    EXPECT_GT(count, 20.0);
    return sum / count;
}

const Vec4 kRed(0.8F, 0.02F, 0.02F, 1.0F);

TEST(Renderer, lights_the_middle_of_a_sphere_and_leaves_the_corners_to_the_backdrop) {
    const Picture picture = draw(character_of(sphere_mesh()), small_settings());

    ASSERT_EQ(picture.rgb.size(), 160U * 120U * 3U);
    const int middle = brightness(picture, 80, 60);
    EXPECT_GT(middle, 150);
    EXPECT_LT(middle, 3 * 250);
    EXPECT_NE(brightness(picture, 2, 2), middle);
    EXPECT_GT(brightness(picture, 2, 2), 300) << "the light backdrop";
    EXPECT_GT(brightness(picture, 66, 45), brightness(picture, 98, 85)) << "key light, upper left";
}

TEST(Renderer, gives_the_same_bytes_twice) {
    const Character character = character_of(box_mesh());
    RenderSettings settings = small_settings();
    settings.wireframe = Wireframe::Shown;
    settings.skeleton = SkeletonOverlay::Shown;
    EXPECT_EQ(draw(character, settings).rgb, draw(character, settings).rgb);
}

// How much two pictures differ, summed over all channels.
long difference(const Picture& a, const Picture& b) {
    long sum = 0;
    for (std::size_t i = 0; i < a.rgb.size(); ++i)
        sum += std::abs(a.rgb[i] - b.rgb[i]);
    return sum;
}

TEST(Renderer, lines_show_in_front_of_the_skin_and_are_faint_behind) {
    const Character character = character_of(sphere_mesh());
    RenderSettings settings = small_settings();
    settings.camera = {.yaw = 0.0, .pitch = 0.0};
    settings.frame = Eigen::AlignedBox3f(Vec3::Constant(-3.0F), Vec3::Constant(3.0F));
    settings.lines_frame.emplace();
    const Picture bare = draw(character, settings);
    const auto with_line_at = [&](float z) {
        RenderSettings lined = settings;
        lined.lines = {{.segments = {{Vec3(-0.4F, 0.0F, z), Vec3(0.4F, 0.0F, z)}},
                        .dots = {},
                        .color = Vec3(0.8F, 0.1F, 0.1F),
                        .width = 12.0F,
                        .label = ""}};
        return difference(draw(character, lined), bare);
    };
    const long in_front = with_line_at(2.0F);
    const long behind = with_line_at(-2.0F);
    EXPECT_GT(in_front, 5000);
    EXPECT_GT(behind, 100);
    EXPECT_LT(3 * behind, in_front);
}

TEST(Renderer, darkens_the_ground_beside_the_character) {
    RenderSettings settings = small_settings();
    settings.camera.pitch = 0.6;
    const Character character = character_of(box_mesh());
    const Picture with = draw(character, settings);
    settings.ground = Ground::Hidden;
    const Picture without = draw(character, settings);

    int darker = 0;
    for (int y = 0; y < 120; ++y) {
        for (int x = 0; x < 160; ++x) {
            if (brightness(with, x, y) + 30 < brightness(without, x, y)) ++darker;
        }
    }
    EXPECT_GT(darker, 300);
}

TEST(Renderer, mirrors_the_picture_when_the_camera_is_mirrored) {
    const Character character = colored(box_mesh(Vec3(2.0F, 0.0F, 0.0F)), kRed);
    RenderSettings settings = small_settings();
    settings.ground = Ground::Hidden;
    settings.frame = Eigen::AlignedBox3f(Vec3(-3, -1, -3), Vec3(3, 1, 3));
    settings.camera.yaw = 0.0;
    const double from_front = center_of_red(draw(character, settings));
    settings.camera.yaw = kPi;
    const double from_back = center_of_red(draw(character, settings));

    EXPECT_GT(from_front, 90.0) << "the character's left is to the right of who faces it";
    EXPECT_NEAR(from_front - 80.0, 80.0 - from_back, 1.0);
}

TEST(Renderer, shows_a_scalar_by_colour_and_leaves_other_meshes_grey) {
    Character character = character_of(sphere_mesh());
    RenderSettings settings = small_settings();
    ScalarOverlay overlay;
    overlay.map = ColorMap::Diverging;
    overlay.low = -1.0F;
    overlay.high = 1.0F;
    overlay.values = {std::vector<float>(character.meshes[0].mesh.vertex_count(), 0.8F)};
    settings.scalar = overlay;
    const Picture red = draw(character, settings);
    EXPECT_GT(red.pixel(80, 60)[0], red.pixel(80, 60)[2] + 60);

    settings.scalar->values = {{}};
    const Picture grey = draw(character, settings);
    EXPECT_NEAR(grey.pixel(80, 60)[0], grey.pixel(80, 60)[2], 30);
}

TEST(Renderer, fine_detail_changes_edges_but_not_the_size) {
    const Character character = character_of(box_mesh());
    RenderSettings settings = small_settings();
    const Picture normal = draw(character, settings);
    settings.detail = Detail::Fine;
    const Picture fine = draw(character, settings);
    ASSERT_EQ(normal.rgb.size(), fine.rgb.size());
    EXPECT_NEAR(brightness(normal, 80, 60), brightness(fine, 80, 60), 12);
}

TEST(Renderer, draws_without_a_texture_that_is_broken_and_says_so) {
    Character character = colored(sphere_mesh(), kRed);
    character.meshes[0].mesh.uvs.assign(character.meshes[0].mesh.wedge_count(), Vec2(0.5F, 0.5F));
    character.images.push_back({.name = "skin", .mime_type = "image/png", .bytes = {1, 2, 3}});
    character.materials[0].base_color_image = 0;

    auto renderer = Renderer::create(character);
    ASSERT_TRUE(renderer);
    ASSERT_EQ(renderer->notes().size(), 1U);
    EXPECT_EQ(renderer->notes()[0], "image 0 'skin' cannot be decoded and is drawn white");
    const auto picture = renderer->draw(bind_shape(character), {}, small_settings());
    ASSERT_TRUE(picture);
    EXPECT_GT(picture->pixel(80, 60)[0], picture->pixel(80, 60)[2] + 40);
}

TEST(Renderer, refuses_an_empty_character_and_a_size_out_of_bounds) {
    const Character empty;
    auto renderer = Renderer::create(empty);
    ASSERT_TRUE(renderer);
    const auto nothing = renderer->draw({}, {}, small_settings());
    ASSERT_FALSE(nothing);
    EXPECT_EQ(nothing.error().message, "the character has no vertices to draw");

    RenderSettings huge = small_settings();
    huge.width = 100000;
    const auto too_big = renderer->draw({}, {}, huge);
    ASSERT_FALSE(too_big);
    EXPECT_EQ(too_big.error().message,
              "a picture of 100000 x 120 pixels is not between 16 and 8192");
}

TEST(Renderer, several_live_side_by_side) {
    const Character box = character_of(box_mesh());
    const Character sphere = character_of(sphere_mesh());
    auto first = Renderer::create(box);
    auto second = Renderer::create(sphere);
    ASSERT_TRUE(first && second);
    const auto before = first->draw(bind_shape(box), {}, small_settings());
    ASSERT_TRUE(second->draw(bind_shape(sphere), {}, small_settings()));
    const auto after = first->draw(bind_shape(box), {}, small_settings());
    EXPECT_EQ(before->rgb, after->rgb);
}

}  // namespace
}  // namespace isoskin::render
