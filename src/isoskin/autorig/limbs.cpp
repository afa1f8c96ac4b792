#include "isoskin/autorig/limbs.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace isoskin {
namespace {

// Of the box's diagonal: less is a nose, a finger of a whole body, or the roughness of cells.
constexpr double kLeastProminence = 0.025;
// And in cells, because steps from cell to cell make small maxima of their own.
constexpr double kLeastProminenceCells = 3.0;
// Bounds the search for a template's ends; a hand needs six, a cow with horns and ears ten.
constexpr std::size_t kMostExtremities = 14;

constexpr double kSliceCells = 1.5;  // thickness of slices: every slice meets whole layers of cells
constexpr int kSmoothings = 2;

// Cells joined from the outermost inwards.
class Pieces {
  public:
    explicit Pieces(std::size_t count) : parent_(count, kNoIndex) {}
    bool holds(Index cell) const { return parent_[cell] != kNoIndex; }
    void add(Index cell) { parent_[cell] = cell; }
    Index find(Index cell) {
        while (parent_[cell] != cell)
            cell = parent_[cell] = parent_[parent_[cell]];
        return cell;
    }
    void join(Index into, Index other) { parent_[other] = into; }

  private:
    std::vector<Index> parent_;
};

std::vector<Index> outermost_first(std::span<const float> reach) {
    std::vector<Index> order(reach.size());
    std::iota(order.begin(), order.end(), Index{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](Index a, Index b) { return reach[a] > reach[b]; });
    return order;
}

std::vector<Vec3d> smoothed(std::vector<Vec3d> line) {
    for (int pass = 0; pass < kSmoothings; ++pass) {
        const std::vector<Vec3d> before = line;
        for (std::size_t i = 1; i + 1 < line.size(); ++i)
            line[i] = (before[i - 1] + 2.0 * before[i] + before[i + 1]) / 4.0;
    }
    return line;
}

// The middles of slices at equal distance from the trunk.
Limb centre_line(const BodyField& body, std::span<const float> reach,
                 std::span<const Index> cells) {
    assert(!cells.empty());
    const double outermost = reach[cells.front()];
    const double thickness = kSliceCells * body.cell_width();
    std::vector<Vec3d> sums;
    std::vector<double> counts;
    Limb limb;
    for (const Index cell : cells) {
        const auto slice = static_cast<std::size_t>((outermost - reach[cell]) / thickness);
        if (slice >= sums.size()) {
            sums.resize(slice + 1, Vec3d::Zero());
            counts.resize(slice + 1, 0.0);
            limb.radius.resize(slice + 1, 0.0);
        }
        sums[slice] += body.place(cell);
        counts[slice] += 1.0;
        limb.radius[slice] = std::max(limb.radius[slice], body.clearance(cell));
    }
    std::vector<double> radius;
    for (std::size_t i = 0; i < sums.size(); ++i)
        if (counts[i] > 0.0) {
            limb.line.push_back(sums[i] / counts[i]);
            radius.push_back(limb.radius[i]);
        }
    limb.radius = std::move(radius);
    limb.line = smoothed(std::move(limb.line));
    return limb;
}

}  // namespace

std::vector<Extremity> find_extremities(const BodyField& body, std::span<const float> reach) {
    Pieces pieces(body.cell_count());
    std::vector<Index> top(body.cell_count());
    std::vector<double> depth(body.cell_count(), 0.0);  // sum of clearances, per piece
    std::vector<double> count(body.cell_count(), 0.0);
    std::vector<Extremity> found;
    const auto end = [&](Index piece, double level) {
        found.push_back({top[piece], body.place(top[piece]), reach[top[piece]],
                         reach[top[piece]] - level, depth[piece] / count[piece]});
    };
    const auto order = outermost_first(reach);
    for (const Index cell : order) {
        pieces.add(cell);
        top[cell] = cell;
        depth[cell] = body.clearance(cell);
        count[cell] = 1.0;
        body.for_neighbours(cell, [&](Index next, float) {
            if (!pieces.holds(next)) return;
            Index into = pieces.find(next);
            Index other = pieces.find(cell);
            if (into == other) return;
            if (reach[top[into]] < reach[top[other]]) std::swap(into, other);
            if (count[other] > 1.0) end(other, reach[cell]);
            pieces.join(into, other);
            depth[into] += depth[other];
            count[into] += count[other];
        });
    }
    end(pieces.find(order.back()), 0.0);
    const double least = std::max(kLeastProminence * body.diagonal(),
                                  kLeastProminenceCells * body.cell_width());
    std::erase_if(found, [&](const Extremity& e) { return e.prominence < least; });
    std::stable_sort(
        found.begin(), found.end(),
        [](const Extremity& a, const Extremity& b) { return a.prominence > b.prominence; });
    if (found.size() > kMostExtremities) found.resize(kMostExtremities);
    return found;
}

std::vector<Limb> cut_limbs(const BodyField& body, std::span<const float> reach,
                            std::span<const Index> ends) {
    constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    constexpr std::size_t kTrunk = static_cast<std::size_t>(-2);
    Pieces pieces(body.cell_count());
    std::vector<std::size_t> limb_of(body.cell_count(), kNone);  // of a piece
    std::vector<std::vector<Index>> cells(ends.size());
    std::vector<std::size_t> own(body.cell_count(), kNone);
    for (std::size_t i = 0; i < ends.size(); ++i)
        own[ends[i]] = i;
    for (const Index cell : outermost_first(reach)) {
        pieces.add(cell);
        limb_of[cell] = own[cell];
        body.for_neighbours(cell, [&](Index next, float) {
            if (!pieces.holds(next)) return;
            const Index into = pieces.find(next);
            const Index other = pieces.find(cell);
            if (into == other) return;
            const std::size_t a = limb_of[into];
            const std::size_t b = limb_of[other];
            limb_of[into] = a == kNone ? b : (b == kNone ? a : kTrunk);
            pieces.join(into, other);
        });
        const std::size_t limb = limb_of[pieces.find(cell)];
        if (limb < ends.size()) cells[limb].push_back(cell);
    }
    std::vector<Limb> limbs;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        if (cells[i].empty()) cells[i].push_back(ends[i]);
        limbs.push_back(centre_line(body, reach, cells[i]));
    }
    return limbs;
}

double line_length(std::span<const Vec3d> line) {
    double length = 0.0;
    for (std::size_t i = 1; i < line.size(); ++i)
        length += (line[i] - line[i - 1]).norm();
    return length;
}

Vec3d point_along(std::span<const Vec3d> line, double length) {
    assert(!line.empty());
    for (std::size_t i = 1; i < line.size(); ++i) {
        const double piece = (line[i] - line[i - 1]).norm();
        if (length <= piece && piece > 0.0)
            return line[i - 1] + std::max(length, 0.0) / piece * (line[i] - line[i - 1]);
        length -= piece;
    }
    return line.back();
}

}  // namespace isoskin
