// Opening files and scenes, and what was found in them.
#include "isoskin/bake/baked_file.h"
#include "isoskin/io/character_file.h"
#include "json_text.h"
#include "memory_file.h"
#include "progress.h"
#include "scenes.h"
#include "session.h"

namespace isoskin::wasm {
namespace {

json json_of(const MeshFinding& mesh) {
    return {{"name", mesh.name},
            {"vertices", mesh.vertices},
            {"triangles", mesh.triangles},
            {"quads", mesh.quads},
            {"parts", mesh.parts},
            {"boundaryEdges", mesh.boundary_edges},
            {"closed", mesh.closed},
            {"maxInfluences", mesh.max_influences},
            {"renormalisedRows", mesh.renormalised_rows},
            {"emptyRows", mesh.empty_rows}};
}

json json_of(const FoundLine& line) {
    json members = json::array();
    for (const FoundMember& member : line.members) {
        json& entry = members.emplace_back(json{{"text", member.text}});
        entry["part"] = member.part ? json{member.part->mesh, member.part->part} : json();
    }
    return {{"kind", note_kind_words(line.kind)},
            {"sentence", line.sentence},
            {"members", std::move(members)},
            {"offer", line.offer == FoundOffer::Motion ? "motion" : ""}};
}

json json_of(const Findings& findings) {
    json parts = json::array();
    for (const PartFinding& part : findings.parts)
        parts.push_back({{"name", part.name}, {"volume", part.volume}});
    json meshes = json::array();
    for (const MeshFinding& mesh : findings.meshes)
        meshes.push_back(json_of(mesh));
    json refusals = json::array();
    for (const Refusal& refusal : findings.refusals)
        refusals.push_back({{"part", refusal.part},
                            {"reason", refusal.reason},
                            {"kind", refusal.kind},
                            {"surface", refusal.surface}});
    json lines = json::array();
    for (const FoundLine& line : findings.lines)
        lines.push_back(json_of(line));
    const bool empty = findings.bounds.isEmpty();
    return {{"name", findings.name},
            {"vertices", findings.vertices},
            {"triangles", findings.triangles},
            {"joints", findings.joints},
            {"closed", findings.closed},
            {"volume", findings.volume},
            {"parts", std::move(parts)},
            {"meshes", std::move(meshes)},
            {"refusals", std::move(refusals)},
            {"lines", std::move(lines)},
            {"bounds",
             {{"min", list_of(empty ? Vec3(Vec3::Zero()) : findings.bounds.min())},
              {"max", list_of(empty ? Vec3(Vec3::Zero()) : findings.bounds.max())}}}};
}

// The document that is open stays if this one is refused.
Status open_origin(Origin origin) {
    auto character = read_origin(origin);
    if (!character) return character.error();
    auto document = Document::create(*std::move(character));
    if (!document) return document.error();
    show_document(*std::move(document), std::move(origin));
    return Done{};
}

}  // namespace
}  // namespace isoskin::wasm

using namespace isoskin;
using namespace isoskin::wasm;

ISOSKIN_EXPORT int isoskin_scenes() {
    return guarded([]() -> Status {
        json list = json::array();
        for (const scenes::SceneInfo& scene : scenes::scene_list())
            list.push_back({{"name", scene.name}, {"description", scene.description}});
        answer(list);
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_open_scene(const char* name) {
    return guarded([&]() -> Status {
        return open_origin({.kind = Origin::Kind::Scene, .name = name, .files = {}});
    });
}

ISOSKIN_EXPORT int isoskin_open(const char* name) {
    return guarded([&]() -> Status {
        return open_origin({.kind = Origin::Kind::Files, .name = name, .files = laid_down()});
    });
}

ISOSKIN_EXPORT int isoskin_add_motion(const char* name) {
    return with_document([&](Document& document) -> Status {
        const Inbox inbox(laid_down());
        auto clip = read_clip(inbox.path(name), document.character());
        if (!clip) return clip.error();
        document.begin_gesture("Add the motion " + clip->name);
        const std::size_t index = document.add_clip(*std::move(clip));
        document.set_clip(index);
        document.end_gesture();
        session().numbers = {static_cast<double>(index)};
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_findings() {
    return with_document([](Document& document) -> Status {
        Deformer& deformer = session().panes.keeping(document, tell_progress);
        json findings = json_of(inspect_character(document.character(), deformer));
        findings["baked"] = shows_baked_volume(document.settings(), document.character())
                                ? document.character().name + " " + kWasBaked + "."
                                : "";
        findings["flesh"] = document.settings().flesh.size();
        answer(findings);
        return Done{};
    });
}

/// The baked character that is open as it was before, in place of it. It is written and read again,
/// so that saved work finds the character it was made on.
ISOSKIN_EXPORT int isoskin_strip_correction() {
    return with_document([](Document& document) -> Status {
        const auto stripped = strip_correction(document.character());
        if (!stripped) return stripped.error();
        const std::string name = document.character().name + ".glb";
        const Status written =
            answer_file(name, [&](const auto& path) { return write_character(path, *stripped); });
        if (!written) return written;
        return open_origin({.kind = Origin::Kind::Files,
                            .name = name,
                            .files = {{.name = name, .bytes = std::move(session().bytes)}}});
    });
}
