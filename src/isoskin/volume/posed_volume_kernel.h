#pragma once

#include <array>
#include <span>

#include "isoskin/volume/cubic.h"
#include "isoskin/volume/triangle_block.h"

/// The loops under `PosedVolume`: private to this module. As for skinning, there is a vector kernel
/// (posed_volume_kernel.cpp) and a plain one (posed_volume_scalar.cpp) that gives the same bits.
namespace isoskin {

struct PosedShape {
    const float* positions;  ///< 3 per vertex; one more float is read, but not used, after each.
    const float* field;      ///< The same, or null: the shape stays.
    std::array<float, 3> centre{};
};

/// Six times the volume between `centre` and the triangles, along positions + ε field. Products are
/// taken in float along edges, so that they do not cancel; sums, and the last product of the volume
/// itself, in double.
Cubic sum_triangles(const PosedShape& shape, std::span<const TriangleBlock> blocks);
Cubic sum_triangles_scalar(const PosedShape& shape, std::span<const TriangleBlock> blocks);

}  // namespace isoskin
