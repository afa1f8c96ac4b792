#include "isoskin/lattice/lattice.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>
#include <numeric>
#include <utility>

#include "isoskin/lattice/scheme.h"
#include "isoskin/lattice/vertex_frames.h"
#include "isoskin/math/svd3.h"

namespace isoskin {
namespace {

// More moved vertices than this are not searched one by one: all finer edits count as reached.
constexpr std::size_t kMaxSearchedVertices = 32;

// G⁻¹ m, or the nearest to it where the coarser map has flattened space.
template <typename Matrix>
Matrix undo(const Mat3d& G, const Matrix& m) {
    const double size = G.norm();
    if (std::abs(G.determinant()) > 1e-9 * size * size * size) return G.inverse() * m;
    return pseudo_inverse(G) * m;
}

// Whether a place lies within one cell of a coarser vertex, where its motion and slope are felt.
bool reaches(const GridKey& coarse, const GridKey& fine, int axis_count) {
    const int steps = fine.level - coarse.level;
    if (steps < 0) return false;
    for (int axis = 0; axis < axis_count; ++axis) {
        const auto a = static_cast<std::size_t>(axis);
        const std::int64_t distance =
            std::int64_t{fine.at[a]} - (std::int64_t{coarse.at[a]} << steps);
        if (std::abs(distance) >= (std::int64_t{1} << steps)) return false;
    }
    return true;
}

VertexMotion make_motion(const Vec3d& shift, const Mat3d& spread) {
    return {shift, spread, !spread.isZero(0.0)};
}

bool is_reached(std::span<const GridKey> moved, const GridKey& place, int axis_count) {
    if (moved.size() > kMaxSearchedVertices) return true;
    return std::any_of(moved.begin(), moved.end(), [&](const GridKey& key) {
        return key.level < place.level && reaches(key, place, axis_count);
    });
}

}  // namespace

Lattice::Lattice(Octree tree, const LatticeSettings& settings)
    : tree_(std::move(tree)), settings_(settings) {
    fit_to_tree();
    if (settings_.scheme == LatticeScheme::Source) update_source();
    take_changes();
}

Lattice::Base Lattice::base(Index vertex) const {
    const TreeVertex& v = tree_.vertex(vertex);
    const Vec3d rest = tree_.rest_position(vertex);
    if (settings_.scheme == LatticeScheme::Source)
        return {source_positions_[vertex] - details_[vertex].shift, Mat3d::Identity(),
                source_frame(tree_, source_positions_, vertex)};
    if (v.key.level == 0) return {rest, Mat3d::Identity(), root_frame(vertex)};
    const Jet jet =
        stencil_offsets_.empty() ? evaluate_level(rest, v.key.level - 1) : evaluate_stencil(vertex);
    return {jet.position, jet.gradient, jet.gradient};
}

void Lattice::make_stencils() {
    if (!stencil_offsets_.empty() || settings_.scheme == LatticeScheme::Source) return;
    stencil_offsets_.push_back(0);
    for (Index vertex = 0; vertex < tree_.vertex_slots(); ++vertex) {
        if (tree_.has_vertex(vertex)) {
            const Vec3d& rest = tree_.rest_position(vertex);
            const std::vector<CornerTerm> terms =
                detail_terms(tree_, settings_.blend, tree_.leaf_at(rest), rest,
                             tree_.vertex(vertex).key.level - 1);
            stencil_terms_.insert(stencil_terms_.end(), terms.begin(), terms.end());
        }
        stencil_offsets_.push_back(stencil_terms_.size());
    }
}

// Gives the bits of `evaluate_level`. Below the root few frames are turned: shifts alone are what
// most terms have, so they are summed in plain numbers.
Jet Lattice::evaluate_stencil(Index vertex) const {
    const Vec3d& rest = tree_.rest_position(vertex);
    Jet jet{rest, Mat3d::Identity()};
    double* position = jet.position.data();
    double* gradient = jet.gradient.data();
    for (std::size_t i = stencil_offsets_[vertex]; i < stencil_offsets_[vertex + 1]; ++i) {
        const CornerTerm& term = stencil_terms_[i];
        const VertexMotion& motion = motions_[term.vertex];
        const double* shift = motion.shift.data();
        for (int row = 0; row < 3; ++row) {
            position[row] += term.weight * shift[row];
            gradient[row] += shift[row] * term.slope[0];
            gradient[3 + row] += shift[row] * term.slope[1];
            gradient[6 + row] += shift[row] * term.slope[2];
        }
        if (!motion.has_spread) continue;
        const Vec3d turned = motion.spread * (rest - tree_.rest_position(term.vertex));
        jet.position += term.weight * turned;
        jet.gradient += turned * term.slope.transpose() + term.weight * motion.spread;
    }
    return jet;
}

Mat3d Lattice::root_frame(Index vertex) const {
    std::array<Vec3d, 8> positions{};
    const TreeCell& root = tree_.cell(0);
    for (std::size_t corner = 0; corner < tree_.grid().corner_count(); ++corner)
        positions[corner] =
            tree_.rest_position(root.corners[corner]) + details_[root.corners[corner]].shift;
    const auto at = std::find(root.corners.begin(), root.corners.end(), vertex);
    return edge_frame(tree_.grid(), positions, static_cast<std::size_t>(at - root.corners.begin()));
}

Vec3d Lattice::position(Index vertex) const {
    if (settings_.scheme == LatticeScheme::Source) return source_positions_[vertex];
    const TreeVertex& v = tree_.vertex(vertex);
    return v.key.level == 0 ? Vec3d(tree_.rest_position(vertex) + motions_[vertex].shift)
                            : Vec3d(base(vertex).position + motions_[vertex].shift);
}

Mat3d Lattice::frame(Index vertex) const {
    const Base b = base(vertex);
    if (settings_.scheme == LatticeScheme::Source)
        return b.frame * (Mat3d::Identity() + details_[vertex].turn);
    return b.gradient + motions_[vertex].spread;
}

void Lattice::set_position(Index vertex, const Vec3d& position) {
    set_positions({&vertex, 1}, {&position, 1});
}

void Lattice::set_positions(std::span<const Index> vertices, std::span<const Vec3d> positions) {
    assert(vertices.size() == positions.size());
    edit(vertices, [&](std::size_t i, const Base& base) {
        VertexDetail detail = details_[vertices[i]];
        detail.shift = undo(base.gradient, Vec3d(positions[i] - base.position));
        return detail;
    });
}

void Lattice::set_frame(Index vertex, const Mat3d& frame) {
    edit({&vertex, 1}, [&](std::size_t, const Base& base) {
        VertexDetail detail = details_[vertex];
        detail.turn = undo(base.frame, Mat3d(frame - base.frame));
        return detail;
    });
}

void Lattice::set_detail(Index vertex, const VertexDetail& detail) {
    edit({&vertex, 1}, [&](std::size_t, const Base&) { return detail; });
}

void Lattice::reset() {
    std::vector<Index> all;
    for (const std::vector<Index>& level : edited_)
        all.insert(all.end(), level.begin(), level.end());
    edit(all, [](std::size_t, const Base&) { return VertexDetail{}; });
}

template <typename Edit>
void Lattice::edit(std::span<const Index> vertices, const Edit& edit) {
    if (vertices.size() > kMaxSearchedVertices) make_stencils();
    const std::vector<std::size_t> order = coarse_first(vertices);
    std::vector<GridKey> moved;
    std::size_t next = 0;
    for (int level = 0; level < static_cast<int>(edited_.size()); ++level) {
        const std::size_t first = next;
        for (; next < order.size(); ++next) {
            const Index vertex = vertices[order[next]];
            assert(tree_.has_vertex(vertex) && tree_.vertex(vertex).is_free());
            if (tree_.vertex(vertex).key.level != level) break;
            const Base b = base(vertex);
            store(vertex, edit(order[next], b));
            if (settings_.scheme == LatticeScheme::Details) update_motion(vertex, b, moved);
            is_placed_[vertex] = 1;
        }
        if (settings_.scheme == LatticeScheme::Details)
            carry(level, moved);
        else if (next > first)
            source_positions_ = source_positions(tree_, details_);
    }
    for (const Index vertex : vertices)
        is_placed_[vertex] = 0;
    if (settings_.scheme == LatticeScheme::Source) update_source();
}

// Numbers of the vertices by level; those of one level in the order given.
std::vector<std::size_t> Lattice::coarse_first(std::span<const Index> vertices) const {
    std::array<std::size_t, kMaxTreeDepth + 2> next{};
    for (const Index vertex : vertices)
        ++next[static_cast<std::size_t>(tree_.vertex(vertex).key.level) + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    std::vector<std::size_t> order(vertices.size());
    for (std::size_t i = 0; i < vertices.size(); ++i)
        order[next[static_cast<std::size_t>(tree_.vertex(vertices[i]).key.level)]++] = i;
    return order;
}

// Vertices of a level that ride on something that moved. On the root level the frames follow the
// edges.
void Lattice::carry(int level, std::vector<GridKey>& moved) {
    if (moved.empty()) return;
    if (level == 0) {
        for (std::size_t corner = 0; corner < tree_.grid().corner_count(); ++corner)
            update_motion(tree_.cell(0).corners[corner], base(tree_.cell(0).corners[corner]),
                          moved);
        return;
    }
    for (const Index vertex : edited_[static_cast<std::size_t>(level)])
        if (is_placed_[vertex] == 0 &&
            is_reached(moved, tree_.vertex(vertex).key, tree_.grid().axis_count()))
            update_motion(vertex, base(vertex), moved);
}

void Lattice::store(Index vertex, const VertexDetail& detail) {
    auto& edited = edited_[static_cast<std::size_t>(tree_.vertex(vertex).key.level)];
    const bool was_zero = details_[vertex] == VertexDetail{};
    const bool is_zero = detail == VertexDetail{};
    if (was_zero && !is_zero) edited.push_back(vertex);
    if (!was_zero && is_zero) edited.erase(std::find(edited.begin(), edited.end(), vertex));
    details_[vertex] = detail;
}

void Lattice::update_motion(Index vertex, const Base& base, std::vector<GridKey>& moved) {
    const VertexDetail& detail = details_[vertex];
    VertexMotion motion{base.gradient * detail.shift};
    // Below the root a frame that was not turned is that of the coarser map.
    if (tree_.vertex(vertex).key.level == 0 || !detail.turn.isZero(0.0))
        motion = make_motion(motion.shift,
                             base.frame * (Mat3d::Identity() + detail.turn) - base.gradient);
    if (motion == motions_[vertex]) return;
    set_motion(vertex, motion);
    moved.push_back(tree_.vertex(vertex).key);
}

void Lattice::set_motion(Index vertex, const VertexMotion& motion) {
    if (motion == motions_[vertex]) return;
    motions_[vertex] = motion;
    if (is_changed_[vertex] != 0) return;
    is_changed_[vertex] = 1;
    changes_.push_back(vertex);
}

void Lattice::update_source() {
    source_positions_ = source_positions(tree_, details_);
    for (Index vertex = 0; vertex < tree_.vertex_slots(); ++vertex) {
        if (!tree_.has_vertex(vertex) || !tree_.vertex(vertex).is_free() ||
            !tree_.vertex(vertex).is_origin())
            continue;
        const Mat3d frame = source_frame(tree_, source_positions_, vertex) *
                            (Mat3d::Identity() + details_[vertex].turn);
        set_motion(vertex, make_motion(source_positions_[tree_.finest(vertex)] -
                                           tree_.rest_position(vertex),
                                       frame - Mat3d::Identity()));
    }
}

Jet Lattice::evaluate(const Vec3d& rest) const {
    const Vec3d inside = tree_.grid().clamp(rest);
    Jet jet = evaluate_in(tree_.leaf_at(inside), inside);
    jet.position += jet.gradient * (rest - inside);
    return jet;
}

Jet Lattice::evaluate_in(Index leaf, const Vec3d& rest) const {
    if (settings_.scheme == LatticeScheme::Source)
        return evaluate_source(tree_, settings_.blend, motions_, leaf, rest);
    return evaluate_details(tree_, settings_.blend, motions_, leaf, rest, kMaxTreeDepth);
}

Jet Lattice::evaluate_level(const Vec3d& rest, int level) const {
    assert(settings_.scheme == LatticeScheme::Details);
    return evaluate_details(tree_, settings_.blend, motions_, tree_.leaf_at(rest), rest, level);
}

TopologyChange Lattice::subdivide(Index leaf) {
    TopologyChange change = tree_.subdivide(leaf);
    fit_to_tree();
    if (settings_.scheme == LatticeScheme::Source) update_source();
    return change;
}

TopologyChange Lattice::simplify(Index cell) {
    TopologyChange change = tree_.simplify(cell);
    fit_to_tree();
    forget(change);
    return change;
}

// Vertices that went or can no longer be moved lose their details; what rides on them follows.
void Lattice::forget(const TopologyChange& change) {
    std::vector<GridKey> moved;
    const auto drop = [&](Index slot, const GridKey& key) {
        auto& edited = edited_[static_cast<std::size_t>(key.level)];
        const auto found = std::find(edited.begin(), edited.end(), slot);
        if (found != edited.end()) edited.erase(found);
        if (!(motions_[slot] == VertexMotion{})) moved.push_back(key);
        details_[slot] = {};
        set_motion(slot, {});
    };
    for (const RemovedVertex& removed : change.removed)
        drop(removed.slot, removed.vertex.key);
    for (const Index vertex : change.constrained)
        drop(vertex, tree_.vertex(vertex).key);
    if (settings_.scheme == LatticeScheme::Source) return update_source();
    for (int level = 1; level < static_cast<int>(edited_.size()); ++level)
        carry(level, moved);
}

void Lattice::fit_to_tree() {
    stencil_offsets_.clear();
    stencil_terms_.clear();
    details_.resize(tree_.vertex_slots());
    motions_.resize(tree_.vertex_slots());
    is_changed_.resize(tree_.vertex_slots(), 0);
    is_placed_.resize(tree_.vertex_slots(), 0);
    edited_.resize(kMaxTreeDepth + 1);
}

std::vector<Index> Lattice::take_changes() {
    for (const Index vertex : changes_)
        is_changed_[vertex] = 0;
    return std::exchange(changes_, {});
}

}  // namespace isoskin
