#pragma once

#include <string>
#include <vector>

#include "isoskin/mesh/mesh.h"
#include "isoskin/volume/solve/swing_function.h"

namespace isoskin {

/// The flesh of one joint over one mesh, simulated beforehand: morph targets, and how their weights
/// follow from the bend of the joint. Made by the module flesh, played by the volume correction.
struct FleshJoint {
    std::string joint;
    std::string parent;            ///< The joint against which it turns, in the volume tree.
    std::size_t mesh = 0;          ///< Of the character.
    std::size_t vertex_count = 0;  ///< Of that mesh.
    SwingFunction function;
    std::vector<Index> vertices;             ///< First vertices of the points that move.
    std::vector<std::vector<Vec3>> targets;  ///< Per function: a move per vertex, bind space.

    friend bool operator==(const FleshJoint&, const FleshJoint&) = default;
};

}  // namespace isoskin
