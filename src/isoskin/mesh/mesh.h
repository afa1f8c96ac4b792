#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "isoskin/math/types.h"

namespace isoskin {

using Index = std::uint32_t;
inline constexpr Index kNoIndex = std::numeric_limits<Index>::max();

/// A triangle or a quad, counter-clockwise seen from outside.
struct Face {
    std::array<Index, 4> vertices{kNoIndex, kNoIndex, kNoIndex, kNoIndex};

    bool is_quad() const { return vertices[3] != kNoIndex; }
    int size() const { return is_quad() ? 4 : 3; }
    friend bool operator==(const Face&, const Face&) = default;
};

inline Face make_triangle(Index a, Index b, Index c) {
    return {{a, b, c, kNoIndex}};
}
inline Face make_quad(Index a, Index b, Index c, Index d) {
    return {{a, b, c, d}};
}

using Triangle = std::array<Index, 3>;

/// A run of faces drawn with one material: a glTF primitive, an OBJ group.
struct Section {
    std::string name;
    std::size_t first_face = 0;
    std::size_t face_count = 0;
    std::size_t first_vertex = 0;  ///< glTF keeps the vertices of a primitive together.
    std::size_t vertex_count = 0;
    int material = -1;  ///< Index into the character's materials, or -1.
};

/// A surface of triangles and quads.
///
/// *Vertices* carry positions and are what a file lists and skinning moves. *Wedges* carry what may
/// differ between the faces round one vertex (normals at hard edges, texture coordinates at seams):
/// one wedge belongs to one vertex, a vertex may have several. glTF splits vertices instead, so
/// there wedges and vertices are the same and both wedge arrays are empty; OBJ needs both.
struct Mesh {
    std::string name;
    std::vector<Vec3> positions;  ///< Per vertex.
    std::vector<Face> faces;
    std::vector<Section> sections;  ///< Cover all faces in order; never empty if there are faces.

    std::vector<Index> wedge_vertex;  ///< Vertex of each wedge; empty: wedge = vertex.
    std::vector<std::array<Index, 4>> face_wedges;  ///< Wedges of each face; empty: its vertices.

    std::vector<Vec3> normals;   ///< Per wedge, unit length; empty if the file has none.
    std::vector<Vec4> tangents;  ///< Per wedge, w is the sign of the bitangent; or empty.
    std::vector<Vec2> uvs;       ///< Per wedge, v downwards as in glTF; or empty.
    std::vector<Vec4> colors;    ///< Per wedge, linear RGBA; or empty.

    std::size_t vertex_count() const { return positions.size(); }
    std::size_t wedge_count() const {
        return wedge_vertex.empty() ? positions.size() : wedge_vertex.size();
    }
    Index vertex_of_wedge(std::size_t wedge) const {
        return wedge_vertex.empty() ? static_cast<Index>(wedge) : wedge_vertex[wedge];
    }
    const std::array<Index, 4>& wedges_of_face(std::size_t face) const {
        return face_wedges.empty() ? faces[face].vertices : face_wedges[face];
    }
};

/// Every face as triangles over vertices; a quad is cut from its first corner, as players do.
std::vector<Triangle> triangulate(std::span<const Face> faces);

/// The same over wedges, for drawing and for formats that split vertices.
std::vector<Triangle> triangulate_wedges(const Mesh& mesh);

/// Smallest box around the points; empty (Eigen's convention) if there are none.
Eigen::AlignedBox3f bounding_box(std::span<const Vec3> positions);

}  // namespace isoskin
