#pragma once

#include <vector>

#include "isoskin/mesh/mesh.h"

namespace isoskin {

/// How far some of the vertices of a mesh move; all others stay.
struct VertexMap {
    std::vector<Index> vertices;  ///< Each at most once.
    std::vector<float> values;    ///< One per entry of `vertices`.
    std::vector<Vec3> ways;       ///< Unit, one per entry; empty: along a direction of the vertex.

    friend bool operator==(const VertexMap&, const VertexMap&) = default;
};

}  // namespace isoskin
