#include "isoskin/volume/measure/fans.h"

#include <algorithm>
#include <array>
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
        ring_at.resize(triangles.size());
        for (std::size_t ring = 0; ring < count(); ++ring)
            for (const Use& use : of(ring))
                ring_at[use.spoke.triangle][use.spoke.corner] = ring;
    }

    struct Use {
        Index point;
        Fans::Spoke spoke;
    };
    std::size_t count() const { return first.size() - 1; }
    std::span<const Use> of(std::size_t ring) const {
        return std::span(uses).subspan(first[ring], first[ring + 1] - first[ring]);
    }
    // The rings across the edges that face its point.
    template <typename Visit>
    void for_each_beyond(std::size_t ring, const Visit& visit) const {
        for (const Use& use : of(ring)) {
            const auto& [t, corner] = use.spoke;
            const std::size_t a = ring_at[t][(corner + 1) % 3];
            const std::size_t b = ring_at[t][(corner + 2) % 3];
            for (const Use& other : of(a))
                if (ring_at[other.spoke.triangle][(other.spoke.corner + 2) % 3] == b)
                    visit(ring_at[other.spoke.triangle][(other.spoke.corner + 1) % 3]);
        }
    }

    std::vector<Use> uses;
    std::vector<std::size_t> first;
    std::vector<std::array<std::size_t, 3>> ring_at;  // per triangle and corner
};

}  // namespace

// Large fans first: points none of whose triangles are taken, then those with fewer and fewer left.
// From a whole fan on to those across its rim: so a regular mesh falls into whole fans only.
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
    std::vector<std::size_t> whole;
    const auto take_if_whole = [&](std::size_t ring) {
        if (free_of(rings.of(ring)) < rings.of(ring).size()) return;
        take(rings.of(ring));
        whole.push_back(ring);
    };
    for (std::size_t k = 0, next = 0; k < rings.count(); ++k) {
        take_if_whole(k);
        for (; next < whole.size(); ++next)
            rings.for_each_beyond(whole[next], take_if_whole);
    }
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
