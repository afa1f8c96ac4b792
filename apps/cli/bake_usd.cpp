#include "bake_usd.h"

#include "bake_cache.h"
#include "console.h"
#include "isoskin/bake/clip_times.h"
#include "isoskin/io/file.h"
#include "isoskin/io/usd_skel_write.h"
#include "unfinished_files.h"

namespace isoskin::cli {

Result<BakeReport> bake_usd(const BakeOptions& options, BakeInput input, const CommandLine& line) {
    auto clip = clip_to_bake(options, input);
    if (!clip) return clip.error();
    const auto moments = subdivided(key_times(*clip), 1.0 / options.frames_per_second);
    if (moments.empty()) return usage_error("the clip '" + clip->name + "' moves nothing");
    input.character.clips = {*std::move(clip)};
    BakeSettings settings = input.settings;
    settings.tolerance = 0.25 * options.max_error;
    settings.max_morphs = options.max_morphs;

    ProgressBar bar(
        "pose", estimate_bake_steps(input.character, settings),
        line.quiet ? ProgressBar::Visibility::Never : ProgressBar::Visibility::OnTerminal);
    std::size_t done = 0;
    const BakeStep step = [&] { bar.show(++done); };
    const auto baked = bake_morphs(input.character, settings, step);
    if (!baked) return baked.error();
    const UnfinishedFile unfinished(temporary_name(options.output));
    const UsdMotion motion{.clip = &baked->character.clips[0],
                           .moments = moments,
                           .frames_per_second = options.frames_per_second};
    if (const auto written = write_usd_skel(options.output, baked->character, motion); !written)
        return written.error();

    BakeReport report = begin_report(options, *baked);
    auto checker = BakeChecker::create(input.character, baked->character, settings);
    if (!checker) return checker.error();
    report.stored = checker->check_stored();
    report.clips.push_back(checker->check(
        input.character.clips[0], baked->character.clips[0],
        {.frames_per_second = options.frames_per_second, .limit = options.max_error}, step));
    finish_report(options, report);
    report.notes.push_back("measured on what was written, not on the file: isoskin reads no USD");
    return report;
}

}  // namespace isoskin::cli
