#include "isoskin/volume/fans.h"

#include <algorithm>
#include <utility>

namespace isoskin {
namespace {

// The triangles round each point that any of them has.
struct Rings {
    explicit Rings(std::span<const Triangle> triangles) {
        for (std::size_t t = 0; t < triangles.size(); ++t)
            for (std::uint32_t corner = 0; corner < 3; ++corner)
                uses.push_back({triangles[t][corner], {static_cast<Index>(t), corner}});
        std::stable_sort(uses.begin(), uses.end(),
                         [](const Use& a, const Use& b) { return a.point < b.point; });
        for (std::size_t k = 0; k < uses.size(); ++k)
            if (k == 0 || uses[k].point != uses[k - 1].point) first.push_back(k);
        first.push_back(uses.size());
    }

    struct Use {
        Index point;
        Fans::Spoke spoke;
    };
    std::size_t count() const { return first.size() - 1; }
    std::span<const Use> of(std::size_t ring) const {
        return std::span(uses).subspan(first[ring], first[ring + 1] - first[ring]);
    }

    std::vector<Use> uses;
    std::vector<std::size_t> first;
};

}  // namespace

// Large fans first: points none of whose triangles are taken, then those with fewer and fewer left.
Fans::Fans(std::span<const Triangle> triangles) : offset{0} {
    const Rings rings(triangles);
    std::vector<char> taken(triangles.size(), 0);
    const auto free_of = [&](std::span<const Rings::Use> ring) {
        return static_cast<std::size_t>(
            std::count_if(ring.begin(), ring.end(),
                          [&](const Rings::Use& use) { return taken[use.spoke.triangle] == 0; }));
    };
    const auto take = [&](std::span<const Rings::Use> ring) {
        point.push_back(ring.front().point);
        for (const Rings::Use& use : ring) {
            if (taken[use.spoke.triangle] != 0) continue;
            taken[use.spoke.triangle] = 1;
            spokes.push_back(use.spoke);
        }
        offset.push_back(spokes.size());
    };
    for (std::size_t k = 0; k < rings.count(); ++k)
        if (free_of(rings.of(k)) == rings.of(k).size()) take(rings.of(k));
    for (std::size_t least = 5; least > 0; --least)
        for (std::size_t k = 0; k < rings.count(); ++k)
            if (free_of(rings.of(k)) >= least) take(rings.of(k));
}

Strips::Strips(std::span<const Triangle> triangles, std::size_t most) : offset{0} {
    const Fans fans(triangles);
    std::vector<std::pair<Index, Index>> steps;  // along the rim, of one fan
    for (std::size_t fan = 0; fan < fans.point.size(); ++fan) {
        steps.clear();
        for (const auto& [triangle, corner] : fans.of(fan))
            steps.emplace_back(triangles[triangle][(corner + 1) % 3],
                               triangles[triangle][(corner + 2) % 3]);
        while (!steps.empty()) {
            // Where nothing leads to; round a whole ring anywhere.
            auto step = std::find_if(steps.begin(), steps.end(), [&](const auto& candidate) {
                return std::none_of(steps.begin(), steps.end(), [&](const auto& other) {
                    return other.second == candidate.first;
                });
            });
            if (step == steps.end()) step = steps.begin();
            point.push_back(fans.point[fan]);
            rims.push_back(step->first);
            for (std::size_t length = 0; step != steps.end() && length < most; ++length) {
                const Index next = step->second;
                rims.push_back(next);
                *step = steps.back();
                steps.pop_back();
                step = std::find_if(steps.begin(), steps.end(),
                                    [&](const auto& candidate) { return candidate.first == next; });
            }
            offset.push_back(rims.size());
        }
    }
}

}  // namespace isoskin
