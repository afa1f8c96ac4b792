#pragma once

#include <vector>

#include "isoskin/rig/character.h"

namespace isoskin {

/// Takes out of morph targets what nobody sees but every file would hold: most vertices of a dense
/// body's targets move less than a hundredth of a millimetre.
class SmallMoves {
  public:
    /// Moves below `shortest`, in mesh units, are left out, and the others made whole numbers of a
    /// power of two below a quarter of it, which packs well; 0 changes nothing.
    SmallMoves(const SkinnedMesh& mesh, double shortest);

    /// Without its small moves. The others take over the volume these had, to first order about the
    /// bind shape, as far as none has to go farther than `shortest` for it.
    Offsets leave_out(const Offsets& offsets) const;

  private:
    double shortest_;
    double step_ = 0.0;
    std::vector<Vec3d> gradient_;  // ∂V/∂p of its point, per vertex, of the parts together
    std::vector<double> share_;    // per vertex: one over the number of vertices at its point
};

}  // namespace isoskin
