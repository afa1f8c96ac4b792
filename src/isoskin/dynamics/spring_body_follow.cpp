#include <algorithm>
#include <cmath>
#include <numeric>

#include "isoskin/dynamics/spring_body.h"

// What masses, springs and motion become when the tree changes.
namespace isoskin {

void SpringBody::merge_matter(const Octree& tree, Index cell) {
    if (tree.cell(cell).is_leaf()) return;
    const auto child_count = static_cast<Index>(tree.grid().corner_count());
    CellMatter sum{0.0, 0.0};
    for (Index i = 0; i < child_count; ++i) {
        const Index child = tree.cell(cell).first_child + i;
        merge_matter(tree, child);
        sum.mass += cells_[child].mass;
        sum.share += cells_[child].share / static_cast<double>(child_count);
    }
    cells_[cell] = sum;
}

void SpringBody::divide_matter(const Octree& tree, Index cell) {
    cells_.resize(tree.cell_slots());
    const auto child_count = static_cast<Index>(tree.grid().corner_count());
    CellMatter part = cells_[cell];
    part.mass /= static_cast<double>(child_count);
    for (Index i = 0; i < child_count; ++i)
        cells_[tree.cell(cell).first_child + i] = part;
}

void SpringBody::follow(const Octree& tree, const TopologyChange& change) {
    std::vector<Carried> carried = carry_by_vertex(tree.vertex_slots());
    for (const RemovedVertex& removed : change.removed) {
        const TreeVertex& vertex = removed.vertex;
        for (Index k = 0; k < vertex.parent_count; ++k)
            carried[vertex.parents[k]].momentum +=
                carried[removed.slot].momentum / static_cast<double>(vertex.parent_count);
        carried[removed.slot] = {};
    }
    make_net(tree);
    take_back(carried);
    if (change.removed.empty() && change.constrained.empty())
        fill_new_places(tree, carried);
    else
        take_momenta(tree, carried);
    settle();
}

std::vector<SpringBody::Carried> SpringBody::carry_by_vertex(std::size_t vertex_slots) const {
    std::vector<Carried> carried(vertex_slots);
    for (std::size_t i = 0; i < net_.free_count(); ++i)
        carried[net_.vertices()[i]] = {.position = positions_[i],
                                       .velocity = velocities_[i],
                                       .momentum = net_.masses()[i] * velocities_[i],
                                       .hold_position = hold_positions_[i],
                                       .pull_target = pull_targets_[i],
                                       .pull_rate = pull_rates_[i],
                                       .held = held_[i],
                                       .was_free = true};
    return carried;
}

void SpringBody::take_back(std::span<const Carried> carried) {
    for (std::size_t i = 0; i < net_.free_count(); ++i) {
        const Carried& from = carried[net_.vertices()[i]];
        positions_[i] = from.position;
        velocities_[i] = from.velocity;
        hold_positions_[i] = from.hold_position;
        pull_targets_[i] = from.pull_target;
        pull_rates_[i] = from.pull_rate;
        held_[i] = from.held;
    }
}

// A divided cell hands its mass to more places. With the mean of their parents' velocities, as
// constrained places have, the sum of the momenta stays.
void SpringBody::fill_new_places(const Octree& tree, std::span<const Carried> carried) {
    std::vector<Index> coarse_first(net_.place_count());
    std::iota(coarse_first.begin(), coarse_first.end(), Index{0});
    const auto level_of = [&](Index place) {
        return tree.vertex(net_.vertices()[place]).key.level;
    };
    std::stable_sort(coarse_first.begin(), coarse_first.end(),
                     [&](Index a, Index b) { return level_of(a) < level_of(b); });
    for (const Index place : coarse_first) {
        const Index slot = net_.vertices()[place];
        const TreeVertex& vertex = tree.vertex(slot);
        if (carried[slot].was_free || vertex.parent_count == 0) continue;
        Vec3d position = Vec3d::Zero();
        Vec3d velocity = Vec3d::Zero();
        for (Index k = 0; k < vertex.parent_count; ++k) {
            position += positions_[net_.place_of(vertex.parents[k])];
            velocity += velocities_[net_.place_of(vertex.parents[k])];
        }
        positions_[place] = position / static_cast<double>(vertex.parent_count);
        velocities_[place] = velocity / static_cast<double>(vertex.parent_count);
    }
}

void SpringBody::take_momenta(const Octree& tree, std::span<const Carried> carried) {
    std::vector<Vec3d> momenta(net_.place_count(), Vec3d::Zero());
    for (Index slot = 0; slot < tree.vertex_slots(); ++slot)
        if (tree.has_vertex(slot)) momenta[net_.place_of(slot)] += carried[slot].momentum;
    net_.hand_up(std::span<Vec3d>(momenta));
    for (std::size_t i = 0; i < net_.free_count(); ++i)
        velocities_[i] = momenta[i] / net_.masses()[i];
}

}  // namespace isoskin
