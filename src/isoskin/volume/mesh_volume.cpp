#include "isoskin/volume/mesh_volume.h"

#include <algorithm>
#include <cassert>

namespace isoskin {

void skin_part(const PartModel& part, std::span<const Affine> palette, std::span<Vec3d> points) {
    assert(points.size() == part.bind.size());
    for (std::size_t point = 0; point < part.point_count(); ++point) {
        points[point].setZero();
        for (std::size_t k = part.row_offset[point]; k < part.row_offset[point + 1]; ++k) {
            const auto& [node, weight] = part.rows[k];
            points[point] += weight * (palette[part.tree.nodes[node].slot] * part.bind[point]);
        }
    }
    place_apexes(part, points);
}

void carry_directions(const PartModel& part, std::span<const Affine> palette,
                      std::span<Vec3d> carried) {
    std::copy(part.direction.begin(), part.direction.end(), carried.begin());
    carry(part, palette, carried);
}

void carry(const PartModel& part, std::span<const Affine> palette, std::span<Vec3d> vectors) {
    assert(vectors.size() >= part.point_count());
    for (std::size_t point = 0; point < part.point_count(); ++point) {
        const Vec3d bind = vectors[point];
        vectors[point].setZero();
        for (std::size_t k = part.row_offset[point]; k < part.row_offset[point + 1]; ++k) {
            const auto& [node, weight] = part.rows[k];
            vectors[point] += weight * (palette[part.tree.nodes[node].slot].linear() * bind);
        }
    }
}

void set_zero(std::span<Vec3d> field) {
    std::fill(field.begin(), field.end(), Vec3d::Zero());
}

void add(std::span<const Vec3d> field, double step, std::span<Vec3d> points) {
    for (std::size_t k = 0; k < points.size(); ++k)
        points[k] += step * field[k];
}

Cubic volume_along(const PartModel& part, std::span<const Vec3d> points,
                   std::span<const Vec3d> field) {
    assert(points.size() == part.bind.size() && field.size() == part.bind.size());
    const Vec3d centre = points.empty() ? Vec3d(Vec3d::Zero()) : points[0];
    const auto add = [&](std::span<const Triangle> triangles, double share, Cubic& c) {
        for (const Triangle& t : triangles) {
            const Vec3d a = points[t[0]] - centre;
            const Vec3d b = points[t[1]] - centre;
            const Vec3d d = points[t[2]] - centre;
            const Vec3d& u = field[t[0]];
            const Vec3d& v = field[t[1]];
            const Vec3d& w = field[t[2]];
            const Vec3d bd = b.cross(d);
            const Vec3d vw = v.cross(w);
            const Vec3d mixed = b.cross(w) + v.cross(d);
            c[0] += share * a.dot(bd);
            c[1] += share * (u.dot(bd) + a.dot(mixed));
            c[2] += share * (a.dot(vw) + u.dot(mixed));
            c[3] += share * u.dot(vw);
        }
    };
    Cubic cubic{};
    add(part.triangles, 1.0 / 6.0, cubic);
    add(part.half_triangles, 1.0 / 12.0, cubic);
    return cubic;
}

}  // namespace isoskin
