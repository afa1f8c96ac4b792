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
    /// Coefficients in the order of `for_each_triple`, taken about the joint's pivot so that they
    /// stay small.
    explicit JointVolume(const std::array<double, kCount>& coefficients);

    const std::array<double, kCount>& coefficients() const { return coefficient_; }

    /// Volume in bind units with the node moved against its parent: by a linear map about the
    /// pivot, then by how far that goes.
    double moved(const Mat3d& linear, const Vec3d& shift) const;

    /// The same for a rotation, whose columns are each other's cross products: half the work.
    double turned(const Mat3d& rotation, const Vec3d& shift) const;

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
    // Of a rotation with columns c and a shift t:
    // constant + Σ of_column·c + t·(of_shift + Σ (across × c + along c)), column by column.
    struct TurnedForm {
        double constant = 0.0;
        Mat3d of_column = Mat3d::Zero();
        Vec3d of_shift = Vec3d::Zero();
        Mat3d across = Mat3d::Zero();
        Vec3d along = Vec3d::Zero();
    };
    static TurnedForm turned_form(const std::array<double, kCount>& coefficients);

    std::array<double, kCount> coefficient_{};
    TurnedForm turned_;
    double at_rest_ = 0.0;
};

}  // namespace isoskin
