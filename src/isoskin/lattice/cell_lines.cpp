#include "isoskin/lattice/cell_lines.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

namespace isoskin {
namespace {

// Of an edge: lines of coarse cells are as smooth as those of fine ones.
std::size_t step_count(int level) {
    return std::clamp<std::size_t>(std::size_t{48} >> level, 4, 48);
}

struct EdgeKey {
    GridKey low = {};
    int axis = 0;

    friend bool operator<(const EdgeKey& a, const EdgeKey& b) {
        return std::tie(a.low.level, a.low.at, a.axis) < std::tie(b.low.level, b.low.at, b.axis);
    }
};

// Edges of cells, each once, by level, lowest end and axis.
std::set<EdgeKey> edges_of(const Octree& tree, std::span<const Index> cells) {
    std::set<EdgeKey> edges;
    const auto corner_count = tree.grid().corner_count();
    for (const Index cell : cells)
        for (std::size_t corner = 0; corner < corner_count; ++corner)
            for (int axis = 0; axis < tree.grid().axis_count(); ++axis)
                if ((corner >> axis & 1U) == 0)
                    edges.insert({tree.vertex(tree.cell(cell).corners[corner]).key, axis});
    return edges;
}

}  // namespace

// Triangles are sampled as finely as the finest cells.
std::vector<Index> leaves_with_shape(const Octree& tree, std::span<const Vec3> points,
                                     std::span<const Triangle> triangles) {
    std::set<Index> leaves;
    const double step = tree.grid().cell_size(tree.depth()).head(2).minCoeff();
    for (const Triangle& t : triangles) {
        const Vec3d a = points[t[0]].cast<double>();
        const Vec3d u = points[t[1]].cast<double>() - a;
        const Vec3d v = points[t[2]].cast<double>() - a;
        const double longest = std::max({u.norm(), v.norm(), (u - v).norm()});
        const int count = std::clamp(static_cast<int>(std::ceil(2.0 * longest / step)), 1, 64);
        for (int i = 0; i <= count; ++i)
            for (int j = 0; j <= count - i; ++j)
                leaves.insert(tree.leaf_at(Vec3d(a + (i * u + j * v) / count)));
    }
    return {leaves.begin(), leaves.end()};
}

std::vector<Index> cut_at_level(const Octree& tree, std::span<const Index> cells, int level) {
    std::set<Index> cut;
    for (Index cell : cells) {
        while (tree.cell(cell).key.level > level)
            cell = tree.cell(cell).parent;
        cut.insert(cell);
    }
    return {cut.begin(), cut.end()};
}

CellLines::CellLines(const Character& character, const Lattice& lattice,
                     std::span<const Index> cells, double height) {
    const Octree& tree = lattice.tree();
    corner_of_vertex_.resize(tree.vertex_slots(), kNoIndex);
    for (const auto& [low, axis] : edges_of(tree, cells))
        add_edge(tree, low, axis, height);
    skin_.emplace(character, corners_);
    motions_.resize(corners_.size());
    embedding_.emplace(lattice, points_);
    places_.resize(points_.size());
}

void CellLines::add_corner(const Octree& tree, Index vertex, double height) {
    if (has(vertex)) return;
    corner_of_vertex_[vertex] = static_cast<Index>(corners_.size());
    corners_.push_back(tree.rest_position(vertex));
    if (tree.grid().axes() == TreeAxes::Two) corners_.back().z() = height;
}

void CellLines::add_edge(const Octree& tree, const GridKey& low, int axis, double height) {
    GridKey high = low;
    ++high.at[static_cast<std::size_t>(axis)];
    const Index from = *tree.find_vertex(low);
    const Index to = *tree.find_vertex(high);
    add_corner(tree, from, height);
    add_corner(tree, to, height);
    const std::size_t steps = step_count(low.level);
    edges_.push_back({points_.size(), lines_.size(), steps, from, to});
    lines_.resize(lines_.size() + steps, {.level = low.level});
    for (std::size_t step = 0; step <= steps; ++step) {
        const double t = static_cast<double>(step) / static_cast<double>(steps);
        const Vec3d point = (1.0 - t) * rest(from) + t * rest(to);
        points_.push_back(point.cast<float>());
    }
}

void CellLines::place(const Lattice& lattice, std::span<const Affine> model_from_joint) {
    embedding_->evaluate(lattice, places_);
    skin_->blend(model_from_joint, motions_);
    for (const Edge& edge : edges_) {
        const Affine& from = model_from_rest(edge.from);
        const Affine& to = model_from_rest(edge.to);
        Vec3 last = Vec3::Zero();
        for (std::size_t step = 0; step <= edge.steps; ++step) {
            const double t = static_cast<double>(step) / static_cast<double>(edge.steps);
            const Vec3d place = places_[edge.first_point + step].cast<double>();
            const Vec3 posed = ((1.0 - t) * (from * place) + t * (to * place)).cast<float>();
            if (step > 0) {
                lines_[edge.first_line + step - 1].from = last;
                lines_[edge.first_line + step - 1].to = posed;
            }
            last = posed;
        }
    }
}

}  // namespace isoskin
