#include "cell_lines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "isoskin/lattice/deform_bind.h"

namespace isoskin::cli {
namespace {

constexpr std::size_t kSteps = 6;      // of an edge
constexpr std::size_t kFollowed = 12;  // vertices of the skin that a vertex of the tree follows

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
    for (std::size_t mesh = 0; mesh < character.meshes.size(); ++mesh)
        lattice_from_bind_.push_back(lattice_from_bind(character, mesh));
    followed_.resize(tree.vertex_slots());
    add_edges(tree,
              choice == CellChoice::All ? tree.leaves() : leaves_with_shape(character, shape));
    for (const Index vertex : tree.free_vertices())
        if (shape.lattice.detail(vertex) != VertexDetail{}) find_followed(character, shape, vertex);
    for (const Edge& edge : edges_)
        for (const Index vertex : {edge.from, edge.to})
            if (followed_[vertex].empty()) find_followed(character, shape, vertex);
    points_.emplace(shape.lattice, rest_);
    places_.resize(rest_.size());
}

void CellLines::add_edges(const Octree& tree, std::span<const Index> cells) {
    for (const auto& [key, axis] : edges_of(tree, cells)) {
        GridKey end = key;
        ++end.at[static_cast<std::size_t>(axis)];
        const Index from = *tree.find_vertex(key);
        const Index to = *tree.find_vertex(end);
        edges_.push_back({key.level, rest_.size(), from, to});
        for (std::size_t step = 0; step <= kSteps; ++step) {
            const double t = static_cast<double>(step) / kSteps;
            const Vec3d point = (1.0 - t) * tree.rest_position(from) + t * tree.rest_position(to);
            rest_.push_back(point.cast<float>());
        }
    }
}

// The nearest vertices of the skin, near ones more; further than twice the nearest hardly counts.
void CellLines::find_followed(const Character& character, const CharacterLattice& shape,
                              Index vertex) {
    const Vec3 place = shape.lattice.tree().rest_position(vertex).cast<float>();
    std::vector<std::pair<float, Index>> near;
    near.reserve(shape.rest.size());
    for (Index i = 0; i < shape.rest.size(); ++i)
        near.emplace_back((shape.rest[i] - place).squaredNorm(), i);
    const std::size_t count = std::min(kFollowed, near.size());
    std::partial_sort(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(count), near.end());
    double sum = 0.0;
    for (std::size_t i = 0; i < count; ++i) {
        Follow follow{.mesh = 0, .vertex = near[i].second, .share = 0.0};
        while (follow.vertex >= character.meshes[follow.mesh].mesh.vertex_count())
            follow.vertex -= character.meshes[follow.mesh++].mesh.vertex_count();
        const double distance = near[i].first;
        follow.share = 1.0 / (distance * distance + 1e-12);
        sum += follow.share;
        followed_[vertex].push_back(follow);
    }
    for (Follow& follow : followed_[vertex])
        follow.share /= sum;
}

std::vector<Affine> CellLines::motions(const Character& character,
                                       std::span<const Affine> model_from_joint) const {
    std::vector<std::vector<Affine>> palettes;
    for (const SkinnedMesh& skinned : character.meshes) {
        palettes.emplace_back(skinned.skin.joints.size());
        compute_palette(skinned.skin, model_from_joint, palettes.back());
    }
    std::vector<Affine> motions(followed_.size(), Affine::Identity());
    for (std::size_t vertex = 0; vertex < followed_.size(); ++vertex) {
        if (followed_[vertex].empty()) continue;
        Eigen::Matrix4d sum = Eigen::Matrix4d::Zero();
        for (const Follow& follow : followed_[vertex])
            for (const Influence& influence :
                 character.meshes[follow.mesh].weights.row(follow.vertex))
                sum += follow.share * influence.weight *
                       (palettes[follow.mesh][influence.slot] *
                        lattice_from_bind_[follow.mesh].inverse())
                           .matrix();
        motions[vertex].matrix() = sum;
    }
    return motions;
}

std::vector<render::LineGroup> CellLines::lines(const Character& character, const Lattice& lattice,
                                                std::span<const Affine> model_from_joint) {
    points_->evaluate(lattice, places_);
    const std::vector<Affine> motion = motions(character, model_from_joint);
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
        const auto posed = [&](std::size_t step) -> Vec3 {
            const double t = static_cast<double>(step) / kSteps;
            const Vec3d place = places_[edge.first_point + step].cast<double>();
            return ((1.0 - t) * (motion[edge.from] * place) + t * (motion[edge.to] * place))
                .cast<float>();
        };
        auto& segments = groups[static_cast<std::size_t>(depth - edge.level)].segments;
        for (std::size_t step = 0; step < kSteps; ++step)
            segments.push_back({posed(step), posed(step + 1)});
    }
    for (const Index vertex : lattice.tree().free_vertices()) {
        if (lattice.detail(vertex) == VertexDetail{}) continue;
        const TreeVertex& v = lattice.tree().vertex(vertex);
        const Vec3d place = lattice.evaluate(v.rest).position;
        groups[static_cast<std::size_t>(depth - v.key.level)].dots.push_back(
            (motion[vertex] * place).cast<float>());
    }
    std::erase_if(groups, [](const render::LineGroup& group) {
        return group.segments.empty() && group.dots.empty();
    });
    return groups;
}

}  // namespace isoskin::cli
