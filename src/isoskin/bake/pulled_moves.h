#pragma once

#include <span>
#include <string>
#include <vector>

#include "isoskin/deform/deformer.h"

namespace isoskin {

/// Pulls a posed surface back into bind space: how far each vertex would have to be moved there for
/// plain skinning to take it where a `Deformer` has it.
class PulledMoves {
  public:
    /// Both must outlive it.
    PulledMoves(Deformer& deformer, const Character& character, std::size_t mesh);

    /// One move per vertex of the mesh; those below `least` are zero.
    void pull(const Pose& pose, double least, std::span<Vec3> moves);

    /// Where blends were nearly singular, a sentence each.
    std::vector<std::string> notes() const;

  private:
    void add_old_morphs(std::span<const float> weights);
    void note_singular(std::size_t vertex);

    Deformer& deformer_;
    const Character& character_;
    const SkinnedMesh& mesh_;
    std::size_t number_;
    std::size_t first_morph_;
    std::vector<PosedMesh> posed_;
    std::vector<Affine> model_from_joint_;
    std::vector<Affine> palette_;
    std::vector<Vec3d> bind_;  // with the targets the file had
    std::vector<std::string> singular_;
};

}  // namespace isoskin
