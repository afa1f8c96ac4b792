// Opening files and scenes, and what was found in them.
#include <filesystem>

#include "isoskin/io/character_file.h"
#include "isoskin/io/file.h"
#include "json_text.h"
#include "scenes.h"

namespace isoskin::wasm {
namespace {

const std::filesystem::path kInbox = "/in";  // in memory: what was dropped on the page

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

json json_of(const Findings& findings) {
    json parts = json::array();
    for (const PartFinding& part : findings.parts)
        parts.push_back({{"name", part.name}, {"volume", part.volume}});
    json meshes = json::array();
    for (const MeshFinding& mesh : findings.meshes)
        meshes.push_back(json_of(mesh));
    json refusals = json::array();
    for (const Refusal& refusal : findings.refusals)
        refusals.push_back({{"part", refusal.part}, {"reason", refusal.reason}});
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
            {"notes", findings.notes},
            {"summary", findings.summary},
            {"bounds",
             {{"min", list_of(empty ? Vec3(Vec3::Zero()) : findings.bounds.min())},
              {"max", list_of(empty ? Vec3(Vec3::Zero()) : findings.bounds.max())}}}};
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
        auto character = scenes::make_scene(name);
        if (!character) return character.error();
        if (character->name.empty()) character->name = name;
        return open_character(*std::move(character));
    });
}

/// Lays a file into memory, to be opened by its name or to be named by one that is.
ISOSKIN_EXPORT int isoskin_put_file(const char* name, const std::uint8_t* bytes, std::size_t size) {
    return guarded([&]() -> Status {
        const std::filesystem::path path =
            kInbox / std::filesystem::path(name).relative_path().lexically_normal();
        std::error_code ignored;
        std::filesystem::create_directories(path.parent_path(), ignored);
        return write_bytes(path, {bytes, size});
    });
}

ISOSKIN_EXPORT int isoskin_clear_files() {
    return guarded([]() -> Status {
        std::error_code ignored;
        std::filesystem::remove_all(kInbox, ignored);
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_open(const char* name) {
    return guarded([&]() -> Status {
        auto character = read_character(kInbox / name);
        if (!character) return character.error();
        if (character->name.empty()) character->name = std::filesystem::path(name).stem().string();
        return open_character(*std::move(character));
    });
}

ISOSKIN_EXPORT int isoskin_add_motion(const char* name) {
    return with_document([&](Document& document) -> Status {
        auto clip = read_clip(kInbox / name, document.character());
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
        Deformer& deformer = session().panes.keeping(document);
        answer(json_of(inspect_character(document.character(), deformer)));
        return Done{};
    });
}
