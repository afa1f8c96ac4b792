#include "isoskin/flesh/fine_surface.h"

#include <algorithm>
#include <map>

namespace isoskin {
namespace {

double mean_blended_edge(const FineSurface& surface) {
    double sum = 0.0;
    std::size_t count = 0;
    for (const Triangle& t : surface.triangles) {
        const double blend = surface.blend[t[0]] + surface.blend[t[1]] + surface.blend[t[2]];
        if (blend < 0.3 || blend > 2.7) continue;
        for (std::size_t c = 0; c < 3; ++c, ++count)
            sum += (surface.points[t[c]] - surface.points[t[(c + 1) % 3]]).norm();
    }
    return count == 0 ? 0.0 : sum / static_cast<double>(count);
}

void halve_edges(FineSurface& surface) {
    std::map<std::pair<Index, Index>, Index> middles;
    const auto middle = [&](Index a, Index b) {
        const auto [found, is_new] = middles.try_emplace(std::minmax(a, b), Index{0});
        if (is_new) {
            found->second = static_cast<Index>(surface.points.size());
            surface.points.push_back(0.5 * (surface.points[a] + surface.points[b]));
            surface.blend.push_back(0.5 * (surface.blend[a] + surface.blend[b]));
        }
        return found->second;
    };
    std::vector<Triangle> finer;
    finer.reserve(4 * surface.triangles.size());
    for (const Triangle& t : surface.triangles) {
        const Index ab = middle(t[0], t[1]);
        const Index bc = middle(t[1], t[2]);
        const Index ca = middle(t[2], t[0]);
        finer.insert(finer.end(), {{t[0], ab, ca}, {ab, t[1], bc}, {ca, bc, t[2]}, {ab, bc, ca}});
    }
    surface.triangles = std::move(finer);
}

}  // namespace

void refine(double longest, FineSurface& surface) {
    constexpr int kMostTimes = 2;
    for (int time = 0; time < kMostTimes && mean_blended_edge(surface) > longest; ++time)
        halve_edges(surface);
}

}  // namespace isoskin
