#pragma once

#include <vector>

#include "isoskin/mesh/mesh.h"
#include "isoskin/mesh/vertex_map.h"
#include "isoskin/rig/skin_weights.h"

namespace isoskin {

/// A closed surface of any density round 17 joints, every vertex following the four nearest: more
/// different joint sets than a real character has.
struct Blob {
    std::vector<Vec3> positions;
    std::vector<Vec3> normals;
    SkinWeights weights;
    std::vector<VertexMap>
        maps;  ///< One per joint; together they touch about 35 % of the vertices.
    std::vector<Affine> palette;  ///< A pose of rigid motions.
};

inline constexpr std::size_t kBlobJoints = 17;

Blob make_blob(std::size_t vertex_count);

}  // namespace isoskin
