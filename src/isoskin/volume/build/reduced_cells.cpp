#include "isoskin/volume/build/reduced_cells.h"

#include <algorithm>
#include <unordered_map>

namespace isoskin::reduced {
namespace {

// One with an apex is the mean of those to the points of its rim.
std::vector<WeightedTriangle> expand(const PartModel& part, const TriangleLists& lists) {
    std::vector<WeightedTriangle> expanded;
    const auto is_apex = [&](Index point) { return point >= part.point_count(); };
    const auto add = [&](std::span<const Triangle> triangles, double share) {
        for (const Triangle& t : triangles) {
            const auto corner = std::find_if(t.begin(), t.end(), is_apex);
            if (corner == t.end()) {
                expanded.push_back({t, share});
                continue;
            }
            const auto& loop = part.caps[*corner - part.point_count()].loop;
            for (const Index point : loop) {
                Triangle replaced = t;
                replaced[static_cast<std::size_t>(corner - t.begin())] = point;
                if (replaced[0] == replaced[1] || replaced[1] == replaced[2] ||
                    replaced[2] == replaced[0])
                    continue;
                expanded.push_back({replaced, share / static_cast<double>(loop.size())});
            }
        }
    };
    add(lists.whole, 1.0 / 6.0);
    add(lists.half, 1.0 / 12.0);
    return expanded;
}

void make_set(std::vector<Index>& list) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

// Joints, then a mark, then maps.
using Signature = std::vector<Index>;

Signature join(std::vector<Index> nodes, std::vector<Index> maps) {
    make_set(nodes);
    make_set(maps);
    nodes.push_back(kNoIndex);
    nodes.insert(nodes.end(), maps.begin(), maps.end());
    return nodes;
}

// Numbers signatures in the order in which they are met.
class SignatureBook {
  public:
    Index number_of(Signature signature) {
        const auto [it, fresh] =
            known_.try_emplace(std::move(signature), static_cast<Index>(list_.size()));
        if (fresh) list_.push_back(&it->first);
        return it->second;
    }
    const Signature& operator[](Index number) const { return *list_[number]; }
    std::size_t size() const { return list_.size(); }

  private:
    std::unordered_map<Signature, Index, KeyHash> known_;
    std::vector<const Signature*> list_;
};

Signature signature_of_point(const PartModel& part, const PointMaps& maps, std::size_t point) {
    std::vector<Index> nodes;
    std::vector<Index> carried;
    for (std::size_t k = part.row_offset[point]; k < part.row_offset[point + 1]; ++k)
        nodes.push_back(part.rows[k].first);
    for (const auto& [target, move] : maps.of(point))
        carried.push_back(target);
    return join(std::move(nodes), std::move(carried));
}

Signature unite(const SignatureBook& book, const std::array<Index, 3>& kinds) {
    std::vector<Index> nodes;
    std::vector<Index> maps;
    for (const Index kind : kinds) {
        const Signature& signature = book[kind];
        const auto mark = std::find(signature.begin(), signature.end(), kNoIndex);
        nodes.insert(nodes.end(), signature.begin(), mark);
        maps.insert(maps.end(), mark + 1, signature.end());
    }
    return join(std::move(nodes), std::move(maps));
}

}  // namespace

PointMaps::PointMaps(const PartModel& part, std::span<const CorrectionTarget> targets)
    : offset(part.point_count() + 1, 0) {
    for (const CorrectionTarget& target : targets)
        for (const PointValue& entry : target.map)
            ++offset[entry.point + 1];
    for (std::size_t k = 0; k < part.point_count(); ++k)
        offset[k + 1] += offset[k];
    entries.resize(offset.back());
    std::vector<std::size_t> next(offset.begin(), offset.end() - 1);
    for (std::size_t k = 0; k < targets.size(); ++k)
        for (std::size_t entry = 0; entry < targets[k].map.size(); ++entry)
            entries[next[targets[k].map[entry].point]++] = {
                static_cast<Index>(k), move_of(part.direction, targets[k], entry)};
}

Cells::Cells(const PartModel& part, const TriangleLists& lists,
             std::span<const CorrectionTarget> targets)
    : maps(part, targets), triangles(expand(part, lists)) {
    SignatureBook kinds;
    std::vector<Index> kind_of_point(part.point_count());
    for (std::size_t point = 0; point < part.point_count(); ++point)
        kind_of_point[point] = kinds.number_of(signature_of_point(part, maps, point));

    SignatureBook unions;
    std::unordered_map<std::array<Index, 3>, Index, KeyHash> cell_of_kinds;
    for (std::size_t k = 0; k < triangles.size(); ++k) {
        const Triangle& t = triangles[k].points;
        std::array<Index, 3> key{kind_of_point[t[0]], kind_of_point[t[1]], kind_of_point[t[2]]};
        std::sort(key.begin(), key.end());
        const auto [it, fresh] = cell_of_kinds.try_emplace(key, 0);
        if (fresh) it->second = unions.number_of(unite(kinds, key));
        if (it->second == cells.size()) cells.emplace_back();
        cells[it->second].triangles.push_back(static_cast<Index>(k));
    }
    for (std::size_t k = 0; k < cells.size(); ++k) {
        const Signature& signature = unions[static_cast<Index>(k)];
        const auto mark = std::find(signature.begin(), signature.end(), kNoIndex);
        cells[k].nodes.assign(signature.begin(), mark);
        cells[k].maps.assign(mark + 1, signature.end());
    }
}

}  // namespace isoskin::reduced
