#include "plain_loops.h"

#include <cmath>

namespace isoskin::plain {
namespace {

Matrix blend(const FourInfluences& vertex, std::span<const Matrix> palette) {
    const float* w = vertex.weights;
    const float* a = palette[vertex.joints[0]].entries;
    const float* b = palette[vertex.joints[1]].entries;
    const float* c = palette[vertex.joints[2]].entries;
    const float* d = palette[vertex.joints[3]].entries;
    Matrix blended;
    for (int i = 0; i < 12; ++i)
        blended.entries[i] = w[0] * a[i] + w[1] * b[i] + w[2] * c[i] + w[3] * d[i];
    return blended;
}

Vec3 transform_point(const Matrix& matrix, const Vec3& p) {
    const float* m = matrix.entries;
    return {m[0] * p.x() + m[1] * p.y() + m[2] * p.z() + m[3],
            m[4] * p.x() + m[5] * p.y() + m[6] * p.z() + m[7],
            m[8] * p.x() + m[9] * p.y() + m[10] * p.z() + m[11]};
}

Vec3 transform_direction(const Matrix& matrix, const Vec3& d) {
    const float* m = matrix.entries;
    return {m[0] * d.x() + m[1] * d.y() + m[2] * d.z(), m[4] * d.x() + m[5] * d.y() + m[6] * d.z(),
            m[8] * d.x() + m[9] * d.y() + m[10] * d.z()};
}

SquareMatrix blend(const FourInfluences& vertex, std::span<const SquareMatrix> palette) {
    const float* w = vertex.weights;
    const SquareMatrix& a = palette[vertex.joints[0]];
    const SquareMatrix& b = palette[vertex.joints[1]];
    const SquareMatrix& c = palette[vertex.joints[2]];
    const SquareMatrix& d = palette[vertex.joints[3]];
    SquareMatrix blended;
    for (int column = 0; column < 4; ++column)
        for (int row = 0; row < 4; ++row)
            blended.columns[column][row] =
                w[0] * a.columns[column][row] + w[1] * b.columns[column][row] +
                w[2] * c.columns[column][row] + w[3] * d.columns[column][row];
    return blended;
}

SquareMatrix blend(const EightInfluences& vertex, std::span<const SquareMatrix> palette) {
    const SquareMatrix* m[8];
    for (int k = 0; k < 8; ++k)
        m[k] = &palette[vertex.joints[k]];
    const float* w = vertex.weights;
    SquareMatrix blended;
    for (int column = 0; column < 4; ++column)
        for (int row = 0; row < 4; ++row)
            blended.columns[column][row] =
                w[0] * m[0]->columns[column][row] + w[1] * m[1]->columns[column][row] +
                w[2] * m[2]->columns[column][row] + w[3] * m[3]->columns[column][row] +
                w[4] * m[4]->columns[column][row] + w[5] * m[5]->columns[column][row] +
                w[6] * m[6]->columns[column][row] + w[7] * m[7]->columns[column][row];
    return blended;
}

Vec3 transform_point(const SquareMatrix& m, const Vec3& p) {
    float out[4];
    for (int row = 0; row < 4; ++row)
        out[row] = m.columns[0][row] * p[0] + m.columns[1][row] * p[1] + m.columns[2][row] * p[2] +
                   m.columns[3][row];
    return {out[0], out[1], out[2]};
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

void skin_linear_by_columns(const Mesh& mesh, std::span<const SquareMatrix> palette,
                            std::span<Vec3> positions) {
    for (std::size_t i = 0; i < mesh.positions.size(); ++i)
        positions[i] = transform_point(blend(mesh.influences[i], palette), mesh.positions[i]);
}

void skin_linear_by_columns(std::span<const Vec3> bind, std::span<const EightInfluences> influences,
                            std::span<const SquareMatrix> palette, std::span<Vec3> positions) {
    for (std::size_t i = 0; i < bind.size(); ++i)
        positions[i] = transform_point(blend(influences[i], palette), bind[i]);
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
