#include "isoskin/flesh/material.h"

#include <random>

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

namespace isoskin {
namespace {

constexpr double kSide = 0.3;

std::array<Vec3d, 8> cube() {
    std::array<Vec3d, 8> nodes;
    for (int k = 0; k < 8; ++k)
        nodes[std::size_t(k)] = kSide * Vec3d(k & 1, (k >> 1) & 1, k >> 2);
    return nodes;
}

std::array<Vec3d, 8> shaken(double amount, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> unit(-amount, amount);
    auto nodes = cube();
    for (Vec3d& node : nodes)
        node += kSide * Vec3d(unit(random), unit(random), unit(random));
    return nodes;
}

TEST(CubeElement, rests_in_any_rigid_place) {
    const CubeElement element({}, kSide);
    auto nodes = cube();
    const Quatd turn(Eigen::AngleAxisd(1.1, Vec3d(1, 2, 3).normalized()));
    for (Vec3d& node : nodes)
        node = turn * node + Vec3d(4, 5, 6);
    const auto state = element.evaluate(nodes, 0.7);
    EXPECT_NEAR(state.energy, 0.0, 1e-14);
    EXPECT_LT(state.gradient.norm(), 1e-12);
    EXPECT_NEAR(state.dilatation, 1.0, 1e-12);
}

TEST(CubeElement, forces_are_slopes_of_the_energy) {
    const CubeElement element({}, kSide);
    for (unsigned seed = 0; seed < 5; ++seed) {
        auto nodes = shaken(0.15, seed);
        const auto state = element.evaluate(nodes, 0.6);
        EXPECT_NEAR(state.energy, element.energy(nodes, 0.6), 1e-12);
        constexpr double kStep = 1e-6;
        for (int k = 0; k < 24; ++k) {
            double& entry = nodes[std::size_t(k / 3)][k % 3];
            const double at = entry;
            entry = at + kStep;
            const double above = element.energy(nodes, 0.6);
            entry = at - kStep;
            const double below = element.energy(nodes, 0.6);
            entry = at;
            EXPECT_NEAR(state.gradient[k], (above - below) / (2.0 * kStep),
                        1e-6 * state.gradient.norm());
        }
    }
}

TEST(CubeElement, stiffness_is_the_slope_of_forces_where_nothing_is_raised) {
    const CubeElement element({}, kSide);
    auto nodes = cube();
    for (Vec3d& node : nodes)  // stretched a little: all modes are stiff
        node *= 1.01;
    const auto state = element.evaluate(nodes, 1.0);
    constexpr double kStep = 1e-6;
    for (int k = 0; k < 24; ++k) {
        double& entry = nodes[std::size_t(k / 3)][k % 3];
        const double at = entry;
        entry = at + kStep;
        const CellVector above = element.evaluate(nodes, 1.0).gradient;
        entry = at - kStep;
        const CellVector below = element.evaluate(nodes, 1.0).gradient;
        entry = at;
        const CellVector slope = (above - below) / (2.0 * kStep);
        EXPECT_LT((state.stiffness.col(k) - slope).norm(), 1e-4 * state.stiffness.norm()) << k;
    }
}

TEST(CubeElement, stiffness_leads_downhill_everywhere) {
    const CubeElement element({}, kSide);
    for (unsigned seed = 0; seed < 20; ++seed) {
        const auto state = element.evaluate(shaken(0.6, seed), 1.0);
        const Eigen::SelfAdjointEigenSolver<CellMatrix> modes(state.stiffness);
        EXPECT_GT(modes.eigenvalues()[0], -1e-10 * modes.eigenvalues()[23]);
    }
}

// The patch test: eight cubes under one affine map leave the node between them at rest.
TEST(CubeElement, a_patch_of_cubes_takes_any_affine_map) {
    const CubeElement element({}, kSide);
    Mat3d map;
    map << 1.1, 0.2, -0.1, 0.05, 0.9, 0.15, -0.2, 0.1, 1.05;
    Vec3d force = Vec3d::Zero();
    double size = 0.0;
    for (int at = 0; at < 8; ++at) {
        auto nodes = cube();
        for (Vec3d& node : nodes)
            node = map * (node + kSide * Vec3d(at & 1, (at >> 1) & 1, at >> 2));
        const auto state = element.evaluate(nodes, 1.0);
        const int shared = 7 - at;  // the node that all eight have
        force += state.gradient.segment<3>(3 * shared);
        size = std::max(size, state.gradient.segment<3>(3 * shared).norm());
    }
    EXPECT_GT(size, 1e-3 * kSide * kSide);
    EXPECT_LT(force.norm(), 1e-12 * size);
}

// Sheared at constant volume a cube of nearly incompressible flesh is as soft as any: no locking.
TEST(CubeElement, resists_a_change_of_volume_far_more_than_a_bend) {
    const CubeElement soft({.shear = 1.0, .poisson = 0.3}, kSide);
    const CubeElement hard({.shear = 1.0, .poisson = 0.499}, kSide);
    auto swollen = cube();
    auto opened = cube();
    for (std::size_t k = 0; k < 8; ++k) {
        swollen[k] *= 1.02;
        // One face opens as much as the other closes: the mean dilatation stays.
        const double up = opened[k].y() / kSide - 0.5;
        opened[k].x() += 0.05 * up * (opened[k].x() - 0.5 * kSide);
    }
    EXPECT_GT(hard.energy(swollen, 1.0), 50.0 * soft.energy(swollen, 1.0));
    EXPECT_LT(hard.energy(opened, 1.0), 1.01 * soft.energy(opened, 1.0));
}

}  // namespace
}  // namespace isoskin
