#pragma once

#include <span>
#include <vector>

#include "isoskin/rig/character.h"

namespace isoskin {

/// What wrong morph weights do to a shape: moves of its surface and changes of its volume, both
/// relative.
class MorphDeviation {
  public:
    /// All targets of the mesh, old and new.
    explicit MorphDeviation(const SkinnedMesh& mesh);

    /// The larger of two: the farthest move over the diagonal of the mesh, and the change of volume
    /// of any part over its volume, to first order about the bind shape. One difference per target.
    double operator()(std::span<const float> difference) const;

    /// Largest move of one target at weight one, in mesh units.
    double largest_move(std::size_t target) const { return largest_[target]; }
    double size() const { return size_; }

  private:
    std::vector<Offsets> offsets_;  // per target
    std::vector<double> largest_;
    std::vector<std::vector<double>> gains_;  // per part, per target: relative change of volume
    double size_ = 0.0;
    mutable std::vector<Vec3> moves_;
};

}  // namespace isoskin
