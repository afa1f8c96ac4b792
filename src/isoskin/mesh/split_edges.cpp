#include "isoskin/mesh/split_edges.h"

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <utility>

namespace isoskin {
namespace {

std::uint64_t pair_key(Index a, Index b) {
    const auto [low, high] = std::minmax(a, b);
    return (std::uint64_t{low} << 32U) | high;
}

// Rows of new elements: the mean of the old ones given.
class Rows {
  public:
    explicit Rows(std::size_t old_count) {
        for (std::size_t i = 0; i < old_count; ++i)
            add({static_cast<Index>(i)});
    }
    Index add(std::initializer_list<Index> sources) {
        for (const Index source : sources)
            table_.entries.push_back({source, 1.0 / static_cast<double>(sources.size())});
        table_.offsets.push_back(table_.entries.size());
        return static_cast<Index>(table_.row_count() - 1);
    }
    StencilTable take() { return std::move(table_); }

  private:
    StencilTable table_;
};

// A corner of a new face: its vertex and its wedge.
struct Corner {
    Index vertex = 0;
    Index wedge = 0;
};

class EdgeSplitter {
  public:
    EdgeSplitter(const Mesh& mesh, const std::function<bool(Index, Index)>& wants)
        : mesh_(mesh),
          wants_(wants),
          has_wedges_(!mesh.wedge_vertex.empty()),
          vertices_(mesh.vertex_count()),
          wedges_(mesh.wedge_count()),
          wedge_vertex_(mesh.wedge_vertex) {}

    Subdivided split() {
        std::vector<std::size_t> first_face{0};
        for (std::size_t face = 0; face < mesh_.faces.size(); ++face) {
            split_face(face);
            first_face.push_back(faces_.size());
        }
        Subdivided result;
        result.vertices = vertices_.take();
        result.wedges = has_wedges_ ? wedges_.take() : result.vertices;
        result.mesh.name = mesh_.name;
        result.mesh.positions = apply<Vec3>(result.vertices, mesh_.positions);
        result.mesh.faces = std::move(faces_);
        result.mesh.face_wedges = std::move(face_wedges_);
        result.mesh.wedge_vertex = std::move(wedge_vertex_);
        result.mesh.sections = mesh_.sections;
        for (Section& section : result.mesh.sections) {
            const std::size_t end = first_face[section.first_face + section.face_count];
            section.first_face = first_face[section.first_face];
            section.face_count = end - section.first_face;
            section.first_vertex = 0;  // new vertices come after those of all sections
            section.vertex_count = result.mesh.positions.size();
        }
        carry_wedges(mesh_, result.wedges, result.mesh);
        return result;
    }

  private:
    void split_face(std::size_t number) {
        const Face& face = mesh_.faces[number];
        const auto& wedges = mesh_.wedges_of_face(number);
        const auto size = static_cast<std::size_t>(face.size());
        std::vector<Corner> ring;
        std::vector<std::size_t> middles;
        for (std::size_t i = 0; i < size; ++i) {
            const Corner here{face.vertices[i], wedges[i]};
            const Corner next{face.vertices[(i + 1) % size], wedges[(i + 1) % size]};
            ring.push_back(here);
            const Index middle = middle_vertex(here.vertex, next.vertex);
            if (middle == kNoIndex) continue;
            middles.push_back(ring.size());
            ring.push_back({middle, middle_wedge(here, next, middle)});
        }
        if (middles.empty())
            add_face(ring);
        else if (middles.size() == size)
            add_even(ring);
        else
            add_fan(ring, best_centre(ring, middles));
    }

    // The new vertex on an edge, or none.
    Index middle_vertex(Index a, Index b) {
        const auto [place, is_new] = vertex_on_edge_.try_emplace(pair_key(a, b), kNoIndex);
        if (is_new && wants_(std::min(a, b), std::max(a, b))) place->second = new_vertex({a, b});
        return place->second;
    }

    Index new_vertex(std::initializer_list<Index> sources) { return vertices_.add(sources); }

    Index new_wedge(std::initializer_list<Index> sources, Index vertex) {
        if (!has_wedges_) return vertex;
        wedge_vertex_.push_back(vertex);
        return wedges_.add(sources);
    }

    Index middle_wedge(const Corner& a, const Corner& b, Index vertex) {
        if (!has_wedges_) return vertex;
        const auto [place, is_new] = wedge_on_edge_.try_emplace(pair_key(a.wedge, b.wedge), 0);
        if (is_new) place->second = new_wedge({a.wedge, b.wedge}, vertex);
        return place->second;
    }

    void add_face(const std::vector<Corner>& corners) {
        Face face;
        std::array<Index, 4> wedges{kNoIndex, kNoIndex, kNoIndex, kNoIndex};
        for (std::size_t i = 0; i < corners.size(); ++i) {
            face.vertices[i] = corners[i].vertex;
            wedges[i] = corners[i].wedge;
        }
        faces_.push_back(face);
        if (has_wedges_) face_wedges_.push_back(wedges);
    }

    // Old corners are at even places of the ring, middles of edges at odd ones.
    void add_even(const std::vector<Corner>& ring) {
        if (ring.size() == 6) {
            for (std::size_t i = 0; i < 6; i += 2)
                add_face({ring[i], ring[i + 1], ring[(i + 5) % 6]});
            add_face({ring[1], ring[3], ring[5]});
            return;
        }
        const Index vertex =
            new_vertex({ring[0].vertex, ring[2].vertex, ring[4].vertex, ring[6].vertex});
        const Corner centre{
            vertex,
            new_wedge({ring[0].wedge, ring[2].wedge, ring[4].wedge, ring[6].wedge}, vertex)};
        for (std::size_t i = 0; i < 8; i += 2)
            add_face({ring[i], ring[i + 1], centre, ring[(i + 7) % 8]});
    }

    Vec3 place_of(const std::vector<Corner>& ring, std::size_t i) const {
        if (ring[i].vertex < mesh_.vertex_count()) return mesh_.positions[ring[i].vertex];
        const std::size_t count = ring.size();
        return 0.5F * (mesh_.positions[ring[(i + count - 1) % count].vertex] +
                       mesh_.positions[ring[(i + 1) % count].vertex]);
    }

    // The middle from which the way to all other corners is shortest; the first of equal ones.
    std::size_t best_centre(const std::vector<Corner>& ring,
                            const std::vector<std::size_t>& middles) const {
        std::size_t best = middles.front();
        float shortest = std::numeric_limits<float>::max();
        for (const std::size_t middle : middles) {
            float sum = 0.0F;
            for (std::size_t i = 0; i < ring.size(); ++i)
                sum += (place_of(ring, i) - place_of(ring, middle)).norm();
            if (sum >= shortest) continue;
            shortest = sum;
            best = middle;
        }
        return best;
    }

    // Triangles about a middle of an edge: none of them is flat.
    void add_fan(const std::vector<Corner>& ring, std::size_t about) {
        const std::size_t count = ring.size();
        for (std::size_t i = 1; i + 1 < count; ++i)
            add_face({ring[about], ring[(about + i) % count], ring[(about + i + 1) % count]});
    }

    const Mesh& mesh_;
    const std::function<bool(Index, Index)>& wants_;
    bool has_wedges_;
    Rows vertices_;
    Rows wedges_;
    std::vector<Index> wedge_vertex_;
    std::vector<Face> faces_;
    std::vector<std::array<Index, 4>> face_wedges_;
    std::unordered_map<std::uint64_t, Index> vertex_on_edge_;
    std::unordered_map<std::uint64_t, Index> wedge_on_edge_;
};

}  // namespace

Subdivided split_edges(const Mesh& mesh, const std::function<bool(Index, Index)>& wants) {
    return EdgeSplitter(mesh, wants).split();
}

}  // namespace isoskin
