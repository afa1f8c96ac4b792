#include "render/edges.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace isoskin::render {
namespace {

/// For each vertex the first vertex at the same place.
std::vector<Index> first_at_same_place(const std::vector<Vec3>& positions) {
    std::vector<Index> order(positions.size());
    std::iota(order.begin(), order.end(), Index{0});
    const auto before = [&](Index a, Index b) {
        const Vec3& p = positions[a];
        const Vec3& q = positions[b];
        return std::lexicographical_compare(p.data(), p.data() + 3, q.data(), q.data() + 3);
    };
    std::stable_sort(order.begin(), order.end(), before);

    std::vector<Index> first(positions.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        const bool same = i > 0 && !before(order[i - 1], order[i]);
        first[order[i]] = same ? first[order[i - 1]] : order[i];
    }
    return first;
}

struct Edge {
    Index low, high;              // welded vertices
    std::array<Index, 2> wedges;  // where it was met
};

}  // namespace

std::vector<std::array<Index, 2>> unique_edges(const Mesh& mesh) {
    const std::vector<Index> welded = first_at_same_place(mesh.positions);
    std::vector<Edge> edges;
    for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
        const auto corners = static_cast<std::size_t>(mesh.faces[f].size());
        for (std::size_t c = 0; c < corners; ++c) {
            const std::size_t next = (c + 1) % corners;
            const Index a = welded[mesh.faces[f].vertices[c]];
            const Index b = welded[mesh.faces[f].vertices[next]];
            const auto& wedges = mesh.wedges_of_face(f);
            edges.push_back({std::min(a, b), std::max(a, b), {wedges[c], wedges[next]}});
        }
    }
    std::stable_sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
        return a.low != b.low ? a.low < b.low : a.high < b.high;
    });
    const auto last = std::unique(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
        return a.low == b.low && a.high == b.high;
    });

    std::vector<std::array<Index, 2>> result;
    for (auto edge = edges.begin(); edge != last; ++edge)
        result.push_back(edge->wedges);
    return result;
}

}  // namespace isoskin::render
