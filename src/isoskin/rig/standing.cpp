#include "isoskin/rig/standing.h"

namespace isoskin {
namespace {

Vec3 moved_direction(const Mat3d& linear, const Vec3& direction) {
    const Vec3d moved = linear * direction.cast<double>();
    return moved.norm() > 0.0 ? Vec3(moved.normalized().cast<float>()) : direction;
}

// How each vertex of a mesh is carried to where the stored pose shows it; one without a skin lies
// there.
std::vector<Affine> stored_motions(const SkinnedMesh& skinned,
                                   std::span<const Affine> model_from_joint) {
    if (skinned.skin.joints.empty())
        return std::vector<Affine>(skinned.mesh.vertex_count(), Affine::Identity());
    std::vector<Affine> palette(skinned.skin.joints.size());
    compute_palette(skinned.skin, model_from_joint, palette);
    std::vector<Affine> model_from_bind;
    for (std::size_t v = 0; v < skinned.mesh.vertex_count(); ++v) {
        Affine blend = Affine::Identity();
        blend.matrix().topRows<3>().setZero();
        for (const auto& [slot, weight] : skinned.weights.row(v))
            blend.matrix().topRows<3>() +=
                static_cast<double>(weight) * palette[slot].matrix().topRows<3>();
        model_from_bind.push_back(blend);
    }
    return model_from_bind;
}

}  // namespace

void carry_mesh(std::span<const Affine> by_vertex, Mesh& mesh) {
    for (std::size_t v = 0; v < mesh.positions.size(); ++v)
        mesh.positions[v] = (by_vertex[v] * mesh.positions[v].cast<double>()).cast<float>();
    for (std::size_t wedge = 0; wedge < mesh.wedge_count(); ++wedge) {
        const Mat3d& linear = by_vertex[mesh.vertex_of_wedge(wedge)].linear();
        // Normals go by the cofactors, which need no inverse.
        Mat3d cofactors;
        cofactors << linear.col(1).cross(linear.col(2)), linear.col(2).cross(linear.col(0)),
            linear.col(0).cross(linear.col(1));
        if (!mesh.normals.empty())
            mesh.normals[wedge] = moved_direction(cofactors, mesh.normals[wedge]);
        if (!mesh.tangents.empty())
            mesh.tangents[wedge].head<3>() =
                moved_direction(linear, mesh.tangents[wedge].head<3>());
    }
}

Character as_it_stands(const Character& character) {
    Character standing;
    standing.name = character.name;
    standing.materials = character.materials;
    standing.images = character.images;
    std::vector<Affine> model_from_joint(character.skeleton.joint_count());
    compute_model_pose(character.skeleton, stored_pose(character.skeleton).parent_from_joint,
                       model_from_joint);
    for (const SkinnedMesh& skinned : character.meshes) {
        SkinnedMesh bare;
        bare.mesh = skinned.mesh;
        bare.source_mesh = standing.meshes.size();
        carry_mesh(stored_motions(skinned, model_from_joint), bare.mesh);
        standing.meshes.push_back(std::move(bare));
    }
    return standing;
}

}  // namespace isoskin
