#pragma once

#include <vector>

#include "isoskin/mesh/mesh.h"

namespace isoskin {

/// A scalar on some of the vertices of a mesh; zero on all others.
struct VertexMap {
    std::vector<Index> vertices;  ///< Each at most once.
    std::vector<float> values;    ///< One per entry of `vertices`.
};

}  // namespace isoskin
