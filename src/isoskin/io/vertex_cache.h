#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "isoskin/base/result.h"
#include "isoskin/rig/character.h"

namespace isoskin {

/// The moments of a vertex cache.
struct CacheTiming {
    std::size_t first_frame = 0;
    std::size_t frame_count = 0;
    double frames_per_second = 30.0;
};

/// Writes the vertices of a character frame by frame, never holding more than one.
///
/// All meshes one after another, in the order of `Character::meshes`. The file stands under its
/// temporary name until `finish`; a writer that goes away before leaves nothing.
class VertexCacheWriter {
  public:
    virtual ~VertexCacheWriter() = default;
    virtual Status add_frame(std::span<const PosedMesh> posed) = 0;
    virtual Status finish() = 0;
};

/// By the ending: .pc2, .mdd, .usda or .exr; refuses any other.
Result<std::unique_ptr<VertexCacheWriter>> create_vertex_cache(const std::filesystem::path& path,
                                                               const Character& character,
                                                               const CacheTiming& timing);

/// A number that tells one topology from another: FNV-1a over the vertex counts and faces of all
/// meshes. Programs that attach a cache compare it with that of their mesh.
std::uint64_t topology_hash(const Character& character);

/// What lies beside the cache `path` as JSON: counts, frames, the hash in hexadecimal; for a
/// texture also how it is laid out.
std::string cache_description(const Character& character, const CacheTiming& timing,
                              const std::filesystem::path& path);

}  // namespace isoskin
