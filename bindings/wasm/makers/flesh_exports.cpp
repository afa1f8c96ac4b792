// Flesh, simulated.
#include "isoskin/flesh/character_flesh.h"
#include "isoskin/flesh/flesh_grade.h"
#include "isoskin/volume/carried_flesh.h"
#include "isoskin/volume/settings_json.h"
#include "maker.h"
#include "progress.h"

namespace isoskin::wasm {
namespace {

FleshGrade grade_in(const json& options) {
    const auto word = options.value("quality", std::string("draft"));
    if (word == "fine") return FleshGrade::Fine;
    return word == "normal" ? FleshGrade::Normal : FleshGrade::Draft;
}

FleshSettings settings_in(const json& options) {
    FleshSettings settings{.quality = quality_of(grade_in(options))};
    settings.joints = options.value("joints", std::vector<std::string>{});
    settings.skips_unfit = options.value("skipsUnfit", false);
    if (options.contains("range")) settings.range = options["range"].get<double>();
    return settings;
}

json json_of(const FleshReport& report) {
    return {{"joint", report.joint},
            {"part", report.part},
            {"simulated", report.simulated},
            {"trouble", report.trouble},
            {"range", report.range},
            {"cells", report.cells},
            {"poses", report.poses},
            {"unsettled", report.unsettled},
            {"targets", report.targets},
            {"compression", report.compression},
            {"bends", report.shape.bends},
            {"crossings",
             {{"linear", report.shape.linear_crossings}, {"flesh", report.shape.flesh_crossings}}},
            {"roughness",
             {{"linear", report.shape.linear_roughness}, {"flesh", report.shape.flesh_roughness}}}};
}

// A joint that is done, with settings that carry its flesh and nothing else; empty: it has none.
void tell_finished(const FleshReport& report, const std::vector<FleshJoint>& joints) {
    json told = json_of(report);
    VolumeSettings alone;
    merge_flesh(joints, alone);
    told["flesh"] = joints.empty() ? std::string() : volume_settings_text(alone);
    tell_news(told.dump(-1, ' ', false, json::error_handler_t::replace));
}

json plan_of(const Character& character, const FleshSettings& settings) {
    json joints = json::array();
    for (const FleshReport& report : planned_flesh(character, settings)) {
        json planned = json_of(report);
        joints.push_back({{"joint", planned["joint"]},
                          {"part", planned["part"]},
                          {"trouble", planned["trouble"]},
                          {"range", planned["range"]}});
    }
    return joints;
}

}  // namespace
}  // namespace isoskin::wasm

using namespace isoskin;
using namespace isoskin::wasm;

/// What `isoskin_make_flesh` would do with the same options: each joint, and why it would be left.
ISOSKIN_EXPORT int isoskin_plan_flesh(const char* name, const char* options_text) {
    return guarded([&]() -> Status {
        const FleshSettings asked = settings_in(options_of(options_text));
        const auto character = read_laid_down(name);
        if (!character) return character.error();
        answer(plan_of(*character, asked));
        return Done{};
    });
}

/// Simulates the flesh of joints of a file that was laid down. Options: `joints`, names (none: all
/// that move flesh); `quality`, draft, normal or fine; `range`, radians to all sides. The news are
/// joints, each as soon as it is done, with `flesh`: volume settings that carry it, as text. The
/// answer is what became of every joint.
ISOSKIN_EXPORT int isoskin_make_flesh(const char* name, const char* options_text) {
    return guarded([&]() -> Status {
        FleshSettings asked = settings_in(options_of(options_text));
        const auto character = read_laid_down(name);
        if (!character) return character.error();
        asked.keep = [](const std::string&, std::uint64_t, const FleshRecord& record) {
            tell_finished(record.report, record.joints);
        };
        const KeepOn tell = tell_stage(0.0, 1.0);
        const auto flesh = make_flesh(*character, asked, [&](double finished, std::size_t joints) {
            return tell(finished / static_cast<double>(std::max<std::size_t>(joints, 1)));
        });
        if (!flesh) return flesh.error();
        json reports = json::array();
        for (const FleshReport& report : flesh->reports)
            reports.push_back(json_of(report));
        answer(reports);
        return Done{};
    });
}
