#include <algorithm>

#include "isoskin/lattice/scheme.h"

namespace isoskin {
namespace {

// Blends of one cell at a point: for the low side along each axis; the high side has the rest of 1.
struct CellBlend {
    Vec3d value = Vec3d::Ones();
    Vec3d slope = Vec3d::Zero();  // over rest space
};

CellBlend blend_in(const Grid& grid, Blend blend, const GridKey& cell, const Vec3d& unit) {
    CellBlend result;
    const Vec3d size = grid.cell_size(cell.level);
    for (int axis = 0; axis < grid.axis_count(); ++axis) {
        const double t = unit[axis] * power_of_two(cell.level) -
                         static_cast<double>(cell.at[static_cast<std::size_t>(axis)]);
        const BlendValue f = blend_at(blend, std::clamp(t, 0.0, 1.0));
        result.value[axis] = f.value;
        result.slope[axis] = f.slope / size[axis];
    }
    return result;
}

struct CornerBlend {
    double value = 1.0;
    Vec3d slope = Vec3d::Zero();
};

CornerBlend corner_blend(const CellBlend& cell, std::size_t corner, int axis_count) {
    Vec3d value = Vec3d::Ones();
    Vec3d slope = Vec3d::Zero();
    for (int axis = 0; axis < axis_count; ++axis) {
        const bool high = is_on_high_side(corner, axis);
        value[axis] = high ? 1.0 - cell.value[axis] : cell.value[axis];
        slope[axis] = high ? -cell.slope[axis] : cell.slope[axis];
    }
    return {value.prod(), Vec3d(slope[0] * value[1] * value[2], value[0] * slope[1] * value[2],
                                value[0] * value[1] * slope[2])};
}

// Whether a corner is on a side that a point on a grid line feels nothing of, which saves most of
// the work at vertices. Bit a of `low` or `high` is set for such a side along axis a.
struct UnfeltSides {
    std::size_t low = 0;
    std::size_t high = 0;

    bool has(std::size_t corner) const { return (corner & high) != 0 || (~corner & low) != 0; }
};

UnfeltSides unfelt_sides(const CellBlend& cell, int axis_count) {
    UnfeltSides sides;
    for (int axis = 0; axis < axis_count; ++axis) {
        if (cell.slope[axis] != 0.0) continue;
        if (cell.value[axis] == 0.0) sides.low |= std::size_t{1} << axis;
        if (cell.value[axis] == 1.0) sides.high |= std::size_t{1} << axis;
    }
    return sides;
}

// Corners that a point feels, from its leaf up, with the blends of their cells.
template <typename Visit>
void for_each_felt_corner(const Octree& tree, Blend blend, Index leaf, const Vec3d& rest,
                          int max_level, const Visit& visit) {
    const Grid& grid = tree.grid();
    const Vec3d unit = grid.unit_from_rest(rest);
    for (Index slot = leaf; slot != kNoIndex; slot = tree.cell(slot).parent) {
        const TreeCell& cell = tree.cell(slot);
        if (cell.key.level > max_level) continue;
        const CellBlend blends = blend_in(grid, blend, cell.key, unit);
        const UnfeltSides unfelt = unfelt_sides(blends, grid.axis_count());
        for (std::size_t corner = 0; corner < grid.corner_count(); ++corner)
            if (!unfelt.has(corner)) visit(cell.corners[corner], blends, corner);
    }
}

}  // namespace

std::vector<Index> cell_chain(const Octree& tree, Index leaf) {
    std::vector<Index> chain(static_cast<std::size_t>(tree.cell(leaf).key.level) + 1);
    for (std::size_t i = chain.size(); i-- > 0; leaf = tree.cell(leaf).parent)
        chain[i] = leaf;
    return chain;
}

double corner_weight(const Octree& tree, Blend blend, Index cell, std::size_t corner,
                     const Vec3d& rest) {
    const Grid& grid = tree.grid();
    const CellBlend blends = blend_in(grid, blend, tree.cell(cell).key, grid.unit_from_rest(rest));
    return corner_blend(blends, corner, grid.axis_count()).value;
}

Jet evaluate_details(const Octree& tree, Blend blend, std::span<const VertexMotion> motions,
                     Index leaf, const Vec3d& rest, int max_level) {
    Jet jet{rest, Mat3d::Identity()};
    const auto add = [&](Index vertex, const CellBlend& blends, std::size_t corner) {
        const VertexMotion& motion = motions[vertex];
        if (!motion.has_spread && motion.shift == Vec3d::Zero()) return;
        const CornerBlend k = corner_blend(blends, corner, tree.grid().axis_count());
        jet.position += k.value * motion.shift;
        jet.gradient += motion.shift * k.slope.transpose();
        if (!motion.has_spread) return;
        const Vec3d turned = motion.spread * (rest - tree.rest_position(vertex));
        jet.position += k.value * turned;
        jet.gradient += turned * k.slope.transpose() + k.value * motion.spread;
    };
    for_each_felt_corner(tree, blend, leaf, rest, max_level, add);
    return jet;
}

std::vector<CornerTerm> detail_terms(const Octree& tree, Blend blend, Index leaf, const Vec3d& rest,
                                     int max_level) {
    std::vector<CornerTerm> terms;
    const auto add = [&](Index vertex, const CellBlend& blends, std::size_t corner) {
        if (!tree.vertex(vertex).is_free()) return;
        const CornerBlend k = corner_blend(blends, corner, tree.grid().axis_count());
        terms.push_back({vertex, k.value, k.slope});
    };
    for_each_felt_corner(tree, blend, leaf, rest, max_level, add);
    return terms;
}

}  // namespace isoskin
