#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "isoskin/base/result.h"
#include "isoskin/rig/character.h"

/// Procedural characters: the same ones in tests, benchmarks, `isoskin demo` and the studio.
namespace isoskin::scenes {

struct SceneInfo {
    std::string_view name;
    std::string_view description;  ///< One line for `demo --list`.
};
std::span<const SceneInfo> scene_list();

struct SceneOptions {
    /// Subdivide until there are at least so many vertices; weights and all else are carried along.
    std::size_t min_vertices = 0;
    std::uint32_t seed = 1;  ///< For what is scattered at random; same seed, same bits.
};

/// Fails on an unknown name, listing the known ones.
Result<Character> make_scene(std::string_view name, const SceneOptions& options = {});

}  // namespace isoskin::scenes
