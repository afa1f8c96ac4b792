#include "worm.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "isoskin/rig/bare_mesh.h"

namespace isoskin {
namespace {

constexpr std::size_t kJoints = 17;
constexpr std::size_t kInfluences = 4;
constexpr double kRadius = 0.065;    // of a bone
constexpr double kSharpness = 30.0;  // chosen for maps on 35 % of the vertices

struct Grid {
    std::size_t around = 0;
    std::size_t rings = 0;
};

// Cells about as long as wide.
Grid choose_grid(std::size_t vertex_count) {
    const double girth = 2.0 * kPi * kRadius;
    const double length = static_cast<double>(kJoints);
    Grid grid;
    grid.around = static_cast<std::size_t>(
        std::lround(std::sqrt(static_cast<double>(vertex_count) * girth / length)));
    grid.rings = (vertex_count - 2) / grid.around;
    return grid;
}

std::vector<Vec3> make_points(const Grid& grid) {
    std::vector<Vec3> points;
    const double length = static_cast<double>(kJoints);
    for (std::size_t ring = 0; ring < grid.rings; ++ring) {
        const double t = (static_cast<double>(ring) + 0.5) / static_cast<double>(grid.rings);
        const double end = std::min(t, 1.0 - t) * length / kRadius;
        const double radius = kRadius * std::sqrt(std::min(1.0, end));
        for (std::size_t k = 0; k < grid.around; ++k) {
            const double angle =
                2.0 * kPi * static_cast<double>(k) / static_cast<double>(grid.around);
            points.push_back(Vec3d(radius * std::cos(angle), t * length, radius * std::sin(angle))
                                 .cast<float>());
        }
    }
    points.emplace_back(0.0F, 0.0F, 0.0F);
    points.push_back(Vec3d(0.0, length, 0.0).cast<float>());
    return points;
}

std::vector<Face> make_faces(const Grid& grid) {
    std::vector<Face> faces;
    const auto at = [&](std::size_t ring, std::size_t k) {
        return static_cast<Index>(ring * grid.around + k % grid.around);
    };
    const auto add = [&](Index a, Index b, Index c) { faces.push_back(make_triangle(a, b, c)); };
    const auto first = static_cast<Index>(grid.rings * grid.around);
    for (std::size_t k = 0; k < grid.around; ++k) {
        for (std::size_t ring = 0; ring + 1 < grid.rings; ++ring) {
            add(at(ring, k), at(ring + 1, k), at(ring, k + 1));
            add(at(ring, k + 1), at(ring + 1, k), at(ring + 1, k + 1));
        }
        add(first, at(0, k), at(0, k + 1));
        add(first + 1, at(grid.rings - 1, k + 1), at(grid.rings - 1, k));
    }
    return faces;
}

double middle_of_bone(std::size_t joint) {
    return static_cast<double>(joint) + 0.5;
}

SkinWeights make_weights(const std::vector<Vec3>& points) {
    std::vector<std::vector<Influence>> rows;
    for (const Vec3& point : points) {
        std::vector<Influence> row;
        for (std::size_t j = 0; j < kJoints; ++j) {
            const double distance = std::abs(static_cast<double>(point.y()) - middle_of_bone(j));
            row.push_back({static_cast<JointIndex>(j),
                           static_cast<float>(std::pow(0.1 + distance, -kSharpness))});
        }
        std::sort(row.begin(), row.end(),
                  [](const Influence& a, const Influence& b) { return a.weight > b.weight; });
        row.resize(kInfluences);
        rows.push_back(std::move(row));
    }
    return SkinWeights::from_rows(rows);
}

}  // namespace

Worm make_worm(std::size_t vertex_count) {
    const Grid grid = choose_grid(vertex_count);
    const auto points = make_points(grid);
    const auto faces = make_faces(grid);
    const auto weights = make_weights(points);
    std::vector<Affine> joint_from_bind(kJoints, Affine::Identity());
    for (std::size_t j = 0; j < kJoints; ++j)
        joint_from_bind[j].translation().y() = -static_cast<double>(j);

    std::mt19937 random(1);
    std::uniform_real_distribution<double> angle(-0.5, 0.5);
    Worm worm{make_character({points, faces, weights, joint_from_bind}).value(), {}, {}};
    Affine posed = Affine::Identity();
    for (std::size_t j = 0; j < kJoints; ++j) {
        if (j > 0) posed.translate(Vec3d::UnitY());
        for (int axis = 0; axis < 3; ++axis)
            posed.rotate(Eigen::AngleAxisd(angle(random), Vec3d::Unit(axis)));
        worm.model_from_joint.push_back(posed);
        worm.palette.push_back(posed * joint_from_bind[j]);
    }
    return worm;
}

}  // namespace isoskin
