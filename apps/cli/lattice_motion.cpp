#include "lattice_motion.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "bake_cache.h"
#include "character_lattice.h"
#include "console.h"
#include "isoskin/bake/frame_targets.h"
#include "isoskin/deform/lattice_play.h"
#include "isoskin/dynamics/motion.h"
#include "isoskin/io/file.h"
#include "isoskin/io/lattice_json.h"
#include "isoskin/io/vertex_cache.h"
#include "poser.h"
#include "unfinished_files.h"

namespace isoskin::cli {
namespace {

constexpr double kMostFrames = 100'000;

// Everything there is to play.
struct Play {
    Character character;
    LatticeEdits edits;
    Lattice lattice;
    std::optional<Clip> clip;  // empty: it falls
    DeformSettings deform;
    PlaySettings settings;
};

// The character with its lattice round the bind shape; or, without a clip, frozen in its pose with
// the lattice round that.
Result<Play> prepare(const LatticeMotionOptions& options) {
    PoseOptions bare = options.pose;
    bare.lattice.clear();
    auto poser = Poser::create(bare, NormalOutput::NormalsAndTangents);
    if (!poser) return poser.error();
    std::optional<Clip> clip;
    if (!options.drive.empty()) {
        auto found = find_clip(options.drive, poser->character());
        if (!found) return found.error();
        clip = *std::move(found);
    }
    poser->go_to(options.pose.time.value_or(0.0));
    Character character =
        clip ? poser->character() : frozen_character(poser->character(), poser->posed());
    auto edits = read_lattice_json(options.pose.lattice);
    if (!edits) return edits.error();
    auto lattice = make_character_lattice(*edits, options.pose, character);
    if (!lattice) return lattice.error();
    return Play{
        .character = std::move(character),
        .edits = *std::move(edits),
        .lattice = std::move(lattice->lattice),
        .clip = std::move(clip),
        .deform = {.skinning = options.pose.skinning,
                   .normals = NormalOutput::Normals,
                   .volume = poser->volume().settings},
        .settings = {.seconds = options.seconds, .frames_per_second = options.frames_per_second}};
}

Status play(const Play& play, const CommandLine& line, const FrameSink& store) {
    ProgressBar bar(
        "frame", play.settings.frame_count(),
        line.quiet ? ProgressBar::Visibility::Never : ProgressBar::Visibility::OnTerminal);
    std::size_t done = 0;
    const FrameSink sink = [&](std::span<const PosedMesh> posed) {
        const Status stored = store(posed);
        bar.show(++done);
        return stored;
    };
    if (play.clip) {
        SwingSettings swing;
        set_motion(play.edits.motion, swing);
        return play_swing(play.character, play.lattice, *play.clip, swing, play.deform,
                          play.settings, sink);
    }
    DropSettings drop{.height = play.edits.motion.height};
    set_motion(play.edits.motion, drop.dynamics);
    return play_drop(play.character, play.lattice, drop, play.deform, play.settings, sink);
}

nlohmann::ordered_json figures(const LatticeMotionOptions& options, const Play& play) {
    return {{"file", options.output.string()},
            {"frames", play.settings.frame_count()},
            {"cells", play.lattice.tree().cell_count()},
            {"free_vertices", play.lattice.tree().free_count()}};
}

void print(const nlohmann::ordered_json& json, const std::string& more, const CommandLine& line) {
    if (line.json) fmt::print("{}\n", json.dump(2));
    if (!line.quiet)
        fmt::print(stderr, "{}: {} frames{}\n", json.at("file").get<std::string>(),
                   json.at("frames").get<std::size_t>(), more);
}

Status write_targets(const LatticeMotionOptions& options, const Play& motion,
                     const CommandLine& line) {
    FrameRecorder recorder(motion.character);
    const auto played = play(
        motion, line, [&](std::span<const PosedMesh> posed) { return recorder.add_frame(posed); });
    if (!played) return played;
    const FrameTargets merged =
        recorder.merge({.frames_per_second = options.frames_per_second,
                        .clip = motion.clip ? motion.clip->name : std::string("drop")});
    const UnfinishedFile unfinished(temporary_name(options.output));
    if (const auto written = write_character(options.output, merged.character); !written)
        return written;
    auto json = figures(options, motion);
    json["morph_targets"] = merged.targets;
    json["largest_error"] = merged.largest_error;
    print(json,
          fmt::format(
              " as {} morph targets, off by {:.2g} at most{}", merged.targets, merged.largest_error,
              merged.largest_error > merged.tolerance ? "; .pc2 and .mdd hold every frame as it is"
                                                      : ""),
          line);
    return Done{};
}

Status write_cache(const LatticeMotionOptions& options, const Play& motion,
                   const CommandLine& line) {
    const CacheTiming timing{.first_frame = 0,
                             .frame_count = motion.settings.frame_count(),
                             .frames_per_second = options.frames_per_second};
    const UnfinishedFile unfinished(temporary_name(options.output));
    const auto writer = create_vertex_cache(options.output, motion.character, timing);
    if (!writer) return writer.error();
    const auto played = play(motion, line, [&](std::span<const PosedMesh> posed) {
        return (*writer)->add_frame(posed);
    });
    if (!played) return played;
    if (const auto finished = (*writer)->finish(); !finished) return finished;
    const auto described = write_text(cache_description_path(options.output),
                                      cache_description(motion.character, timing, options.output));
    if (!described) return described;
    print(figures(options, motion), "", line);
    return Done{};
}

}  // namespace

Result<ExitCode> simulate_lattice(const LatticeMotionOptions& options, const CommandLine& line) {
    const auto ending = options.output.extension();
    const bool cache = ending == ".pc2" || ending == ".mdd" || ending == ".usda";
    if (!cache && ending != ".glb" && ending != ".gltf")
        return unsupported("a motion is written as .glb, .gltf, .pc2, .mdd or .usda, not as '" +
                           options.output.string() + "'");
    if (options.seconds * options.frames_per_second > kMostFrames)
        return usage_error(fmt::format("--simulate {:g} at {:g} frames a second is too long",
                                       options.seconds, options.frames_per_second));
    const auto motion = prepare(options);
    if (!motion) return motion.error();
    const auto written =
        cache ? write_cache(options, *motion, line) : write_targets(options, *motion, line);
    if (!written) return written.error();
    return ExitCode::Done;
}

}  // namespace isoskin::cli
