// The parts of the character: what there is, and what can be done to one.
#include <algorithm>
#include <cstring>

#include "isoskin/document/parts.h"
#include "isoskin/document/picking.h"
#include "json_text.h"
#include "session.h"

namespace isoskin::wasm {
namespace {

json json_of(const PartInfo& part, const Skeleton& skeleton) {
    return {{"mesh", part.key.mesh},
            {"part", part.key.part},
            {"label", part.label},
            {"surface", part.surface},
            {"vertices", part.vertices},
            {"refusal", part.refusal},
            {"excluded", part.is_excluded},
            {"insideOut", part.is_inside_out},
            {"body", part.is_body},
            {"rigidOn", part.rigid_on ? json(skeleton.joints()[*part.rigid_on].name) : json()}};
}

template <typename Command>
int with_part(int mesh, int part, const Command& command) {
    return with_mesh(mesh, [&](Document& document, std::size_t m) -> Status {
        if (part < 0) return usage_error("there is no part " + std::to_string(part));
        return command(document, PartKey{m, static_cast<std::size_t>(part)});
    });
}

}  // namespace
}  // namespace isoskin::wasm

using namespace isoskin;
using namespace isoskin::wasm;

ISOSKIN_EXPORT int isoskin_parts() {
    return with_document([](Document& document) -> Status {
        json list = json::array();
        for (const PartInfo& part : list_parts(document))
            list.push_back(json_of(part, document.character().skeleton));
        answer(list);
        return Done{};
    });
}

/// Bytes: for every drawn triangle of a mesh its part, as 32 bits.
ISOSKIN_EXPORT int isoskin_part_triangles(int mesh) {
    return with_mesh(mesh, [](Document& document, std::size_t m) -> Status {
        const SkinnedMesh& skinned = document.character().meshes[m];
        const std::vector<std::size_t> part_of = parts_of_faces(skinned);
        std::vector<std::uint32_t> parts;
        for (std::size_t face = 0; face < part_of.size(); ++face)
            parts.insert(parts.end(), skinned.mesh.faces[face].is_quad() ? 2U : 1U,
                         static_cast<std::uint32_t>(part_of[face]));
        auto& bytes = session().bytes;
        bytes.resize(parts.size() * sizeof(std::uint32_t));
        if (!parts.empty()) std::memcpy(bytes.data(), parts.data(), bytes.size());
        return Done{};
    });
}

/// Numbers: mesh and part that a ray meets first in a pane; none if it meets nothing.
ISOSKIN_EXPORT int isoskin_pick_part(int pane, const double* ray) {
    return with_document([&](Document& document) -> Status {
        Session& here = session();
        here.numbers.clear();
        if (pane < 0 || static_cast<std::size_t>(pane) >= here.panes.volumes().size())
            return usage_error("that pane is not shown");
        const auto hit =
            pick_surface(document.character(), here.panes.posed(static_cast<std::size_t>(pane)),
                         Vec3d(ray[0], ray[1], ray[2]), Vec3d(ray[3], ray[4], ray[5]));
        if (!hit) return Done{};
        const SkinnedMesh& mesh = document.character().meshes[hit->mesh];
        const std::vector<std::size_t> part_of = parts_of_faces(mesh);
        const auto face = std::find_if(
            mesh.mesh.faces.begin(), mesh.mesh.faces.end(), [&](const Face& candidate) {
                return std::all_of(hit->triangle.begin(), hit->triangle.end(), [&](Index vertex) {
                    return std::find(candidate.vertices.begin(), candidate.vertices.end(),
                                     vertex) != candidate.vertices.end();
                });
            });
        if (face == mesh.mesh.faces.end()) return Done{};
        const auto index = static_cast<std::size_t>(face - mesh.mesh.faces.begin());
        here.numbers = {static_cast<double>(hit->mesh), static_cast<double>(part_of[index])};
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_exclude_part(int mesh, int part, int excluded) {
    return with_part(mesh, part, [&](Document& document, const PartKey& key) {
        return set_part_use(document, key, excluded != 0 ? PartUse::Excluded : PartUse::Corrected);
    });
}

ISOSKIN_EXPORT int isoskin_make_part_rigid(int mesh, int part) {
    return with_part(mesh, part, make_part_rigid);
}

ISOSKIN_EXPORT int isoskin_follow_body(int mesh, int part) {
    return with_part(mesh, part, follow_body);
}

ISOSKIN_EXPORT int isoskin_turn_part(int mesh, int part) {
    return with_part(mesh, part, turn_part);
}

/// Counts up whenever faces were turned: what is drawn has to be fetched anew.
ISOSKIN_EXPORT double isoskin_faces_revision() {
    return session().document ? static_cast<double>(session().document->faces_revision()) : 0.0;
}
