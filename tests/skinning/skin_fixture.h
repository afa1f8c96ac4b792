#pragma once

#include <cmath>
#include <random>
#include <vector>

#include "isoskin/mesh/mesh.h"
#include "isoskin/rig/skin_weights.h"

namespace isoskin {

/// Points scattered in a box of size 2, each following up to `influences` of `joints` joints.
struct PointCloud {
    std::vector<Vec3> points;
    std::vector<Vec3> normals;
    SkinWeights weights;
};

inline PointCloud scatter_points(std::size_t count, std::size_t joints, std::size_t influences,
                                 unsigned seed = 1) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> coordinate(-1.0F, 1.0F);
    std::uniform_int_distribution<int> joint(0, static_cast<int>(joints) - 1);
    std::uniform_int_distribution<std::size_t> how_many(1, influences);
    PointCloud cloud;
    std::vector<std::vector<Influence>> rows(count);
    for (std::size_t i = 0; i < count; ++i) {
        cloud.points.emplace_back(coordinate(random), coordinate(random), coordinate(random));
        cloud.normals.push_back(
            Vec3(coordinate(random), coordinate(random), coordinate(random)).normalized());
        for (std::size_t k = how_many(random); k > 0; --k)
            rows[i].push_back(
                {static_cast<JointIndex>(joint(random)), 0.01F + std::abs(coordinate(random))});
    }
    cloud.weights = SkinWeights::from_rows(rows);
    return cloud;
}

inline Affine random_rigid(std::mt19937& random, double reach = 1.0) {
    std::uniform_real_distribution<double> u(-1.0, 1.0);
    Affine motion = Affine::Identity();
    motion.linear() =
        Quatd(u(random), u(random), u(random), u(random)).normalized().toRotationMatrix();
    motion.translation() = reach * Vec3d(u(random), u(random), u(random));
    return motion;
}

inline std::vector<Affine> random_rigid_palette(std::size_t joints, unsigned seed = 2) {
    std::mt19937 random(seed);
    std::vector<Affine> palette;
    for (std::size_t j = 0; j < joints; ++j)
        palette.push_back(random_rigid(random));
    return palette;
}

/// Rotations, shears and non-uniform scales; no mirror.
inline std::vector<Affine> random_affine_palette(std::size_t joints, unsigned seed = 3) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> scale(0.6, 1.6);
    std::vector<Affine> palette = random_rigid_palette(joints, seed);
    for (Affine& matrix : palette) {
        const Mat3d frame = random_rigid(random).linear();
        const Vec3d stretch(scale(random), scale(random), scale(random));
        matrix.linear() = Mat3d(matrix.linear()) * frame * stretch.asDiagonal() * frame.transpose();
    }
    return palette;
}

inline std::vector<Vec3d> to_double(const std::vector<Vec3>& points) {
    std::vector<Vec3d> out;
    for (const Vec3& p : points)
        out.push_back(p.cast<double>());
    return out;
}

}  // namespace isoskin
