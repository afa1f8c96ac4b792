#include "isoskin/flesh/material.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>

#include "isoskin/flesh/cells.h"

namespace isoskin {
namespace {

constexpr double kLeastMode = 1e-3;  // of the shear stiffness

// F = U diag(values) Vᵀ with rotations U and V: the last value takes the sign of det F.
struct SignedSvd {
    Mat3d U, V;
    Vec3d values;
};

SignedSvd decompose_signed(const Mat3d& F) {
    Eigen::SelfAdjointEigenSolver<Mat3d> solver;
    solver.computeDirect(F.transpose() * F);
    SignedSvd svd;
    svd.V.col(0) = solver.eigenvectors().col(2);
    svd.V.col(1) = solver.eigenvectors().col(1);
    svd.V.col(2) = svd.V.col(0).cross(svd.V.col(1));
    const Vec3d first = F * svd.V.col(0);
    svd.values[0] = first.norm();
    svd.U.col(0) = first / std::max(svd.values[0], 1e-12);
    Vec3d second = F * svd.V.col(1);
    second -= svd.U.col(0) * svd.U.col(0).dot(second);
    svd.values[1] = second.norm();
    svd.U.col(1) =
        svd.values[1] < 1e-9 ? Vec3d(svd.U.col(0).unitOrthogonal()) : Vec3d(second / svd.values[1]);
    svd.U.col(2) = svd.U.col(0).cross(svd.U.col(1));
    svd.values[2] = svd.U.col(2).dot(F * svd.V.col(2));
    return svd;
}

Mat3d cofactor(const Mat3d& F) {
    Mat3d cof;
    cof.col(0) = F.col(1).cross(F.col(2));
    cof.col(1) = F.col(2).cross(F.col(0));
    cof.col(2) = F.col(0).cross(F.col(1));
    return cof;
}

// The nine eigenvectors and eigenvalues of the second derivative of shear ‖F − R‖² + pressure det F
// at one point, in closed form: three that stretch, three that turn, three that shear.
struct Modes {
    std::array<Mat3d, 9> shape;
    std::array<double, 9> stiffness{};
};

Modes modes_of(const SignedSvd& svd, double shear, double pressure) {
    const Vec3d& s = svd.values;
    Modes modes;
    Mat3d stretch;
    stretch << 2.0 * shear, pressure * s[2], pressure * s[1],  //
        pressure * s[2], 2.0 * shear, pressure * s[0],         //
        pressure * s[1], pressure * s[0], 2.0 * shear;
    Eigen::SelfAdjointEigenSolver<Mat3d> solver;
    solver.computeDirect(stretch);
    for (int k = 0; k < 3; ++k) {
        modes.stiffness[std::size_t(k)] = solver.eigenvalues()[k];
        modes.shape[std::size_t(k)] =
            svd.U * solver.eigenvectors().col(k).asDiagonal() * svd.V.transpose();
    }
    constexpr std::array<std::array<int, 3>, 3> kPairs = {{{0, 1, 2}, {1, 2, 0}, {0, 2, 1}}};
    const double half = std::sqrt(0.5);
    for (std::size_t k = 0; k < 3; ++k) {
        const auto [i, j, other] = kPairs[k];
        Mat3d plane = Mat3d::Zero();
        plane(i, j) = -half;
        plane(j, i) = half;
        modes.shape[3 + k] = svd.U * plane * svd.V.transpose();
        modes.stiffness[3 + k] =
            2.0 * shear - 4.0 * shear / std::max(s[i] + s[j], 1e-3) + pressure * s[other];
        plane(i, j) = half;
        modes.shape[6 + k] = svd.U * plane * svd.V.transpose();
        modes.stiffness[6 + k] = 2.0 * shear - pressure * s[other];
    }
    for (double& stiffness : modes.stiffness)
        stiffness = std::max(stiffness, kLeastMode * shear);
    return modes;
}

}  // namespace

CubeElement::CubeElement(const FleshMaterial& material, double side)
    : material_(material), volume_(side * side * side) {
    const double off = 0.5 / std::sqrt(3.0);
    for (int q = 0; q < 8; ++q) {
        const Vec3d at(0.5 + ((q & 1) != 0 ? off : -off), 0.5 + ((q & 2) != 0 ? off : -off),
                       0.5 + ((q & 4) != 0 ? off : -off));
        slopes_[std::size_t(q)] = share_slopes(at) / side;
    }
}

Mat3d CubeElement::gradient_at(const std::array<Vec3d, 8>& nodes, std::size_t gauss) const {
    Mat3d F = Mat3d::Zero();
    for (int node = 0; node < 8; ++node)
        F.noalias() += nodes[std::size_t(node)] * slopes_[gauss].row(node);
    return F;
}

double CubeElement::dilatation(const std::array<Vec3d, 8>& nodes) const {
    double sum = 0.0;
    for (std::size_t q = 0; q < 8; ++q)
        sum += gradient_at(nodes, q).determinant();
    return sum / 8.0;
}

double CubeElement::energy(const std::array<Vec3d, 8>& nodes, double filled) const {
    double shear = 0.0;
    for (std::size_t q = 0; q < 8; ++q)
        shear += (decompose_signed(gradient_at(nodes, q)).values - Vec3d::Ones()).squaredNorm();
    const double excess = dilatation(nodes) - 1.0;
    return filled * volume_ *
           (material_.shear * shear / 8.0 + 0.5 * material_.bulk() * excess * excess);
}

CubeElement::State CubeElement::evaluate(const std::array<Vec3d, 8>& nodes, double filled) const {
    std::array<Mat3d, 8> gradients;
    State state;
    state.dilatation = 0.0;
    for (std::size_t q = 0; q < 8; ++q) {
        gradients[q] = gradient_at(nodes, q);
        state.dilatation += gradients[q].determinant() / 8.0;
    }
    const double pressure = material_.bulk() * (state.dilatation - 1.0);
    const double volume = filled * volume_;
    state.energy = 0.5 * volume * pressure * (state.dilatation - 1.0);
    CellVector of_dilatation = CellVector::Zero();
    Eigen::Matrix<double, 24, 72> roots;
    for (std::size_t q = 0; q < 8; ++q) {
        const SignedSvd svd = decompose_signed(gradients[q]);
        const Mat3d cof = cofactor(gradients[q]);
        const Mat3d rotation = svd.U * svd.V.transpose();
        const Mat3d stress = 2.0 * material_.shear * (gradients[q] - rotation) + pressure * cof;
        const double weight = volume / 8.0;
        state.energy += weight * material_.shear * (svd.values - Vec3d::Ones()).squaredNorm();
        const Modes modes = modes_of(svd, material_.shear, pressure);
        for (int node = 0; node < 8; ++node) {
            const Vec3d slope = slopes_[q].row(node).transpose();
            state.gradient.segment<3>(3 * node) += weight * stress * slope;
            of_dilatation.segment<3>(3 * node) += cof * slope / 8.0;
            for (std::size_t k = 0; k < 9; ++k)
                roots.block<3, 1>(3 * node, static_cast<int>(9 * q + k)) =
                    std::sqrt(weight * modes.stiffness[k]) * (modes.shape[k] * slope);
        }
    }
    state.stiffness.noalias() = roots * roots.transpose();
    state.stiffness.noalias() +=
        volume * material_.bulk() * of_dilatation * of_dilatation.transpose();
    return state;
}

}  // namespace isoskin
