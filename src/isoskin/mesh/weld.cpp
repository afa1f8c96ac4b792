#include "isoskin/mesh/weld.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "isoskin/base/bits.h"

namespace isoskin {
namespace {

std::uint64_t mix(std::uint64_t h, float value) {
    h ^= bits_of(value + 0.0F);  // turns -0 into 0
    h *= 0x9E3779B97F4A7C15ULL;
    return h ^ (h >> 29U);
}

std::uint64_t hash_position(const Vec3& p) {
    return mix(mix(mix(0x243F6A8885A308D3ULL, p.x()), p.y()), p.z());
}

}  // namespace

Weld weld_by_position(std::span<const Vec3> positions) {
    Weld weld;
    weld.point_of_vertex.resize(positions.size());
    const std::size_t capacity = std::bit_ceil(2 * positions.size() + 1);
    std::vector<Index> slots(capacity, kNoIndex);  // open addressing, one point per slot

    for (std::size_t vertex = 0; vertex < positions.size(); ++vertex) {
        std::size_t slot = hash_position(positions[vertex]) & (capacity - 1);
        while (slots[slot] != kNoIndex &&
               positions[weld.vertex_of_point[slots[slot]]] != positions[vertex])
            slot = (slot + 1) & (capacity - 1);
        if (slots[slot] == kNoIndex) {
            slots[slot] = static_cast<Index>(weld.point_count());
            weld.vertex_of_point.push_back(static_cast<Index>(vertex));
        }
        weld.point_of_vertex[vertex] = slots[slot];
    }
    return weld;
}

Weld split_weld(const Weld& weld, const std::function<bool(Index, Index)>& same) {
    Weld split;
    split.point_of_vertex.resize(weld.point_of_vertex.size());
    std::vector<std::vector<Index>> found(weld.point_count());  // new points of each old one
    for (std::size_t v = 0; v < split.point_of_vertex.size(); ++v) {
        const auto vertex = static_cast<Index>(v);
        auto& candidates = found[weld.point_of_vertex[v]];
        auto it = std::find_if(candidates.begin(), candidates.end(), [&](Index point) {
            return same(split.vertex_of_point[point], vertex);
        });
        if (it == candidates.end()) {
            candidates.push_back(static_cast<Index>(split.point_count()));
            split.vertex_of_point.push_back(vertex);
            it = candidates.end() - 1;
        }
        split.point_of_vertex[v] = *it;
    }
    return split;
}

WeldedFaces weld_faces(std::span<const Face> faces, const Weld& weld) {
    WeldedFaces welded;
    welded.faces.reserve(faces.size());
    welded.source.reserve(faces.size());
    for (std::size_t f = 0; f < faces.size(); ++f) {
        Face face;
        int kept = 0;
        for (int corner = 0; corner < faces[f].size(); ++corner) {
            const Index point =
                weld.point_of_vertex[faces[f].vertices[static_cast<std::size_t>(corner)]];
            const auto end = face.vertices.begin() + kept;
            if (std::find(face.vertices.begin(), end, point) != end) continue;
            face.vertices[static_cast<std::size_t>(kept++)] = point;
        }
        if (kept < 3) continue;
        welded.faces.push_back(face);
        welded.source.push_back(static_cast<Index>(f));
    }
    return welded;
}

}  // namespace isoskin
