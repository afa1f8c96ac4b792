#include "isoskin/lattice/octree.h"

#include <algorithm>
#include <cassert>

namespace isoskin {
namespace {

GridKey corner_key(const GridKey& cell, std::size_t corner) {
    GridKey key = cell;
    for (int axis = 0; axis < 3; ++axis)
        if (is_on_high_side(corner, axis)) ++key.at[static_cast<std::size_t>(axis)];
    return key;
}

GridKey child_key(const GridKey& cell, std::size_t child) {
    GridKey key = cell;
    ++key.level;
    for (int axis = 0; axis < 3; ++axis) {
        std::int32_t& at = key.at[static_cast<std::size_t>(axis)];
        at = 2 * at + (is_on_high_side(child, axis) ? 1 : 0);
    }
    return key;
}

// How many cells of its level could touch a vertex: those outside the root cannot.
int full_cell_count(const GridKey& key, int axis_count) {
    int count = 1;
    for (int axis = 0; axis < axis_count; ++axis) {
        const std::int32_t at = key.at[static_cast<std::size_t>(axis)];
        if (at > 0 && at < (std::int32_t{1} << key.level)) count *= 2;
    }
    return count;
}

// The vertices of the level above whose mean a vertex is: along an axis where it lies between two
// of their grid lines, both.
std::vector<GridKey> parent_keys(const GridKey& key) {
    std::vector<GridKey> keys{{key.level - 1, {}}};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::int32_t at = key.at[axis];
        for (GridKey& parent : keys)
            parent.at[axis] = at / 2;
        if (at % 2 == 0) continue;
        const std::size_t count = keys.size();
        for (std::size_t i = 0; i < count; ++i) {
            keys.push_back(keys[i]);
            ++keys.back().at[axis];
        }
    }
    return keys;
}

// Divides leaves above a cell until it exists, and lists the children made.
void divide_towards(Octree& tree, const GridKey& wanted, std::vector<Index>& made) {
    while (!tree.find_cell(wanted)) {
        GridKey above = wanted;
        while (!tree.find_cell(above)) {
            --above.level;
            for (std::int32_t& at : above.at)
                at /= 2;
        }
        const Index leaf = *tree.find_cell(above);
        tree.subdivide(leaf);
        for (std::size_t child = 0; child < tree.grid().corner_count(); ++child)
            made.push_back(tree.cell(leaf).first_child + static_cast<Index>(child));
    }
}

}  // namespace

struct Octree::Touched {
    std::vector<std::pair<Index, int>> before;
    std::unordered_map<Index, std::size_t> seen;

    void note(Index vertex, int cell_count) {
        if (seen.emplace(vertex, before.size()).second) before.emplace_back(vertex, cell_count);
    }
};

Result<Octree> Octree::create(const Eigen::AlignedBox3d& box, TreeAxes axes) {
    const Grid grid(box, axes);
    if (!box.min().allFinite() || !box.max().allFinite())
        return invalid("the box of an octree has a coordinate that is not a number");
    for (int axis = 0; axis < grid.axis_count(); ++axis)
        if (!(box.sizes()[axis] > 0.0))
            return invalid(std::string("the box of an octree has no extent along ") +
                           "xyz"[static_cast<std::size_t>(axis)]);
    return Octree(grid);
}

Octree::Octree(const Grid& grid) : grid_(grid) {
    cells_.push_back({.in_use = true});
    Touched touched;
    add_corners(0, touched);
}

int Octree::depth() const {
    int deepest = 0;
    for (const TreeCell& cell : cells_)
        if (cell.in_use) deepest = std::max(deepest, cell.key.level);
    return deepest;
}

std::size_t Octree::cell_count() const {
    return static_cast<std::size_t>(
        std::count_if(cells_.begin(), cells_.end(), [](const TreeCell& c) { return c.in_use; }));
}

std::size_t Octree::free_count() const {
    return static_cast<std::size_t>(std::count_if(
        vertices_.begin(), vertices_.end(),
        [](const TreeVertex& v) { return v.cell_count > 0 && v.is_free() && v.is_origin(); }));
}

std::vector<Index> Octree::leaves() const {
    std::vector<Index> found;
    for (Index i = 0; i < cells_.size(); ++i)
        if (cells_[i].in_use && cells_[i].is_leaf()) found.push_back(i);
    return found;
}

std::vector<Index> Octree::cells_of_level(int level) const {
    std::vector<Index> found;
    for (Index i = 0; i < cells_.size(); ++i)
        if (cells_[i].in_use && cells_[i].key.level == level) found.push_back(i);
    return found;
}

std::vector<Index> Octree::free_vertices() const {
    std::vector<Index> found;
    for (Index i = 0; i < vertices_.size(); ++i)
        if (has_vertex(i) && vertices_[i].is_free()) found.push_back(i);
    return found;
}

std::vector<Index> Octree::free_vertices_of_level(int level) const {
    std::vector<Index> found;
    for (Index i = 0; i < vertices_.size(); ++i)
        if (has_vertex(i) && vertices_[i].is_free() && vertices_[i].key.level == level)
            found.push_back(i);
    return found;
}

std::optional<Index> Octree::find_vertex(const GridKey& key) const {
    const auto found = vertex_slots_by_key_.find(key);
    if (found == vertex_slots_by_key_.end()) return std::nullopt;
    return found->second;
}

std::optional<Index> Octree::find_cell(const GridKey& key) const {
    if (key.level < 0 || key.level > kMaxTreeDepth) return std::nullopt;
    for (int axis = 0; axis < 3; ++axis) {
        const std::int32_t end = axis < grid_.axis_count() ? std::int32_t{1} << key.level : 1;
        const std::int32_t at = key.at[static_cast<std::size_t>(axis)];
        if (at < 0 || at >= end) return std::nullopt;
    }
    Index cell = 0;
    for (int level = key.level - 1; level >= 0; --level) {
        if (cells_[cell].is_leaf()) return std::nullopt;
        Index child = 0;
        for (std::size_t axis = 0; axis < 3; ++axis)
            child |= static_cast<Index>((key.at[axis] >> level) & 1) << axis;
        cell = cells_[cell].first_child + child;
    }
    return cell;
}

Index Octree::origin(Index vertex) const {
    while (!vertices_[vertex].is_origin())
        vertex = vertices_[vertex].parents[0];
    return vertex;
}

Index Octree::finest(Index vertex) const {
    GridKey key = vertices_[vertex].key;
    while (true) {
        ++key.level;
        for (std::int32_t& at : key.at)
            at *= 2;
        const auto finer = find_vertex(key);
        if (!finer) return vertex;
        vertex = *finer;
    }
}

Eigen::AlignedBox3d Octree::rest_box(Index cell) const {
    Eigen::AlignedBox3d box = grid_.box();
    const GridKey& key = cells_[cell].key;
    const Vec3d low = grid_.rest_position(key);
    const Vec3d high = grid_.rest_position(corner_key(key, grid_.corner_count() - 1));
    for (int axis = 0; axis < grid_.axis_count(); ++axis) {
        box.min()[axis] = low[axis];
        box.max()[axis] = high[axis];
    }
    return box;
}

Index Octree::child_at(Index cell, const std::array<std::int32_t, 3>& finest_cell) const {
    const int shift = kMaxTreeDepth - cells_[cell].key.level - 1;
    Index child = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
        child |= static_cast<Index>((finest_cell[axis] >> shift) & 1) << axis;
    return cells_[cell].first_child + child;
}

Index Octree::leaf_at(const std::array<std::int32_t, 3>& finest_cell) const {
    Index cell = 0;
    while (!cells_[cell].is_leaf())
        cell = child_at(cell, finest_cell);
    return cell;
}

Index Octree::leaf_at(const Vec3d& rest) const {
    return leaf_at(grid_.finest_cell(rest));
}

Index Octree::take_cell_block() {
    if (!unused_blocks_.empty()) {
        const Index first = unused_blocks_.back();
        unused_blocks_.pop_back();
        return first;
    }
    const auto first = static_cast<Index>(cells_.size());
    cells_.resize(cells_.size() + grid_.corner_count());
    return first;
}

Index Octree::take_vertex(const GridKey& key) {
    Index slot = static_cast<Index>(vertices_.size());
    if (unused_vertices_.empty()) {
        vertices_.emplace_back();
    } else {
        slot = unused_vertices_.back();
        unused_vertices_.pop_back();
    }
    TreeVertex vertex{.key = key,
                      .rest = grid_.rest_position(key),
                      .full_count = full_cell_count(key, grid_.axis_count())};
    if (key.level > 0)
        for (const GridKey& parent : parent_keys(key))
            vertex.parents[vertex.parent_count++] = vertex_slots_by_key_.at(parent);
    vertices_[slot] = vertex;
    vertex_slots_by_key_.emplace(key, slot);
    return slot;
}

void Octree::add_corners(Index cell, Touched& touched) {
    for (std::size_t corner = 0; corner < grid_.corner_count(); ++corner) {
        const GridKey key = corner_key(cells_[cell].key, corner);
        const auto found = vertex_slots_by_key_.find(key);
        const Index slot = found != vertex_slots_by_key_.end() ? found->second : take_vertex(key);
        touched.note(slot, vertices_[slot].cell_count);
        ++vertices_[slot].cell_count;
        cells_[cell].corners[corner] = slot;
    }
}

TopologyChange Octree::subdivide(Index leaf) {
    assert(has_cell(leaf) && cells_[leaf].is_leaf());
    assert(cells_[leaf].key.level < kMaxTreeDepth);
    const Index first = take_cell_block();
    cells_[leaf].first_child = first;
    Touched touched;
    for (std::size_t child = 0; child < grid_.corner_count(); ++child) {
        const Index slot = first + static_cast<Index>(child);
        cells_[slot] = {.key = child_key(cells_[leaf].key, child), .parent = leaf, .in_use = true};
        add_corners(slot, touched);
    }
    return settle(touched);
}

TopologyChange Octree::simplify(Index cell) {
    assert(has_cell(cell));
    Touched touched;
    remove_children(cell, touched);
    return settle(touched);
}

void Octree::remove_children(Index cell, Touched& touched) {
    if (cells_[cell].is_leaf()) return;
    const Index first = cells_[cell].first_child;
    for (Index child = first; child < first + grid_.corner_count(); ++child)
        remove_children(child, touched);
    for (Index child = first; child < first + grid_.corner_count(); ++child) {
        for (std::size_t corner = 0; corner < grid_.corner_count(); ++corner) {
            const Index slot = cells_[child].corners[corner];
            touched.note(slot, vertices_[slot].cell_count);
            --vertices_[slot].cell_count;
        }
        cells_[child] = {};
    }
    unused_blocks_.push_back(first);
    cells_[cell].first_child = kNoIndex;
}

TopologyChange Octree::settle(const Touched& touched) {
    TopologyChange change;
    for (const auto& [slot, before] : touched.before) {
        const TreeVertex& vertex = vertices_[slot];
        const bool was_free = before == vertex.full_count;
        if (before == 0) {
            change.added.push_back(slot);
        } else if (vertex.cell_count == 0) {
            change.removed.push_back({slot, vertex});
        } else if (was_free != vertex.is_free()) {
            (was_free ? change.constrained : change.freed).push_back(slot);
        }
    }
    std::stable_sort(change.removed.begin(), change.removed.end(),
                     [](const RemovedVertex& a, const RemovedVertex& b) {
                         return a.vertex.key.level > b.vertex.key.level;
                     });
    for (const RemovedVertex& removed : change.removed) {
        vertex_slots_by_key_.erase(removed.vertex.key);
        unused_vertices_.push_back(removed.slot);
    }
    return change;
}

void balance(Octree& tree) {
    std::vector<Index> queue = tree.leaves();
    const int axis_count = tree.grid().axis_count();
    const int neighbour_count = axis_count == 3 ? 27 : 9;
    while (!queue.empty()) {
        const GridKey key = tree.cell(queue.back()).key;
        queue.pop_back();
        for (int n = 0; n < neighbour_count && key.level > 1; ++n) {
            GridKey wanted{key.level - 1, {}};
            const std::array<int, 3> step{n % 3 - 1, n / 3 % 3 - 1,
                                          axis_count == 3 ? n / 9 - 1 : 0};
            bool inside = true;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const std::int32_t at = key.at[axis] + step[axis];
                inside = inside && at >= 0 && at < (std::int32_t{1} << key.level);
                wanted.at[axis] = at / 2;
            }
            if (inside) divide_towards(tree, wanted, queue);
        }
    }
}

}  // namespace isoskin
