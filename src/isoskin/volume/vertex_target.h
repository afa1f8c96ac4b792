#pragma once

#include <string>

#include "isoskin/mesh/vertex_map.h"
#include "isoskin/rig/skeleton.h"
#include "isoskin/volume/solve/target_role.h"

namespace isoskin {

/// A correction target over the vertices of a mesh: a morph target that moves a vertex by
/// `value × way`, or `value × direction of the vertex` where the map has no ways.
struct VertexTarget {
    std::string name;     ///< As in "elbow bend", "wrist twist 1".
    JointIndex slot = 0;  ///< The joint it belongs to.
    TargetRole role = TargetRole::Bend;
    int profile = 0;  ///< Which twist; 0 for a bend.
    VertexMap map;
};

}  // namespace isoskin
