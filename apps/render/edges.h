#pragma once

#include <array>
#include <vector>

#include "isoskin/mesh/mesh.h"

namespace isoskin::render {

/// Every edge between neighbouring corners of a face, once, as two wedges. Vertices at the same
/// place count as one, so that the seams of a glTF mesh are not drawn twice.
std::vector<std::array<Index, 2>> unique_edges(const Mesh& mesh);

}  // namespace isoskin::render
