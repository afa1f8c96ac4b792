#include "isoskin/skinning/skin.h"

#include <cassert>
#include <cmath>

namespace isoskin {
namespace {

Mat3d cofactor(const Mat3d& m) {
    Mat3d c;
    c.col(0) = m.col(1).cross(m.col(2));
    c.col(1) = m.col(2).cross(m.col(0));
    c.col(2) = m.col(0).cross(m.col(1));
    return c;
}

Vec3d normalised_or(const Vec3d& v, const Vec3d& fallback) {
    const double length = v.norm();
    return length > 0.0 ? Vec3d(v / length) : fallback;
}

// `use(row index, blend)` for every row.
template <typename Use>
void for_each_blend(SkinMethod method, const SkinWeights& weights, std::span<const Affine> palette,
                    const Use& use) {
    if (method == SkinMethod::DualQuaternion) {
        std::vector<StretchThenMove> parts;
        parts.reserve(palette.size());
        for (const Affine& matrix : palette)
            parts.push_back(split_stretch(matrix));
        for (std::size_t i = 0; i < weights.vertex_count(); ++i)
            use(i, blend_dual(weights.row(i), parts));
        return;
    }
    const auto blend = method == SkinMethod::Rigid ? blend_rigid : blend_linear;
    for (std::size_t i = 0; i < weights.vertex_count(); ++i)
        use(i, blend(weights.row(i), palette));
}

}  // namespace

StretchThenMove split_stretch(const Affine& matrix) {
    const PolarParts parts = polar_decompose(matrix.linear());
    return {.stretch = parts.stretch, .motion = to_dual_quat(parts.rotation, matrix.translation())};
}

Affine blend_rigid(std::span<const Influence> row, std::span<const Affine> palette) {
    return palette[row.front().slot];
}

// Differences to the strongest joint, not a weighted sum: joints that agree then give their common
// matrix exactly, whatever rounding did to the weights.
Affine blend_linear(std::span<const Influence> row, std::span<const Affine> palette) {
    const Affine& lead = palette[row.front().slot];
    Affine blended = lead;
    for (const Influence& influence : row.subspan(1))
        blended.affine() += static_cast<double>(influence.weight) *
                            (palette[influence.slot].affine() - lead.affine());
    return blended;
}

Affine blend_dual(std::span<const Influence> row, std::span<const StretchThenMove> palette) {
    const StretchThenMove& lead = palette[row.front().slot];
    Eigen::Vector4d real = lead.motion.real.coeffs();
    Eigen::Vector4d dual = lead.motion.dual.coeffs();
    Mat3d stretch = lead.stretch;
    for (const Influence& influence : row.subspan(1)) {
        const StretchThenMove& joint = palette[influence.slot];
        const double weight = influence.weight;
        const double sign = joint.motion.real.dot(lead.motion.real) < 0.0 ? -1.0 : 1.0;
        real += weight * (sign * joint.motion.real.coeffs() - lead.motion.real.coeffs());
        dual += weight * (sign * joint.motion.dual.coeffs() - lead.motion.dual.coeffs());
        stretch += weight * (joint.stretch - lead.stretch);
    }
    Affine posed_from_bind = to_affine(DualQuat{.real = Quatd(real), .dual = Quatd(dual)});
    posed_from_bind.linear() = Mat3d(posed_from_bind.linear()) * stretch;
    return posed_from_bind;
}

Vec3d carry_normal(const Mat3d& posed_from_bind, const Vec3d& normal) {
    const double sign = posed_from_bind.determinant() < 0.0 ? -1.0 : 1.0;
    return normalised_or(sign * cofactor(posed_from_bind) * normal, normal);
}

Eigen::Vector4d carry_tangent(const Mat3d& posed_from_bind, const Vec3d& posed_normal,
                              const Vec4& tangent) {
    const Vec3d carried = posed_from_bind * tangent.head<3>().cast<double>();
    const Vec3d along = carried - posed_normal * posed_normal.dot(carried);
    const double sign = posed_from_bind.determinant() < 0.0 ? -1.0 : 1.0;
    Eigen::Vector4d posed;
    posed << normalised_or(along, carried), sign * static_cast<double>(tangent.w());
    return posed;
}

void blend_rows(SkinMethod method, const SkinWeights& weights, std::span<const Affine> palette,
                std::span<Affine> posed_from_bind) {
    assert(posed_from_bind.size() == weights.vertex_count());
    for_each_blend(method, weights, palette,
                   [&](std::size_t i, const Affine& blend) { posed_from_bind[i] = blend; });
}

void skin_points(SkinMethod method, std::span<const Vec3> bind, const SkinWeights& weights,
                 std::span<const Affine> palette, std::span<Vec3d> posed) {
    assert(bind.size() == weights.vertex_count() && posed.size() == bind.size());
    for_each_blend(method, weights, palette, [&](std::size_t i, const Affine& blend) {
        posed[i] = blend * bind[i].cast<double>();
    });
}

}  // namespace isoskin
