// Taking work home as files.
#include <cctype>

#include "isoskin/bake/morph_bake.h"
#include "isoskin/document/carried_character.h"
#include "isoskin/document/document_text.h"
#include "isoskin/io/character_file.h"
#include "isoskin/volume/settings_json.h"
#include "json_text.h"
#include "memory_file.h"
#include "progress.h"
#include "report/measure_clips.h"
#include "report/report_html.h"
#include "report/report_text.h"
#include "session.h"

namespace isoskin::wasm {
namespace {

void tell_steps(std::size_t done, std::size_t total) {
    if (total > 0) tell_progress(static_cast<double>(done) / static_cast<double>(total));
}

std::string stem_of(const Document& document) {
    std::string stem;
    for (const char c : document.character().name)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_') stem += c;
    return stem.empty() ? "character" : stem;
}

/// What can be asked of a file beyond its kind.
struct ExportOptions {
    std::size_t max_morphs = 0;                     ///< Of a bake, per mesh; 0: as it takes.
    std::optional<std::vector<std::size_t>> clips;  ///< That a bake keeps; empty: all.
};

Result<ExportOptions> options_from(const char* text, const Document& document) {
    const json asked = json::parse(text, nullptr, false);
    if (!asked.is_object()) return usage_error("options of a file are a JSON object");
    ExportOptions options;
    if (const auto most = asked.find("maxMorphs"); most != asked.end()) {
        if (!most->is_number_unsigned()) return usage_error("'maxMorphs' is a count");
        options.max_morphs = most->get<std::size_t>();
    }
    if (const auto clips = asked.find("clips"); clips != asked.end()) {
        options.clips.emplace();
        for (const json& clip : *clips) {
            const std::size_t count = document.character().clips.size();
            if (!clip.is_number_unsigned() || clip.get<std::size_t>() >= count)
                return usage_error("there is no clip " + clip.dump());
            options.clips->push_back(clip.get<std::size_t>());
        }
    }
    return options;
}

void keep_clips(const std::vector<std::size_t>& kept, Character& character) {
    std::vector<Clip> clips;
    for (const std::size_t clip : kept)
        clips.push_back(character.clips[clip]);
    character.clips = std::move(clips);
}

// The shape the document's own settings give in the pose as it is.
Status write_pose(const Document& document, const ExportOptions&,
                  const std::filesystem::path& path) {
    auto deformer =
        Deformer::create(document.character(), {.skinning = document.base(),
                                                .normals = NormalOutput::NormalsAndTangents,
                                                .volume = document.settings()});
    if (!deformer) return deformer.error();
    if (document.lattice() && !is_at_rest(document.lattice()->lattice))
        deformer->set_lattice(document.lattice()->lattice, defining_lattice(*document.lattice()));
    auto posed = deformer->make_output();
    deformer->deform(document.pose(), posed);
    return write_posed(path, document.character(), posed);
}

Status write_stored(const Document& document, const ExportOptions&,
                    const std::filesystem::path& path) {
    return write_character(path, character_to_store(document));
}

Status write_baked(const Document& document, const ExportOptions& options,
                   const std::filesystem::path& path) {
    const BakeSettings settings{.skinning = document.base(),
                                .volume = document.settings(),
                                .max_morphs = options.max_morphs};
    Character character = carried_character(document);
    if (options.clips) keep_clips(*options.clips, character);
    const std::size_t total = estimate_bake_steps(character, settings);
    std::size_t done = 0;
    const auto baked = bake_morphs(character, settings, [&] { tell_steps(++done, total); });
    if (!baked) return baked.error();
    return write_character(path, baked->character);
}

Status write_settings(const Document& document, const ExportOptions&,
                      const std::filesystem::path& path) {
    return write_text(path, volume_settings_text(document.settings()));
}

Result<report::FileReport> report_on_clip(const Document& document, report::Rivals rivals) {
    if (!document.playhead().clip) return usage_error("there is no clip to report on");
    const Character character = carried_character(document);
    report::FileReport report =
        report::begin_report(character, character.name, document.settings());
    const Status measured =
        report::measure_clips(character, {character.clips[*document.playhead().clip]},
                              {.rivals = rivals}, tell_steps, report);
    if (!measured) return measured.error();
    return report;
}

Status write_json_report(const Document& document, const ExportOptions&,
                         const std::filesystem::path& path) {
    const auto report = report_on_clip(document, report::Rivals::None);
    if (!report) return report.error();
    return write_text(path, report::report_json(*report));
}

Status write_html_report(const Document& document, const ExportOptions&,
                         const std::filesystem::path& path) {
    const auto report = report_on_clip(document, report::Rivals::Usual);
    if (!report) return report.error();
    return write_text(path, report::report_html(*report, report::ReportPictures(1)));
}

enum class Needs { Nothing, Clip };

struct ExportKind {
    const char* kind;  ///< As in core.ts.
    const char* label;
    const char* ending;  ///< Follows the name of the character.
    Status (*write)(const Document&, const ExportOptions&, const std::filesystem::path&);
    Needs needs = Needs::Nothing;
};

constexpr ExportKind kExports[] = {
    {"posed-glb", "Posed mesh (GLB)", "-posed.glb", write_pose},
    {"posed-obj", "Posed mesh (OBJ)", "-posed.obj", write_pose},
    {"character-glb", "Character with its settings (GLB)", ".glb", write_stored},
    {"baked-glb", "Baked for any viewer (GLB)", "-baked.glb", write_baked},
    {"settings-json", "Volume settings (JSON)", "-settings.json", write_settings},
    {"report-json", "Report on the clip (JSON)", "-report.json", write_json_report, Needs::Clip},
    {"report-html", "Report on the clip (HTML)", "-report.html", write_html_report, Needs::Clip},
};

}  // namespace
}  // namespace isoskin::wasm

using namespace isoskin;
using namespace isoskin::wasm;

ISOSKIN_EXPORT int isoskin_exports() {
    return with_document([](Document& document) -> Status {
        const bool has_clip = document.playhead().clip.has_value();
        json list = json::array();
        for (const ExportKind& kind : kExports) {
            const bool available = kind.needs == Needs::Nothing || has_clip;
            list.push_back({{"kind", kind.kind},
                            {"label", kind.label},
                            {"available", available},
                            {"why", available ? "" : "There is no clip yet; key a pose first."}});
        }
        answer(list);
        return Done{};
    });
}

/// The bytes of a file; the text is its name. `options`: JSON, as core.ts has it.
ISOSKIN_EXPORT int isoskin_export(const char* kind, const char* options) {
    return with_document([&](Document& document) -> Status {
        for (const ExportKind& known : kExports) {
            if (std::string_view(known.kind) != kind) continue;
            const auto asked = options_from(options, document);
            if (!asked) return asked.error();
            session().text = stem_of(document) + known.ending;
            return answer_file(session().text, [&](const auto& path) {
                return known.write(document, *asked, path);
            });
        }
        return usage_error(std::string("there is no export '") + kind + "'");
    });
}
