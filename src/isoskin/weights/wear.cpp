#include "isoskin/weights/wear.h"

#include <algorithm>
#include <numeric>

#include "isoskin/rig/standing.h"
#include "isoskin/weights/transfer.h"

namespace isoskin {
namespace {

// On all joints of the body where its file stores them: the bind space is model space.
void hang_stored(const Character& body, std::span<const Affine> model_from_joint,
                 Character& garment) {
    garment.skeleton = body.skeleton;
    for (SkinnedMesh& mesh : garment.meshes) {
        mesh.skin = {};
        for (const JointIndex joint : skin_joints(body)) {
            mesh.skin.joints.push_back(joint);
            mesh.skin.joint_from_bind.push_back(model_from_joint[joint].inverse());
        }
        mesh.weights = SkinWeights::rigid(mesh.mesh.vertex_count(), 0);
    }
}

// Back from where it lies to the bind space of the body, in which the stored pose carries it there.
void unpose(const BindBody& body, std::span<const Affine> model_from_joint, SkinnedMesh& mesh) {
    std::vector<Affine> palette;
    for (std::size_t slot = 0; slot < mesh.skin.joints.size(); ++slot) {
        const JointIndex joint = mesh.skin.joints[slot];
        mesh.skin.joint_from_bind[slot] = body.joint_from_body[joint];
        palette.push_back(model_from_joint[joint] * body.joint_from_body[joint]);
    }
    std::vector<Affine> bind_from_model;
    for (std::size_t v = 0; v < mesh.mesh.vertex_count(); ++v) {
        // Where all motions are one, as in a body that is stored in its bind pose, its inverse.
        const Affine& lead = palette[mesh.weights.row(v).front().slot];
        Affine blend = lead;
        for (const auto& [slot, weight] : mesh.weights.row(v))
            blend.matrix().topRows<3>() +=
                static_cast<double>(weight) * (palette[slot].matrix() - lead.matrix()).topRows<3>();
        bind_from_model.push_back(blend.inverse());
    }
    carry_mesh(bind_from_model, mesh.mesh);
}

void add_meshes(Character garment, Character& body) {
    const auto first_material = static_cast<int>(body.materials.size());
    const auto first_image = static_cast<int>(body.images.size());
    std::size_t source_mesh = 0;
    for (const SkinnedMesh& mesh : body.meshes)
        source_mesh = std::max(source_mesh, mesh.source_mesh + 1);
    for (Material& material : garment.materials) {
        if (material.base_color_image >= 0) material.base_color_image += first_image;
        body.materials.push_back(std::move(material));
    }
    for (Image& image : garment.images)
        body.images.push_back(std::move(image));
    for (SkinnedMesh& mesh : garment.meshes) {
        for (Section& section : mesh.mesh.sections)
            if (section.material >= 0) section.material += first_material;
        if (mesh.mesh.name.empty()) mesh.mesh.name = garment.name;
        mesh.skin.name = "worn";
        mesh.source_mesh = source_mesh++;
        body.meshes.push_back(std::move(mesh));
    }
}

}  // namespace

Result<WornBody> wear(const Character& body, const Character& garment, std::size_t max_influences) {
    const auto body_bind = bind_body(body);
    if (!body_bind) return body_bind.error();
    std::vector<Affine> model_from_joint(body.skeleton.joint_count());
    compute_model_pose(body.skeleton, stored_pose(body.skeleton).parent_from_joint,
                       model_from_joint);
    Character worn = as_it_stands(garment);
    hang_stored(body, model_from_joint, worn);
    const auto lying = bind_body(worn);
    if (!lying) return lying.error();
    std::vector<JointIndex> same(body.skeleton.joint_count());
    std::iota(same.begin(), same.end(), JointIndex{0});
    auto bound = transfer_weights(body, same, *lying, max_influences);
    if (!bound) return bound.error();
    apply_weights(*lying, bound->weights, worn);
    for (SkinnedMesh& mesh : worn.meshes)
        unpose(*body_bind, model_from_joint, mesh);
    WornBody result{body, *std::move(bound)};
    add_meshes(std::move(worn), result.character);
    return result;
}

}  // namespace isoskin
