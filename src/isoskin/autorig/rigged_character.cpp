#include "isoskin/autorig/rigged_character.h"

namespace isoskin {
namespace {

Vec3 moved_direction(const Mat3d& linear, const Vec3& direction) {
    const Vec3d moved = linear * direction.cast<double>();
    return moved.norm() > 0.0 ? Vec3(moved.normalized().cast<float>()) : direction;
}

// Carries a mesh by one matrix per vertex. Normals go by the cofactors, which need no inverse.
void carry(std::span<const Affine> model_from_bind, Mesh& mesh) {
    for (std::size_t v = 0; v < mesh.positions.size(); ++v)
        mesh.positions[v] = (model_from_bind[v] * mesh.positions[v].cast<double>()).cast<float>();
    for (std::size_t wedge = 0; wedge < mesh.wedge_count(); ++wedge) {
        const Mat3d& linear = model_from_bind[mesh.vertex_of_wedge(wedge)].linear();
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

}  // namespace

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
        std::vector<Affine> palette(skinned.skin.joints.size());
        compute_palette(skinned.skin, model_from_joint, palette);
        std::vector<Affine> model_from_bind;
        for (std::size_t v = 0; v < bare.mesh.vertex_count(); ++v) {
            Affine blend = Affine::Identity();
            blend.matrix().topRows<3>().setZero();
            for (const auto& [slot, weight] : skinned.weights.row(v))
                blend.matrix().topRows<3>() +=
                    static_cast<double>(weight) * palette[slot].matrix().topRows<3>();
            model_from_bind.push_back(blend);
        }
        carry(model_from_bind, bare.mesh);
        standing.meshes.push_back(std::move(bare));
    }
    return standing;
}

WholeBody whole_body(const Character& standing) {
    WholeBody body;
    for (const SkinnedMesh& skinned : standing.meshes) {
        const auto first = static_cast<Index>(body.positions.size());
        body.positions.insert(body.positions.end(), skinned.mesh.positions.begin(),
                              skinned.mesh.positions.end());
        for (Face face : skinned.mesh.faces) {
            for (Index& vertex : face.vertices)
                if (vertex != kNoIndex) vertex += first;
            body.faces.push_back(face);
        }
    }
    return body;
}

void turn_upright(const Vec3d& up, const Vec3d& facing, Character& standing) {
    Affine upright = Affine::Identity();
    upright.linear().row(0) = up.cross(facing).transpose();
    upright.linear().row(1) = up.transpose();
    upright.linear().row(2) = facing.transpose();
    for (SkinnedMesh& skinned : standing.meshes)
        carry(std::vector<Affine>(skinned.mesh.vertex_count(), upright), skinned.mesh);
}

Result<BoundWeights> hang_on_skeleton(const Skeleton& skeleton, Character& standing,
                                      const WeightSettings& settings) {
    standing.skeleton = skeleton;
    std::vector<Affine> model_from_joint(skeleton.joint_count());
    compute_model_pose(skeleton, stored_pose(skeleton).parent_from_joint, model_from_joint);
    for (SkinnedMesh& skinned : standing.meshes) {
        skinned.skin = {};
        skinned.skin.name = "rig";
        for (std::size_t joint = 0; joint < skeleton.joint_count(); ++joint) {
            skinned.skin.joints.push_back(static_cast<JointIndex>(joint));
            skinned.skin.joint_from_bind.push_back(model_from_joint[joint].inverse());
        }
        skinned.weights = SkinWeights::rigid(skinned.mesh.vertex_count(), 0);
    }
    const auto body = bind_body(standing);
    if (!body) return body.error();
    auto bound = bind_weights(*body, skeleton, settings);
    if (bound) apply_weights(*body, bound->weights, standing);
    return bound;
}

}  // namespace isoskin
