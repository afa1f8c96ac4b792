#pragma once

#include <array>

#include "isoskin/math/types.h"

namespace isoskin {

/// The volume of a part with one joint moved and all others at bind, as a closed form of its
/// motion.
///
/// With only node k moved by A against its parent, a point is (1 - S) p + S A p: a blend of the
/// frame (e1 e2 e3) and of the four columns of A. So the volume is a fixed combination of the 35
/// determinants of three of these seven columns (Cauchy and Binet), summed over the mesh once.
class JointVolume {
  public:
    static constexpr std::size_t kCount = 35;

    JointVolume() = default;
    /// Coefficients in the order of `for_each_triple`, taken about the pivot so that they stay
    /// small.
    JointVolume(const Vec3d& pivot, const std::array<double, kCount>& coefficients)
        : pivot_(pivot), coefficient_(coefficients), at_rest_((*this)(Affine::Identity())) {}

    const std::array<double, kCount>& coefficients() const { return coefficient_; }

    /// Volume in bind units with the node moved by `parent_from_node`.
    double operator()(const Affine& parent_from_node) const;

    /// The same without motion, to the bit.
    double at_rest() const { return at_rest_; }

    /// Visits all triples of the seven columns, as (index, a, b, c).
    template <typename Visit>
    static void for_each_triple(const Visit& visit) {
        std::size_t index = 0;
        for (int a = 0; a < 7; ++a)
            for (int b = a + 1; b < 7; ++b)
                for (int c = b + 1; c < 7; ++c)
                    visit(index++, a, b, c);
    }

  private:
    Vec3d pivot_ = Vec3d::Zero();
    std::array<double, kCount> coefficient_{};
    double at_rest_ = 0.0;
};

}  // namespace isoskin
