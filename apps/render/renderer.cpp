#include "render/renderer.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "render/gl_context.h"
#include "render/ground_pass.h"
#include "render/image_textures.h"
#include "render/legend.h"
#include "render/line_pass.h"
#include "render/overlay_pass.h"
#include "render/screen_target.h"
#include "render/shaders.h"
#include "render/surface_pass.h"
#include "render/visibility_pass.h"

namespace isoskin::render {
namespace {

constexpr int kMinPictureSide = 16;
constexpr int kMaxPictureSide = 8192;

/// Pixels drawn along each side of a pixel of the picture.
int fineness(const RenderSettings& settings) {
    return settings.detail == Detail::Fine ? 2 : 1;
}

std::vector<Vec3> all_points(std::span<const PosedMesh> posed) {
    std::vector<Vec3> points;
    for (const PosedMesh& mesh : posed) {
        points.insert(points.end(), mesh.positions.begin(), mesh.positions.end());
    }
    return points;
}

std::vector<Vec3> corners_of(const Eigen::AlignedBox3f& box) {
    std::vector<Vec3> corners;
    for (int i = 0; i < 8; ++i) {
        corners.push_back(box.corner(static_cast<Eigen::AlignedBox3f::CornerType>(i)));
    }
    return corners;
}

void add_seen_lines(const RenderSettings& settings, std::vector<Vec3>& seen) {
    if (settings.lines_frame) {
        if (settings.lines_frame->isEmpty()) return;
        const auto corners = corners_of(*settings.lines_frame);
        seen.insert(seen.end(), corners.begin(), corners.end());
        return;
    }
    for (const LineGroup& group : settings.lines) {
        seen.insert(seen.end(), group.dots.begin(), group.dots.end());
        for (const auto& segment : group.segments)
            seen.insert(seen.end(), segment.begin(), segment.end());
    }
}

/// Points of the upright cylinder that the given ones sweep when they turn about their middle.
std::vector<Vec3> swept(std::span<const Vec3> points, const Eigen::AlignedBox3f& box) {
    constexpr int kSteps = 32;
    float radius = 0.0F;
    for (const Vec3& point : points) {
        const Vec3 arm = point - box.center();
        radius = std::max(radius, std::hypot(arm.x(), arm.z()));
    }
    std::vector<Vec3> ring;
    for (int i = 0; i < kSteps; ++i) {
        const double angle = 2.0 * kPi * i / kSteps;
        const float x = box.center().x() + radius * static_cast<float>(std::cos(angle));
        const float z = box.center().z() + radius * static_cast<float>(std::sin(angle));
        ring.emplace_back(x, box.min().y(), z);
        ring.emplace_back(x, box.max().y(), z);
    }
    return ring;
}

std::vector<float> to_unit_range(std::span<const float> values, const ScalarOverlay& overlay) {
    const float range = overlay.high - overlay.low;
    std::vector<float> unit;
    for (const float value : values) {
        const float t = range != 0.0F ? (value - overlay.low) / range : 0.5F;
        unit.push_back(t > 0.0F ? std::min(t, 1.0F) : 0.0F);
    }
    return unit;
}

}  // namespace

Eigen::AlignedBox3f bounding_box(std::span<const PosedMesh> posed) {
    Eigen::AlignedBox3f box;
    for (const PosedMesh& mesh : posed)
        box.extend(isoskin::bounding_box(mesh.positions));
    return box;
}

Eigen::AlignedBox3f bounding_box(std::span<const LineGroup> lines) {
    Eigen::AlignedBox3f box;
    for (const LineGroup& group : lines) {
        box.extend(isoskin::bounding_box(group.dots));
        for (const auto& segment : group.segments)
            box.extend(segment[0]).extend(segment[1]);
    }
    return box;
}

/// Members are released in reverse order: the context last.
struct Renderer::State {
    GlContext context;
    Program depth_program;
    GroundPass ground;
    VisibilityPass visibility;
    SurfacePass surface;
    OverlayPass overlay;
    LinePass lines;
    ScreenTarget screen;
    ShadowPass shadow;
    Texture white;
    ImageTextures images;
    std::vector<MeshBuffers> meshes;
    std::vector<BoneLink> bones;

    void upload(std::span<const PosedMesh> posed, const RenderSettings& settings);
    Scene make_scene(std::span<const PosedMesh> posed, const RenderSettings& settings) const;
    Picture draw(const Scene& scene, std::span<const Affine> model_from_joint);
};

void Renderer::State::upload(std::span<const PosedMesh> posed, const RenderSettings& settings) {
    for (std::size_t m = 0; m < meshes.size(); ++m) {
        std::vector<float> scalar;
        if (settings.scalar && m < settings.scalar->values.size()) {
            scalar = to_unit_range(settings.scalar->values[m], *settings.scalar);
        }
        meshes[m].update(posed[m], scalar);
    }
}

Scene Renderer::State::make_scene(std::span<const PosedMesh> posed,
                                  const RenderSettings& settings) const {
    const std::vector<Vec3> points = all_points(posed);
    const Eigen::AlignedBox3f box = render::bounding_box(posed);
    const Eigen::AlignedBox3f framed = settings.frame.value_or(box);
    std::vector<Vec3> seen = settings.frame ? corners_of(framed) : points;
    add_seen_lines(settings, seen);
    if (settings.framing == Framing::AllAround) seen = swept(seen, framed);
    const double aspect = static_cast<double>(settings.width) / settings.height;
    return {.meshes = meshes,
            .images = images.textures,
            .white = white,
            .settings = settings,
            .size = {settings.width * fineness(settings), settings.height * fineness(settings)},
            .view = frame_points(settings.camera, seen, aspect),
            .lighting = light_points(settings.camera, points),
            .box = box,
            .ground_height = framed.min().y(),
            .model_size = std::max(framed.diagonal().norm(), 1e-6F)};
}

Picture Renderer::State::draw(const Scene& scene, std::span<const Affine> model_from_joint) {
    shadow.draw(scene, depth_program);
    ground.prepare(scene, depth_program);
    visibility.draw(scene, depth_program, ground, shadow);

    screen.begin(scene.size, fineness(scene.settings));
    ground.draw(scene, visibility);
    surface.draw(scene, visibility);
    if (scene.settings.wireframe == Wireframe::Shown) overlay.draw_edges(scene);
    lines.draw(scene);
    if (scene.settings.skeleton == SkeletonOverlay::Shown) {
        overlay.draw_skeleton(scene, shape_bones(bones, model_from_joint, scene.model_size));
    }
    Picture picture = screen.finish();
    draw_labels(picture, scene.settings);
    return picture;
}

Renderer::Renderer(std::unique_ptr<State> state) : state_(std::move(state)) {}
Renderer::Renderer(Renderer&&) noexcept = default;
Renderer& Renderer::operator=(Renderer&&) noexcept = default;
Renderer::~Renderer() {
    if (state_) state_->context.make_current();
}

Result<Renderer> Renderer::create(const Character& character) {
    auto context = GlContext::create();
    if (!context) return context.error();
    auto depth = Program::create(depth_vertex(), depth_fragment());
    if (!depth) return depth.error();
    auto ground = GroundPass::create();
    if (!ground) return ground.error();
    auto visibility = VisibilityPass::create();
    if (!visibility) return visibility.error();
    auto surface = SurfacePass::create();
    if (!surface) return surface.error();
    auto overlay = OverlayPass::create();
    if (!overlay) return overlay.error();
    auto lines = LinePass::create();
    if (!lines) return lines.error();
    auto screen = ScreenTarget::create();
    if (!screen) return screen.error();

    constexpr std::array<std::uint8_t, 4> kWhite{255, 255, 255, 255};
    std::vector<MeshBuffers> meshes;
    for (const SkinnedMesh& mesh : character.meshes) {
        meshes.emplace_back(mesh.mesh, character.materials);
    }
    return Renderer(std::make_unique<State>(
        State{.context = std::move(*context),
              .depth_program = std::move(*depth),
              .ground = std::move(*ground),
              .visibility = std::move(*visibility),
              .surface = std::move(*surface),
              .overlay = std::move(*overlay),
              .lines = std::move(*lines),
              .screen = std::move(*screen),
              .shadow = ShadowPass(),
              .white = make_texture({1, 1}, GL_SRGB8_ALPHA8, Filter::Nearest, kWhite.data()),
              .images = load_images(character.images),
              .meshes = std::move(meshes),
              .bones = bone_links(character)}));
}

std::span<const std::string> Renderer::notes() const {
    return state_->images.notes;
}

Result<Picture> Renderer::draw(std::span<const PosedMesh> posed,
                               std::span<const Affine> model_from_joint,
                               const RenderSettings& settings) {
    assert(posed.size() == state_->meshes.size());
    if (std::min(settings.width, settings.height) < kMinPictureSide ||
        std::max(settings.width, settings.height) > kMaxPictureSide) {
        return usage_error("a picture of " + std::to_string(settings.width) + " x " +
                           std::to_string(settings.height) + " pixels is not between 16 and 8192");
    }
    const Eigen::AlignedBox3f box = render::bounding_box(posed);
    if (box.isEmpty()) return invalid("the character has no vertices to draw");
    if (!box.min().allFinite() || !box.max().allFinite()) {
        return invalid("the posed character has a vertex that is not finite");
    }
    state_->context.make_current();
    state_->upload(posed, settings);
    return state_->draw(state_->make_scene(posed, settings), model_from_joint);
}

}  // namespace isoskin::render
