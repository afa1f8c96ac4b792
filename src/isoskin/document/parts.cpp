#include "isoskin/document/parts.h"

#include <algorithm>
#include <map>

#include "isoskin/document/painting.h"
#include "isoskin/lattice/deform_bind.h"
#include "isoskin/volume/measure/surface.h"
#include "isoskin/weights/follow.h"

namespace isoskin {
namespace {

constexpr double kSmall = 0.05;        // of the surface: a button, an eye, a ball joint
constexpr double kMostlyOne = 0.6;     // mean weight of the joint that a rigid part follows
constexpr double kStraying = 0.99;     // less than this of it somewhere: weights stray
constexpr std::size_t kFewPoints = 4;  // fewer enclose nothing

// Mean weight of every slot over some vertices, and the least that the strongest has at any.
struct Following {
    JointIndex slot = 0;
    double mean = 0.0;
    double least = 1.0;
};

Following strongest_slot(const SkinWeights& weights, std::span<const std::size_t> vertices) {
    std::map<JointIndex, double> sums;
    for (const std::size_t vertex : vertices)
        for (const Influence& influence : weights.row(vertex))
            sums[influence.slot] += static_cast<double>(influence.weight);
    Following found;
    for (const auto& [slot, sum] : sums) {
        const double mean = sum / static_cast<double>(vertices.size());
        if (!(mean > found.mean)) continue;
        found.slot = slot;
        found.mean = mean;
    }
    for (const std::size_t vertex : vertices) {
        double own = 0.0;
        for (const Influence& influence : weights.row(vertex))
            if (influence.slot == found.slot) own += static_cast<double>(influence.weight);
        found.least = std::min(found.least, own);
    }
    return found;
}

std::vector<std::size_t> vertices_of(const VolumeSurface& surface, const VolumePart& part) {
    std::vector<char> inside(surface.point_count, 0);
    for (const Index point : part.points)
        inside[point] = 1;
    std::vector<std::size_t> vertices;
    for (std::size_t v = 0; v < surface.weld.point_of_vertex.size(); ++v)
        if (inside[surface.weld.point_of_vertex[v]] != 0) vertices.push_back(v);
    return vertices;
}

bool is_excluded(const VolumeSettings& settings, const PartKey& key) {
    return std::any_of(
        settings.excluded_parts.begin(), settings.excluded_parts.end(),
        [&](const ExcludedPart& part) { return part.mesh == key.mesh && part.part == key.part; });
}

PartInfo inspect_part(const Document& document, const VolumeSurface& surface, const PartKey& key) {
    const VolumePart& part = surface.parts[key.part];
    const SkinnedMesh& mesh = document.character().meshes[key.mesh];
    PartInfo info{.key = key,
                  .label = part.label,
                  .surface = part.area,
                  .vertices = part.points.size(),
                  .refusal = part.refusal.value_or(""),
                  .is_excluded = is_excluded(document.settings(), key),
                  .is_inside_out = part.flipped};
    if (part.refusal || !part.caps.empty() || part.points.size() < kFewPoints) return info;
    const Following following = strongest_slot(mesh.weights, vertices_of(surface, part));
    if (following.mean >= kMostlyOne && following.least < kStraying)
        info.rigid_on = mesh.skin.joints[following.slot];
    return info;
}

struct Place {
    VolumeSurface surface;
    const VolumePart* part = nullptr;
};

Result<Place> find_part(const Document& document, const PartKey& key) {
    if (key.mesh >= document.character().meshes.size())
        return usage_error("there is no mesh " + std::to_string(key.mesh));
    Place place{.surface = make_volume_surface(document.character().meshes[key.mesh])};
    if (key.part >= place.surface.parts.size())
        return usage_error("mesh " + std::to_string(key.mesh) + " has no part " +
                           std::to_string(key.part + 1));
    place.part = &place.surface.parts[key.part];
    return place;
}

// The triangles of a part, over all vertices of the character, which begin at `first`.
std::vector<Triangle> triangles_of(const SkinnedMesh& mesh, std::size_t part, std::size_t first) {
    const std::vector<std::size_t> part_of = parts_of_faces(mesh);
    std::vector<Face> faces;
    for (std::size_t face = 0; face < part_of.size(); ++face)
        if (part_of[face] == part) faces.push_back(mesh.mesh.faces[face]);
    std::vector<Triangle> triangles = triangulate(faces);
    for (Triangle& triangle : triangles)
        for (Index& vertex : triangle)
            vertex += static_cast<Index>(first);
    return triangles;
}

// Where the vertices of each mesh begin among all.
std::vector<std::size_t> first_vertices(const Character& character) {
    std::vector<std::size_t> first{0};
    for (const SkinnedMesh& mesh : character.meshes)
        first.push_back(first.back() + mesh.mesh.vertex_count());
    return first;
}

// Rows of all vertices, joints in place of slots.
WeightRows rows_by_joint(const Character& character) {
    WeightRows rows;
    for (const SkinnedMesh& mesh : character.meshes)
        for (std::size_t vertex = 0; vertex < mesh.weights.vertex_count(); ++vertex) {
            auto& row = rows.emplace_back();
            for (const Influence& influence : mesh.weights.row(vertex))
                row.push_back({mesh.skin.joints[influence.slot], influence.weight});
        }
    return rows;
}

Result<std::vector<Influence>> to_slots(std::span<const Influence> row, const SkinnedMesh& mesh,
                                        const Skeleton& skeleton) {
    std::vector<Influence> own;
    for (const Influence& influence : row) {
        const auto slot = slot_of(mesh.skin, influence.slot);
        if (!slot)
            return invalid("the skin of '" + mesh.mesh.name + "' has no joint '" +
                           skeleton.joints()[influence.slot].name + "', which the body follows");
        own.push_back({*slot, influence.weight});
    }
    return own;
}

}  // namespace

std::vector<PartInfo> list_parts(const Document& document) {
    std::vector<PartInfo> parts;
    double whole = 0.0;
    for (std::size_t mesh = 0; mesh < document.character().meshes.size(); ++mesh) {
        const VolumeSurface surface = make_volume_surface(document.character().meshes[mesh]);
        for (std::size_t part = 0; part < surface.parts.size(); ++part) {
            parts.push_back(inspect_part(document, surface, {mesh, part}));
            whole += parts.back().surface;
        }
    }
    if (parts.empty()) return parts;
    std::max_element(parts.begin(), parts.end(), [](const PartInfo& a, const PartInfo& b) {
        return a.surface < b.surface;
    })->is_body = true;
    for (PartInfo& part : parts) {
        if (whole > 0.0) part.surface /= whole;
        if (part.surface > kSmall) part.rigid_on.reset();
    }
    return parts;
}

Status set_part_use(Document& document, const PartKey& key, PartUse use) {
    const auto place = find_part(document, key);
    if (!place) return place.error();
    if (is_excluded(document.settings(), key) == (use == PartUse::Excluded)) return Done{};
    VolumeSettings next = document.settings();
    if (use == PartUse::Excluded)
        next.excluded_parts.push_back({.mesh = key.mesh, .part = key.part});
    else
        std::erase(next.excluded_parts, ExcludedPart{.mesh = key.mesh, .part = key.part});
    document.set_settings(
        std::move(next), (use == PartUse::Excluded ? "Exclude " : "Correct ") + place->part->label);
    return Done{};
}

Status make_part_rigid(Document& document, const PartKey& key) {
    const auto place = find_part(document, key);
    if (!place) return place.error();
    const SkinWeights& weights = document.character().meshes[key.mesh].weights;
    const auto vertices = vertices_of(place->surface, *place->part);
    if (vertices.empty()) return usage_error(place->part->label + " has no vertices");
    const JointIndex slot = strongest_slot(weights, vertices).slot;
    const WeightRows rows(vertices.size(), {Influence{slot, 1.0F}});
    document.set_weights(key.mesh, weights.with_rows(vertices, rows),
                         "Make " + place->part->label + " rigid");
    return Done{};
}

Status follow_body(Document& document, const PartKey& key) {
    const auto place = find_part(document, key);
    if (!place) return place.error();
    const Character& character = document.character();
    const std::vector<PartInfo> parts = list_parts(document);
    const auto info = [&](const auto& is_it) {
        return std::find_if(parts.begin(), parts.end(), is_it);
    };
    const PartInfo& body = *info([](const PartInfo& part) { return part.is_body; });
    const PartInfo& own = *info([&](const PartInfo& part) { return part.key == key; });
    if (own.is_body) return usage_error(own.label + " is the body itself");

    const std::vector<std::size_t> first = first_vertices(character);
    const std::vector<Vec3> points = lattice_points(character);
    std::vector<Vec3d> exact;
    for (const Vec3& point : points)
        exact.push_back(point.cast<double>());
    const SurfaceTree host(std::move(exact), triangles_of(character.meshes[body.key.mesh],
                                                          body.key.part, first[body.key.mesh]));
    WeightRows rows = rows_by_joint(character);
    const auto vertices = vertices_of(place->surface, *place->part);
    std::vector<Index> among_all;
    for (const std::size_t vertex : vertices)
        among_all.push_back(static_cast<Index>(first[key.mesh] + vertex));
    follow_host(host, points, among_all, own.surface <= kSmall ? Follow::Stiffly : Follow::Softly,
                rows);
    WeightRows own_rows;
    const SkinnedMesh& mesh = character.meshes[key.mesh];
    for (const Index vertex : among_all) {
        auto row = to_slots(rows[vertex], mesh, character.skeleton);
        if (!row) return row.error();
        own_rows.push_back(*std::move(row));
    }
    document.set_weights(key.mesh, mesh.weights.with_rows(vertices, own_rows),
                         "Let " + own.label + " follow the body");
    return Done{};
}

Status turn_part(Document& document, const PartKey& key) {
    const auto place = find_part(document, key);
    if (!place) return place.error();
    TurnedParts turned = document.turned_parts();
    if (turned.erase(key) == 0) turned.insert(key);
    document.set_turned_parts(std::move(turned), "Turn " + place->part->label + " inside out");
    return Done{};
}

}  // namespace isoskin
