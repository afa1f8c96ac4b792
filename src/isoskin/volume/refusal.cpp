#include "isoskin/volume/refusal.h"

#include <algorithm>
#include <cstdio>

namespace isoskin {

std::vector<RefusalGroup> group_refusals(std::span<const Refusal> refusals) {
    std::vector<RefusalGroup> groups;
    for (const Refusal& refusal : refusals) {
        const auto known =
            std::find_if(groups.begin(), groups.end(),
                         [&](const RefusalGroup& group) { return group.kind == refusal.kind; });
        RefusalGroup& group = known != groups.end()
                                  ? *known
                                  : groups.emplace_back(RefusalGroup{.kind = refusal.kind});
        ++group.parts;
        group.surface += refusal.surface;
    }
    std::stable_sort(
        groups.begin(), groups.end(),
        [](const RefusalGroup& a, const RefusalGroup& b) { return a.surface > b.surface; });
    return groups;
}

std::string group_sentence(const RefusalGroup& group) {
    char share[32];
    std::snprintf(share, sizeof(share), "%.2g", 100.0 * group.surface);
    return std::to_string(group.parts) + (group.parts == 1 ? " part" : " parts") +
           " left as skinned, " + share + " % of the surface: " + group.kind;
}

double uncorrected_surface(std::span<const Refusal> refusals) {
    double surface = 0.0;
    for (const Refusal& refusal : refusals)
        surface += refusal.surface;
    return surface;
}

}  // namespace isoskin
