#include "isoskin/lattice/edits.h"

#include <algorithm>

#include "isoskin/lattice/manipulate.h"
#include "isoskin/math/transform.h"

namespace isoskin {
namespace {

// Beyond this a tree is a mistake in its edits rather than a wish.
constexpr std::size_t kMaxEditedCells = std::size_t{1} << 18;

// A drag that is missed by more than this, over the root box, is not said to be done.
constexpr double kReached = 1e-6;

std::string level_sentence(const Octree& tree, int level) {
    const std::string top = std::to_string(tree.depth());
    return "there is nothing on level " + std::to_string(level) +
           (tree.depth() == 0 ? "; the tree is one undivided cell, of level 0"
                              : "; the tree has levels 0 to " + top);
}

// The vertex of that key, unless it is not there or may not be moved.
Result<Index> free_vertex(const Octree& tree, const GridKey& key) {
    if (key.level < 0 || key.level > tree.depth()) return invalid(level_sentence(tree, key.level));
    const auto vertex = tree.find_vertex(key);
    if (!vertex) return invalid("there is no vertex " + to_string(key));
    if (!tree.vertex(*vertex).is_free())
        return invalid("vertex " + to_string(key) +
                       " is constrained, for not all cells of its level round it exist: divide "
                       "them, or move one of a coarser level");
    return *vertex;
}

Result<Index> nearest_free_vertex(const Octree& tree, int level, const Vec3d& rest) {
    const auto free = tree.free_vertices_of_level(level);
    const auto nearest = std::min_element(free.begin(), free.end(), [&](Index a, Index b) {
        return (tree.rest_position(a) - rest).squaredNorm() <
               (tree.rest_position(b) - rest).squaredNorm();
    });
    if (nearest == free.end())
        return invalid("no vertex of level " + std::to_string(level) + " is free");
    return *nearest;
}

Result<std::vector<Index>> some(std::vector<Index> found, const char* what, int level) {
    if (found.empty())
        return invalid("no " + std::string(what) + " of level " + std::to_string(level) +
                       " lies in the box");
    return found;
}

Result<std::vector<Index>> one(const Result<Index>& found) {
    if (!found) return found.error();
    return std::vector<Index>{*found};
}

Result<std::vector<Index>> find_vertices(const Octree& tree, const TreePlace& place) {
    if (place.level < 0 || place.level > tree.depth())
        return invalid(level_sentence(tree, place.level));
    if (const auto* at = std::get_if<TreePlace::GridPlace>(&place.where))
        return one(free_vertex(tree, {place.level, *at}));
    if (const auto* rest = std::get_if<Vec3d>(&place.where))
        return one(nearest_free_vertex(tree, place.level, *rest));
    std::vector<Index> inside;
    for (const Index vertex : tree.free_vertices_of_level(place.level))
        if (std::get<Eigen::AlignedBox3d>(place.where).contains(tree.rest_position(vertex)))
            inside.push_back(vertex);
    return some(std::move(inside), "free vertex", place.level);
}

Result<Index> cell_holding(const Octree& tree, int level, const Vec3d& rest) {
    Index cell = tree.leaf_at(rest);
    if (tree.cell(cell).key.level < level)
        return invalid("no cell of level " + std::to_string(level) + " is there: the finest is " +
                       to_string(tree.cell(cell).key));
    while (tree.cell(cell).key.level > level)
        cell = tree.cell(cell).parent;
    return cell;
}

Result<std::vector<Index>> find_cells(const Octree& tree, const TreePlace& place) {
    if (place.level < 0 || place.level > tree.depth())
        return invalid(level_sentence(tree, place.level));
    if (const auto* at = std::get_if<TreePlace::GridPlace>(&place.where)) {
        const auto cell = tree.find_cell({place.level, *at});
        if (!cell) return invalid("there is no cell " + to_string(GridKey{place.level, *at}));
        return std::vector<Index>{*cell};
    }
    if (const auto* rest = std::get_if<Vec3d>(&place.where))
        return one(cell_holding(tree, place.level, *rest));
    std::vector<Index> met;
    for (const Index cell : tree.cells_of_level(place.level))
        if (std::get<Eigen::AlignedBox3d>(place.where).intersects(tree.rest_box(cell)))
            met.push_back(cell);
    return some(std::move(met), "cell", place.level);
}

Vec3d mean_of(std::span<const Vec3d> points) {
    Vec3d sum = Vec3d::Zero();
    for (const Vec3d& point : points)
        sum += point;
    return sum / static_cast<double>(points.size());
}

Mat3d turn_and_scale(const Vec3d& degrees, const Vec3d& scale) {
    return rotation_from_euler_xyz(degrees * (kPi / 180.0)).toRotationMatrix() * scale.asDiagonal();
}

Status apply(const MoveEdit& edit, Lattice& lattice) {
    const auto vertices = find_vertices(lattice.tree(), edit.vertices);
    if (!vertices) return vertices.error();
    if (edit.to && vertices->size() > 1)
        return invalid("'to' is the place of one vertex, and these are " +
                       std::to_string(vertices->size()));
    std::vector<Vec3d> places;
    for (const Index vertex : *vertices)
        places.push_back(lattice.position(vertex));
    const Vec3d about = edit.about.value_or(mean_of(places));
    const Mat3d linear = turn_and_scale(edit.degrees, edit.scale);
    for (Vec3d& place : places)
        place = edit.to.value_or(about + linear * (place - about) + edit.by);
    lattice.set_positions(*vertices, places);
    return Done{};
}

Status apply(const FrameEdit& edit, Lattice& lattice) {
    const auto vertices = find_vertices(lattice.tree(), edit.vertices);
    if (!vertices) return vertices.error();
    const Mat3d linear = turn_and_scale(edit.degrees, edit.scale);
    for (const Index vertex : *vertices)
        lattice.set_frame(vertex, edit.frame.value_or(linear * lattice.frame(vertex)));
    return Done{};
}

Status apply(const DragEdit& edit, Lattice& lattice) {
    if (edit.level < 0 || edit.level > lattice.tree().depth())
        return invalid(level_sentence(lattice.tree(), edit.level));
    const Vec3d from = lattice.evaluate(edit.rest).position;
    const std::array drags{Drag{edit.rest, edit.to.value_or(from + edit.by)}};
    const DragReport report = drag_points(lattice, drags, edit.level);
    const std::string level = "level " + std::to_string(edit.level);
    if (report.out_of_reach > 0)
        return invalid("no free vertex of " + level + " reaches the point that is dragged");
    if (report.largest_miss > kReached * lattice.tree().grid().box().sizes().maxCoeff())
        return invalid("vertices of " + level + " cannot take the point there; it stays " +
                       std::to_string(report.largest_miss) + " away");
    return Done{};
}

std::vector<Index> children_of(const Octree& tree, std::span<const Index> cells) {
    std::vector<Index> children;
    for (const Index cell : cells)
        for (Index child = 0; child < tree.grid().corner_count(); ++child)
            children.push_back(tree.cell(cell).first_child + child);
    return children;
}

// Cells that are divided already are left as they are, so that the order of edits matters less.
Status apply(const SubdivideEdit& edit, Lattice& lattice) {
    auto cells = find_cells(lattice.tree(), edit.cells);
    if (!cells) return cells.error();
    for (int time = 0; time < edit.times; ++time) {
        for (const Index cell : *cells) {
            if (!lattice.tree().cell(cell).is_leaf()) continue;
            if (lattice.tree().cell(cell).key.level >= kMaxTreeDepth)
                return invalid("cell " + to_string(lattice.tree().cell(cell).key) +
                               " cannot be divided: no tree is deeper than " +
                               std::to_string(kMaxTreeDepth) + " levels");
            if (lattice.tree().cell_slots() > kMaxEditedCells)
                return invalid("the tree would have more than " + std::to_string(kMaxEditedCells) +
                               " cells");
            lattice.subdivide(cell);
        }
        *cells = children_of(lattice.tree(), *cells);
    }
    return Done{};
}

Status apply(const SimplifyEdit& edit, Lattice& lattice) {
    const auto cells = find_cells(lattice.tree(), edit.cells);
    if (!cells) return cells.error();
    for (const Index cell : *cells)
        if (!lattice.tree().cell(cell).is_leaf()) lattice.simplify(cell);
    return Done{};
}

Status apply(const DetailEdit& edit, Lattice& lattice) {
    const auto vertex = free_vertex(lattice.tree(), edit.vertex);
    if (!vertex) return vertex.error();
    lattice.set_detail(*vertex, edit.detail);
    return Done{};
}

struct EditName {
    std::string operator()(const MoveEdit&) const { return "move"; }
    std::string operator()(const FrameEdit&) const { return "frame"; }
    std::string operator()(const DragEdit&) const { return "drag"; }
    std::string operator()(const SubdivideEdit&) const { return "subdivide"; }
    std::string operator()(const SimplifyEdit&) const { return "simplify"; }
    std::string operator()(const DetailEdit&) const { return "detail"; }
};

// The cube that the other recipes would start from.
Result<Octree> even_cube(std::span<const Vec3> points, const OctreeSettings& settings) {
    OctreeSettings undivided = settings;
    undivided.max_depth = 0;
    const auto root = octree_from_points(points, undivided);
    if (!root) return root;
    return octree_from_box(root->grid().box(), settings.max_depth, settings.axes);
}

}  // namespace

Status apply_edit(const LatticeEdit& edit, Lattice& lattice) {
    return std::visit([&](const auto& one) { return apply(one, lattice); }, edit);
}

Status apply_edits(std::span<const LatticeEdit> edits, Lattice& lattice) {
    for (std::size_t i = 0; i < edits.size(); ++i)
        if (const Status done = apply_edit(edits[i], lattice); !done)
            return invalid("edit " + std::to_string(i + 1) + " (" +
                           std::visit(EditName(), edits[i]) + "): " + done.error().message);
    return Done{};
}

Result<Octree> make_tree(const TreeRecipe& recipe, std::span<const Vec3> points,
                         std::span<const Triangle> triangles) {
    switch (recipe.from) {
        case TreeSource::Points:
            return octree_from_points(points, recipe.settings);
        case TreeSource::Matter:
            return octree_from_matter(points, triangles, recipe.settings);
        case TreeSource::Box:
            break;
    }
    // Also for a box that is given: it refuses points that no box could be put around.
    auto cube = even_cube(points, recipe.settings);
    if (!cube || !recipe.box) return cube;
    return octree_from_box(*recipe.box, recipe.settings.max_depth, recipe.settings.axes);
}

LatticeEdits edits_of(const Lattice& lattice) {
    const Octree& tree = lattice.tree();
    LatticeEdits edits;
    edits.tree = {.from = TreeSource::Box,
                  .settings = {.max_depth = 0, .axes = tree.grid().axes()},
                  .box = tree.grid().box()};
    edits.settings = lattice.settings();
    for (int level = 0; level < tree.depth(); ++level)
        for (const Index cell : tree.cells_of_level(level))
            if (!tree.cell(cell).is_leaf())
                edits.edits.emplace_back(
                    SubdivideEdit{.cells = {level, tree.cell(cell).key.at}, .times = 1});
    for (int level = 0; level <= tree.depth(); ++level)
        for (const Index vertex : tree.free_vertices_of_level(level))
            if (lattice.detail(vertex) != VertexDetail{})
                edits.edits.emplace_back(
                    DetailEdit{tree.vertex(vertex).key, lattice.detail(vertex)});
    return edits;
}

}  // namespace isoskin
