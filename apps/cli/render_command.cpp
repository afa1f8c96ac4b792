#include <filesystem>
#include <memory>
#include <string>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "choice_option.h"
#include "command.h"
#include "console.h"
#include "frame_plan.h"
#include "isoskin/io/file.h"
#include "joint_frame.h"
#include "output_path.h"
#include "painter.h"
#include "parse_number.h"
#include "poser.h"
#include "render/film.h"
#include "render/renderer.h"

namespace isoskin::cli {
namespace {

struct RenderOptions {
    PoseOptions pose;
    std::filesystem::path output;
    std::string size = "960x720";
    std::string camera = "three-quarter";
    std::string color;   ///< weights:JOINT or volume; empty: the materials.
    std::string focus;   ///< A joint to come close to; empty: the character.
    std::string frames;  ///< A-B; empty: all.
    std::string caption;
    std::optional<double> turntable;
    double frames_per_second = 30.0;
    render::Backdrop backdrop = render::Backdrop::Light;
    bool wireframe = false;
    bool skeleton = false;
    bool compare = false;
    std::optional<CellChoice> cells;
    bool force = false;
};

constexpr const char* kRenderExamples = R"(
Examples:
  isoskin render fox.glb -o fox.png --clip Run --time 0.4 --camera side
  isoskin render fox.glb -o run.mp4 --clip Run --size 1280x720
  isoskin render arm.glb -o crook.png --rotate elbow=0,0,90 --focus elbow
  isoskin render arm.glb -o weights.png --rotate elbow=0,0,90 --color weights:elbow --wireframe
  isoskin render fox.glb -o both.png --clip Run --time 0.4 --compare --size 1280x640
  isoskin render fox.glb -o cells.png --lattice edits.json --cells shape
  isoskin render fox.glb -o frames/%04d.png --turntable 4)";

constexpr std::string_view kVolumeColor = "volume";

Status parse_size(std::string_view text, render::RenderSettings& settings) {
    const std::size_t x = text.find('x');
    const auto width = parse_number<int>(text.substr(0, x));
    const auto height =
        x == std::string_view::npos ? std::optional<int>() : parse_number<int>(text.substr(x + 1));
    if (!width || !height)
        return usage_error(fmt::format("'--size {}' is not WIDTHxHEIGHT in pixels", text));
    settings.width = *width;
    settings.height = *height;
    return Done{};
}

// How strongly each vertex follows one joint, as a colour over the skin.
Result<render::ScalarOverlay> make_overlay(std::string_view color, const Character& character) {
    constexpr std::string_view kWeights = "weights:";
    if (!color.starts_with(kWeights))
        return usage_error(fmt::format("'--color {}' is not weights:JOINT or volume", color));
    const auto joint = find_joint(color.substr(kWeights.size()), character);
    if (!joint) return joint.error();

    render::ScalarOverlay overlay;
    overlay.label = "weight of " + character.skeleton.joints()[*joint].name;
    for (const SkinnedMesh& skinned : character.meshes) {
        auto& values = overlay.values.emplace_back(skinned.mesh.vertex_count(), 0.0F);
        for (std::size_t vertex = 0; vertex < values.size(); ++vertex)
            for (const Influence& influence : skinned.weights.row(vertex))
                if (skinned.skin.joints[influence.slot] == *joint)
                    values[vertex] += influence.weight;
    }
    return overlay;
}

Result<render::RenderSettings> make_settings(const RenderOptions& options,
                                             const Character& character) {
    render::RenderSettings settings;
    if (const auto size = parse_size(options.size, settings); !size) return size.error();
    const auto camera = render::parse_camera(options.camera);
    if (!camera) return camera.error();
    settings.camera = *camera;
    settings.backdrop = options.backdrop;
    settings.caption = options.caption;
    if (options.wireframe) settings.wireframe = render::Wireframe::Shown;
    if (options.skeleton) settings.skeleton = render::SkeletonOverlay::Shown;
    if (!options.color.empty() && options.color != kVolumeColor) {
        auto overlay = make_overlay(options.color, character);
        if (!overlay) return overlay.error();
        settings.scalar = *std::move(overlay);
    }
    return settings;
}

Result<std::vector<Frame>> make_plan(const RenderOptions& options, FilmOutput output,
                                     const Motion& motion) {
    FilmRequest request{.output = output,
                        .time = options.pose.time,
                        .clip_duration = {},
                        .turntable = options.turntable,
                        .frames_per_second = options.frames_per_second,
                        .range = {}};
    if (motion.clip) request.clip_duration = motion.clip->duration();
    if (!options.frames.empty()) {
        const auto range = parse_frame_range(options.frames);
        if (!range) return range.error();
        request.range = *range;
    }
    return plan_frames(request);
}

// What has to be in the picture at all moments, so that the camera of a film stands still.
Eigen::AlignedBox3f frame_all(const std::vector<Frame>& frames, Poser& poser,
                              std::optional<JointIndex> focus) {
    Eigen::AlignedBox3f box;
    for (const Frame& frame : frames) {
        poser.go_to(frame.time);
        box.extend(
            focus ? frame_joint(poser.character(), *focus, poser.posed(), poser.model_from_joint())
                  : render::bounding_box(poser.posed()));
    }
    return box;
}

Eigen::AlignedBox3f frame_cells(const std::vector<Frame>& frames, Poser& poser, Painter& painter) {
    Eigen::AlignedBox3f box;
    for (const Frame& frame : frames) {
        poser.go_to(frame.time);
        box.extend(painter.cell_box(poser));
    }
    return box;
}

Result<std::optional<JointIndex>> find_focus(const RenderOptions& options, Poser& poser,
                                             const std::vector<Frame>& frames) {
    if (options.focus.empty()) return std::optional<JointIndex>();
    const auto joint = find_joint(options.focus, poser.character());
    if (!joint) return joint.error();
    if (frame_all(frames, poser, *joint).isEmpty())
        return usage_error(fmt::format("'--focus {}': the joint moves no vertex", options.focus));
    return std::optional(*joint);
}

/// Takes the pictures as they are drawn and stores them.
using PictureSink = std::function<Status(const Frame&, const render::Picture&)>;

Status draw_frames(const std::vector<Frame>& frames, render::RenderSettings settings, Poser& poser,
                   Painter& painter, const CommandLine& line, const PictureSink& store) {
    ProgressBar bar("frame", frames.size(),
                    line.quiet || frames.size() < 2 ? ProgressBar::Visibility::Never
                                                    : ProgressBar::Visibility::OnTerminal);
    if (frames.size() > 1) settings.lines_frame = frame_cells(frames, poser, painter);
    const double yaw = settings.camera.yaw;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        poser.go_to(frames[i].time);
        settings.camera.yaw = yaw + frames[i].turn;
        const auto picture = painter.draw(poser, settings);
        if (!picture) return picture.error();
        if (const auto stored = store(frames[i], *picture); !stored) return stored;
        bar.show(i + 1);
    }
    return Done{};
}

Status store_png(const std::filesystem::path& path, const render::Picture& picture) {
    const auto bytes = render::encode_png(picture);
    return bytes ? write_bytes(path, *bytes) : Status(bytes.error());
}

Status draw_film(const RenderOptions& options, const std::vector<Frame>& frames,
                 const render::RenderSettings& settings, Poser& poser, Painter& painter,
                 const CommandLine& line) {
    auto film =
        render::Film::create(options.output, {.width = settings.width,
                                              .height = settings.height,
                                              .frames_per_second = options.frames_per_second});
    if (!film) return film.error();
    const auto drawn = draw_frames(
        frames, settings, poser, painter, line,
        [&](const Frame&, const render::Picture& picture) { return film->add(picture); });
    return drawn ? film->finish() : drawn;
}

Painter::Subject subject_of(const RenderOptions& options) {
    if (options.compare) return Painter::Subject::BothSides;
    return options.color == kVolumeColor ? Painter::Subject::Heat : Painter::Subject::Character;
}

void print_summary(const RenderOptions& options, std::size_t frame_count, const CommandLine& line) {
    if (!line.quiet)
        fmt::print(stderr, "{}: {} {}, {}\n", options.output.string(), frame_count,
                   frame_count == 1 ? "picture" : "pictures", options.size);
    const nlohmann::ordered_json json = {
        {"file", options.output.string()}, {"frames", frame_count}, {"size", options.size}};
    if (line.json) fmt::print("{}\n", json.dump(2));
}

Result<ExitCode> run_render(const RenderOptions& options, const CommandLine& line) {
    if (options.cells && options.pose.lattice.empty())
        return usage_error("--cells needs --lattice");
    const auto output = film_output(options.output);
    if (!output) return output.error();
    const auto writable = check_output(options.output, input_files(options.pose),
                                       options.force ? Overwrite::Force : Overwrite::Refuse);
    if (!writable) return writable.error();

    auto poser = Poser::create(options.pose, NormalOutput::Normals);
    if (!poser) return poser.error();
    auto settings = make_settings(options, poser->character());
    if (!settings) return settings.error();
    const auto frames = make_plan(options, *output, poser->motion());
    if (!frames) return frames.error();
    const auto focus = find_focus(options, *poser, *frames);
    if (!focus) return focus.error();
    if (*focus || frames->size() > 1) settings->frame = frame_all(*frames, *poser, *focus);
    if (*focus) settings->ground = render::Ground::Hidden;  // it would cut the limb off
    auto painter = Painter::create(*poser, options.pose.skinning, subject_of(options));
    if (!painter) return painter.error();
    if (options.cells) painter->show_cells(*poser, *options.cells);
    if (!line.quiet)
        for (const std::string& note : painter->notes())
            fmt::print(stderr, "note: {}\n", note);

    const auto drawn =
        *output == FilmOutput::Mp4
            ? draw_film(options, *frames, *settings, *poser, *painter, line)
            : draw_frames(*frames, *settings, *poser, *painter, line,
                          [&](const Frame& frame, const render::Picture& picture) {
                              return store_png(numbered_path(options.output, frame.number),
                                               picture);
                          });
    if (!drawn) return drawn.error();
    print_summary(options, frames->size(), line);
    return ExitCode::Done;
}

void add_view_options(CLI::App& command, RenderOptions& options) {
    constexpr std::array<std::pair<const char*, render::Backdrop>, 2> kBackdrops = {
        {{"light", render::Backdrop::Light}, {"dark", render::Backdrop::Dark}}};
    constexpr std::array<std::pair<const char*, std::optional<CellChoice>>, 2> kCellChoices = {
        {{"shape", CellChoice::Shape}, {"all", CellChoice::All}}};
    command.add_option("--size", options.size, "Pixels")->type_name("WxH")->capture_default_str();
    command
        .add_option("--camera", options.camera,
                    "front, side, back, top, three-quarter, or angles in degrees")
        ->type_name("VIEW|YAW,PITCH[,ZOOM]");
    command.add_option("--focus", options.focus, "Come close to a joint")->type_name("JOINT");
    add_choice(command, "--background", options.backdrop, kBackdrops)
        ->description("What is behind; light if not given");
    command
        .add_option("--color", options.color,
                    "Instead of the materials show a joint's weights, or where flesh was lost")
        ->type_name("weights:JOINT|volume");
    command.add_flag("--compare", options.compare,
                     "Plain skinning, coloured where flesh was lost, beside constant volume");
    command.add_option("--caption", options.caption, "A line in the corner")->type_name("TEXT");
    command.add_flag("--wireframe", options.wireframe, "Draw the edges of the faces");
    add_choice(command, "--cells", options.cells, kCellChoices)
        ->description("Draw the cells of the lattice by level: those round the shape, or all");
    command.add_flag("--skeleton", options.skeleton, "Draw the bones over the skin");
}

void add_film_options(CLI::App& command, RenderOptions& options) {
    command.add_option("--fps", options.frames_per_second, "Frames per second of a film")
        ->type_name("N")
        ->check(CLI::Range(0.01, 1000.0).description(""));
    command.add_option("--frames", options.frames, "Only these frames of the film")
        ->type_name("A-B");
    command
        .add_option("--turntable", options.turntable, "Turn once round the character in so long")
        ->type_name("SECONDS")
        ->check(CLI::Range(0.01, 36000.0).description(""));
}

}  // namespace

void add_render_command(CLI::App& app, CommandLine& line) {
    auto* command = app.add_subcommand("render", "Draw a picture or a film, without a display");
    auto options = std::make_shared<RenderOptions>();
    add_pose_options(*command, options->pose);
    add_lattice_option(*command, options->pose);
    command
        ->add_option("-o,--output", options->output,
                     "A .png, a .mp4, or a name like frame_%04d.png for a picture per frame")
        ->type_name("FILE")
        ->required();
    add_view_options(*command, *options);
    add_film_options(*command, *options);
    command->add_flag("--force", options->force, "Overwrite an input");
    add_common_options(*command, line);
    command->footer(kRenderExamples);
    command->callback(
        [options, &line] { line.run = [options, &line] { return run_render(*options, line); }; });
}

}  // namespace isoskin::cli
