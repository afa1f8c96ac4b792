#include "isoskin/dynamics/carry_weights.h"

#include <algorithm>
#include <limits>

#include "isoskin/lattice/scheme.h"

namespace isoskin {
namespace {

// Weights of the corners of a box at a point in it, linear along each axis.
double corner_share(const Eigen::AlignedBox3d& box, const Vec3d& point, std::size_t corner,
                    int axis_count) {
    double share = 1.0;
    for (int axis = 0; axis < axis_count; ++axis) {
        const double t = std::clamp((point[axis] - box.min()[axis]) / box.sizes()[axis], 0.0, 1.0);
        share *= ((corner >> axis) & 1U) != 0 ? t : 1.0 - t;
    }
    return share;
}

void add_weight(const PlaceWeight& weight, std::vector<PlaceWeight>& weights) {
    const auto known = std::find_if(weights.begin(), weights.end(), [&](const PlaceWeight& other) {
        return other.place == weight.place;
    });
    if (known == weights.end())
        weights.push_back(weight);
    else
        known->weight += weight.weight;
}

}  // namespace

LeafCarrier::LeafCarrier(const Lattice& lattice, const SpringNet& net, Index leaf)
    : lattice_(lattice), net_(net), leaf_(leaf) {
    if (lattice.settings().scheme == LatticeScheme::Source) return;
    find_places();
    const Octree& tree = lattice.tree();
    for (const Index cell : cell_chain(tree, leaf))
        for (std::size_t corner = 0; corner < tree.grid().corner_count(); ++corner) {
            const Index vertex = tree.cell(cell).corners[corner];
            if (!tree.vertex(vertex).is_free()) continue;
            motions_.push_back(tree.vertex(vertex).key.level == 0 ? root_motion(vertex)
                                                                  : detail_motion(vertex));
        }
}

void LeafCarrier::find_places() {
    const Octree& tree = lattice_.tree();
    for (const Index cell : cell_chain(tree, leaf_))
        for (std::size_t corner = 0; corner < tree.grid().corner_count(); ++corner) {
            const Index vertex = tree.cell(cell).corners[corner];
            if (!tree.vertex(vertex).is_free()) continue;
            const Index place = net_.place_of(vertex);
            if (std::find(places_.begin(), places_.end(), place) == places_.end())
                places_.push_back(place);
        }
}

LeafCarrier::Row LeafCarrier::unit(Index vertex) const {
    const auto found = std::find(places_.begin(), places_.end(), net_.place_of(vertex));
    return Row::Unit(static_cast<Eigen::Index>(places_.size()), found - places_.begin());
}

// P and its frame of edges. A sheet's normal is not linear in it, but no point is off the sheet.
LeafCarrier::Motion LeafCarrier::root_motion(Index vertex) const {
    const Octree& tree = lattice_.tree();
    const auto& corners = tree.cell(0).corners;
    const auto corner = static_cast<std::size_t>(std::find(corners.begin(), corners.end(), vertex) -
                                                 corners.begin());
    Rows edges = Rows::Zero(3, static_cast<Eigen::Index>(places_.size()));
    for (int axis = 0; axis < tree.grid().axis_count(); ++axis) {
        const std::size_t bit = std::size_t{1} << axis;
        edges.row(axis) = (unit(corners[corner | bit]) - unit(corners[corner & ~bit])) /
                          tree.grid().box().sizes()[axis];
    }
    const Mat3d turn = Mat3d::Identity() + lattice_.detail(vertex).turn;
    return {vertex, unit(vertex), turn.transpose() * edges};
}

// A place is first a vertex of its origin, which is put where it is told; copies of it on finer
// levels depart from there by what was edited.
LeafCarrier::Motion LeafCarrier::detail_motion(Index vertex) const {
    const TreeVertex& v = lattice_.tree().vertex(vertex);
    const VertexDetail& detail = lattice_.detail(vertex);
    const PointRows coarser = rows_at(v.rest, v.key.level - 1);
    Motion motion{vertex, {}, {}};
    if (v.is_origin())
        motion.shift = unit(vertex) - coarser.position;
    else
        motion.shift = detail.shift.transpose() * coarser.gradient;
    if (!detail.turn.isZero(0.0)) motion.spread = detail.turn.transpose() * coarser.gradient;
    return motion;
}

LeafCarrier::PointRows LeafCarrier::rows_at(const Vec3d& rest, int max_level) const {
    const auto count = static_cast<Eigen::Index>(places_.size());
    PointRows rows{Row::Zero(count), Rows::Zero(3, count)};
    for (const CornerTerm& term :
         detail_terms(lattice_.tree(), lattice_.settings().blend, leaf_, rest, max_level)) {
        const auto motion =
            std::find_if(motions_.begin(), motions_.end(),
                         [&](const Motion& known) { return known.vertex == term.vertex; });
        Row value = motion->shift;
        if (motion->spread.cols() > 0) {
            const Vec3d offset = rest - lattice_.tree().rest_position(term.vertex);
            value += offset.transpose() * motion->spread;
            rows.gradient += term.weight * motion->spread;
        }
        rows.position += term.weight * value;
        rows.gradient += term.slope * value;
    }
    return rows;
}

std::vector<PlaceWeight> LeafCarrier::weights(const Vec3d& rest) const {
    if (motions_.empty()) return linear_weights(rest);
    const Eigen::AlignedBox3d& box = lattice_.tree().grid().box();
    const Vec3d inside = rest.cwiseMax(box.min()).cwiseMin(box.max());
    const PointRows rows = rows_at(inside, std::numeric_limits<int>::max());
    // Beyond the root the map goes on straight.
    const Row row = rows.position + (rest - inside).transpose() * rows.gradient;
    std::vector<PlaceWeight> weights;
    for (std::size_t i = 0; i < places_.size(); ++i)
        if (const double weight = row[static_cast<Eigen::Index>(i)]; weight != 0.0)
            weights.push_back({places_[i], weight});
    return weights;
}

std::vector<PlaceWeight> LeafCarrier::linear_weights(const Vec3d& rest) const {
    const Octree& tree = lattice_.tree();
    std::vector<PlaceWeight> weights;
    for (std::size_t corner = 0; corner < tree.grid().corner_count(); ++corner) {
        const double share =
            corner_share(tree.rest_box(leaf_), rest, corner, tree.grid().axis_count());
        if (share == 0.0) continue;
        for (const PlaceWeight& part :
             net_.free_weights(net_.place_of(tree.cell(leaf_).corners[corner])))
            add_weight({part.place, share * part.weight}, weights);
    }
    return weights;
}

}  // namespace isoskin
