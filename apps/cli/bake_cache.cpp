#include "bake_cache.h"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "console.h"
#include "frame_plan.h"
#include "isoskin/bake/error_tally.h"
#include "isoskin/io/character_file.h"
#include "isoskin/io/file.h"
#include "isoskin/io/vertex_cache.h"
#include "unfinished_files.h"

namespace isoskin::cli {
namespace {

/// A plain mesh per frame, each written as a whole.
class ObjSequence : public VertexCacheWriter {
  public:
    ObjSequence(std::filesystem::path pattern, const Character& character, std::size_t first)
        : pattern_(std::move(pattern)), character_(character), number_(first) {}
    Status add_frame(std::span<const PosedMesh> posed) override {
        const auto path = numbered_path(pattern_, number_++);
        const UnfinishedFile unfinished(temporary_name(path));
        return write_posed(path, character_, posed);
    }
    Status finish() override { return Done{}; }

  private:
    std::filesystem::path pattern_;
    const Character& character_;
    std::size_t number_;
};

Result<CacheTiming> timing_of(const BakeOptions& options, const Clip& clip) {
    constexpr double kMostFrames = 1e6;
    const double last = std::floor(clip.duration() * options.frames_per_second + 1e-6);
    if (!(last < kMostFrames))
        return usage_error(fmt::format("a cache of {:.0f} frames is too long", last + 1));
    FrameRange range{.first = 0, .last = static_cast<std::size_t>(last)};
    if (!options.frames.empty()) {
        const auto wanted = parse_frame_range(options.frames);
        if (!wanted) return wanted.error();
        if (wanted->first > range.last)
            return usage_error(fmt::format("--frames starts at {}, but the clip has {} frames",
                                           wanted->first, range.last + 1));
        range = {.first = wanted->first, .last = std::min(wanted->last, range.last)};
    }
    return CacheTiming{.first_frame = range.first,
                       .frame_count = range.last - range.first + 1,
                       .frames_per_second = options.frames_per_second};
}

Result<std::unique_ptr<VertexCacheWriter>> make_writer(const BakeOptions& options,
                                                       const Character& character,
                                                       const CacheTiming& timing) {
    if (options.output.extension() == ".obj")
        return std::unique_ptr<VertexCacheWriter>(
            std::make_unique<ObjSequence>(options.output, character, timing.first_frame));
    return create_vertex_cache(options.output, character, timing);
}

double volume_error(const DeformReport& report) {
    double target = 0.0;
    double made = 0.0;
    for (const PartReport& part : report.parts) {
        target += part.target;
        made += part.corrected;
    }
    return target != 0.0 ? made / target - 1.0 : 0.0;
}

Status write_frames(const BakeInput& input, const Clip& clip, const CacheTiming& timing,
                    const CommandLine& line, VertexCacheWriter& writer, ErrorFigures& figures) {
    auto deformer = Deformer::create(input.character, {.skinning = input.settings.skinning,
                                                       .normals = NormalOutput::Normals,
                                                       .volume = input.settings.volume,
                                                       .lattice = input.settings.lattice});
    if (!deformer) return deformer.error();
    auto posed = deformer->make_output();
    ErrorTally tally(figures);
    ProgressBar bar(
        "frame", timing.frame_count,
        line.quiet ? ProgressBar::Visibility::Never : ProgressBar::Visibility::OnTerminal);
    for (std::size_t k = 0; k < timing.frame_count; ++k) {
        const double time = static_cast<double>(timing.first_frame + k) / timing.frames_per_second;
        const DeformReport report = deformer->deform(clip_pose(input.character, clip, time), posed);
        tally.add(volume_error(report), time);
        if (const auto added = writer.add_frame(posed); !added) return added;
        bar.show(k + 1);
    }
    return writer.finish();
}

void print_result(const BakeOptions& options, const Clip& clip, const CacheTiming& timing,
                  const ErrorFigures& figures, const CommandLine& line) {
    if (line.json) {
        const nlohmann::ordered_json json = {
            {"output", options.output.string()},
            {"clip", clip.name},
            {"frames", timing.frame_count},
            {"volume_error",
             {{"worst", figures.worst}, {"mean", figures.mean}, {"time", figures.time}}}};
        fmt::print("{}\n", json.dump(2));
        return;
    }
    fmt::print("{}: {} frames of '{}', volume off by {:.2e} at worst, {:.2e} in the mean\n",
               options.output.string(), timing.frame_count, clip.name, std::abs(figures.worst),
               figures.mean);
}

}  // namespace

bool is_cache(const std::filesystem::path& output) {
    const auto ending = output.extension();
    return ending == ".pc2" || ending == ".mdd" || ending == ".usda" || ending == ".exr" ||
           (ending == ".obj" && numbered_path(output, 0) != output);
}

Result<Clip> clip_to_bake(const BakeOptions& options, const BakeInput& input) {
    if (!options.pose.motion.empty()) return input.character.clips.back();
    if (!options.pose.clip.empty()) return find_clip(options.pose.clip, input.character);
    if (input.character.clips.empty())
        return usage_error("'" + options.pose.file.string() +
                           "' has no clip; give --motion to bake one");
    return input.character.clips.front();
}

std::filesystem::path cache_description_path(std::filesystem::path output) {
    output += ".json";
    return output;
}

Result<ExitCode> bake_cache(const BakeOptions& options, const BakeInput& input,
                            const CommandLine& line) {
    const auto clip = clip_to_bake(options, input);
    if (!clip) return clip.error();
    const auto timing = timing_of(options, *clip);
    if (!timing) return timing.error();
    const UnfinishedFile unfinished(temporary_name(options.output));
    const auto writer = make_writer(options, input.character, *timing);
    if (!writer) return writer.error();
    ErrorFigures figures;
    const auto written = write_frames(input, *clip, *timing, line, **writer, figures);
    if (!written) return written.error();
    if (options.output.extension() != ".obj") {
        const auto path = cache_description_path(options.output);
        const auto described =
            write_text(path, cache_description(input.character, *timing, options.output));
        if (!described) return described.error();
    }
    print_result(options, *clip, *timing, figures, line);
    if (std::abs(figures.worst) <= options.max_error) return ExitCode::Done;
    print_error(fmt::format("clip '{}': the volume is off by {:.2e}, more than --max-error {:g}",
                            clip->name, std::abs(figures.worst), options.max_error));
    return ExitCode::GateFailed;
}

}  // namespace isoskin::cli
