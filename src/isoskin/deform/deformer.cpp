#include "isoskin/deform/deformer.h"

#include <cassert>

#include "isoskin/deform/check_character.h"
#include "isoskin/mesh/normals.h"
#include "isoskin/skinning/skin_table.h"

namespace isoskin {
namespace {

// A mesh whose file has no normals gets them from its faces, its morph targets too: the change of
// the normal at full weight, taken as linear in between.
void add_normals(Mesh& mesh, std::vector<MorphTarget>& morphs) {
    if (!mesh.normals.empty()) return;
    const std::vector<Vec3> bind = compute_normals(mesh, mesh.positions);
    std::vector<Vec3> positions(mesh.vertex_count());
    for (MorphTarget& morph : morphs) {
        if (morph.positions.empty()) continue;
        for (std::size_t i = 0; i < positions.size(); ++i)
            positions[i] = mesh.positions[i] + morph.positions[i];
        morph.normals = compute_normals(mesh, positions);
        for (std::size_t i = 0; i < bind.size(); ++i)
            morph.normals[i] -= bind[i];
    }
    mesh.normals = bind;
}

SkinTable make_table(const SkinnedMesh& source, const DeformSettings& settings) {
    Mesh mesh = source.mesh;
    std::vector<MorphTarget> morphs = source.morphs;
    if (settings.normals == NormalOutput::None)
        mesh.normals.clear();
    else
        add_normals(mesh, morphs);
    if (settings.normals != NormalOutput::NormalsAndTangents) mesh.tangents.clear();
    return SkinTable(settings.skinning, {.positions = mesh.positions,
                                         .weights = source.weights,
                                         .wedge_vertex = mesh.wedge_vertex,
                                         .normals = mesh.normals,
                                         .tangents = mesh.tangents,
                                         .morphs = morphs});
}

// What is kept of a mesh of the character.
struct MeshPart {
    MeshPart(const SkinnedMesh& source, std::size_t morphs_before, const DeformSettings& settings)
        : table(make_table(source, settings)),
          skin(source.skin),
          palette(source.skin.joints.size()),
          first_morph(morphs_before),
          positions(source.mesh.positions),
          weights(source.weights),
          wedge_count(source.mesh.wedge_count()),
          tangent_count(source.mesh.tangents.size()) {
        for (const MorphTarget& morph : source.morphs)
            morph_positions.push_back(morph.positions);
    }

    std::span<const float> own_weights(std::span<const float> morph_weights) const {
        return morph_weights.subspan(first_morph, morph_positions.size());
    }

    SkinTable table;
    Skin skin;
    std::vector<Affine> palette;
    std::size_t first_morph = 0;

    // For the plain loops.
    std::vector<Vec3> positions;
    SkinWeights weights;
    std::vector<std::vector<Vec3>> morph_positions;

    std::size_t wedge_count = 0;
    std::size_t tangent_count = 0;
};

std::vector<Vec3> morphed_positions(const MeshPart& part, std::span<const float> weights) {
    std::vector<Vec3> positions = part.positions;
    for (std::size_t target = 0; target < weights.size(); ++target) {
        if (weights[target] == 0.0F || part.morph_positions[target].empty()) continue;
        for (std::size_t i = 0; i < positions.size(); ++i)
            positions[i] += weights[target] * part.morph_positions[target][i];
    }
    return positions;
}

}  // namespace

struct Deformer::State {
    DeformSettings settings;
    Skeleton skeleton;
    std::vector<MeshPart> parts;
    std::vector<Affine> model_from_joint;
    std::size_t morph_count = 0;
    std::size_t vertex_count = 0;
};

Deformer::Deformer(std::unique_ptr<State> state) : state_(std::move(state)) {}
Deformer::Deformer(Deformer&&) noexcept = default;
Deformer& Deformer::operator=(Deformer&&) noexcept = default;
Deformer::~Deformer() = default;

Result<Deformer> Deformer::create(const Character& character, const DeformSettings& settings) {
    if (const Status status = check_character(character); !status) return status.error();

    auto state = std::make_unique<State>();
    state->settings = settings;
    state->skeleton = character.skeleton;
    state->model_from_joint.resize(character.skeleton.joint_count());
    for (const SkinnedMesh& mesh : character.meshes) {
        state->parts.emplace_back(mesh, state->morph_count, settings);
        state->morph_count += mesh.morphs.size();
        state->vertex_count += mesh.mesh.vertex_count();
    }
    return Deformer(std::move(state));
}

std::vector<PosedMesh> Deformer::make_output() const {
    std::vector<PosedMesh> out;
    for (const MeshPart& part : state_->parts) {
        PosedMesh& posed = out.emplace_back();
        posed.positions.resize(part.positions.size());
        if (state_->settings.normals != NormalOutput::None) posed.normals.resize(part.wedge_count);
        if (state_->settings.normals == NormalOutput::NormalsAndTangents)
            posed.tangents.resize(part.tangent_count);
    }
    return out;
}

DeformReport Deformer::deform(const Pose& pose, std::span<PosedMesh> out) {
    compute_model_pose(state_->skeleton, pose.parent_from_joint, state_->model_from_joint);
    return deform(state_->model_from_joint, pose.morph_weights, out);
}

DeformReport Deformer::deform(std::span<const Affine> model_from_joint,
                              std::span<const float> morph_weights, std::span<PosedMesh> out) {
    assert(model_from_joint.size() == state_->skeleton.joint_count());
    assert(morph_weights.size() == state_->morph_count);
    assert(out.size() == state_->parts.size());
    for (std::size_t mesh = 0; mesh < out.size(); ++mesh) {
        MeshPart& part = state_->parts[mesh];
        compute_palette(part.skin, model_from_joint, part.palette);
        part.table.set_morph_weights(part.own_weights(morph_weights));
        part.table.set_palette(part.palette);
        part.table.skin({.positions = out[mesh].positions,
                         .normals = out[mesh].normals,
                         .tangents = out[mesh].tangents});
    }
    return {.vertex_count = state_->vertex_count};
}

void Deformer::deform_exact(const Pose& pose, std::size_t mesh, std::span<Vec3d> positions) const {
    const MeshPart& part = state_->parts[mesh];
    std::vector<Affine> model_from_joint(state_->skeleton.joint_count());
    compute_model_pose(state_->skeleton, pose.parent_from_joint, model_from_joint);
    std::vector<Affine> palette(part.palette.size());
    compute_palette(part.skin, model_from_joint, palette);
    const auto bind = morphed_positions(part, part.own_weights(pose.morph_weights));
    skin_points(state_->settings.skinning, bind, part.weights, palette, positions);
}

}  // namespace isoskin
