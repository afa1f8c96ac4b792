#pragma once

#include <optional>
#include <span>
#include <vector>

#include "isoskin/deform/carried_bind.h"
#include "isoskin/deform/deformer.h"
#include "isoskin/deform/detail_normals.h"
#include "isoskin/skinning/skin_table.h"
#include "isoskin/volume/corrector.h"

namespace isoskin {

/// One mesh of a character made ready to be posed: the inside of `Deformer`.
class MeshDeformer {
  public:
    /// `hosts` are meshes that its parts may lie on.
    MeshDeformer(const SkinnedMesh& source, const Skeleton& skeleton,
                 const DeformSettings& settings, std::span<const HostMesh> hosts = {});

    /// See `Deformer::reshape`. Needs `DeformSettings::volume`; `hosts` are reshaped already.
    void reshape(const VolumeSettings& settings, Reshaping reshaping,
                 std::span<const HostMesh> hosts);

    /// Targets of other meshes that parts of this one follow; their weights have to be set before
    /// a pose is made.
    std::span<const GuestTarget> guest_targets() const {
        return corrector_ ? corrector_->guest_targets() : std::span<const GuestTarget>();
    }
    std::span<float> guest_weights() {
        return std::span(target_weights_).last(guest_targets().size());
    }

    /// See `Deformer::set_lattice`; `lattice_from_bind` as in lattice/deform_bind.h.
    /// `defining` as in `Deformer::set_lattice`.
    void set_lattice(const Lattice& lattice, const Lattice* defining,
                     const Affine& lattice_from_bind);
    void clear_lattice();

    /// `morph_weights` are those of this mesh.
    void deform(std::span<const Affine> model_from_joint, std::span<const float> morph_weights,
                PosedMesh& out);
    void deform_exact(std::span<const Affine> model_from_joint,
                      std::span<const float> morph_weights, std::span<Vec3d> positions);

    /// Weights of the correction targets in a pose; the mesh is not touched.
    std::span<const float> solve_weights(std::span<const Affine> model_from_joint,
                                         std::span<const float> morph_weights);

    /// The heat map of the last pose; see `Deformer::heat`.
    void heat(std::span<const Vec3> skinned, std::span<const Vec3> corrected,
              std::span<float> heat);

    /// Volume of all parts in the shape `positions`; see `Deformer::measure`.
    double measure(std::span<const Vec3> positions);

    PosedMesh make_output() const;
    std::size_t vertex_count() const { return positions_.size(); }
    std::size_t morph_count() const { return morph_positions_.size(); }
    const Skin& skin() const { return skin_; }
    const VolumeCorrector* corrector() const { return corrector_ ? &*corrector_ : nullptr; }

    /// Of the last pose; one per part of the corrector.
    std::span<const PartOutcome> outcomes() const { return outcomes_; }
    std::span<const double> measured() const { return measured_; }
    std::span<const float> target_weights() const { return target_weights_; }

  private:
    bool thickens() const;
    std::vector<VertexMap> target_maps() const;
    void build_table(std::span<const VertexMap> maps);
    void make_room(std::span<const std::size_t> targets);
    void apply_morphs(std::span<const float> morph_weights);
    void set_bind(std::span<const float> morph_weights);
    void set_palette(std::span<const Affine> model_from_joint);
    void set_carried_bind(std::span<const float> morph_weights);
    bool solve_thickness(MeshUse mesh, std::span<Vec3> positions);
    void blend_vertices();
    SkinBase base() const;

    DeformSettings settings_;
    Skin skin_;
    std::vector<JointIndex> slots_;  // that any vertex follows
    std::vector<Affine> palette_;    // per slot
    std::vector<Vec3> positions_;    // bind
    SkinWeights weights_;
    std::vector<Offsets> morph_positions_;
    std::vector<float> applied_morphs_;  // in morphed_ and in the corrector
    std::vector<Vec3> morphed_;          // and carried by the lattice, if there is one
    Mesh bind_;                          // as the table has it
    std::vector<MorphTarget> morphs_;
    enum class KeptVolume { OfBind, OfCarried, OfDefining };
    std::optional<CarriedBind> carried_;
    std::optional<CarriedBind> defining_;  // by the edit, where the lattice is its motion
    KeptVolume kept_volume_ = KeptVolume::OfBind;
    bool is_carried_ = false;
    bool bind_changed_ = false;         // since the table and the corrector were told
    std::vector<double> kept_volumes_;  // of the parts, whatever the lattice does
    std::vector<float> no_morphs_;
    std::size_t wedge_count_ = 0;
    std::size_t tangent_count_ = 0;

    std::optional<VolumeCorrector> corrector_;
    std::optional<DetailNormals> normals_;  // only after a correction; else the table has them
    std::optional<SkinTable> table_;
    bool has_room_ = false;  // in the table, for maps to grow
    std::vector<float> target_weights_;
    std::vector<float> growth_;       // of the target weights, while they are solved for
    std::vector<Vec3> growth_field_;  // what it does to each vertex
    std::vector<Vec3> scratch_;       // positions made only to solve for weights
    std::vector<PartOutcome> outcomes_;
    std::vector<double> measured_;
    std::vector<double> measured_elsewhere_;
    std::vector<Affine> posed_from_bind_;  // per vertex, over another base than the linear blend
    std::vector<StretchThenMove> stretched_palette_;
};

}  // namespace isoskin
