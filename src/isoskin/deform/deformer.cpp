#include "isoskin/deform/deformer.h"

#include <cassert>

#include "isoskin/deform/check_character.h"

namespace isoskin {
namespace {

struct DeformedMesh {
    SkinnedMesh bind;
    std::size_t first_morph = 0;
    std::vector<Vec3> morphed;
    std::vector<Affine> palette;
    std::vector<Affine> blends;
};

Mesh with_normals(const Mesh& mesh) {
    Mesh copy = mesh;
    if (!copy.normals.empty()) return copy;
    copy.normals.assign(mesh.wedge_count(), Vec3::Zero());
    for (const Triangle& t : triangulate_wedges(mesh)) {
        const auto at = [&](std::size_t k) { return mesh.positions[mesh.vertex_of_wedge(t[k])]; };
        const Vec3 area = (at(1) - at(0)).cross(at(2) - at(0));
        for (const Index wedge : t)
            copy.normals[wedge] += area;
    }
    for (Vec3& normal : copy.normals)
        normal.normalize();
    return copy;
}

void apply_morphs(const DeformedMesh& mesh, std::span<const float> weights, std::span<Vec3> out) {
    std::copy(mesh.bind.mesh.positions.begin(), mesh.bind.mesh.positions.end(), out.begin());
    for (std::size_t k = 0; k < mesh.bind.morphs.size(); ++k) {
        const float weight = weights[mesh.first_morph + k];
        if (weight == 0.0F || mesh.bind.morphs[k].positions.empty()) continue;
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] += weight * mesh.bind.morphs[k].positions[i];
    }
}

}  // namespace

struct Deformer::State {
    Skeleton skeleton;
    DeformSettings settings;
    std::vector<DeformedMesh> meshes;
    std::vector<Affine> model_from_joint;
    std::size_t vertex_count = 0;
};

Deformer::Deformer(std::unique_ptr<State> state) : state_(std::move(state)) {}
Deformer::Deformer(Deformer&&) noexcept = default;
Deformer& Deformer::operator=(Deformer&&) noexcept = default;
Deformer::~Deformer() = default;

Result<Deformer> Deformer::create(const Character& character, const DeformSettings& settings) {
    if (const Status status = check_character(character); !status) return status.error();
    auto state = std::make_unique<State>();
    state->skeleton = character.skeleton;
    state->settings = settings;
    state->model_from_joint.resize(character.skeleton.joint_count());
    const std::vector<std::size_t> first = first_morph(character);
    for (std::size_t i = 0; i < character.meshes.size(); ++i) {
        DeformedMesh mesh{.bind = character.meshes[i],
                          .first_morph = first[i],
                          .morphed = {},
                          .palette = {},
                          .blends = {}};
        mesh.bind.mesh = with_normals(mesh.bind.mesh);
        mesh.morphed.resize(mesh.bind.mesh.vertex_count());
        mesh.palette.resize(mesh.bind.skin.joints.size());
        mesh.blends.resize(mesh.bind.mesh.vertex_count());
        state->vertex_count += mesh.morphed.size();
        state->meshes.push_back(std::move(mesh));
    }
    return Deformer(std::move(state));
}

std::vector<PosedMesh> Deformer::make_output() const {
    std::vector<PosedMesh> out;
    for (const DeformedMesh& mesh : state_->meshes) {
        PosedMesh& posed = out.emplace_back();
        posed.positions.resize(mesh.bind.mesh.vertex_count());
        if (state_->settings.normals != NormalOutput::None)
            posed.normals.resize(mesh.bind.mesh.wedge_count());
        if (state_->settings.normals == NormalOutput::NormalsAndTangents)
            posed.tangents.resize(mesh.bind.mesh.tangents.size());
    }
    return out;
}

DeformReport Deformer::deform(const Pose& pose, std::span<PosedMesh> out) {
    compute_model_pose(state_->skeleton, pose.parent_from_joint, state_->model_from_joint);
    return deform(state_->model_from_joint, pose.morph_weights, out);
}

DeformReport Deformer::deform(std::span<const Affine> model_from_joint,
                              std::span<const float> morph_weights, std::span<PosedMesh> out) {
    assert(out.size() == state_->meshes.size());
    for (std::size_t m = 0; m < out.size(); ++m) {
        DeformedMesh& mesh = state_->meshes[m];
        apply_morphs(mesh, morph_weights, mesh.morphed);
        compute_palette(mesh.bind.skin, model_from_joint, mesh.palette);
        blend_rows(state_->settings.skinning, mesh.bind.weights, mesh.palette, mesh.blends);
        for (std::size_t i = 0; i < mesh.morphed.size(); ++i)
            out[m].positions[i] = (mesh.blends[i] * mesh.morphed[i].cast<double>()).cast<float>();
        for (std::size_t w = 0; w < out[m].normals.size(); ++w) {
            const Mat3d linear = mesh.blends[mesh.bind.mesh.vertex_of_wedge(w)].linear();
            const Vec3d normal = carry_normal(linear, mesh.bind.mesh.normals[w].cast<double>());
            out[m].normals[w] = normal.cast<float>();
            if (!out[m].tangents.empty())
                out[m].tangents[w] =
                    carry_tangent(linear, normal, mesh.bind.mesh.tangents[w]).cast<float>();
        }
    }
    return {.vertex_count = state_->vertex_count};
}

void Deformer::deform_exact(const Pose& pose, std::size_t mesh_index,
                            std::span<Vec3d> positions) const {
    const DeformedMesh& mesh = state_->meshes[mesh_index];
    std::vector<Affine> model_from_joint(state_->skeleton.joint_count());
    compute_model_pose(state_->skeleton, pose.parent_from_joint, model_from_joint);
    std::vector<Affine> palette(mesh.palette.size());
    compute_palette(mesh.bind.skin, model_from_joint, palette);
    std::vector<Vec3> morphed(mesh.morphed.size());
    apply_morphs(mesh, pose.morph_weights, morphed);
    skin_points(state_->settings.skinning, morphed, mesh.bind.weights, palette, positions);
}

}  // namespace isoskin
