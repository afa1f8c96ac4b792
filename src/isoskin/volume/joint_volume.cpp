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

void add_triangle(const std::array<Blend7, 3>& x, const std::array<Vec3d, 3>& bind, double share,
                  std::array<double, 35>& coefficient) {
    constexpr std::size_t kFirstOfMotionAlone = 31;  // triples of the last four columns come last
    coefficient[0] -= share * bind[0].dot(bind[1].cross(bind[2]));
    const bool wholly_moved = x[0][6] == 1.0 && x[1][6] == 1.0 && x[2][6] == 1.0;
    for_each_triple([&](std::size_t index, int a, int b, int c) {
        if (wholly_moved && index < kFirstOfMotionAlone) return;
        coefficient[index] += share * minor(x[0], x[1], x[2], a, b, c);
    });
}

// Determinants of three of the seven columns: the frame, then those of a motion about the pivot.
// With the frame they are single numbers of the columns and of their cross products.
class MovedColumns {
  public:
    MovedColumns(const Affine& motion, const Vec3d& pivot) {
        columns_.leftCols<3>() = motion.linear();
        columns_.col(3) = motion * pivot - pivot;
        for (int s = 0; s < 4; ++s)
            for (int t = s + 1; t < 4; ++t)
                cross_.col(pair(s, t)) = columns_.col(s).cross(columns_.col(t));
    }

    double determinant(int a, int b, int c) const {
        if (c < 3) return 1.0;
        if (b < 3) return (b - a == 2 ? -1.0 : 1.0) * columns_(3 - a - b, c - 3);
        if (a < 3) return cross_(a, pair(b - 3, c - 3));
        return columns_.col(a - 3).dot(cross_.col(pair(b - 3, c - 3)));
    }

  private:
    static int pair(int s, int t) { return s == 0 ? t - 1 : s + t; }  // 01 02 03 12 13 23

    Eigen::Matrix<double, 3, 4> columns_;
    Eigen::Matrix<double, 3, 6> cross_;
};

}  // namespace

JointVolume::JointVolume(const PartModel& part, const TrianglesOfPoints& triangles,
                         std::size_t node)
    : pivot_(part.limbs[node].pivot) {
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
            apex[k] += blend_of(part.bind[point] - pivot_, s[point]);
        apex[k] /= static_cast<double>(part.caps[k].loop.size());
        if (apex[k][6] > 0.0) moving.push_back(part.caps[k].apex);
    }
    const std::size_t real = part.point_count();
    const auto coordinates = [&](Index point) {
        return point < real ? blend_of(part.bind[point] - pivot_, s[point])
                            : Blend7(apex[point - real]);
    };

    // Triangles that stay give the frame's own determinant; only those that move need the rest.
    coefficient_[0] = part.volume;
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
                {part.bind[t[0]] - pivot_, part.bind[t[1]] - pivot_, part.bind[t[2]] - pivot_},
                whole ? 1.0 / 6.0 : 1.0 / 12.0, coefficient_);
        }
    }
    at_rest_ = (*this)(Affine::Identity());
}

double JointVolume::operator()(const Affine& parent_from_node) const {
    const MovedColumns columns(parent_from_node, pivot_);
    double volume = 0.0;
    for_each_triple([&](std::size_t index, int a, int b, int c) {
        volume += coefficient_[index] * columns.determinant(a, b, c);
    });
    return volume;
}

}  // namespace isoskin
