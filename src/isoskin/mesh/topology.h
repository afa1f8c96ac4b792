#pragma once

#include <span>
#include <vector>

#include "isoskin/mesh/mesh.h"

namespace isoskin {

/// A piece of surface that hangs together through shared points.
struct SurfacePart {
    std::vector<Index> faces;            ///< Increasing.
    std::size_t boundary_edges = 0;      ///< Edges with a face on one side only.
    std::size_t non_manifold_edges = 0;  ///< Edges with three faces or more.
    std::size_t misoriented_edges = 0;  ///< Edges whose two faces disagree about which side is out.

    /// The border as closed walks over points. A fan of triangles (loop[k], loop[k+1], apex) closes
    /// the hole with the orientation of the faces around it.
    std::vector<std::vector<Index>> loops;

    bool is_closed() const {
        return boundary_edges == 0 && non_manifold_edges == 0 && misoriented_edges == 0;
    }
};

/// How the faces of a surface hang together.
struct Topology {
    std::vector<SurfacePart> parts;  ///< In the order of their first faces.
    std::vector<Index> part_of_face;

    std::size_t boundary_edge_count() const;
    bool is_closed() const;  ///< Every part is, and there is one.
};

/// Faces are over points (see weld.h), so that seams of a file are not borders.
Topology analyse_topology(std::span<const Face> faces, std::size_t point_count);

/// The points that share an edge with each point, in increasing order.
class PointNeighbours {
  public:
    PointNeighbours(std::span<const Face> faces, std::size_t point_count);

    std::span<const Index> of(std::size_t point) const {
        return std::span(neighbours_)
            .subspan(offsets_[point], offsets_[point + 1] - offsets_[point]);
    }
    std::size_t point_count() const { return offsets_.size() - 1; }

  private:
    std::vector<std::size_t> offsets_;
    std::vector<Index> neighbours_;
};

}  // namespace isoskin
