#include "isoskin/deform/deformer.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "isoskin/deform/check_character.h"
#include "isoskin/deform/mesh_deformer.h"
#include "isoskin/lattice/deform_bind.h"
#include "isoskin/volume/build/followers.h"
#include "isoskin/volume/build/painted_map.h"

namespace isoskin {

struct Deformer::State {
    DeformSettings settings;
    Skeleton skeleton;
    std::vector<MeshDeformer> meshes;
    std::vector<std::size_t> order;         // of meshes: those that others lie on come first
    std::vector<Affine> lattice_from_bind;  // per mesh
    std::vector<std::size_t> first_morph;
    std::vector<Affine> model_from_joint;
    std::size_t vertex_count = 0;
    std::vector<PartReport> parts;
    std::vector<JointReport> joints;

    std::span<const float> morphs_of(std::size_t mesh, std::span<const float> weights) const {
        return weights.subspan(first_morph[mesh], meshes[mesh].morph_count());
    }
    /// Those of a mesh and of all that come before it in the order.
    std::vector<HostMesh> hosts_before(std::size_t mesh) const;
    /// Takes the weights that a mesh's parts follow from the meshes they lie on.
    void fetch_guest_weights(std::size_t mesh);
    /// The same, where those have not been posed.
    void solve_guest_weights(std::span<const Affine> model_pose,
                             std::span<const float> morph_weights, std::size_t mesh);
    void prepare_reports();
    DeformReport report();
};

namespace {

void fill_report(const PartCorrector& corrector, const PartOutcome& outcome, double measured,
                 PartReport& report) {
    report.target = outcome.target;
    report.skinned = outcome.skinned;
    report.corrected = measured;
    report.reached = outcome.reached;
    report.kept = outcome.kept;
    report.amount = outcome.amount;
    report.trouble = outcome.trouble;
    report.label = corrector.part().label;
}

// Largest move of each joint's own targets, along the carried direction taken as unit length;
// `joints` are those of the part, node 1 first.
void fill_joints(const PartCorrector& corrector, std::span<const float> weights,
                 std::span<JointReport> joints) {
    const double volume = corrector.part().volume;
    const double size = corrector.part().size;
    for (std::size_t k = 0; k < joints.size(); ++k) {
        joints[k].loss = volume > 0.0 ? corrector.losses()[k + 1].total / volume : 0.0;
        joints[k].displacement = 0.0;
        joints[k].bulge = 0.0;
    }
    for (std::size_t k = 0; k < weights.size() && size > 0.0; ++k) {
        const CorrectionTarget& target = corrector.targets()[k];
        const auto weight = static_cast<double>(weights[k]);
        JointReport& joint = joints[target.node - 1];
        joint.displacement = std::max(joint.displacement, std::abs(weight) * target.largest / size);
        if (target.role == CorrectionTarget::Role::Bend && weight > 0.0)
            joint.bulge = weight * target.crest / corrector.part().limbs[target.node].radius;
    }
}

// The same of methods that move points and have no weights.
void add_moves_on_mesh(const PartCorrector& corrector, std::span<JointReport> joints) {
    const double size = corrector.part().size;
    for (std::size_t k = 0; k < joints.size() && size > 0.0; ++k)
        joints[k].displacement =
            std::max(joints[k].displacement,
                     corrector.largest_move_on_mesh(static_cast<Index>(k + 1)) / size);
}

}  // namespace

std::vector<HostMesh> Deformer::State::hosts_before(std::size_t mesh) const {
    std::vector<HostMesh> hosts;
    for (const std::size_t other : order) {
        if (other == mesh) break;
        if (meshes[other].corrector() != nullptr)
            hosts.push_back({.mesh = other, .corrector = meshes[other].corrector()});
    }
    return hosts;
}

void Deformer::State::fetch_guest_weights(std::size_t mesh) {
    const auto guests = meshes[mesh].guest_targets();
    const std::span<float> weights = meshes[mesh].guest_weights();
    for (std::size_t k = 0; k < guests.size(); ++k)
        weights[k] = meshes[guests[k].mesh].target_weights()[guests[k].target];
}

void Deformer::State::solve_guest_weights(std::span<const Affine> model_pose,
                                          std::span<const float> morph_weights, std::size_t mesh) {
    std::size_t solved = meshes.size();
    for (const GuestTarget& guest : meshes[mesh].guest_targets()) {  // mesh by mesh
        if (guest.mesh != solved)
            meshes[guest.mesh].solve_weights(model_pose, morphs_of(guest.mesh, morph_weights));
        solved = guest.mesh;
    }
    fetch_guest_weights(mesh);
}

void Deformer::State::prepare_reports() {
    for (std::size_t mesh = 0; mesh < meshes.size(); ++mesh) {
        const VolumeCorrector* corrector = meshes[mesh].corrector();
        if (corrector == nullptr) continue;
        for (const PartCorrector& part : corrector->parts()) {
            for (std::size_t node = 1; node < part.part().node_count(); ++node)
                joints.push_back(
                    {.part = parts.size(),
                     .joint = meshes[mesh].skin().joints[part.part().tree.nodes[node].slot]});
            parts.emplace_back().mesh = mesh;
        }
    }
}

DeformReport Deformer::State::report() {
    std::size_t p = 0;
    std::size_t j = 0;
    for (const MeshDeformer& mesh : meshes) {
        if (mesh.corrector() == nullptr) continue;
        std::size_t first_target = 0;
        for (std::size_t k = 0; k < mesh.corrector()->parts().size(); ++k, ++p) {
            const PartCorrector& corrector = mesh.corrector()->parts()[k];
            fill_report(corrector, mesh.outcomes()[k], mesh.measured()[k], parts[p]);
            const Index trouble = mesh.outcomes()[k].trouble_node;
            parts[p].trouble_joint = {};
            if (trouble != kNoIndex) {
                const JointIndex slot = corrector.part().tree.nodes[trouble].slot;
                parts[p].trouble_joint = skeleton.joints()[mesh.skin().joints[slot]].name;
            }
            const auto weights =
                mesh.target_weights().subspan(first_target, corrector.targets().size());
            first_target += corrector.targets().size();
            const std::size_t joint_count =
                std::max<std::size_t>(1, corrector.part().node_count()) - 1;
            const auto joints_of_part = std::span(joints).subspan(j, joint_count);
            fill_joints(corrector, weights, joints_of_part);
            if (settings.check == VolumeCheck::Measure)
                add_moves_on_mesh(corrector, joints_of_part);
            j += joint_count;
        }
    }
    return {.vertex_count = vertex_count, .parts = parts, .joints = joints};
}

Deformer::Deformer(std::unique_ptr<State> state) : state_(std::move(state)) {}
Deformer::Deformer(Deformer&&) noexcept = default;
Deformer& Deformer::operator=(Deformer&&) noexcept = default;
Deformer::~Deformer() = default;

Result<Deformer> Deformer::create(const Character& character, const DeformSettings& settings) {
    if (const Status status = check_character(character); !status) return status.error();
    if (settings.lattice) {
        DeformSettings rest = settings;
        rest.lattice.reset();
        return create(deform_bind(character, *settings.lattice), rest);
    }

    auto state = std::make_unique<State>();
    state->settings = settings;
    state->settings.progress = {};
    if (settings.volume) {
        auto volume = fit_paint(character, *settings.volume);
        if (!volume) return volume.error();
        state->settings.volume = *std::move(volume);
    }
    state->skeleton = character.skeleton;
    state->model_from_joint.resize(character.skeleton.joint_count());
    state->first_morph = first_morph(character);
    std::size_t all_vertices = 0;
    for (const SkinnedMesh& mesh : character.meshes)
        all_vertices += mesh.mesh.vertex_count();
    state->order = rank_meshes(character.meshes);
    std::vector<std::optional<MeshDeformer>> built(character.meshes.size());
    std::vector<HostMesh> hosts;
    for (const std::size_t i : state->order) {
        DeformSettings of_mesh = state->settings;
        if (of_mesh.volume)
            of_mesh.volume = settings_of_mesh(*state->settings.volume, i,
                                              character.meshes[i].mesh.vertex_count());
        const auto of_all = [&](double share) {
            const double of_this =
                share * static_cast<double>(character.meshes[i].mesh.vertex_count());
            settings.progress((static_cast<double>(state->vertex_count) + of_this) /
                              static_cast<double>(all_vertices));
        };
        if (settings.progress) of_mesh.progress = of_all;
        built[i].emplace(character.meshes[i], character.skeleton, of_mesh, hosts);
        if (built[i]->corrector() != nullptr)
            hosts.push_back(
                {.mesh = i, .source = &character.meshes[i], .corrector = built[i]->corrector()});
        state->vertex_count += character.meshes[i].mesh.vertex_count();
    }
    for (std::size_t i = 0; i < built.size(); ++i) {
        state->meshes.push_back(*std::move(built[i]));
        state->lattice_from_bind.push_back(lattice_from_bind(character, i));
    }
    state->prepare_reports();
    return Deformer(std::move(state));
}

namespace {

// Or in the amount, which no map depends on.
bool differ_in_joints_alone(const VolumeSettings& a, const VolumeSettings& b) {
    VolumeSettings general = a;
    general.joints = b.joints;
    general.amount = b.amount;
    return general == b;
}

bool names_its_paint(const JointVolumeSettings& joint, std::span<const MeshDeformer> meshes) {
    return std::all_of(joint.painted.begin(), joint.painted.end(), [&](const PaintedMap& map) {
        return map.mesh < meshes.size() && map.values.size() == meshes[map.mesh].vertex_count();
    });
}

}  // namespace

bool Deformer::can_reshape(const VolumeSettings& settings) const {
    const auto& joints = settings.joints;
    return state_->settings.volume && differ_in_joints_alone(*state_->settings.volume, settings) &&
           std::all_of(joints.begin(), joints.end(), [&](const JointVolumeSettings& joint) {
               return names_its_paint(joint, state_->meshes);
           });
}

bool Deformer::reshape(const VolumeSettings& settings, Reshaping reshaping) {
    if (!can_reshape(settings)) return false;
    state_->settings.volume = settings;
    for (const std::size_t i : state_->order)
        state_->meshes[i].reshape(settings_of_mesh(settings, i, state_->meshes[i].vertex_count()),
                                  reshaping, state_->hosts_before(i));
    return true;
}

std::vector<PosedMesh> Deformer::make_output() const {
    std::vector<PosedMesh> out;
    for (const MeshDeformer& mesh : state_->meshes)
        out.push_back(mesh.make_output());
    return out;
}

DeformReport Deformer::deform(const Pose& pose, std::span<PosedMesh> out) {
    compute_model_pose(state_->skeleton, pose.parent_from_joint, state_->model_from_joint);
    return deform(state_->model_from_joint, pose.morph_weights, out);
}

DeformReport Deformer::deform(std::span<const Affine> model_from_joint,
                              std::span<const float> morph_weights, std::span<PosedMesh> out) {
    assert(model_from_joint.size() == state_->skeleton.joint_count());
    assert(morph_weights.size() == state_->first_morph.back());
    assert(out.size() == state_->meshes.size());
    for (const std::size_t mesh : state_->order) {
        state_->fetch_guest_weights(mesh);
        state_->meshes[mesh].deform(model_from_joint, state_->morphs_of(mesh, morph_weights),
                                    out[mesh]);
    }
    return state_->report();
}

void Deformer::set_lattice(const Lattice& lattice, const Lattice* defining) {
    for (std::size_t mesh = 0; mesh < state_->meshes.size(); ++mesh)
        state_->meshes[mesh].set_lattice(lattice, defining, state_->lattice_from_bind[mesh]);
}

void Deformer::clear_lattice() {
    for (MeshDeformer& mesh : state_->meshes)
        mesh.clear_lattice();
}

std::span<const VertexTarget> Deformer::targets(std::size_t mesh) const {
    const VolumeCorrector* corrector = state_->meshes[mesh].corrector();
    return corrector != nullptr ? corrector->targets() : std::span<const VertexTarget>();
}

std::span<const Vec3> Deformer::target_directions(std::size_t mesh) const {
    const VolumeCorrector* corrector = state_->meshes[mesh].corrector();
    return corrector != nullptr ? corrector->directions() : std::span<const Vec3>();
}

std::span<const float> Deformer::weights(const Pose& pose, std::size_t mesh) {
    compute_model_pose(state_->skeleton, pose.parent_from_joint, state_->model_from_joint);
    return weights(state_->model_from_joint, pose.morph_weights, mesh);
}

std::span<const float> Deformer::weights(std::span<const Affine> model_from_joint,
                                         std::span<const float> morph_weights, std::size_t mesh) {
    assert(model_from_joint.size() == state_->skeleton.joint_count());
    assert(morph_weights.size() == state_->first_morph.back());
    state_->solve_guest_weights(model_from_joint, morph_weights, mesh);
    return state_->meshes[mesh].solve_weights(model_from_joint,
                                              state_->morphs_of(mesh, morph_weights));
}

bool Deformer::has_weights() const {
    const auto& volume = state_->settings.volume;
    return volume && thickens(volume->method) && volume->scope == VolumeScope::Joints &&
           state_->settings.skinning == SkinMethod::Linear;
}

std::vector<Refusal> Deformer::refusals() const {
    double whole = 0.0;
    for (const MeshDeformer& mesh : state_->meshes)
        if (mesh.corrector() != nullptr) whole += mesh.corrector()->surface_area();
    std::vector<Refusal> all;
    for (const MeshDeformer& mesh : state_->meshes) {
        if (mesh.corrector() == nullptr) continue;
        for (Refusal refusal : mesh.corrector()->refusals()) {
            refusal.mesh = static_cast<std::size_t>(&mesh - state_->meshes.data());
            if (whole > 0.0) refusal.surface *= mesh.corrector()->surface_area() / whole;
            all.push_back(std::move(refusal));
        }
    }
    return all;
}

std::vector<FollowingPart> Deformer::following_parts() const {
    std::vector<FollowingPart> all;
    for (std::size_t mesh = 0; mesh < state_->meshes.size(); ++mesh)
        if (const VolumeCorrector* corrector = state_->meshes[mesh].corrector())
            for (const CarriedPart& part : corrector->carried_parts())
                all.push_back({.mesh = mesh, .part = part.label, .host = part.host_label});
    return all;
}

void Deformer::heat(std::size_t mesh, std::span<const Vec3> skinned,
                    std::span<const Vec3> corrected, std::span<float> heat) {
    state_->meshes[mesh].heat(skinned, corrected, heat);
}

double Deformer::measure(std::size_t mesh, std::span<const Vec3> positions) {
    return state_->meshes[mesh].measure(positions);
}

void Deformer::deform_exact(const Pose& pose, std::size_t mesh, std::span<Vec3d> positions) {
    compute_model_pose(state_->skeleton, pose.parent_from_joint, state_->model_from_joint);
    state_->solve_guest_weights(state_->model_from_joint, pose.morph_weights, mesh);
    state_->meshes[mesh].deform_exact(state_->model_from_joint,
                                      state_->morphs_of(mesh, pose.morph_weights), positions);
}

}  // namespace isoskin
