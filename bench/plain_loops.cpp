#include "plain_loops.h"

#include <cmath>

namespace isoskin::plain {
namespace {

Matrix blend(const FourInfluences& vertex, std::span<const Matrix> palette) {
    Matrix blended{};
    for (int k = 0; k < 4; ++k) {
        const Matrix& matrix = palette[vertex.joints[k]];
        for (int row = 0; row < 3; ++row)
            for (int column = 0; column < 4; ++column)
                blended.rows[row][column] += vertex.weights[k] * matrix.rows[row][column];
    }
    return blended;
}

Vec3 transform_point(const Matrix& m, const Vec3& p) {
    Vec3 out;
    for (int row = 0; row < 3; ++row)
        out[row] =
            m.rows[row][0] * p[0] + m.rows[row][1] * p[1] + m.rows[row][2] * p[2] + m.rows[row][3];
    return out;
}

Vec3 transform_direction(const Matrix& m, const Vec3& d) {
    Vec3 out;
    for (int row = 0; row < 3; ++row)
        out[row] = m.rows[row][0] * d[0] + m.rows[row][1] * d[1] + m.rows[row][2] * d[2];
    return out;
}

DualQuaternion blend(const FourInfluences& vertex, std::span<const DualQuaternion> palette) {
    const DualQuaternion& first = palette[vertex.joints[0]];
    DualQuaternion blended{};
    for (int k = 0; k < 4; ++k) {
        const DualQuaternion& q = palette[vertex.joints[k]];
        float dot = 0.0F;
        for (int i = 0; i < 4; ++i)
            dot += first.real[i] * q.real[i];
        const float weight = dot < 0.0F ? -vertex.weights[k] : vertex.weights[k];
        for (int i = 0; i < 4; ++i) {
            blended.real[i] += weight * q.real[i];
            blended.dual[i] += weight * q.dual[i];
        }
    }
    return blended;
}

Vec3 transform_point(DualQuaternion q, const Vec3& p) {
    const float length = std::sqrt(q.real[0] * q.real[0] + q.real[1] * q.real[1] +
                                   q.real[2] * q.real[2] + q.real[3] * q.real[3]);
    const float inverse = 1.0F / length;
    for (int i = 0; i < 4; ++i) {
        q.real[i] *= inverse;
        q.dual[i] *= inverse;
    }
    const Vec3 r(q.real[0], q.real[1], q.real[2]);
    const Vec3 d(q.dual[0], q.dual[1], q.dual[2]);
    return p + 2.0F * r.cross(r.cross(p) + q.real[3] * p) +
           2.0F * (q.real[3] * d - q.dual[3] * r + r.cross(d));
}

}  // namespace

void skin_linear(const Mesh& mesh, std::span<const Matrix> palette, std::span<Vec3> positions) {
    for (std::size_t i = 0; i < mesh.positions.size(); ++i)
        positions[i] = transform_point(blend(mesh.influences[i], palette), mesh.positions[i]);
}

void skin_linear_with_normals(const Mesh& mesh, std::span<const Matrix> palette,
                              std::span<Vec3> positions, std::span<Vec3> normals) {
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
        const Matrix matrix = blend(mesh.influences[i], palette);
        positions[i] = transform_point(matrix, mesh.positions[i]);
        normals[i] = transform_direction(matrix, mesh.normals[i]).normalized();
    }
}

void skin_dual(const Mesh& mesh, std::span<const DualQuaternion> palette,
               std::span<Vec3> positions) {
    for (std::size_t i = 0; i < mesh.positions.size(); ++i)
        positions[i] = transform_point(blend(mesh.influences[i], palette), mesh.positions[i]);
}

}  // namespace isoskin::plain
