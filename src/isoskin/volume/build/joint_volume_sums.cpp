#include "isoskin/volume/build/joint_volume_sums.h"

namespace isoskin {
namespace {

using Blend7 = Eigen::Matrix<double, 7, 1>;

// The seven coordinates of a point: its share that stays and its share that moves.
Blend7 blend_of(const Vec3d& p, double s) {
    Blend7 x;
    x << (1.0 - s) * p, s * p, s;
    return x;
}

double minor(const Blend7& x, const Blend7& y, const Blend7& z, int a, int b, int c) {
    return x[a] * (y[b] * z[c] - y[c] * z[b]) - x[b] * (y[a] * z[c] - y[c] * z[a]) +
           x[c] * (y[a] * z[b] - y[b] * z[a]);
}

void add_triangle(const std::array<Blend7, 3>& x, const std::array<Vec3d, 3>& bind, double share,
                  std::array<double, 35>& coefficient) {
    constexpr std::size_t kFirstOfMotionAlone = 31;  // triples of the last four columns come last
    coefficient[0] -= share * bind[0].dot(bind[1].cross(bind[2]));
    const bool wholly_moved = x[0][6] == 1.0 && x[1][6] == 1.0 && x[2][6] == 1.0;
    JointVolume::for_each_triple([&](std::size_t index, int a, int b, int c) {
        if (wholly_moved && index < kFirstOfMotionAlone) return;
        coefficient[index] += share * minor(x[0], x[1], x[2], a, b, c);
    });
}

}  // namespace

JointVolume sum_joint_volume(const PartModel& part, const TrianglesOfPoints& triangles,
                             std::size_t node) {
    const Vec3d& pivot = part.limbs[node].pivot;
    std::array<double, JointVolume::kCount> coefficient{};
    std::vector<double> s(part.bind.size(), 0.0);
    for (const auto& [point, value] : part.subtree[node])
        s[point] = value;
    // An apex is the mean of its rim in all seven coordinates, not a blend of its own.
    std::vector<Blend7> apex(part.caps.size(), Blend7::Zero());
    std::vector<Index> moving;
    for (const auto& [point, value] : part.subtree[node])
        moving.push_back(point);
    for (std::size_t k = 0; k < part.caps.size(); ++k) {
        for (const Index point : part.caps[k].loop)
            apex[k] += blend_of(part.bind[point] - pivot, s[point]);
        apex[k] /= static_cast<double>(part.caps[k].loop.size());
        if (apex[k][6] > 0.0) moving.push_back(part.caps[k].apex);
    }
    const std::size_t real = part.point_count();
    const auto coordinates = [&](Index point) {
        return point < real ? blend_of(part.bind[point] - pivot, s[point])
                            : Blend7(apex[point - real]);
    };

    // Triangles that stay give the frame's own determinant; only those that move need the rest.
    coefficient[0] = part.volume;
    std::vector<char> seen(part.triangles.size() + part.half_triangles.size(), 0);
    for (const Index point : moving) {
        for (const Index number : triangles.of(point)) {
            if (seen[number] != 0) continue;
            seen[number] = 1;
            const bool whole = number < part.triangles.size();
            const Triangle& t = whole ? part.triangles[number]
                                      : part.half_triangles[number - part.triangles.size()];
            add_triangle(
                {coordinates(t[0]), coordinates(t[1]), coordinates(t[2])},
                {part.bind[t[0]] - pivot, part.bind[t[1]] - pivot, part.bind[t[2]] - pivot},
                whole ? 1.0 / 6.0 : 1.0 / 12.0, coefficient);
        }
    }
    return JointVolume(coefficient);
}

}  // namespace isoskin
