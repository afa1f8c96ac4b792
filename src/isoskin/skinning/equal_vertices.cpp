#include "isoskin/skinning/equal_vertices.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace isoskin {
namespace {

// Of maps: which lists a vertex, and what it says there.
struct MapEntry {
    Index map = 0;
    float value = 0.0F;
    Vec3 way = Vec3::Zero();
    friend bool operator==(const MapEntry&, const MapEntry&) = default;
};

class EqualVertices {
  public:
    EqualVertices(const SkinTableInput& input, const SkinWeights& weights)
        : input_(input), weights_(weights) {}

    std::vector<Index> find() {
        std::map<std::tuple<float, float, float>, std::vector<Index>> at_place;
        for (Index vertex = 0; vertex < input_.positions.size(); ++vertex) {
            const Vec3& p = input_.positions[vertex];
            at_place[{p.x(), p.y(), p.z()}].push_back(vertex);
        }
        if (at_place.size() == input_.positions.size()) return {};
        list_maps();
        std::vector<Index> first(input_.positions.size());
        bool any = false;
        for (const auto& entry : at_place) {
            const std::vector<Index>& vertices = entry.second;
            for (std::size_t k = 0; k < vertices.size(); ++k) {
                const auto seen = vertices.begin() + static_cast<std::ptrdiff_t>(k);
                const auto same = std::find_if(vertices.begin(), seen, [&](Index other) {
                    return first[other] == other && are_equal(other, vertices[k]);
                });
                first[vertices[k]] = same == seen ? vertices[k] : *same;
                any = any || same != seen;
            }
        }
        return any ? first : std::vector<Index>();
    }

  private:
    void list_maps() {
        maps_of_vertex_.resize(input_.positions.size());
        for (std::size_t map = 0; map < input_.maps.size(); ++map) {
            const VertexMap& source = input_.maps[map];
            for (std::size_t i = 0; i < source.vertices.size(); ++i)
                maps_of_vertex_[source.vertices[i]].push_back(
                    {static_cast<Index>(map), source.values[i],
                     source.ways.empty() ? Vec3(Vec3::Zero()) : source.ways[i]});
        }
    }

    bool are_equal(Index a, Index b) const {
        const auto row_a = weights_.row(a);
        const auto row_b = weights_.row(b);
        if (!std::equal(row_a.begin(), row_a.end(), row_b.begin(), row_b.end())) return false;
        if (!input_.directions.empty() && input_.directions[a] != input_.directions[b])
            return false;
        for (const MorphTarget& morph : input_.morphs)
            if (!morph.positions.empty() && morph.positions[a] != morph.positions[b]) return false;
        return maps_of_vertex_[a] == maps_of_vertex_[b];
    }

    const SkinTableInput& input_;
    const SkinWeights& weights_;
    std::vector<std::vector<MapEntry>> maps_of_vertex_;
};

}  // namespace

std::vector<Index> find_equal_vertices(const SkinTableInput& input, const SkinWeights& weights) {
    return EqualVertices(input, weights).find();
}

}  // namespace isoskin
