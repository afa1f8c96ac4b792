#include "isoskin/dynamics/spring_net.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace isoskin {
namespace {

double stiffness_of_level(const DynamicsSettings& settings, int level) {
    switch (settings.levels) {
        case LevelStiffness::Same:
            return settings.stiffness;
        case LevelStiffness::Halved:
            return settings.stiffness / power_of_two(level);
        case LevelStiffness::Doubled:
            return settings.stiffness * power_of_two(level);
    }
    return settings.stiffness;
}

// Two corners of a cell: those that differ along one axis share an edge, along two a diagonal of a
// face, along three one of the cell. All are joined.
template <typename Visit>
void for_each_corner_pair(std::size_t corner_count, const Visit& visit) {
    for (std::size_t a = 0; a < corner_count; ++a)
        for (std::size_t b = a + 1; b < corner_count; ++b)
            visit(a, b);
}

}  // namespace

SpringNet::SpringNet(const Octree& tree, const DynamicsSettings& settings,
                     std::span<const CellMatter> matter) {
    find_places(tree);
    add_masses(tree, matter);
    add_springs(tree, settings, matter);
    if (settings.bend_stiffness > 0.0) add_bends(tree, settings);
    merge_springs();
    std::vector<Vec3d> rest(place_count());
    for (std::size_t place = 0; place < rest.size(); ++place)
        rest[place] = tree.rest_position(vertices_[place]);
    set_rest_shape(rest);
}

void SpringNet::find_places(const Octree& tree) {
    std::vector<Index> constrained;
    for (Index vertex = 0; vertex < tree.vertex_slots(); ++vertex) {
        if (!tree.has_vertex(vertex) || !tree.vertex(vertex).is_origin()) continue;
        (tree.vertex(vertex).is_free() ? vertices_ : constrained).push_back(vertex);
    }
    free_count_ = vertices_.size();
    std::stable_sort(constrained.begin(), constrained.end(), [&](Index a, Index b) {
        return tree.vertex(a).key.level < tree.vertex(b).key.level;
    });
    vertices_.insert(vertices_.end(), constrained.begin(), constrained.end());

    place_of_vertex_.assign(tree.vertex_slots(), kNoIndex);
    for (std::size_t place = 0; place < vertices_.size(); ++place)
        place_of_vertex_[vertices_[place]] = static_cast<Index>(place);
    for (Index vertex = 0; vertex < tree.vertex_slots(); ++vertex)
        if (tree.has_vertex(vertex))
            place_of_vertex_[vertex] = place_of_vertex_[tree.origin(vertex)];

    parent_offsets_.push_back(0);
    for (const Index vertex : constrained) {
        const TreeVertex& v = tree.vertex(vertex);
        for (Index i = 0; i < v.parent_count; ++i)
            parents_.push_back(place_of_vertex_[v.parents[i]]);
        parent_offsets_.push_back(parents_.size());
    }
}

void SpringNet::add_masses(const Octree& tree, std::span<const CellMatter> matter) {
    const std::size_t corner_count = tree.grid().corner_count();
    masses_.assign(place_count(), 0.0);
    for (const Index leaf : tree.leaves())
        for (std::size_t corner = 0; corner < corner_count; ++corner)
            masses_[place_of_vertex_[tree.cell(leaf).corners[corner]]] +=
                matter[leaf].mass / static_cast<double>(corner_count);
    hand_up(std::span<double>(masses_));
    masses_.resize(free_count_);
}

void SpringNet::add_springs(const Octree& tree, const DynamicsSettings& settings,
                            std::span<const CellMatter> matter) {
    for (const Index leaf : tree.leaves()) {
        const TreeCell& cell = tree.cell(leaf);
        const double stiffness = matter[leaf].share * stiffness_of_level(settings, cell.key.level);
        for_each_corner_pair(tree.grid().corner_count(), [&](std::size_t a, std::size_t b) {
            const Index from = place_of_vertex_[cell.corners[a]];
            const Index to = place_of_vertex_[cell.corners[b]];
            springs_.push_back({std::min(from, to), std::max(from, to), stiffness});
        });
    }
}

// Over two cells of one level in a row: they resist folding, which those of a sheet's cells do not.
void SpringNet::add_bends(const Octree& tree, const DynamicsSettings& settings) {
    for (const Index middle : tree.free_vertices())
        for (std::size_t axis = 0; axis < static_cast<std::size_t>(tree.grid().axis_count());
             ++axis) {
            GridKey low = tree.vertex(middle).key;
            GridKey high = low;
            --low.at[axis];
            ++high.at[axis];
            const auto from = tree.find_vertex(low);
            const auto to = tree.find_vertex(high);
            if (!from || !to) continue;
            const Index a = place_of_vertex_[*from];
            const Index b = place_of_vertex_[*to];
            springs_.push_back({std::min(a, b), std::max(a, b),
                                settings.bend_stiffness * stiffness_of_level(settings, low.level)});
        }
}

// Cells that share an edge or a face each bring its springs: one takes their sum.
void SpringNet::merge_springs() {
    std::stable_sort(springs_.begin(), springs_.end(), [](const Spring& a, const Spring& b) {
        return std::tie(a.a, a.b) < std::tie(b.a, b.b);
    });
    std::size_t kept = 0;
    for (const Spring& spring : springs_) {
        if (kept > 0 && springs_[kept - 1].a == spring.a && springs_[kept - 1].b == spring.b)
            springs_[kept - 1].stiffness += spring.stiffness;
        else
            springs_[kept++] = spring;
    }
    springs_.resize(kept);
}

void SpringNet::set_rest_shape(std::span<const Vec3d> positions) {
    for (Spring& spring : springs_)
        spring.length = (positions[spring.b] - positions[spring.a]).norm();
}

void SpringNet::follow_parents(std::span<Vec3d> values) const {
    for (std::size_t place = free_count_; place < place_count(); ++place) {
        const std::size_t first = parent_offsets_[place - free_count_];
        const std::size_t last = parent_offsets_[place - free_count_ + 1];
        Vec3d sum = Vec3d::Zero();
        for (std::size_t i = first; i < last; ++i)
            sum += values[parents_[i]];
        values[place] = sum / static_cast<double>(last - first);
    }
}

template <typename Value>
void SpringNet::hand_up_values(std::span<Value> values) const {
    for (std::size_t place = place_count(); place-- > free_count_;) {
        const std::size_t first = parent_offsets_[place - free_count_];
        const std::size_t last = parent_offsets_[place - free_count_ + 1];
        const Value part = values[place] / static_cast<double>(last - first);
        for (std::size_t i = first; i < last; ++i)
            values[parents_[i]] += part;
    }
}

void SpringNet::hand_up(std::span<Vec3d> values) const {
    hand_up_values(values);
}

void SpringNet::hand_up(std::span<double> values) const {
    hand_up_values(values);
}

std::vector<PlaceWeight> SpringNet::free_weights(Index place) const {
    std::map<Index, double> open{{place, 1.0}};
    // Parents come before their children, so the last entry is nobody's parent.
    while (!open.empty() && !is_free(open.rbegin()->first)) {
        const auto [last, weight] = *open.rbegin();
        open.erase(last);
        const std::size_t begin = parent_offsets_[last - free_count_];
        const std::size_t end = parent_offsets_[last - free_count_ + 1];
        for (std::size_t i = begin; i < end; ++i)
            open[parents_[i]] += weight / static_cast<double>(end - begin);
    }
    std::vector<PlaceWeight> weights;
    for (const auto& [free, weight] : open)
        weights.push_back({free, weight});
    return weights;
}

}  // namespace isoskin
