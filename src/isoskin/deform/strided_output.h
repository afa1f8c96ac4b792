#pragma once

#include <cstddef>
#include <span>

#include "isoskin/deform/deformer.h"

namespace isoskin {

/// Vectors in memory of the caller, as in interleaved vertices: three floats each, `stride` bytes
/// from one to the next.
struct StridedVectors {
    float* first = nullptr;  ///< Null: not asked for.
    std::size_t count = 0;
    std::size_t stride = 3 * sizeof(float);
};

/// Where one mesh goes: as many positions as vertices, as many normals as wedges (`make_output` has
/// both counts; in glTF they are the same).
struct PosedBuffers {
    StridedVectors positions = {};
    StridedVectors normals = {};
};

/// `Deformer::deform` into buffers of the caller, one per mesh. `scratch` comes from `make_output`
/// and also holds the result; bytes between the vectors stay as they are.
DeformReport deform_into(Deformer& deformer, std::span<const Affine> model_from_joint,
                         std::span<const float> morph_weights, std::span<PosedMesh> scratch,
                         std::span<const PosedBuffers> out);

}  // namespace isoskin
