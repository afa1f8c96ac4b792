// What is drawn: meshes, materials, panes, the buffers of a frame.
#include <algorithm>
#include <cstring>

#include "isoskin/document/picking.h"
#include "json_text.h"
#include "session.h"

namespace isoskin::wasm {
namespace {

json json_of(const Mesh& mesh) {
    json sections = json::array();
    std::size_t first = 0;
    for (const Section& section : mesh.sections) {
        std::size_t count = 0;
        for (std::size_t f = 0; f < section.face_count; ++f)
            count += mesh.faces[section.first_face + f].is_quad() ? 2 : 1;
        sections.push_back({{"first", first}, {"count", count}, {"material", section.material}});
        first += count;
    }
    return {{"name", mesh.name},
            {"vertexCount", mesh.wedge_count()},
            {"hasUvs", !mesh.uvs.empty()},
            {"hasColors", !mesh.colors.empty()},
            {"sections", std::move(sections)}};
}

json json_of(const Material& material) {
    return {{"name", material.name},
            {"baseColor", list_of(material.base_color)},
            {"image", material.base_color_image},
            {"roughness", material.roughness},
            {"metallic", material.metallic},
            {"doubleSided", material.double_sided},
            {"alphaCutoff", material.alpha_cutoff}};
}

template <typename Value>
void answer_bytes(const std::vector<Value>& values) {
    session().bytes.resize(values.size() * sizeof(Value));
    if (!values.empty()) std::memcpy(session().bytes.data(), values.data(), session().bytes.size());
}

// Sentences on what could not be reached in this pose.
json troubles_of(const Panes& panes) {
    json troubles = json::array();
    for (const PartReport& part : panes.parts()) {
        if (part.trouble.empty()) continue;
        std::string sentence = std::string(part.label) + ": " + std::string(part.trouble);
        if (!part.trouble_joint.empty())
            sentence += " (joint '" + std::string(part.trouble_joint) + "')";
        troubles.push_back(std::move(sentence));
    }
    return troubles;
}

// Per pane target and volume, then per joint that did something its index, loss, displacement and
// the height of its bulge.
void answer_frame(const Panes& panes) {
    constexpr double kNothing = 1e-12;
    auto& numbers = session().numbers;
    numbers.clear();
    double target = 0.0;
    for (const PaneVolume& pane : panes.volumes()) {
        numbers.push_back(pane.target);
        numbers.push_back(pane.volume);
        target = pane.target;
    }
    for (const JointReport& joint : panes.joints()) {
        const double whole = target > 0.0 ? panes.parts()[joint.part].target / target : 0.0;
        const double loss = joint.loss * whole;
        if (std::abs(loss) < kNothing && joint.displacement < kNothing) continue;
        numbers.insert(numbers.end(),
                       {static_cast<double>(joint.joint), loss, joint.displacement, joint.bulge});
    }
    double amount = 1.0;
    for (const PartReport& part : panes.parts())
        amount = std::min(amount, part.amount);
    answer({{"troubles", troubles_of(panes)}, {"amount", amount}});
}

// A stroke that paints weights shows them by skinning alone until it ends.
Freshness freshness_now() {
    const auto& stroke = session().stroke;
    return stroke && stroke->target() == PaintTarget::Weights ? Freshness::SkinningOnly
                                                              : Freshness::All;
}

bool is_shown(int pane) {
    return pane >= 0 && session().panes.is_made(static_cast<std::size_t>(pane));
}

const float* floats_of(std::span<const Vec3> vectors) {
    return vectors.empty() ? nullptr : vectors.front().data();
}

}  // namespace
}  // namespace isoskin::wasm

using namespace isoskin;
using namespace isoskin::wasm;

ISOSKIN_EXPORT int isoskin_meshes() {
    return with_document([](Document& document) -> Status {
        json list = json::array();
        for (const SkinnedMesh& mesh : document.character().meshes)
            list.push_back(json_of(mesh.mesh));
        answer(list);
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_mesh_triangles(int mesh) {
    return with_mesh(mesh, [](Document& document, std::size_t m) -> Status {
        answer_bytes(triangulate_wedges(document.character().meshes[m].mesh));
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_mesh_uvs(int mesh) {
    return with_mesh(mesh, [](Document& document, std::size_t m) -> Status {
        answer_bytes(document.character().meshes[m].mesh.uvs);
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_mesh_colors(int mesh) {
    return with_mesh(mesh, [](Document& document, std::size_t m) -> Status {
        answer_bytes(document.character().meshes[m].mesh.colors);
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_materials() {
    return with_document([](Document& document) -> Status {
        json list = json::array();
        for (const Material& material : document.character().materials)
            list.push_back(json_of(material));
        answer(list);
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_image(int index) {
    return with_document([&](Document& document) -> Status {
        const auto& images = document.character().images;
        if (index < 0 || static_cast<std::size_t>(index) >= images.size())
            return usage_error("there is no picture " + std::to_string(index));
        session().bytes = images[static_cast<std::size_t>(index)].bytes;
        session().text = images[static_cast<std::size_t>(index)].mime_type;
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_set_panes(const int* methods, int count) {
    return guarded([&]() -> Status {
        if (count < 1 || count > 4) return usage_error("one to four panes can be shown");
        std::vector<PaneMethod> list;
        for (int i = 0; i < count; ++i) {
            if (methods[i] < 0 || static_cast<std::size_t>(methods[i]) >= kPaneMethodCount)
                return usage_error("there is no such method");
            list.push_back(static_cast<PaneMethod>(methods[i]));
        }
        session().panes.show(std::move(list));
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_set_scalars(int kind, int joint) {
    return with_joint(joint, [&](Document&, JointIndex index) -> Status {
        if (kind < 0 || kind > static_cast<int>(ScalarField::Kind::Painted))
            return usage_error("there is no such field");
        session().panes.colour({.kind = static_cast<ScalarField::Kind>(kind), .joint = index});
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_frame() {
    return with_document([](Document& document) -> Status {
        Session& here = session();
        here.panes.update(document, freshness_now(), here.motion.lattice(document));
        answer_frame(here.panes);
        return Done{};
    });
}

/// How many ways of keeping volume the next frame has to build from the start.
ISOSKIN_EXPORT int isoskin_builds_wanted() {
    const Session& here = session();
    if (!here.document) return 0;
    return static_cast<int>(here.panes.builds_wanted(*here.document, freshness_now(),
                                                     session().motion.lattice(*here.document)));
}

ISOSKIN_EXPORT const float* isoskin_positions(int pane, int mesh) {
    if (!is_shown(pane)) return nullptr;
    return floats_of(
        session().panes.positions(static_cast<std::size_t>(pane), static_cast<std::size_t>(mesh)));
}

ISOSKIN_EXPORT const float* isoskin_normals(int pane, int mesh) {
    if (!is_shown(pane)) return nullptr;
    return floats_of(
        session().panes.normals(static_cast<std::size_t>(pane), static_cast<std::size_t>(mesh)));
}

ISOSKIN_EXPORT const float* isoskin_scalars(int pane, int mesh) {
    if (!is_shown(pane)) return nullptr;
    const auto values =
        session().panes.scalars(static_cast<std::size_t>(pane), static_cast<std::size_t>(mesh));
    return values.empty() ? nullptr : values.data();
}

/// Numbers: mesh, point, normal, joint, distance; none if nothing is hit.
ISOSKIN_EXPORT int isoskin_pick(int pane, const double* ray) {
    return with_document([&](Document& document) -> Status {
        session().numbers.clear();
        if (!is_shown(pane)) return usage_error("that pane is not shown");
        const auto hit = pick_surface(document.character(),
                                      session().panes.posed(static_cast<std::size_t>(pane)),
                                      Vec3d(ray[0], ray[1], ray[2]), Vec3d(ray[3], ray[4], ray[5]));
        if (!hit) return Done{};
        session().numbers = {static_cast<double>(hit->mesh),
                             hit->point.x(),
                             hit->point.y(),
                             hit->point.z(),
                             hit->normal.x(),
                             hit->normal.y(),
                             hit->normal.z(),
                             static_cast<double>(hit->joint),
                             hit->distance};
        return Done{};
    });
}
