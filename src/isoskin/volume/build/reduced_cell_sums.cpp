#include "isoskin/volume/build/reduced_cell_sums.h"

#include <algorithm>
#include <map>
#include <utility>

#include "isoskin/volume/measure/fans.h"

namespace isoskin::reduced {
namespace {

/// A column of the cell: those of a joint's axes first, joint after joint, then all translations.
struct Column {
    Index node = 0;
    std::size_t axis = 0;
    auto operator<=>(const Column&) const = default;
};

Column column_of(std::span<const Index> nodes, std::size_t k) {
    const std::size_t linear = 3 * nodes.size();
    return k < linear ? Column{nodes[k / 3], k % 3} : Column{nodes[k - linear], kTranslation};
}

std::size_t place_of(std::span<const Index> sorted, Index value) {
    return static_cast<std::size_t>(std::lower_bound(sorted.begin(), sorted.end(), value) -
                                    sorted.begin());
}

}  // namespace

/// A point and the 2 × 2 minors of what lies round it, summed.
struct CellSums::Fan {
    Point hub;
    AlignedDoubles pairs;         // by places of two maps
    std::vector<char> has_pairs;  // the same
};

CellSums::CellSums(const PartModel& part, const Cells& cells, const Cell& cell, const Vec3d& centre)
    : nodes_(cell.nodes),
      maps_(cell.maps),
      centre_(centre),
      range_{.size = 4 * cell.nodes.size(), .linear = 3 * cell.nodes.size()},
      monomials_(list_monomials(cell.maps)) {
    number_monomials();
    std::vector<Triangle> triangles;
    for (const Index triangle : cell.triangles)
        triangles.push_back(cells.triangles[triangle].points);
    const Fans fans(triangles);

    // Several fans meet the sums together: these are too many to stay in a near cache.
    constexpr std::size_t kAtATime = 8;
    const std::size_t slots = (maps_.size() + 1) * (maps_.size() + 1);
    std::array<Fan, kAtATime> together;
    for (Fan& fan : together)
        fan.pairs.assign_zeros(slots * range_.size * range_.size);
    for (std::size_t first = 0; first < fans.point.size(); first += kAtATime) {
        const std::size_t count = std::min(kAtATime, fans.point.size() - first);
        for (std::size_t k = 0; k < count; ++k) {
            together[k].has_pairs.assign(slots, 0);
            for (const auto& [number, corner] : fans.of(first + k)) {
                const double share = cells.triangles[cell.triangles[number]].share;
                load(part, cells, triangles[number][(corner + 1) % 3], share, rim_[0]);
                load(part, cells, triangles[number][(corner + 2) % 3], 1.0, rim_[1]);
                add_spoke(together[k]);
            }
            load(part, cells, fans.point[first + k], 1.0, together[k].hub);
        }
        add(std::span(together).first(count));
    }
}

void CellSums::number_monomials() {
    const std::size_t q = maps_.size() + 1;
    std::map<Targets, std::size_t> number;
    std::size_t size = 0;
    for (std::size_t k = 0; k < monomials_.size(); ++k) {
        number[monomials_[k]] = k;
        first_sum_.push_back(size);
        size += range_.minor_count(3 - degree_of(monomials_[k]));
    }
    sums_.assign_zeros(size);
    const auto map_at = [&](std::size_t place) { return is_move(place) ? maps_[place] : kNoIndex; };
    monomial_of_.resize(q * q * q);
    for (std::size_t a = 0; a < q; ++a)
        for (std::size_t b = 0; b < q; ++b)
            for (std::size_t c = 0; c < q; ++c) {
                Targets targets{map_at(a), map_at(b), map_at(c)};
                std::sort(targets.begin(), targets.end());
                monomial_of_[(a * q + b) * q + c] = number.at(targets);
            }
    for (std::size_t degree = 0; degree < places_.size(); ++degree)
        places_[degree] = list_places(degree);
}

std::vector<CellSums::Place> CellSums::list_places(std::size_t degree) const {
    std::vector<Place> places;
    const std::size_t translations = 3 - degree;
    std::size_t minor = 0;
    for (std::size_t k = 1; k < range_.end(translations, 1); ++k)
        for (std::size_t i = 0; i < std::min(k, range_.end(translations, 2)); ++i)
            for (std::size_t l = MinorRange::run_begin(k); l < range_.run_end(translations);
                 ++l, ++minor) {
                if (l <= k || l >= range_.end(translations, 0)) continue;
                std::array<Column, 3> columns{column_of(nodes_, i), column_of(nodes_, k),
                                              column_of(nodes_, l)};
                double sign = 1.0;
                for (const auto& [a, b] : {std::pair{0U, 1U}, {1U, 2U}, {0U, 1U}})
                    if (columns[b] < columns[a]) {
                        std::swap(columns[a], columns[b]);
                        sign = -sign;
                    }
                const Nodes nodes{columns[0].node, columns[1].node, columns[2].node};
                places.push_back({.nodes = nodes,
                                  .in_row = place_in_row(nodes, columns[0].axis, columns[1].axis,
                                                         columns[2].axis),
                                  .minor = minor,
                                  .sign = sign});
            }
    std::stable_sort(places.begin(), places.end(),
                     [](const Place& a, const Place& b) { return a.nodes < b.nodes; });
    return places;
}

void CellSums::load(const PartModel& part, const Cells& cells, Index point, double share,
                    Point& out) const {
    const auto moves = cells.maps.of(point);
    out.maps.clear();
    out.columns.assign_zeros((1 + moves.size()) * range_.size);
    const auto add = [&](std::size_t map, const Vec3d& v, double last) {
        double* columns = out.columns.at(out.maps.size() * range_.size);
        out.maps.push_back(map);
        for (std::size_t k = part.row_offset[point]; k < part.row_offset[point + 1]; ++k) {
            const auto& [node, weight] = part.rows[k];
            const std::size_t place = place_of(nodes_, node);
            for (std::size_t axis = 0; axis < 3; ++axis)
                columns[3 * place + axis] += weight * v[static_cast<int>(axis)];
            columns[range_.linear + place] += weight * last;
        }
    };
    add(maps_.size(), share * (part.bind[point] - centre_), share);
    for (const auto& [target, move] : moves)
        add(place_of(maps_, target), share * move, 0.0);
}

// 2 × 2 minors of the outer points; those of maps v, w and of w, v multiply the same weights.
void CellSums::add_spoke(Fan& fan) {
    const std::size_t size = range_.size;
    for (std::size_t a = 0; a < rim_[0].maps.size(); ++a)
        for (std::size_t b = 0; b < rim_[1].maps.size(); ++b) {
            const std::size_t v = rim_[0].maps[a];
            const std::size_t w = rim_[1].maps[b];
            const std::size_t slot = slot_of(v, w);
            double* pairs = fan.pairs.at(slot * size * size);
            if (fan.has_pairs[slot] == 0) std::fill_n(pairs, size * size, 0.0);
            fan.has_pairs[slot] = 1;
            const std::size_t translations = (is_move(v) ? 0U : 1U) + (is_move(w) ? 0U : 1U);
            add_pairs(range_, translations, rim_[0].columns.at(a * size),
                      rim_[1].columns.at(b * size), pairs);
        }
}

void CellSums::add(std::span<const Fan> fans) {
    const std::size_t q = maps_.size() + 1;
    const std::size_t size = range_.size;
    for (std::size_t v = 0; v < q; ++v)
        for (std::size_t w = v; w < q; ++w)
            for (std::size_t u = 0; u < q; ++u) {
                const std::size_t monomial = monomial_of_[(u * q + v) * q + w];
                const std::size_t translations = 3 - degree_of(monomials_[monomial]);
                for (const Fan& fan : fans) {
                    const auto map = std::find(fan.hub.maps.begin(), fan.hub.maps.end(), u);
                    if (map == fan.hub.maps.end() || fan.has_pairs[slot_of(v, w)] == 0) continue;
                    const auto place = static_cast<std::size_t>(map - fan.hub.maps.begin());
                    add_minors(range_, translations, fan.hub.columns.at(place * size),
                               fan.pairs.at(slot_of(v, w) * size * size),
                               sums_.at(first_sum_[monomial]));
                }
            }
}

}  // namespace isoskin::reduced
