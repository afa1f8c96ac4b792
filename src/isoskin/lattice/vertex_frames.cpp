#include "isoskin/lattice/vertex_frames.h"

#include <algorithm>
#include <limits>

namespace isoskin {
namespace {

Vec3d unit_or(const Vec3d& v, const Vec3d& fallback) {
    const double length = v.norm();
    return length > std::numeric_limits<double>::min() ? Vec3d(v / length) : fallback;
}

void add_normal(const Grid& grid, Mat3d& frame) {
    if (grid.axes() == TreeAxes::Two)
        frame.col(2) = unit_or(frame.col(0).cross(frame.col(1)), Vec3d::UnitZ());
}

// The unit vector of the finest edge that leaves a place towards one side; zero at the border.
Vec3d finest_edge(const Octree& tree, std::span<const Vec3d> positions, Index vertex, int axis,
                  int side) {
    for (Index from = tree.finest(vertex);; from = tree.vertex(from).parents[0]) {
        GridKey key = tree.vertex(from).key;
        key.at[static_cast<std::size_t>(axis)] += side;
        if (const auto to = tree.find_vertex(key))
            return unit_or(positions[*to] - positions[from], side * Vec3d::Unit(axis));
        if (tree.vertex(from).is_origin()) return Vec3d::Zero();
    }
}

}  // namespace

Mat3d edge_frame(const Grid& grid, const std::array<Vec3d, 8>& corner_positions,
                 std::size_t corner) {
    Mat3d frame = Mat3d::Identity();
    for (int axis = 0; axis < grid.axis_count(); ++axis) {
        const std::size_t low = corner & ~(std::size_t{1} << axis);
        const std::size_t high = corner | (std::size_t{1} << axis);
        frame.col(axis) =
            (corner_positions[high] - corner_positions[low]) / grid.box().sizes()[axis];
    }
    add_normal(grid, frame);
    return frame;
}

std::vector<Vec3d> source_positions(const Octree& tree, std::span<const VertexDetail> details) {
    std::vector<Vec3d> positions(tree.vertex_slots(), Vec3d::Zero());
    std::vector<Index> order;
    for (Index slot = 0; slot < tree.vertex_slots(); ++slot)
        if (tree.has_vertex(slot)) order.push_back(slot);
    std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
        return tree.vertex(a).key.level < tree.vertex(b).key.level;
    });
    for (const Index slot : order) {
        const TreeVertex& vertex = tree.vertex(slot);
        Vec3d mean = Vec3d::Zero();
        for (Index i = 0; i < vertex.parent_count; ++i)
            mean += positions[vertex.parents[i]];
        positions[slot] =
            details[slot].shift + (vertex.parent_count > 0 ? Vec3d(mean / vertex.parent_count)
                                                           : tree.rest_position(slot));
    }
    return positions;
}

Mat3d source_frame(const Octree& tree, std::span<const Vec3d> positions, Index vertex) {
    Mat3d frame = Mat3d::Identity();
    for (int axis = 0; axis < tree.grid().axis_count(); ++axis) {
        const Vec3d ahead = finest_edge(tree, positions, vertex, axis, 1);
        const Vec3d behind = finest_edge(tree, positions, vertex, axis, -1);
        const bool at_border = ahead.isZero(0.0) || behind.isZero(0.0);
        frame.col(axis) = (ahead - behind) / (at_border ? 1.0 : 2.0);
    }
    add_normal(tree.grid(), frame);
    return frame;
}

}  // namespace isoskin
