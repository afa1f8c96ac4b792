#pragma once

#include <filesystem>
#include <optional>

#include "isoskin/rig/character.h"

namespace isoskin {

/// Weights that another program made for a character (blender_weights.py).
struct OtherWeights {
    std::optional<Character> bound;  ///< Empty: the program failed.
    std::size_t mesh = 0;            ///< The one it bound.
    std::size_t without = 0;         ///< Vertices it left without weights.
};

/// Empty if there is no such file, or if it is of a mesh with other vertices.
std::optional<OtherWeights> read_other_weights(const std::filesystem::path& file,
                                               const Character& artist);

}  // namespace isoskin
