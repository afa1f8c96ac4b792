#include "character_info.h"

#include <algorithm>
#include <map>
#include <set>

#include "isoskin/deform/deformer.h"
#include "isoskin/mesh/topology.h"
#include "isoskin/mesh/weld.h"
#include "isoskin/volume/measure/target_volume.h"

namespace isoskin::cli {
namespace {

MeshInfo inspect_mesh(const Mesh& mesh) {
    const Weld weld = weld_by_position(mesh.positions);
    const Topology topology =
        analyse_topology(weld_faces(mesh.faces, weld).faces, weld.point_count());
    const auto quads = std::count_if(mesh.faces.begin(), mesh.faces.end(),
                                     [](const Face& face) { return face.is_quad(); });
    MeshInfo info;
    info.name = mesh.name;
    info.vertices = mesh.vertex_count();
    info.quads = static_cast<std::size_t>(quads);
    info.triangles = mesh.faces.size() + info.quads;
    info.parts = topology.parts.size();
    info.boundary_edges = topology.boundary_edge_count();
    info.closed = topology.is_closed();
    return info;
}

double signed_sum(const Mesh& mesh, std::span<const Vec3> positions) {
    double sum = 0.0;
    for (const auto& [a, b, c] : triangulate(mesh.faces)) {
        const Vec3d p = positions[a].cast<double>();
        sum += p.dot(positions[b].cast<double>().cross(positions[c].cast<double>()));
    }
    return sum / 6.0;
}

// Meshes as the file lists them, each measured over all places where it is drawn.
Result<std::vector<MeshInfo>> inspect_meshes(const Character& character) {
    auto deformer = Deformer::create(
        character, {.skinning = SkinMethod::Linear, .normals = NormalOutput::None});
    if (!deformer) return deformer.error();
    const Pose pose = stored_pose(character);
    auto posed = deformer->make_output();
    deformer->deform(pose, posed);
    std::vector<Affine> model_from_joint(character.skeleton.joint_count());
    compute_model_pose(character.skeleton, pose.parent_from_joint, model_from_joint);

    std::vector<MeshInfo> infos;
    std::map<std::size_t, std::size_t> info_of_source;
    for (std::size_t m = 0; m < character.meshes.size(); ++m) {
        const SkinnedMesh& skinned = character.meshes[m];
        const auto [entry, is_first] =
            info_of_source.try_emplace(skinned.source_mesh, infos.size());
        if (is_first) infos.push_back(inspect_mesh(skinned.mesh));
        MeshInfo& info = infos[entry->second];
        if (!is_first) ++info.instances;

        std::vector<Affine> palette(skinned.skin.joints.size());
        compute_palette(skinned.skin, model_from_joint, palette);
        info.volume += target_volume(skinned, character.skeleton, palette);
        info.stored_volume += signed_sum(skinned.mesh, posed[m].positions);
        info.stored_capped_volume += enclosed_volume(skinned, posed[m].positions);
    }
    return infos;
}

// A mesh drawn several times on skins of its own is one mesh, and its joints are those of the
// first.
std::vector<JointIndex> listed_joints(const Character& character) {
    std::set<std::size_t> seen_sources;
    std::set<JointIndex> listed;
    for (const SkinnedMesh& skinned : character.meshes)
        if (!skinned.skin.hung && seen_sources.insert(skinned.source_mesh).second)
            listed.insert(skinned.skin.joints.begin(), skinned.skin.joints.end());
    return {listed.begin(), listed.end()};
}

std::vector<JointInfo> inspect_joints(const Character& character) {
    const auto joints = character.skeleton.joints();
    const auto listed = listed_joints(character);
    std::vector<JointInfo> infos;
    for (const JointIndex joint : listed) {
        auto parent = joints[joint].parent;
        while (parent && !std::binary_search(listed.begin(), listed.end(), *parent))
            parent = joints[*parent].parent;
        JointInfo& info = infos.emplace_back();
        info.name = joints[joint].name;
        if (parent) info.parent = joints[*parent].name;
    }
    return infos;
}

// Several meshes may follow one skin.
std::vector<SkinInfo> inspect_skins(const Character& character) {
    std::vector<SkinInfo> infos;
    std::vector<std::vector<JointIndex>> seen;
    for (const SkinnedMesh& skinned : character.meshes) {
        const Skin& skin = skinned.skin;
        if (skin.hung || std::find(seen.begin(), seen.end(), skin.joints) != seen.end()) continue;
        seen.push_back(skin.joints);
        infos.push_back({.name = skin.name, .joints = skin.joints.size()});
    }
    return infos;
}

}  // namespace

Result<CharacterInfo> inspect(const Character& character) {
    auto meshes = inspect_meshes(character);
    if (!meshes) return meshes.error();
    CharacterInfo info{.meshes = *std::move(meshes),
                       .joints = inspect_joints(character),
                       .skins = inspect_skins(character),
                       .influences = 0};
    for (const SkinnedMesh& skinned : character.meshes)
        if (!skinned.skin.hung)
            info.influences = std::max(info.influences, skinned.weights.max_influences());
    return info;
}

}  // namespace isoskin::cli
