#include "isoskin/volume/joint_volume.h"

#include <cassert>

namespace isoskin {
namespace {

constexpr std::size_t kColumnCount = 7;

using Blend7 = Eigen::Matrix<double, 7, 1>;

// The seven coordinates of a point: its share that stays and its share that moves.
Blend7 blend_of(const Vec3d& p, double s) {
    Blend7 x;
    x << (1.0 - s) * p, s * p, s;
    return x;
}

// Visits all triples of columns in one fixed order.
template <typename Visit>
void for_each_triple(const Visit& visit) {
    std::size_t index = 0;
    for (int a = 0; a < static_cast<int>(kColumnCount); ++a)
        for (int b = a + 1; b < static_cast<int>(kColumnCount); ++b)
            for (int c = b + 1; c < static_cast<int>(kColumnCount); ++c)
                visit(index++, a, b, c);
}

double minor(const Blend7& x, const Blend7& y, const Blend7& z, int a, int b, int c) {
    return x[a] * (y[b] * z[c] - y[c] * z[b]) - x[b] * (y[a] * z[c] - y[c] * z[a]) +
           x[c] * (y[a] * z[b] - y[b] * z[a]);
}

}  // namespace

JointVolume::JointVolume(const PartModel& part, std::size_t node) : pivot_(part.limbs[node].pivot) {
    std::vector<double> s(part.bind.size(), 0.0);
    for (const auto& [point, value] : part.subtree[node])
        s[point] = value;
    // An apex is the mean of its rim in all seven coordinates, not a blend of its own.
    std::vector<Blend7> apex(part.caps.size(), Blend7::Zero());
    std::vector<char> apex_moves(part.caps.size(), 0);
    for (std::size_t k = 0; k < part.caps.size(); ++k) {
        for (const Index point : part.caps[k].loop) {
            apex[k] += blend_of(part.bind[point] - pivot_, s[point]);
            apex_moves[k] |= static_cast<char>(s[point] > 0.0);
        }
        apex[k] /= static_cast<double>(part.caps[k].loop.size());
    }
    const std::size_t real = part.point_count();
    const auto moves = [&](Index point) {
        return point < real ? s[point] > 0.0 : apex_moves[point - real] != 0;
    };
    const auto coordinates = [&](Index point) {
        return point < real ? blend_of(part.bind[point] - pivot_, s[point])
                            : Blend7(apex[point - real]);
    };
    const auto add = [&](std::span<const Triangle> triangles, double share) {
        for (const Triangle& t : triangles) {
            const Blend7 x = coordinates(t[0]);
            const Blend7 y = coordinates(t[1]);
            const Blend7 z = coordinates(t[2]);
            if (!moves(t[0]) && !moves(t[1]) && !moves(t[2])) {
                coefficient_[0] += share * minor(x, y, z, 0, 1, 2);
                continue;
            }
            for_each_triple([&](std::size_t index, int a, int b, int c) {
                coefficient_[index] += share * minor(x, y, z, a, b, c);
            });
        }
    };
    add(part.triangles, 1.0 / 6.0);
    add(part.half_triangles, 1.0 / 12.0);
}

double JointVolume::operator()(const Affine& parent_from_node) const {
    Eigen::Matrix<double, 3, 7> u;
    u.leftCols<3>().setIdentity();
    u.middleCols<3>(3) = parent_from_node.linear();
    u.col(6) = parent_from_node * pivot_ - pivot_;
    double volume = 0.0;
    for_each_triple([&](std::size_t index, int a, int b, int c) {
        volume += coefficient_[index] * u.col(a).dot(u.col(b).cross(u.col(c)));
    });
    return volume;
}

}  // namespace isoskin
