// Flesh, simulated.
#include "isoskin/flesh/character_flesh.h"
#include "isoskin/flesh/flesh_grade.h"
#include "isoskin/volume/settings_json.h"
#include "maker.h"

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
            {"crossings",
             {{"linear", report.shape.linear_crossings}, {"flesh", report.shape.flesh_crossings}}},
            {"roughness",
             {{"linear", report.shape.linear_roughness}, {"flesh", report.shape.flesh_roughness}}}};
}

}  // namespace
}  // namespace isoskin::wasm

using namespace isoskin;
using namespace isoskin::wasm;

/// Simulates the flesh of joints of a file that was laid down. Options: `joints`, names (none: all
/// that move flesh); `quality`, draft, normal or fine; `range`, radians to all sides. The answer in
/// words has `settings`, the volume settings of the file with the flesh among them, as text of that
/// format, and `joints`, what became of each.
ISOSKIN_EXPORT int isoskin_make_flesh(const char* name, const char* options_text) {
    return guarded([&]() -> Status {
        const FleshSettings asked = settings_in(options_of(options_text));
        const auto character = read_laid_down(name);
        if (!character) return character.error();
        VolumeSettings settings;
        if (!character->settings_json.empty()) {
            auto carried = parse_volume_settings(
                character->settings_json, "the volume settings in '" + std::string(name) + "'");
            if (!carried) return carried.error();
            settings = *std::move(carried);
        }
        const KeepOn tell = tell_stage(0.0, 1.0);
        const auto flesh = make_flesh(*character, asked, [&](double finished, std::size_t joints) {
            return tell(finished / static_cast<double>(std::max<std::size_t>(joints, 1)));
        });
        if (!flesh) return flesh.error();
        json reports = json::array();
        for (const FleshReport& report : flesh->reports)
            reports.push_back(json_of(report));
        merge_flesh(flesh->joints, settings);
        answer({{"settings", volume_settings_text(settings)}, {"joints", std::move(reports)}});
        return Done{};
    });
}
