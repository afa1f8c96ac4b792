#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "isoskin/base/result.h"
#include "isoskin/rig/character.h"
#include "render/camera.h"
#include "render/color_map.h"
#include "render/picture.h"

namespace isoskin::render {

enum class Backdrop { Light, Dark };
/// How much room the camera leaves.
enum class Framing {
    ThisSide,   ///< As near as the view from here allows.
    AllAround,  ///< As near as every yaw allows, so that a turntable does not breathe.
};
enum class Detail {
    Normal,  ///< Four samples a pixel.
    Fine,  ///< Sixteen, lit four times: for pictures that are looked at closely; four times slower.
};
enum class Ground { Shown, Hidden };
enum class Wireframe { Hidden, Shown };        ///< Edges of faces: a quad is shown as a quad.
enum class SkeletonOverlay { Hidden, Shown };  ///< Bones and joints, drawn over the skin.

/// A number per vertex shown as colour instead of the materials, with a colour bar.
struct ScalarOverlay {
    std::vector<std::vector<float>> values;  ///< Per mesh, per vertex; an empty mesh is grey.
    float low = 0.0F;                        ///< Gets the first colour of the map.
    float high = 1.0F;                       ///< Gets the last.
    ColorMap map = ColorMap::Sequential;
    std::string label;  ///< Over the colour bar, as in "weight of elbow".
};

/// Lines and dots in model space beside the character, as the cells of one level of a lattice.
struct LineGroup {
    std::vector<std::array<Vec3, 2>> segments;
    std::vector<Vec3> dots;
    Vec3 color = Vec3::Zero();  ///< sRGB in [0, 1].
    float width = 1.5F;         ///< Of lines, in pixels of a picture 720 pixels high.
    float dot_width = 7.0F;     ///< Of dots, likewise.
    float opacity = 1.0F;       ///< Of lines in front of the skin.
    std::string label;          ///< In the legend; empty: not there.
};

struct RenderSettings {
    int width = 960;  ///< Pixels, 16 to 8192 each.
    int height = 720;
    Camera camera;
    /// What has to be in the picture, in model space; empty: the character as posed. A film gives
    /// the box round all its moments, so that the camera stands still.
    std::optional<Eigen::AlignedBox3f> frame;
    Framing framing = Framing::ThisSide;
    Detail detail = Detail::Normal;
    Backdrop backdrop = Backdrop::Light;
    Ground ground = Ground::Shown;
    Wireframe wireframe = Wireframe::Hidden;
    SkeletonOverlay skeleton = SkeletonOverlay::Hidden;
    std::optional<ScalarOverlay> scalar;
    std::vector<LineGroup> lines;
    /// What has to be in the picture beside `frame`, without being stood on; empty: the lines.
    std::optional<Eigen::AlignedBox3f> lines_frame;
    std::string caption;  ///< One line in the upper left corner, as in "linear -7.1 %".
};

/// The box round all meshes as posed, for `RenderSettings::frame`.
Eigen::AlignedBox3f bounding_box(std::span<const PosedMesh> posed);

/// The box round lines and dots, for `RenderSettings::lines_frame`.
Eigen::AlignedBox3f bounding_box(std::span<const LineGroup> lines);

/// Draws one character, many times, without a display: OpenGL through EGL.
///
/// Building decodes textures and uploads what does not move; `character` is not needed afterwards.
/// The same input gives the same bytes on the same driver. Serves the thread that made it.
class Renderer {
  public:
    /// Fails as unsupported where there is no EGL or no driver behind it.
    static Result<Renderer> create(const Character& character);
    Renderer(Renderer&&) noexcept;
    Renderer& operator=(Renderer&&) noexcept;
    ~Renderer();

    /// A sentence for each thing the pictures lack, as a texture that cannot be decoded.
    std::span<const std::string> notes() const;

    /// `posed` has one element per mesh, `model_from_joint` one per joint (it may be empty where no
    /// skeleton is drawn). Fails on sizes out of bounds and on a character without any vertex.
    Result<Picture> draw(std::span<const PosedMesh> posed, std::span<const Affine> model_from_joint,
                         const RenderSettings& settings = {});

  private:
    struct State;
    explicit Renderer(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace isoskin::render
