#include "blob.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace isoskin {
namespace {

constexpr std::size_t kInfluences = 4;
constexpr float kMapReach = 0.34F;  // chosen for maps on 35 % of the vertices

Vec3 point_at(double u, double v) {
    const double polar = kPi * v;
    const double around = 2.0 * kPi * u;
    const double radius = 1.0 + 0.2 * std::sin(5.0 * around) * std::sin(polar);
    return Vec3d(radius * std::sin(polar) * std::cos(around), 2.5 * std::cos(polar),
                 radius * std::sin(polar) * std::sin(around))
        .cast<float>();
}

std::vector<Vec3> scatter_joints(std::mt19937& random) {
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    std::vector<Vec3> joints;
    for (std::size_t j = 0; j < kBlobJoints; ++j)
        joints.emplace_back(0.7F *
                            point_at(unit(random), (static_cast<double>(j) + 0.5) / kBlobJoints));
    return joints;
}

std::vector<Influence> nearest_joints(const Vec3& point, const std::vector<Vec3>& joints) {
    std::vector<Influence> row;
    for (std::size_t j = 0; j < joints.size(); ++j)
        row.push_back(
            {static_cast<JointIndex>(j), 1.0F / (1e-4F + (point - joints[j]).squaredNorm())});
    std::sort(row.begin(), row.end(),
              [](const Influence& a, const Influence& b) { return a.weight > b.weight; });
    row.resize(kInfluences);
    return row;
}

std::vector<Affine> make_palette(std::mt19937& random) {
    std::uniform_real_distribution<double> u(-0.3, 0.3);
    std::vector<Affine> palette;
    for (std::size_t j = 0; j < kBlobJoints; ++j) {
        Affine motion = Affine::Identity();
        motion.linear() =
            Quatd(1.0, u(random), u(random), u(random)).normalized().toRotationMatrix();
        motion.translation() = Vec3d(u(random), u(random), u(random));
        palette.push_back(motion);
    }
    return palette;
}

VertexMap make_map(const std::vector<Vec3>& points, const Vec3& centre) {
    VertexMap map;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const float distance = (points[i] - centre).norm() / kMapReach;
        if (distance >= 1.0F) continue;
        map.vertices.push_back(static_cast<Index>(i));
        map.values.push_back(1.0F - distance);
    }
    return map;
}

}  // namespace

Blob make_blob(std::size_t vertex_count) {
    std::mt19937 random(17);
    const std::vector<Vec3> joints = scatter_joints(random);
    const auto columns = static_cast<std::size_t>(std::sqrt(static_cast<double>(vertex_count)));
    Blob blob;
    std::vector<std::vector<Influence>> rows;
    for (std::size_t i = 0; i < vertex_count; ++i) {
        const double u = static_cast<double>(i % columns) / static_cast<double>(columns);
        const double v = (static_cast<double>(i) + 0.5) / static_cast<double>(vertex_count);
        blob.positions.push_back(point_at(u, v));
        blob.normals.push_back(blob.positions.back().normalized());
        rows.push_back(nearest_joints(blob.positions.back(), joints));
    }
    blob.weights = SkinWeights::from_rows(rows);
    blob.palette = make_palette(random);
    for (const Vec3& joint : joints)
        blob.maps.push_back(make_map(blob.positions, Vec3(joint / 0.7F)));
    return blob;
}

}  // namespace isoskin
