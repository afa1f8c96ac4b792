#include "cell_lines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "isoskin/lattice/deform_bind.h"

namespace isoskin::cli {
namespace {

// Of an edge: lines of coarse cells are as smooth as those of fine ones.
std::size_t step_count(int level) {
    return std::clamp<std::size_t>(std::size_t{48} >> level, 4, 48);
}

// sRGB, as in 0xRRGGBB.
constexpr std::array<unsigned, 7> kLevelColors{0x46505f, 0x2b62a8, 0x138f8a, 0x5f9a26,
                                               0xd98a12, 0xd0432f, 0x8b46b5};

// Edges of cells, each once, by level, lowest end and axis.
using EdgeKey = std::pair<GridKey, int>;
std::set<EdgeKey> edges_of(const Octree& tree, std::span<const Index> cells) {
    std::set<EdgeKey> edges;
    const auto corner_count = tree.grid().corner_count();
    for (const Index cell : cells)
        for (std::size_t corner = 0; corner < corner_count; ++corner)
            for (int axis = 0; axis < tree.grid().axis_count(); ++axis)
                if ((corner >> axis & 1U) == 0)
                    edges.emplace(tree.vertex(tree.cell(cell).corners[corner]).key, axis);
    return edges;
}

// Leaves that points of the shape lie in; triangles are sampled as finely as the finest cells.
std::vector<Index> leaves_with_shape(const Character& character, const CharacterLattice& shape) {
    const Octree& tree = shape.lattice.tree();
    std::set<Index> leaves;
    const double step = tree.grid().cell_size(tree.depth()).head(2).minCoeff();
    for (const Triangle& t : lattice_triangles(character)) {
        const Vec3d a = shape.rest[t[0]].cast<double>();
        const Vec3d u = shape.rest[t[1]].cast<double>() - a;
        const Vec3d v = shape.rest[t[2]].cast<double>() - a;
        const double longest = std::max({u.norm(), v.norm(), (u - v).norm()});
        const int count = std::clamp(static_cast<int>(std::ceil(2.0 * longest / step)), 1, 64);
        for (int i = 0; i <= count; ++i)
            for (int j = 0; j <= count - i; ++j)
                leaves.insert(tree.leaf_at(Vec3d(a + (i * u + j * v) / count)));
    }
    return {leaves.begin(), leaves.end()};
}

}  // namespace

Vec3 level_color(int level) {
    const unsigned rgb = kLevelColors[static_cast<std::size_t>(level) % kLevelColors.size()];
    const auto channel = [&](unsigned shift) {
        return static_cast<float>(rgb >> shift & 0xffU) / 255.0F;
    };
    return {channel(16), channel(8), channel(0)};
}

CellLines::CellLines(const Character& character, const CharacterLattice& shape, CellChoice choice) {
    const Octree& tree = shape.lattice.tree();
    place_of_vertex_.resize(tree.vertex_slots(), kNoIndex);
    flat_height_ = bounding_box(shape.rest).center().z();
    add_edges(tree,
              choice == CellChoice::All ? tree.leaves() : leaves_with_shape(character, shape));
    skin_.emplace(character, vertex_places_);
    points_.emplace(shape.lattice, rest_);
    places_.resize(rest_.size());
}

Vec3d CellLines::drawn_rest(const Octree& tree, Index vertex) const {
    Vec3d rest = tree.rest_position(vertex);
    if (tree.grid().axes() == TreeAxes::Two) rest.z() = flat_height_;
    return rest;
}

void CellLines::follow(const Octree& tree, Index vertex) {
    if (place_of_vertex_[vertex] != kNoIndex) return;
    place_of_vertex_[vertex] = static_cast<Index>(vertex_places_.size());
    vertex_places_.push_back(drawn_rest(tree, vertex));
}

void CellLines::add_edges(const Octree& tree, std::span<const Index> cells) {
    for (const auto& [key, axis] : edges_of(tree, cells)) {
        GridKey end = key;
        ++end.at[static_cast<std::size_t>(axis)];
        const Index from = *tree.find_vertex(key);
        const Index to = *tree.find_vertex(end);
        follow(tree, from);
        follow(tree, to);
        const std::size_t steps = step_count(key.level);
        edges_.push_back({key.level, rest_.size(), steps, from, to});
        for (std::size_t step = 0; step <= steps; ++step) {
            const double t = static_cast<double>(step) / static_cast<double>(steps);
            const Vec3d point = (1.0 - t) * drawn_rest(tree, from) + t * drawn_rest(tree, to);
            rest_.push_back(point.cast<float>());
        }
    }
}

std::vector<render::LineGroup> CellLines::lines(const Lattice& lattice,
                                                std::span<const Affine> model_from_joint) {
    points_->evaluate(lattice, places_);
    std::vector<Affine> motion(vertex_places_.size());
    skin_->blend(model_from_joint, motion);
    const int depth = lattice.tree().depth();
    std::vector<render::LineGroup> groups(static_cast<std::size_t>(depth) + 1);
    for (int level = 0; level <= depth; ++level) {
        render::LineGroup& group = groups[static_cast<std::size_t>(depth - level)];
        group.color = level_color(level);
        group.width = std::max(2.4F - 0.35F * static_cast<float>(level), 1.0F);
        group.opacity = std::max(0.95F - 0.1F * static_cast<float>(level), 0.5F);
        group.label = "level " + std::to_string(level);
    }
    for (const Edge& edge : edges_) {
        const Affine& from = motion[place_of_vertex_[edge.from]];
        const Affine& to = motion[place_of_vertex_[edge.to]];
        const auto posed = [&](std::size_t step) -> Vec3 {
            const double t = static_cast<double>(step) / static_cast<double>(edge.steps);
            const Vec3d place = places_[edge.first_point + step].cast<double>();
            return ((1.0 - t) * (from * place) + t * (to * place)).cast<float>();
        };
        auto& segments = groups[static_cast<std::size_t>(depth - edge.level)].segments;
        for (std::size_t step = 0; step < edge.steps; ++step)
            segments.push_back({posed(step), posed(step + 1)});
    }
    for (const Index vertex : lattice.tree().free_vertices()) {
        const Index followed = place_of_vertex_[lattice.tree().finest(vertex)];
        if (followed == kNoIndex || lattice.detail(vertex) == VertexDetail{}) continue;
        const Vec3d place = lattice.evaluate(vertex_places_[followed]).position;
        const int level = lattice.tree().vertex(vertex).key.level;
        groups[static_cast<std::size_t>(depth - level)].dots.push_back(
            (motion[followed] * place).cast<float>());
    }
    std::erase_if(groups, [](const render::LineGroup& group) {
        return group.segments.empty() && group.dots.empty();
    });
    return groups;
}

}  // namespace isoskin::cli
