#include "bake_gltf.h"

#include <limits>

#include "console.h"
#include "isoskin/bake/clip_times.h"
#include "isoskin/bake/runtime_export.h"
#include "isoskin/io/character_file.h"
#include "isoskin/io/file.h"
#include "isoskin/io/gltf_write.h"
#include "unfinished_files.h"

namespace isoskin::cli {
namespace {

/// The measured figures of the file that was written.
Status check_file(const BakeOptions& options, const BakeInput& input, const BakeStep& step,
                  BakeReport& report) {
    const auto read = read_character(options.output);
    if (!read) return read.error();
    auto checker = BakeChecker::create(input.character, *read, input.settings);
    if (!checker) return checker.error();
    report.stored = checker->check_stored();
    std::size_t written = 0;
    for (const Clip& clip : input.character.clips) {
        if (key_times(clip).empty()) continue;  // nothing moves, so glTF has no place for it
        if (written == read->clips.size())
            return invalid("the baked file has only " + std::to_string(written) + " clips");
        report.clips.push_back(checker->check(
            clip, read->clips[written++],
            {.frames_per_second = options.frames_per_second, .limit = options.max_error}, step));
    }
    return Done{};
}

/// Writes what posing live needs, reads it back and tries it on random poses.
Status add_runtime(const BakeOptions& options, const BakeInput& input, const BakedCharacter& baked,
                   BakeReport& report) {
    constexpr std::size_t kPoses = 32;
    const auto path = runtime_path(options.output);
    const auto bytes = write_runtime(make_runtime(input.character, input.settings, baked));
    const UnfinishedFile unfinished(temporary_name(path));
    if (const auto written = write_bytes(path, bytes); !written) return written;
    const auto read = read_character(options.output);
    if (!read) return read.error();
    const auto runtime = read_bytes(path);
    if (!runtime) return runtime.error();
    auto check = check_runtime(input.character, *read, *runtime, input.settings, kPoses);
    if (!check) return check.error();
    report.runtime = *std::move(check);
    report.runtime_bytes = bytes.size();
    return Done{};
}

// The moments where closer keys can help are looked at the next time. Returns how many there are.
std::size_t watch_missed(const Character& character, const BakeReport& report,
                         BakeSettings& settings) {
    settings.watched.resize(character.clips.size());
    std::size_t count = 0;
    std::size_t checked = 0;
    for (std::size_t k = 0; k < character.clips.size(); ++k) {
        if (key_times(character.clips[k]).empty()) continue;
        const std::vector<float>& missed = report.clips[checked++].missed;
        settings.watched[k].insert(settings.watched[k].end(), missed.begin(), missed.end());
        count += missed.size();
    }
    return count;
}

}  // namespace

std::filesystem::path runtime_path(std::filesystem::path output) {
    return output.replace_extension(".isoskin");
}

Result<BakeReport> bake_gltf(const BakeOptions& options, const BakeInput& input,
                             const CommandLine& line) {
    const int most_tries = options.max_morphs > 0 ? 1 : 4;  // closer keys do not undo a merging
    BakeReport report;
    BakeSettings settings = input.settings;
    settings.tolerance = 0.5 * options.max_error;
    settings.max_morphs = options.max_morphs;
    if (options.runtime) settings.keep = KeepTargets::All;

    const Packing packing = options.compress ? Packing::Meshopt : Packing::Plain;
    ProgressBar bar(
        "pose", 2 * estimate_bake_steps(input.character, settings),
        line.quiet ? ProgressBar::Visibility::Never : ProgressBar::Visibility::OnTerminal);
    std::size_t done = 0;
    const BakeStep step = [&] { bar.show(++done); };
    const UnfinishedFile unfinished(temporary_name(options.output));
    auto fewest = std::numeric_limits<std::size_t>::max();
    for (int attempt = 0; attempt < most_tries; ++attempt) {
        auto baked = bake_morphs(input.character, settings, step);
        if (!baked) return baked.error();
        if (const auto written = write_gltf(options.output, baked->character, packing); !written)
            return written.error();
        report = begin_report(options, *baked);
        if (const auto checked = check_file(options, input, step, report); !checked)
            return checked.error();
        const std::size_t missed = watch_missed(input.character, report, settings);
        if (missed > 0 && missed < fewest && attempt + 1 < most_tries) {
            fewest = missed;
            settings.tolerance *= 0.6;
            continue;
        }
        if (options.runtime)
            if (const auto added = add_runtime(options, input, *baked, report); !added)
                return added.error();
        break;
    }
    finish_report(options, report);
    return report;
}

}  // namespace isoskin::cli
