#pragma once

#include <vector>

#include "isoskin/rig/character.h"

namespace isoskin {

/// A worm of any density: a closed tube over a chain of 17 joints, every vertex following four of
/// them, with maps of the default settings on about 35 % of the vertices.
struct Worm {
    Character character;
    std::vector<Affine> model_from_joint;  ///< A pose in which every joint bends and twists.
    std::vector<Affine> palette;           ///< The same against the bind pose.
};

Worm make_worm(std::size_t vertex_count);

}  // namespace isoskin
