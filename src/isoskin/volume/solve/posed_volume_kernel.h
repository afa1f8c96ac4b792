#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "isoskin/volume/measure/cubic.h"

/// The loops under `PosedVolume`: private to this module. As for skinning, there is a vector kernel
/// (posed_volume_kernel.cpp) and a plain one (posed_volume_scalar.cpp) that gives the same bits.
namespace isoskin {

/// Strips of triangles (fans.h) that are evaluated together.
inline constexpr std::size_t kStripsAtOnce = 8;

/// Where a vertex of each of some strips starts, in an array of three floats a vertex.
using StripRow = std::array<std::uint32_t, kStripsAtOnce>;

/// Strips of one length, eight by eight: a row of the points they go round, then the rows of their
/// rims, one more than the length. Strips that are not needed repeat one vertex.
struct StripBlocks {
    std::size_t length = 0;  ///< Triangles a strip.
    std::span<const StripRow> rows;
};

struct PosedShape {
    const float* positions;  ///< 3 per vertex; one more float is read, but not used, after each.
    const float* field;      ///< The same, or null: the shape stays.
    std::array<float, 3> centre{};
};

/// Six times the volume between `centre` and the strips, along positions + ε field. Products are
/// taken in float along edges, so that they do not cancel; what they add up to round a point meets
/// it in double. Two neighbours take one product: b × d + d × e = (b - e) × d; one that is left
/// over ends at the point itself, where e vanishes.
Cubic sum_strips(const PosedShape& shape, const StripBlocks& blocks);
Cubic sum_strips_scalar(const PosedShape& shape, const StripBlocks& blocks);

}  // namespace isoskin
