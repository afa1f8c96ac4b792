#include "isoskin/mesh/topology.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace isoskin {
namespace {

// Disjoint sets of points, joined along faces.
class PointSets {
  public:
    explicit PointSets(std::size_t count) : parent_(count) {
        std::iota(parent_.begin(), parent_.end(), Index{0});
    }
    Index find(Index point) {
        while (parent_[point] != point)
            point = parent_[point] = parent_[parent_[point]];
        return point;
    }
    void join(Index a, Index b) {
        a = find(a);
        b = find(b);
        parent_[std::max(a, b)] = std::min(a, b);
    }

  private:
    std::vector<Index> parent_;
};

// One use of an edge by a face, from its lower to its higher point or back.
struct EdgeUse {
    Index low = 0;
    Index high = 0;
    Index face = 0;
    bool forward = true;
};

std::vector<EdgeUse> sorted_edge_uses(std::span<const Face> faces) {
    std::vector<EdgeUse> uses;
    uses.reserve(faces.size() * 4);
    for (std::size_t f = 0; f < faces.size(); ++f) {
        const auto size = static_cast<std::size_t>(faces[f].size());
        for (std::size_t k = 0; k < size; ++k) {
            const Index a = faces[f].vertices[k];
            const Index b = faces[f].vertices[(k + 1) % size];
            uses.push_back({std::min(a, b), std::max(a, b), static_cast<Index>(f), a < b});
        }
    }
    std::sort(uses.begin(), uses.end(), [](const EdgeUse& x, const EdgeUse& y) {
        if (x.low != y.low) return x.low < y.low;
        if (x.high != y.high) return x.high < y.high;
        return x.face < y.face;
    });
    return uses;
}

// Directed edges that lack a partner in the other direction, turned so that they close the surface.
using OpenEdges = std::multimap<Index, Index>;

// Every point has as many open edges coming in as going out, so a walk can only end where it began.
std::vector<std::vector<Index>> take_loops(OpenEdges& open) {
    std::vector<std::vector<Index>> loops;
    while (!open.empty()) {
        std::vector<Index> loop;
        const Index start = open.begin()->first;
        Index at = start;
        do {
            const auto edge = open.find(at);
            if (edge == open.end()) break;
            loop.push_back(at);
            at = edge->second;
            open.erase(edge);
        } while (at != start);
        loops.push_back(std::move(loop));
    }
    return loops;
}

void count_edge(std::span<const EdgeUse> uses, SurfacePart& part, OpenEdges& open) {
    const auto forward = static_cast<std::ptrdiff_t>(
        std::count_if(uses.begin(), uses.end(), [](const EdgeUse& use) { return use.forward; }));
    const auto net = 2 * forward - static_cast<std::ptrdiff_t>(uses.size());
    if (uses.size() == 1) ++part.boundary_edges;
    if (uses.size() > 2) ++part.non_manifold_edges;
    if (uses.size() == 2 && net != 0) ++part.misoriented_edges;
    for (std::ptrdiff_t k = 0; k < std::abs(net); ++k)
        net > 0 ? open.emplace(uses[0].high, uses[0].low) : open.emplace(uses[0].low, uses[0].high);
}

void split_into_parts(std::span<const Face> faces, std::size_t point_count, Topology& topology) {
    PointSets sets(point_count);
    for (const Face& face : faces)
        for (int k = 1; k < face.size(); ++k)
            sets.join(face.vertices[0], face.vertices[static_cast<std::size_t>(k)]);

    std::vector<Index> part_of_set(point_count, kNoIndex);
    topology.part_of_face.reserve(faces.size());
    for (std::size_t f = 0; f < faces.size(); ++f) {
        Index& part = part_of_set[sets.find(faces[f].vertices[0])];
        if (part == kNoIndex) {
            part = static_cast<Index>(topology.parts.size());
            topology.parts.emplace_back();
        }
        topology.parts[part].faces.push_back(static_cast<Index>(f));
        topology.part_of_face.push_back(part);
    }
}

}  // namespace

std::size_t Topology::boundary_edge_count() const {
    std::size_t count = 0;
    for (const SurfacePart& part : parts)
        count += part.boundary_edges;
    return count;
}

bool Topology::is_closed() const {
    return !parts.empty() && std::all_of(parts.begin(), parts.end(),
                                         [](const SurfacePart& part) { return part.is_closed(); });
}

Topology analyse_topology(std::span<const Face> faces, std::size_t point_count) {
    Topology topology;
    split_into_parts(faces, point_count, topology);

    std::vector<OpenEdges> open(topology.parts.size());
    const std::vector<EdgeUse> uses = sorted_edge_uses(faces);
    for (std::size_t first = 0; first < uses.size();) {
        std::size_t last = first;
        while (last < uses.size() && uses[last].low == uses[first].low &&
               uses[last].high == uses[first].high)
            ++last;
        const Index part = topology.part_of_face[uses[first].face];
        count_edge(std::span(uses).subspan(first, last - first), topology.parts[part], open[part]);
        first = last;
    }
    for (std::size_t part = 0; part < open.size(); ++part)
        topology.parts[part].loops = take_loops(open[part]);
    return topology;
}

PointNeighbours::PointNeighbours(std::span<const Face> faces, std::size_t point_count)
    : offsets_(point_count + 1, 0) {
    std::vector<std::pair<Index, Index>> edges;
    edges.reserve(faces.size() * 8);
    for (const Face& face : faces) {
        const auto size = static_cast<std::size_t>(face.size());
        for (std::size_t k = 0; k < size; ++k) {
            const Index a = face.vertices[k];
            const Index b = face.vertices[(k + 1) % size];
            edges.emplace_back(a, b);
            edges.emplace_back(b, a);
        }
    }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    neighbours_.reserve(edges.size());
    for (const auto& [a, b] : edges) {
        ++offsets_[a + 1];
        neighbours_.push_back(b);
    }
    std::partial_sum(offsets_.begin(), offsets_.end(), offsets_.begin());
}

}  // namespace isoskin
