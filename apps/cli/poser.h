#pragma once

#include <span>
#include <vector>

#include "character_lattice.h"
#include "pose_options.h"

namespace isoskin::cli {

/// A character and the motion asked for, ready to be shown at any moment.
class Poser {
  public:
    /// Reads everything the options name.
    static Result<Poser> create(const PoseOptions& options, NormalOutput normals);

    /// With the bind shape that the lattice makes, if there is one.
    const Character& character() const { return character_; }
    const std::optional<CharacterLattice>& lattice() const { return lattice_; }
    const Motion& motion() const { return motion_; }

    /// Moves to `time` seconds; all below is about this moment.
    void go_to(double time);

    /// How volume is kept.
    const ChosenVolume& volume() const { return volume_; }
    std::vector<Refusal> refusals() const { return deformer_.refusals(); }

    const Pose& pose() const { return pose_; }
    std::span<const PosedMesh> posed() const { return posed_; }
    std::span<const Affine> model_from_joint() const { return model_from_joint_; }
    /// What became of the volume; empty parts where the bind shape is shown.
    const DeformReport& report() const { return report_; }

  private:
    Poser(Character character, std::optional<CharacterLattice> lattice, Motion motion,
          ChosenVolume volume, Deformer deformer);
    void show_bind_shape();

    Character character_;
    std::optional<CharacterLattice> lattice_;
    Motion motion_;
    ChosenVolume volume_;
    Deformer deformer_;
    Pose pose_;
    DeformReport report_;
    std::vector<PosedMesh> posed_;
    std::vector<Affine> model_from_joint_;
};

}  // namespace isoskin::cli
