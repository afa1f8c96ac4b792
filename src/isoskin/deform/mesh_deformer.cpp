#include "isoskin/deform/mesh_deformer.h"

#include <algorithm>
#include <cassert>

#include "isoskin/mesh/normals.h"

namespace isoskin {
namespace {

// A mesh whose file has no normals gets them from its faces, its morph targets too: the change of
// the normal at full weight, taken as linear in between.
void add_normals(Mesh& mesh, std::vector<MorphTarget>& morphs) {
    if (!mesh.normals.empty()) return;
    const std::vector<Vec3> bind = compute_normals(mesh, mesh.positions);
    std::vector<Vec3> positions;
    for (MorphTarget& morph : morphs) {
        if (morph.positions.empty()) continue;
        positions = mesh.positions;
        morph.positions.add_to(positions);
        std::vector<Vec3> changes = compute_normals(mesh, positions);
        for (std::size_t i = 0; i < bind.size(); ++i)
            changes[i] -= bind[i];
        morph.normals = changes;
    }
    mesh.normals = bind;
}

bool corrects(const DeformSettings& settings) {
    return settings.volume && settings.volume->method != VolumeMethod::None;
}

}  // namespace

MeshDeformer::MeshDeformer(const SkinnedMesh& source, const Skeleton& skeleton,
                           const DeformSettings& settings, std::span<const HostMesh> hosts)
    : settings_(settings),
      skin_(source.skin),
      slots_(source.weights.slots()),
      palette_(source.skin.joints.size(), Affine::Identity()),
      positions_(source.mesh.positions),
      weights_(source.weights),
      applied_morphs_(source.morphs.size(), 0.0F),
      morphed_(source.mesh.positions),
      wedge_count_(source.mesh.wedge_count()),
      tangent_count_(source.mesh.tangents.size()) {
    for (const MorphTarget& morph : source.morphs)
        morph_positions_.push_back(morph.positions);
    if (settings.volume)
        corrector_.emplace(source, skeleton, *settings.volume, settings.progress,
                           base() == SkinBase::Linear ? settings.layers : Layers::Alone, hosts);
    settings_.progress = {};

    bind_ = source.mesh;
    morphs_ = source.morphs;
    if (settings.normals != NormalOutput::None) add_normals(bind_, morphs_);
    if (settings.normals != NormalOutput::NormalsAndTangents) bind_.tangents.clear();
    const bool moves = corrects(settings) &&
                       (!corrector_->parts().empty() || !corrector_->carried_parts().empty());
    if (moves && settings.normals != NormalOutput::None) normals_.emplace(bind_);
    if (normals_ || settings.normals == NormalOutput::None) {
        bind_.normals.clear();
        bind_.tangents.clear();
    }
    build_table(target_maps());
    no_morphs_.resize(morphs_.size(), 0.0F);
    if (!corrector_) return;
    target_weights_.resize(corrector_->targets().size());
    outcomes_.resize(corrector_->parts().size());
    measured_.resize(corrector_->parts().size());
    measured_elsewhere_.resize(corrector_->parts().size());
    if (base() == SkinBase::Other) {
        posed_from_bind_.resize(positions_.size());
        stretched_palette_.resize(palette_.size());
    }
    if (!thickens()) return;
    growth_.resize(target_weights_.size());
    growth_field_.resize(positions_.size(), Vec3::Zero());
    scratch_.resize(positions_.size());
}

bool MeshDeformer::thickens() const {
    return corrects(settings_) && corrector_->thickens();
}

std::vector<VertexMap> MeshDeformer::target_maps() const {
    std::vector<VertexMap> maps;
    if (thickens())
        for (const VertexTarget& target : corrector_->targets())
            maps.push_back(target.map);
    return maps;
}

void MeshDeformer::build_table(std::span<const VertexMap> maps) {
    table_.emplace(settings_.skinning,
                   SkinTableInput{.positions = bind_.positions,
                                  .weights = weights_,
                                  .wedge_vertex = bind_.wedge_vertex,
                                  .normals = bind_.normals,
                                  .tangents = bind_.tangents,
                                  .morphs = morphs_,
                                  .maps = maps,
                                  .directions = maps.empty() ? std::span<const Vec3>()
                                                             : corrector_->directions()});
    bind_changed_ = bind_changed_ || is_carried_;
    std::fill(growth_field_.begin(), growth_field_.end(), Vec3::Zero());  // what no map moves
}

// A map that is being drawn grows and shrinks: it gets room wherever the limb could give, so that
// the table is made anew once and not at every move.
void MeshDeformer::make_room(std::span<const std::size_t> targets) {
    std::vector<VertexMap> maps = target_maps();
    for (const std::size_t target : targets) {
        std::vector<char> listed(positions_.size(), 0);
        for (const Index vertex : maps[target].vertices)
            listed[vertex] = 1;
        for (const Index vertex : corrector_->limb_vertices(target)) {
            if (listed[vertex] != 0) continue;
            maps[target].vertices.push_back(vertex);
            maps[target].values.push_back(0.0F);
            if (!maps[target].ways.empty()) maps[target].ways.push_back(Vec3::Zero());
        }
    }
    build_table(maps);
}

void MeshDeformer::reshape(const VolumeSettings& settings, Reshaping reshaping,
                           std::span<const HostMesh> hosts) {
    assert(corrector_);
    settings_.volume = settings;
    const auto changed = corrector_->reshape(settings, reshaping, hosts);
    // The corrector is back at the bind shape: what morphs and a lattice make of it comes again.
    std::fill(applied_morphs_.begin(), applied_morphs_.end(), 0.0F);
    std::copy(positions_.begin(), positions_.end(), morphed_.begin());
    bind_changed_ = bind_changed_ || is_carried_;
    if (!thickens()) return;
    if (reshaping == Reshaping::Complete) {
        if (has_room_ || !changed.empty()) build_table(target_maps());
        has_room_ = false;
        return;
    }
    const bool fits = std::all_of(changed.begin(), changed.end(), [&](std::size_t target) {
        return table_->set_map(target, corrector_->targets()[target].map);
    });
    if (fits) return;
    make_room(changed);
    has_room_ = true;
}

SkinBase MeshDeformer::base() const {
    return settings_.skinning == SkinMethod::Linear ? SkinBase::Linear : SkinBase::Other;
}

PosedMesh MeshDeformer::make_output() const {
    PosedMesh posed;
    posed.positions.resize(positions_.size());
    if (settings_.normals != NormalOutput::None) posed.normals.resize(wedge_count_);
    if (settings_.normals == NormalOutput::NormalsAndTangents)
        posed.tangents.resize(tangent_count_);
    return posed;
}

void MeshDeformer::set_lattice(const Lattice& lattice, const Lattice* defining,
                               const Affine& lattice_from_bind) {
    if (!carried_) carried_.emplace(bind_, morphs_, lattice_from_bind);
    carried_->set_lattice(lattice);
    kept_volume_ = defining == nullptr    ? KeptVolume::OfBind
                   : defining == &lattice ? KeptVolume::OfCarried
                                          : KeptVolume::OfDefining;
    if (kept_volume_ == KeptVolume::OfDefining) {
        if (!defining_) defining_.emplace(bind_, morphs_, lattice_from_bind);
        defining_->set_lattice(*defining);
    }
    is_carried_ = true;
    bind_changed_ = true;
}

void MeshDeformer::clear_lattice() {
    bind_changed_ = bind_changed_ || is_carried_;
    is_carried_ = false;
}

// Tells table and corrector which bind shape to start from.
void MeshDeformer::set_bind(std::span<const float> morph_weights) {
    if (is_carried_) return set_carried_bind(morph_weights);
    if (bind_changed_) table_->set_bind(bind_.positions, bind_.normals, bind_.tangents);
    table_->set_morph_weights(morph_weights);
    if (corrector_ || bind_changed_) apply_morphs(morph_weights);
    bind_changed_ = false;
}

// The corrector keeps the volume of the morphed shape, so it must know it; the table has its own.
void MeshDeformer::apply_morphs(std::span<const float> morph_weights) {
    assert(morph_weights.size() == applied_morphs_.size());
    if (!bind_changed_ &&
        std::equal(morph_weights.begin(), morph_weights.end(), applied_morphs_.begin()))
        return;
    std::copy(morph_weights.begin(), morph_weights.end(), applied_morphs_.begin());
    std::copy(positions_.begin(), positions_.end(), morphed_.begin());
    for (std::size_t k = 0; k < morph_weights.size(); ++k) {
        if (morph_weights[k] == 0.0F || morph_positions_[k].empty()) continue;
        morph_positions_[k].add_to(morphed_, morph_weights[k]);
    }
    if (corrector_) corrector_->set_bind(morphed_);
}

// A lattice that moves does not change how much there is: the shape it makes is given the volume
// that the morphed shape has without it, or under the edit it moves, by those of its vertices that
// it moves.
void MeshDeformer::set_carried_bind(std::span<const float> morph_weights) {
    if (!bind_changed_ &&
        std::equal(morph_weights.begin(), morph_weights.end(), applied_morphs_.begin()))
        return;
    bind_changed_ = true;
    carried_->make_shape(morph_weights);
    if (corrector_) {
        apply_morphs(morph_weights);
        if (corrects(settings_) && kept_volume_ != KeptVolume::OfCarried) {
            if (kept_volume_ == KeptVolume::OfDefining) defining_->make_shape(morph_weights);
            kept_volumes_.resize(corrector_->parts().size());
            corrector_->measure(kept_volume_ == KeptVolume::OfDefining
                                    ? std::span<const Vec3>(defining_->positions())
                                    : std::span<const Vec3>(morphed_),
                                kept_volumes_);
            corrector_->restore_bind(kept_volumes_, carried_->shares(), carried_->positions());
        }
        corrector_->set_bind(carried_->positions());
    }
    std::copy(morph_weights.begin(), morph_weights.end(), applied_morphs_.begin());
    std::copy(carried_->positions().begin(), carried_->positions().end(), morphed_.begin());
    table_->set_morph_weights(no_morphs_);
    table_->set_bind(carried_->positions(), carried_->normals(), carried_->tangents());
    bind_changed_ = false;
}

// Only what a vertex follows: files share one skin among many meshes.
void MeshDeformer::set_palette(std::span<const Affine> model_from_joint) {
    for (const JointIndex slot : slots_)
        palette_[slot] = model_from_joint[skin_.joints[slot]] * skin_.joint_from_bind[slot];
}

// Thickness is solved for before skinning; where that takes the posed mesh, positions are made on
// the way. Returns whether they are.
bool MeshDeformer::solve_thickness(MeshUse mesh, std::span<Vec3> positions) {
    if (!corrector_->propose(palette_, base(), mesh, target_weights_, growth_, outcomes_)) {
        table_->set_thickness(target_weights_);
        return false;
    }
    table_->set_thickness(target_weights_);
    table_->set_growth(growth_);
    table_->skin({.positions = positions, .growth = growth_field_});
    const bool held_back = corrector_->settle(positions, growth_field_, target_weights_, outcomes_);
    if (held_back) {
        table_->set_thickness(target_weights_);
        return false;
    }
    if (mesh == MeshUse::AtHand) table_->copy_equal(positions);
    return true;
}

std::span<const float> MeshDeformer::solve_weights(std::span<const Affine> model_from_joint,
                                                   std::span<const float> morph_weights) {
    assert(corrector_ && corrector_->is_by_targets(base()));
    set_palette(model_from_joint);
    set_bind(morph_weights);
    table_->set_palette(palette_);
    solve_thickness(MeshUse::None, scratch_);
    return target_weights_;
}

void MeshDeformer::deform(std::span<const Affine> model_from_joint,
                          std::span<const float> morph_weights, PosedMesh& out) {
    set_palette(model_from_joint);
    set_bind(morph_weights);
    table_->set_palette(palette_);
    const bool thickened = thickens();
    const bool table_has_normals = !normals_ && settings_.normals != NormalOutput::None;
    if (!thickened || !solve_thickness(MeshUse::AtHand, out.positions))
        table_->skin({.positions = out.positions,
                      .normals = table_has_normals ? std::span(out.normals) : std::span<Vec3>(),
                      .tangents = table_has_normals ? std::span(out.tangents) : std::span<Vec4>()});
    if (corrector_ && !thickened) {
        blend_vertices();
        corrector_->correct(palette_, base(), posed_from_bind_, out.positions, outcomes_);
    }
    if (normals_) normals_->compute(out.positions, out.normals, out.tangents);
    if (corrector_ && settings_.check == VolumeCheck::Measure) {
        if (thickened && base() == SkinBase::Linear)
            corrector_->measure_skinned(palette_, outcomes_);
        corrector_->measure(out.positions, measured_);
    }
}

void MeshDeformer::heat(std::span<const Vec3> skinned, std::span<const Vec3> corrected,
                        std::span<float> heat) {
    assert(corrector_);
    corrector_->heat(skinned, corrected, outcomes_, heat);
}

double MeshDeformer::measure(std::span<const Vec3> positions) {
    assert(corrector_);
    corrector_->measure(positions, measured_elsewhere_);
    double sum = 0.0;
    for (const double volume : measured_elsewhere_)
        sum += volume;
    return sum;
}

// Far from the origin most bits of a place are spent on where it is: all is worked out near it and
// carried there at the end.
void MeshDeformer::deform_exact(std::span<const Affine> model_from_joint,
                                std::span<const float> morph_weights, std::span<Vec3d> positions) {
    set_palette(model_from_joint);
    const Vec3d place =
        slots_.empty() ? Vec3d(Vec3d::Zero()) : Vec3d(palette_[slots_.front()].translation());
    for (const JointIndex slot : slots_)
        palette_[slot].translation() -= place;
    if (is_carried_)
        set_carried_bind(morph_weights);
    else
        apply_morphs(morph_weights);
    skin_points(settings_.skinning, morphed_, weights_, palette_, positions);
    if (corrector_) {
        blend_vertices();
        corrector_->correct(palette_, base(), posed_from_bind_, positions, outcomes_);
        corrector_->correct_followers(weights_, palette_, guest_weights(), positions);
    }
    for (Vec3d& position : positions)
        position += place;
}

// As `blend_rows` does, without its own memory.
void MeshDeformer::blend_vertices() {
    if (!corrector_->needs_posed_from_bind(base())) return;
    for (const JointIndex slot : slots_)
        stretched_palette_[slot] = split_stretch(palette_[slot]);
    for (std::size_t i = 0; i < posed_from_bind_.size(); ++i)
        posed_from_bind_[i] = settings_.skinning == SkinMethod::DualQuaternion
                                  ? blend_dual(weights_.row(i), stretched_palette_)
                                  : blend_rigid(weights_.row(i), palette_);
}

}  // namespace isoskin
