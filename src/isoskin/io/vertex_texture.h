#pragma once

#include "isoskin/io/vertex_cache.h"

namespace isoskin {

/// How the vertices of an animation lie in a texture: vertex v of frame f is the texel
/// (v mod width, f rows_per_frame + v / width), counted from the top left.
struct TextureLayout {
    std::size_t width = 0;
    std::size_t height = 0;
    std::size_t rows_per_frame = 0;
};
TextureLayout texture_layout(std::size_t vertex_count, const CacheTiming& timing);

/// A vertex-animation texture: OpenEXR, one scan line after another, not compressed, channels B G R
/// of 32-bit floats that hold z y x. Refuses one that no graphics card takes.
Result<std::unique_ptr<VertexCacheWriter>> create_vertex_texture(const std::filesystem::path& path,
                                                                 std::size_t vertex_count,
                                                                 const CacheTiming& timing);

}  // namespace isoskin
