#pragma once

#include <span>
#include <vector>

#include "isoskin/math/dual_quat.h"
#include "isoskin/math/types.h"
#include "isoskin/rig/skin_weights.h"

namespace isoskin {

enum class SkinMethod {
    Rigid,           ///< Each vertex follows its strongest joint: cracks at joints.
    Linear,          ///< Blends matrices: what every engine does; loses volume at bends and twists.
    DualQuaternion,  ///< Blends rigid motions: no collapse, bulges where joints bend.
};

/// One palette entry of dual-quaternion skinning: the stretch comes first, then the motion.
struct StretchThenMove {
    Mat3d stretch = Mat3d::Identity();
    DualQuat motion;
};
StretchThenMove split_stretch(const Affine& matrix);

/// What a method does to everything near one vertex: `posed_from_bind`, an affine map whatever the
/// method. The row is that of `SkinWeights`: strongest first.
Affine blend_rigid(std::span<const Influence> row, std::span<const Affine> palette);
Affine blend_linear(std::span<const Influence> row, std::span<const Affine> palette);

/// Signs are chosen against the strongest influence, so they do not depend on the order of joints;
/// stretches are blended linearly and applied first.
Affine blend_dual(std::span<const Influence> row, std::span<const StretchThenMove> palette);

/// Carries a normal: normalise(L⁻ᵀ n), by the cofactor matrix so that a flattened map has an answer
/// too. Points away from the same side as before where the map mirrors. A normal that vanishes is
/// returned as it came.
Vec3d carry_normal(const Mat3d& posed_from_bind, const Vec3d& normal);

/// Carries a tangent with the surface, makes it perpendicular to the posed normal, and turns its
/// bitangent sign where the map mirrors.
Eigen::Vector4d carry_tangent(const Mat3d& posed_from_bind, const Vec3d& posed_normal,
                              const Vec4& tangent);

/// The blend of every vertex: `posed_from_bind` has one element per weight row.
void blend_rows(SkinMethod method, const SkinWeights& weights, std::span<const Affine> palette,
                std::span<Affine> posed_from_bind);

/// Moves `bind` by the blend of `palette` that `weights` asks for, into `posed`: the plain double
/// loop that the fast tables of skin_table.h are checked against.
///
/// One weight row and one element of `posed` per bind point; points are independent.
void skin_points(SkinMethod method, std::span<const Vec3> bind, const SkinWeights& weights,
                 std::span<const Affine> palette, std::span<Vec3d> posed);

}  // namespace isoskin
