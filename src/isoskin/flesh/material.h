#pragma once

#include <array>

#include "isoskin/math/types.h"

namespace isoskin {

/// Flesh: as stiff as one in shear (only ratios matter), nearly incompressible.
struct FleshMaterial {
    double shear = 1.0;
    double poisson = 0.47;  ///< 0.5 would not give at all; beyond 0.48 the solver suffers.
    double bulk() const { return 2.0 * poisson / (1.0 - 2.0 * poisson) * shear; }
};

using CellVector = Eigen::Matrix<double, 24, 1>;
using CellMatrix = Eigen::Matrix<double, 24, 24>;

/// A cube of flesh: shear ‖F − R‖² at eight Gauss points and ½ bulk (J − 1)² of its mean dilatation
/// J, so that it does not lock. Forces and stiffness are first and second derivatives of the
/// energy; modes of stiffness that are not positive are raised (Smith, de Goes, Kim 2019), so that
/// a Newton step always leads downhill.
class CubeElement {
  public:
    CubeElement(const FleshMaterial& material, double side);

    struct State {
        double energy = 0.0;
        double dilatation = 1.0;  ///< Mean over the cube.
        CellVector gradient = CellVector::Zero();
        CellMatrix stiffness = CellMatrix::Zero();
    };
    /// `nodes` are the places of its eight corners; energy counts by `filled`.
    State evaluate(const std::array<Vec3d, 8>& nodes, double filled) const;
    double energy(const std::array<Vec3d, 8>& nodes, double filled) const;
    double dilatation(const std::array<Vec3d, 8>& nodes) const;

  private:
    Mat3d gradient_at(const std::array<Vec3d, 8>& nodes, std::size_t gauss) const;

    FleshMaterial material_;
    double volume_;
    std::array<Eigen::Matrix<double, 8, 3>, 8> slopes_;
};

}  // namespace isoskin
