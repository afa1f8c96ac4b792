#pragma once

#include <cstdint>
#include <span>

#include "isoskin/math/types.h"

/// Skinning as anyone would write it: arrays of vertices, four influences each, one loop, the
/// optimiser does the rest. Every figure of the benchmark is a ratio to one of these.
namespace isoskin::plain {

/// Strongest first.
struct FourInfluences {
    std::uint16_t joints[4];
    float weights[4];
};

/// The same for files that have more.
struct EightInfluences {
    std::uint16_t joints[8];
    float weights[8];
};

/// One element per vertex in each span.
struct Mesh {
    std::span<const Vec3> positions;
    std::span<const Vec3> normals;
    std::span<const FourInfluences> influences;
};

/// Three rows of four.
struct Matrix {
    float entries[12];
};

/// Four columns of four.
struct SquareMatrix {
    float columns[4][4];
};

/// A unit dual quaternion, x y z w.
struct DualQuaternion {
    float real[4];
    float dual[4];
};

void skin_linear(const Mesh& mesh, std::span<const Matrix> palette, std::span<Vec3> positions);

/// The same with matrices of four columns, of which the compiler makes vectors of four: the
/// fastest loop without intrinsics that was found, nearly twice as fast as the one above.
void skin_linear_by_columns(const Mesh& mesh, std::span<const SquareMatrix> palette,
                            std::span<Vec3> positions);
void skin_linear_by_columns(std::span<const Vec3> bind, std::span<const EightInfluences> influences,
                            std::span<const SquareMatrix> palette, std::span<Vec3> positions);

/// Normals turn with the blended matrix and are normalised.
void skin_linear_with_normals(const Mesh& mesh, std::span<const Matrix> palette,
                              std::span<Vec3> positions, std::span<Vec3> normals);

void skin_dual(const Mesh& mesh, std::span<const DualQuaternion> palette,
               std::span<Vec3> positions);

}  // namespace isoskin::plain
