#pragma once

#include <array>
#include <vector>

#include "isoskin/volume/part_model.h"

namespace isoskin {

/// The volume of a part with one joint moved and all others at bind, as a closed form of its
/// motion.
///
/// With only node k moved by A against its parent, a point is (1 - S) p + S A p: a blend of the
/// frame (e1 e2 e3) and of the four columns of A. So the volume is a fixed combination of the 35
/// determinants of three of these seven columns (Cauchy and Binet), summed over the mesh once.
class JointVolume {
  public:
    JointVolume(const PartModel& part, const TrianglesOfPoints& triangles, std::size_t node);

    /// One that was made before, from its parts.
    JointVolume(const Vec3d& pivot, const std::array<double, 35>& coefficients)
        : pivot_(pivot), coefficient_(coefficients), at_rest_((*this)(Affine::Identity())) {}

    const std::array<double, 35>& coefficients() const { return coefficient_; }

    /// Volume in bind units with the node moved by `parent_from_node`.
    double operator()(const Affine& parent_from_node) const;

    /// The same without motion, to the bit.
    double at_rest() const { return at_rest_; }

  private:
    Vec3d pivot_;  // sums are taken about it, so that they stay small
    std::array<double, 35> coefficient_{};
    double at_rest_ = 0.0;
};

}  // namespace isoskin
