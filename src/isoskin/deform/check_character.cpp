#include "isoskin/deform/check_character.h"

#include <algorithm>
#include <string>

#include "isoskin/volume/measure/surface.h"

namespace isoskin {
namespace {

// Empty, or as many as there should be.
template <typename Values>
bool fits(const Values& values, std::size_t count) {
    return values.empty() || values.size() == count;
}

bool names_only(std::span<const Index> indices, std::size_t count) {
    return std::all_of(indices.begin(), indices.end(), [&](Index i) { return i < count; });
}

template <typename Corners>
bool corners_fit(const Corners& corners, int size, std::size_t count) {
    return names_only(std::span(corners).first(static_cast<std::size_t>(size)), count);
}

std::string mesh_defect(const Mesh& mesh) {
    for (const Face& face : mesh.faces)
        if (!corners_fit(face.vertices, face.size(), mesh.vertex_count()))
            return "has a face with a vertex that does not exist";
    if (!names_only(mesh.wedge_vertex, mesh.vertex_count()))
        return "has a wedge of a vertex that does not exist";
    if (!fits(mesh.face_wedges, mesh.faces.size())) return "has wedges for some faces only";
    for (std::size_t i = 0; i < mesh.face_wedges.size(); ++i)
        if (!corners_fit(mesh.face_wedges[i], mesh.faces[i].size(), mesh.wedge_count()))
            return "has a face with a wedge that does not exist";
    if (!fits(mesh.normals, mesh.wedge_count())) return "has normals for some wedges only";
    if (!fits(mesh.tangents, mesh.wedge_count())) return "has tangents for some wedges only";
    return {};
}

std::string skin_defect(const SkinnedMesh& skinned, std::size_t joint_count) {
    const Skin& skin = skinned.skin;
    if (skin.joints.empty()) return "follows no joint";
    if (skin.joints.size() != skin.joint_from_bind.size())
        return "has " + std::to_string(skin.joints.size()) + " joints but " +
               std::to_string(skin.joint_from_bind.size()) + " inverse bind matrices";
    for (const JointIndex joint : skin.joints)
        if (joint >= joint_count)
            return "follows joint " + std::to_string(joint) + ", which does not exist";
    if (skinned.weights.vertex_count() != skinned.mesh.vertex_count())
        return "has " + std::to_string(skinned.mesh.vertex_count()) + " vertices but weights for " +
               std::to_string(skinned.weights.vertex_count());
    for (std::size_t vertex = 0; vertex < skinned.weights.vertex_count(); ++vertex)
        for (const Influence& influence : skinned.weights.row(vertex))
            if (influence.slot >= skin.joints.size())
                return "has a weight at vertex " + std::to_string(vertex) + " for joint " +
                       std::to_string(influence.slot) + " of its skin, which has " +
                       std::to_string(skin.joints.size());
    return {};
}

std::string morph_defect(const SkinnedMesh& skinned) {
    const Mesh& mesh = skinned.mesh;
    for (const MorphTarget& morph : skinned.morphs)
        if (!fits(morph.positions, mesh.vertex_count()) ||
            !fits(morph.normals, mesh.wedge_count()) || !fits(morph.tangents, mesh.wedge_count()))
            return "has morph target '" + morph.name + "', which is not of its size";
    if (skinned.stored_morph_weights.size() != skinned.morphs.size())
        return "has " + std::to_string(skinned.morphs.size()) + " morph targets but " +
               std::to_string(skinned.stored_morph_weights.size()) + " weights for them";
    return {};
}

std::string unlike_lengths(const PaintedMap& map, const Mesh& mesh) {
    return "a map painted for " + std::to_string(map.values.size()) + " vertices, but mesh '" +
           mesh.name + "' has " + std::to_string(mesh.vertex_count());
}

// Why a map that names its mesh does not fit it; empty if it does.
std::string paint_defect(const Character& character, const PaintedMap& map) {
    if (map.mesh >= character.meshes.size())
        return "a map painted on mesh " + std::to_string(map.mesh) +
               ", but the meshes of the character end at " +
               std::to_string(character.meshes.size() - 1);
    const Mesh& mesh = character.meshes[map.mesh].mesh;
    return map.values.size() == mesh.vertex_count() ? std::string() : unlike_lengths(map, mesh);
}

// Why there is no such part; empty if there is.
std::string exclusion_defect(const Character& character, const ExcludedPart& excluded) {
    if (excluded.mesh >= character.meshes.size())
        return "a part of mesh " + std::to_string(excluded.mesh) +
               ", but the meshes of the character end at " +
               std::to_string(character.meshes.size() - 1);
    const SkinnedMesh& mesh = character.meshes[excluded.mesh];
    const std::size_t count = make_volume_surface(mesh).parts.size();
    if (excluded.part < count) return {};
    return "part " + std::to_string(excluded.part + 1) + " of mesh '" + mesh.mesh.name +
           "', which has " + std::to_string(count);
}

// Adds the map for every mesh of its length that follows the joint; the defect if there is none.
std::string name_meshes(const Character& character, JointIndex joint, const PaintedMap& map,
                        std::vector<PaintedMap>& named) {
    const std::size_t before = named.size();
    const Mesh* unlike = nullptr;
    for (std::size_t m = 0; m < character.meshes.size(); ++m) {
        const SkinnedMesh& mesh = character.meshes[m];
        const auto& joints = mesh.skin.joints;
        if (std::find(joints.begin(), joints.end(), joint) == joints.end()) continue;
        if (mesh.mesh.vertex_count() == map.values.size())
            named.push_back({.mesh = m, .values = map.values});
        else
            unlike = &mesh.mesh;
    }
    return named.size() == before && unlike != nullptr ? unlike_lengths(map, *unlike)
                                                       : std::string();
}

// Why flesh cannot be that of a character.
std::string flesh_defect(const Character& character, const FleshJoint& joint) {
    if (!character.skeleton.find(joint.joint)) return "is of a joint that is not there";
    if (joint.mesh >= character.meshes.size())
        return "is of mesh " + std::to_string(joint.mesh) + ", which is not there";
    const Mesh& mesh = character.meshes[joint.mesh].mesh;
    if (joint.vertex_count == mesh.vertex_count()) return "";
    return "is of a mesh of " + std::to_string(joint.vertex_count) + " vertices, but '" +
           mesh.name + "' has " + std::to_string(mesh.vertex_count());
}

}  // namespace

Status check_character(const Character& character) {
    for (const SkinnedMesh& skinned : character.meshes) {
        std::string defect = mesh_defect(skinned.mesh);
        if (defect.empty()) defect = skin_defect(skinned, character.skeleton.joint_count());
        if (defect.empty()) defect = morph_defect(skinned);
        if (!defect.empty()) return invalid("mesh '" + skinned.mesh.name + "' " + defect);
    }
    return Done{};
}

Result<VolumeSettings> fit_paint(const Character& character, VolumeSettings settings) {
    for (const ExcludedPart& part : settings.excluded_parts)
        if (const std::string trouble = exclusion_defect(character, part); !trouble.empty())
            return invalid("the settings exclude " + trouble);
    for (JointVolumeSettings& joint : settings.joints) {
        const auto index = character.skeleton.find(joint.joint);
        if (!index) continue;
        std::vector<PaintedMap> named;
        for (const PaintedMap& map : joint.painted) {
            const std::string trouble = map.mesh == PaintedMap::kUnnamed
                                            ? name_meshes(character, *index, map, named)
                                            : paint_defect(character, map);
            if (!trouble.empty()) return invalid("joint '" + joint.joint + "' has " + trouble);
            if (map.mesh != PaintedMap::kUnnamed) named.push_back(map);
        }
        joint.painted = std::move(named);
    }
    for (const FleshJoint& joint : settings.flesh) {
        const std::string trouble = flesh_defect(character, joint);
        if (!trouble.empty())
            return invalid("the flesh of joint '" + joint.joint + "' " + trouble +
                           "; simulate it anew by 'isoskin flesh'");
    }
    return settings;
}

}  // namespace isoskin
