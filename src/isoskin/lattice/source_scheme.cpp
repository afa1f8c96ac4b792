#include <algorithm>

#include "isoskin/lattice/scheme.h"

namespace isoskin {
namespace {

// Parameters at the corners of a child, given those at the corners of its parent. A corner that is
// new and free stops the influence along the axes it divides; elsewhere it takes the mean.
std::array<Vec3d, 8> child_parameters(const Octree& tree, const TreeCell& child, std::size_t number,
                                      const std::array<Vec3d, 8>& parent) {
    std::array<Vec3d, 8> parameters{};
    const int axis_count = tree.grid().axis_count();
    const std::size_t corner_count = tree.grid().corner_count();
    for (std::size_t corner = 0; corner < corner_count; ++corner) {
        Vec3d mean = Vec3d::Zero();
        Vec3d is_between = Vec3d::Zero();
        double weight = 1.0;
        for (int axis = 0; axis < axis_count; ++axis)
            if (is_on_high_side(corner, axis) != is_on_high_side(number, axis)) {
                is_between[axis] = 1.0;
                weight *= 0.5;
            }
        for (std::size_t above = 0; above < corner_count; ++above) {
            bool is_parent = true;
            for (int axis = 0; axis < axis_count; ++axis)
                is_parent =
                    is_parent && (is_between[axis] != 0.0 ||
                                  is_on_high_side(above, axis) == is_on_high_side(corner, axis));
            if (is_parent) mean += weight * parent[above];
        }
        const TreeVertex& vertex = tree.vertex(child.corners[corner]);
        if (vertex.is_origin() && vertex.is_free())
            mean = is_between.cwiseEqual(1.0).select(Vec3d::Ones(), mean);
        parameters[corner] = mean;
    }
    return parameters;
}

std::array<Vec3d, 8> own_parameters(std::size_t corner_count, int axis_count, std::size_t of) {
    std::array<Vec3d, 8> parameters{};
    for (std::size_t corner = 0; corner < corner_count; ++corner) {
        parameters[corner].setZero();
        for (int axis = 0; axis < axis_count; ++axis)
            if (is_on_high_side(corner, axis) != is_on_high_side(of, axis))
                parameters[corner][axis] = 1.0;
    }
    return parameters;
}

}  // namespace

std::vector<SourceInfluence> source_influences(const Octree& tree, Index leaf) {
    const std::vector<Index> chain = cell_chain(tree, leaf);
    const std::size_t corner_count = tree.grid().corner_count();
    std::vector<SourceInfluence> influences;
    for (std::size_t level = 0; level < chain.size(); ++level) {
        const TreeCell& cell = tree.cell(chain[level]);
        if (level > 0) {
            const std::size_t number = chain[level] - tree.cell(cell.parent).first_child;
            for (SourceInfluence& influence : influences)
                influence.parameters = child_parameters(tree, cell, number, influence.parameters);
        }
        for (std::size_t corner = 0; corner < corner_count; ++corner) {
            const TreeVertex& vertex = tree.vertex(cell.corners[corner]);
            if (vertex.is_origin() && vertex.is_free())
                influences.push_back(
                    {cell.corners[corner],
                     own_parameters(corner_count, tree.grid().axis_count(), corner)});
        }
    }
    return influences;
}

SourceWeight source_weight(const Octree& tree, Blend blend, Index leaf,
                           const SourceInfluence& influence, const Vec3d& rest) {
    const Grid& grid = tree.grid();
    const GridKey& key = tree.cell(leaf).key;
    const Vec3d unit = grid.unit_from_rest(rest);
    const Vec3d size = grid.cell_size(key.level);
    Vec3d t = Vec3d::Zero();
    for (int axis = 0; axis < grid.axis_count(); ++axis)
        t[axis] = std::clamp(unit[axis] * power_of_two(key.level) -
                                 static_cast<double>(key.at[static_cast<std::size_t>(axis)]),
                             0.0, 1.0);
    Vec3d parameter = Vec3d::Zero();
    Mat3d slopes = Mat3d::Zero();  // of the parameters, a row each
    for (std::size_t corner = 0; corner < grid.corner_count(); ++corner) {
        Vec3d part = Vec3d::Ones();
        Vec3d slope = Vec3d::Zero();
        for (int axis = 0; axis < grid.axis_count(); ++axis) {
            part[axis] = is_on_high_side(corner, axis) ? t[axis] : 1.0 - t[axis];
            slope[axis] = (is_on_high_side(corner, axis) ? 1.0 : -1.0) / size[axis];
        }
        parameter += part.prod() * influence.parameters[corner];
        slopes += influence.parameters[corner] * Vec3d(slope[0] * part[1] * part[2],
                                                       part[0] * slope[1] * part[2],
                                                       part[0] * part[1] * slope[2])
                                                     .transpose();
    }
    Vec3d value = Vec3d::Ones();
    Vec3d slope = Vec3d::Zero();
    for (int axis = 0; axis < grid.axis_count(); ++axis) {
        const BlendValue f = blend_at(blend, std::clamp(parameter[axis], 0.0, 1.0));
        value[axis] = f.value;
        slope[axis] = f.slope;
    }
    const Vec3d by_parameter(slope[0] * value[1] * value[2], value[0] * slope[1] * value[2],
                             value[0] * value[1] * slope[2]);
    return {value.prod(), slopes.transpose() * by_parameter};
}

Jet evaluate_source(const Octree& tree, Blend blend, std::span<const VertexMotion> motions,
                    Index leaf, const Vec3d& rest) {
    double weight_sum = 0.0;
    Vec3d slope_sum = Vec3d::Zero();
    Vec3d moved_sum = Vec3d::Zero();
    Mat3d gradient_sum = Mat3d::Zero();
    for (const SourceInfluence& influence : source_influences(tree, leaf)) {
        const SourceWeight k = source_weight(tree, blend, leaf, influence, rest);
        const VertexMotion& motion = motions[influence.vertex];
        const Vec3d moved =
            motion.shift + motion.spread * (rest - tree.rest_position(influence.vertex));
        weight_sum += k.value;
        slope_sum += k.slope;
        moved_sum += k.value * moved;
        gradient_sum += moved * k.slope.transpose() + k.value * motion.spread;
    }
    const Vec3d moved = moved_sum / weight_sum;
    return {rest + moved,
            Mat3d::Identity() + (gradient_sum - moved * slope_sum.transpose()) / weight_sum};
}

}  // namespace isoskin
