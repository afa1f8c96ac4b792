#include "isoskin/mesh/subdivide.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace isoskin {
namespace {

// Corners are numbered 4 · face + place; the edge of a corner leads to the face's next corner.
using CornerIndex = std::size_t;

struct Edge {
    Index low = 0;
    Index high = 0;
    std::size_t first_corner = 0;  // into EdgeTable::corners
    std::size_t face_count = 0;
};

struct EdgeTable {
    std::vector<Edge> edges;
    std::vector<CornerIndex> corners;   // the corners of each edge, one after another
    std::vector<Index> edge_of_corner;  // kNoIndex at the missing corner of a triangle
};

int next_corner(const Face& face, int corner) {
    return corner + 1 == face.size() ? 0 : corner + 1;
}

std::pair<Index, Index> ends_of_corner(const Mesh& mesh, CornerIndex corner) {
    const Face& face = mesh.faces[corner / 4];
    const int place = static_cast<int>(corner % 4);
    const auto [low, high] =
        std::minmax(face.vertices[corner % 4],
                    face.vertices[static_cast<std::size_t>(next_corner(face, place))]);
    return {low, high};
}

template <typename Visit>
void for_each_corner(const Mesh& mesh, const Visit& visit) {
    for (std::size_t face = 0; face < mesh.faces.size(); ++face)
        for (std::size_t place = 0; place < static_cast<std::size_t>(mesh.faces[face].size());
             ++place)
            visit(4 * face + place);
}

// All corners, sorted by their edge: buckets by the lower vertex, then a short sort in each.
std::vector<CornerIndex> corners_by_edge(const Mesh& mesh) {
    std::vector<std::size_t> start(mesh.vertex_count() + 1, 0);
    for_each_corner(mesh, [&](CornerIndex c) { ++start[ends_of_corner(mesh, c).first + 1]; });
    for (std::size_t v = 0; v < mesh.vertex_count(); ++v)
        start[v + 1] += start[v];

    std::vector<CornerIndex> corners(start.back());
    std::vector<std::size_t> fill(start.begin(), start.end() - 1);
    for_each_corner(mesh,
                    [&](CornerIndex c) { corners[fill[ends_of_corner(mesh, c).first]++] = c; });
    for (std::size_t v = 0; v < mesh.vertex_count(); ++v)
        std::sort(corners.begin() + static_cast<std::ptrdiff_t>(start[v]),
                  corners.begin() + static_cast<std::ptrdiff_t>(start[v + 1]),
                  [&](CornerIndex a, CornerIndex b) {
                      return std::pair(ends_of_corner(mesh, a).second, a) <
                             std::pair(ends_of_corner(mesh, b).second, b);
                  });
    return corners;
}

EdgeTable make_edges(const Mesh& mesh) {
    EdgeTable table{.edges = {}, .corners = corners_by_edge(mesh), .edge_of_corner = {}};
    table.edge_of_corner.assign(4 * mesh.faces.size(), kNoIndex);
    for (std::size_t i = 0; i < table.corners.size(); ++i) {
        const auto [low, high] = ends_of_corner(mesh, table.corners[i]);
        if (table.edges.empty() || table.edges.back().low != low || table.edges.back().high != high)
            table.edges.push_back({.low = low, .high = high, .first_corner = i, .face_count = 0});
        ++table.edges.back().face_count;
        table.edge_of_corner[table.corners[i]] = static_cast<Index>(table.edges.size() - 1);
    }
    return table;
}

void close_row(StencilTable& table) {
    table.offsets.push_back(table.entries.size());
}

void add_mean(StencilTable& table, std::span<const Index> sources, double weight) {
    for (const Index source : sources)
        table.entries.push_back({source, weight / static_cast<double>(sources.size())});
}

std::span<const Index> corners_of(const std::array<Index, 4>& corners, const Face& face) {
    return std::span(corners).first(static_cast<std::size_t>(face.size()));
}

// --- Vertices ------------------------------------------------------------------------------------

// What the rule for an old vertex needs to know of the edges and faces around it.
struct VertexRing {
    std::size_t edge_count = 0;
    std::size_t crease_count = 0;
    std::array<Index, 2> crease_ends{kNoIndex, kNoIndex};
};

std::vector<VertexRing> make_rings(const Mesh& mesh, std::span<const Edge> edges) {
    std::vector<VertexRing> rings(mesh.vertex_count());
    const auto meet = [&](Index vertex, Index other, const Edge& edge) {
        VertexRing& ring = rings[vertex];
        ++ring.edge_count;
        if (edge.face_count == 2) return;
        if (ring.crease_count < 2) ring.crease_ends[ring.crease_count] = other;
        ++ring.crease_count;
    };
    for (const Edge& edge : edges) {
        meet(edge.low, edge.high, edge);
        meet(edge.high, edge.low, edge);
    }
    return rings;
}

// Catmull and Clark's rule sums over all edges and faces of a vertex: it is gathered per vertex
// into rows, which two sweeps fill.
class OldVertexRows {
  public:
    OldVertexRows(const Mesh& mesh, std::span<const Edge> edges)
        : rings_(make_rings(mesh, edges)), rows_(mesh.vertex_count()) {
        for (std::size_t v = 0; v < rows_.size(); ++v)
            start_row(static_cast<Index>(v));
        for (const Edge& edge : edges) {
            add_edge(edge.low, edge.high);
            add_edge(edge.high, edge.low);
        }
        for (const Face& face : mesh.faces)
            for (const Index vertex : corners_of(face.vertices, face))
                add_face(vertex, face);
    }

    void append_to(StencilTable& table) const {
        for (std::size_t v = 0; v < rows_.size(); ++v) {
            table.entries.insert(table.entries.end(), rows_[v].begin(), rows_[v].end());
            close_row(table);
        }
    }

  private:
    bool is_smooth(Index v) const {
        return rings_[v].crease_count == 0 && rings_[v].edge_count > 2;
    }

    void start_row(Index v) {
        const VertexRing& ring = rings_[v];
        const auto n = static_cast<double>(ring.edge_count);
        if (is_smooth(v)) {
            rows_[v].push_back({v, (n - 3.0) / n + 1.0 / n});  // (n-3)/n P, and its half of 2R/n
        } else if (ring.crease_count == 2) {
            rows_[v] = {{v, 0.75}, {ring.crease_ends[0], 0.125}, {ring.crease_ends[1], 0.125}};
        } else {
            rows_[v].push_back({v, 1.0});
        }
    }

    void add_edge(Index v, Index other) {
        const auto n = static_cast<double>(rings_[v].edge_count);
        if (is_smooth(v)) add(v, other, 1.0 / (n * n));
    }

    void add_face(Index v, const Face& face) {
        if (!is_smooth(v)) return;
        const auto n = static_cast<double>(rings_[v].edge_count);
        for (const Index source : corners_of(face.vertices, face))
            add(v, source, 1.0 / (n * n * face.size()));
    }

    void add(Index v, Index source, double weight) {
        for (StencilTable::Entry& entry : rows_[v])
            if (entry.source == source) {
                entry.weight += weight;
                return;
            }
        rows_[v].push_back({source, weight});
    }

    std::vector<VertexRing> rings_;
    std::vector<std::vector<StencilTable::Entry>> rows_;
};

void add_edge_rows(const Mesh& mesh, const EdgeTable& table, SubdivisionScheme scheme,
                   StencilTable& rows) {
    for (const Edge& edge : table.edges) {
        const std::array<Index, 2> ends{edge.low, edge.high};
        if (scheme == SubdivisionScheme::Linear || edge.face_count != 2) {
            add_mean(rows, ends, 1.0);
        } else {
            add_mean(rows, ends, 0.5);
            for (std::size_t i = 0; i < 2; ++i) {
                const Face& face = mesh.faces[table.corners[edge.first_corner + i] / 4];
                add_mean(rows, corners_of(face.vertices, face), 0.25);
            }
        }
        close_row(rows);
    }
}

StencilTable make_vertex_rows(const Mesh& mesh, const EdgeTable& table, SubdivisionScheme scheme) {
    StencilTable rows;
    if (scheme == SubdivisionScheme::CatmullClark) {
        OldVertexRows(mesh, table.edges).append_to(rows);
    } else {
        for (Index v = 0; v < mesh.vertex_count(); ++v) {
            rows.entries.push_back({v, 1.0});
            close_row(rows);
        }
    }
    add_edge_rows(mesh, table, scheme, rows);
    for (const Face& face : mesh.faces) {
        add_mean(rows, corners_of(face.vertices, face), 1.0);
        close_row(rows);
    }
    return rows;
}

// --- Wedges --------------------------------------------------------------------------------------

struct WedgeRows {
    StencilTable table;
    std::vector<Index> wedge_vertex;     // vertex of each new wedge
    std::vector<Index> wedge_of_corner;  // the new wedge in the middle of each corner's edge
};

std::pair<Index, Index> edge_wedges(const Mesh& mesh, CornerIndex corner) {
    const Face& face = mesh.faces[corner / 4];
    const auto& wedges = mesh.wedges_of_face(corner / 4);
    const auto next = static_cast<std::size_t>(next_corner(face, static_cast<int>(corner % 4)));
    const auto [low, high] = std::minmax(wedges[corner % 4], wedges[next]);
    return {low, high};
}

void add_wedge(WedgeRows& rows, std::span<const Index> sources, std::size_t vertex) {
    add_mean(rows.table, sources, 1.0);
    close_row(rows.table);
    rows.wedge_vertex.push_back(static_cast<Index>(vertex));
}

// One wedge in the middle of an edge for each pair of wedges the faces see at its ends.
void add_edge_wedges(const Mesh& mesh, const EdgeTable& table, WedgeRows& rows) {
    rows.wedge_of_corner.assign(table.edge_of_corner.size(), kNoIndex);
    for (std::size_t e = 0; e < table.edges.size(); ++e) {
        const auto corners = std::span(table.corners)
                                 .subspan(table.edges[e].first_corner, table.edges[e].face_count);
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const auto ends = edge_wedges(mesh, corners[i]);
            const auto same = std::find_if(
                corners.begin(), corners.begin() + static_cast<std::ptrdiff_t>(i),
                [&](CornerIndex earlier) { return edge_wedges(mesh, earlier) == ends; });
            if (same != corners.begin() + static_cast<std::ptrdiff_t>(i)) {
                rows.wedge_of_corner[corners[i]] = rows.wedge_of_corner[*same];
                continue;
            }
            rows.wedge_of_corner[corners[i]] = static_cast<Index>(rows.wedge_vertex.size());
            add_wedge(rows, std::array{ends.first, ends.second}, mesh.vertex_count() + e);
        }
    }
}

WedgeRows make_wedge_rows(const Mesh& mesh, const EdgeTable& table) {
    WedgeRows rows;
    for (std::size_t wedge = 0; wedge < mesh.wedge_count(); ++wedge)
        add_wedge(rows, std::array{static_cast<Index>(wedge)}, mesh.vertex_of_wedge(wedge));
    add_edge_wedges(mesh, table, rows);
    for (std::size_t face = 0; face < mesh.faces.size(); ++face)
        add_wedge(rows, corners_of(mesh.wedges_of_face(face), mesh.faces[face]),
                  mesh.vertex_count() + table.edges.size() + face);
    return rows;
}

// --- The new mesh --------------------------------------------------------------------------------

// The quad at one corner of an old face: corner, middle of the edge ahead, face, edge behind.
struct CornerQuads {
    std::vector<Face> faces;
    std::vector<std::array<Index, 4>> wedges;
};

CornerQuads make_quads(const Mesh& mesh, const EdgeTable& table, const WedgeRows& rows) {
    CornerQuads quads;
    const std::size_t first_face_point = mesh.vertex_count() + table.edges.size();
    const std::size_t first_face_wedge = rows.wedge_vertex.size() - mesh.faces.size();
    for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
        const auto size = static_cast<std::size_t>(mesh.faces[f].size());
        for (std::size_t ahead = 0; ahead < size; ++ahead) {
            const CornerIndex corner = 4 * f + ahead;
            const CornerIndex behind = 4 * f + (ahead + size - 1) % size;
            quads.faces.push_back(
                make_quad(mesh.faces[f].vertices[ahead],
                          static_cast<Index>(mesh.vertex_count() + table.edge_of_corner[corner]),
                          static_cast<Index>(first_face_point + f),
                          static_cast<Index>(mesh.vertex_count() + table.edge_of_corner[behind])));
            if (mesh.wedge_vertex.empty()) continue;
            quads.wedges.push_back({mesh.wedges_of_face(f)[ahead], rows.wedge_of_corner[corner],
                                    static_cast<Index>(first_face_wedge + f),
                                    rows.wedge_of_corner[behind]});
        }
    }
    return quads;
}

std::vector<Section> subdivide_sections(const Mesh& mesh, std::size_t new_vertex_count) {
    std::vector<std::size_t> first_quad(mesh.faces.size() + 1, 0);
    for (std::size_t f = 0; f < mesh.faces.size(); ++f)
        first_quad[f + 1] = first_quad[f] + static_cast<std::size_t>(mesh.faces[f].size());

    std::vector<Section> sections = mesh.sections;
    for (Section& section : sections) {
        const std::size_t end = first_quad[section.first_face + section.face_count];
        section.first_face = first_quad[section.first_face];
        section.face_count = end - section.first_face;
        section.first_vertex = 0;  // edge points lie between the sections of a mesh
        section.vertex_count = new_vertex_count;
    }
    return sections;
}

}  // namespace

void carry_wedges(const Mesh& mesh, const StencilTable& wedges, Mesh& finer) {
    if (!mesh.normals.empty()) finer.normals = apply<Vec3>(wedges, mesh.normals);
    for (Vec3& normal : finer.normals)
        normal.normalize();
    if (!mesh.tangents.empty()) finer.tangents = apply<Vec4>(wedges, mesh.tangents);
    for (Vec4& tangent : finer.tangents) {
        tangent.head<3>().normalize();
        tangent.w() = tangent.w() < 0.0F ? -1.0F : 1.0F;
    }
    if (!mesh.uvs.empty()) finer.uvs = apply<Vec2>(wedges, mesh.uvs);
    if (!mesh.colors.empty()) finer.colors = apply<Vec4>(wedges, mesh.colors);
}

Subdivided subdivide(const Mesh& mesh, SubdivisionScheme scheme) {
    const EdgeTable table = make_edges(mesh);
    WedgeRows wedge_rows = make_wedge_rows(mesh, table);
    CornerQuads quads = make_quads(mesh, table, wedge_rows);

    Subdivided result;
    result.vertices = make_vertex_rows(mesh, table, scheme);
    result.mesh.name = mesh.name;
    result.mesh.positions = apply<Vec3>(result.vertices, mesh.positions);
    result.mesh.faces = std::move(quads.faces);
    result.mesh.sections = subdivide_sections(mesh, result.mesh.positions.size());
    if (!mesh.wedge_vertex.empty()) result.mesh.wedge_vertex = std::move(wedge_rows.wedge_vertex);
    result.mesh.face_wedges = std::move(quads.wedges);

    result.wedges = std::move(wedge_rows.table);
    carry_wedges(mesh, result.wedges, result.mesh);
    assert(result.mesh.wedge_count() == result.wedges.row_count());
    return result;
}

}  // namespace isoskin
