#include "isoskin/deform/strided_output.h"

#include <cassert>
#include <cstring>

namespace isoskin {
namespace {

void copy_vectors(std::span<const Vec3> from, const StridedVectors& to) {
    if (!to.first) return;
    assert(to.count == from.size());
    assert(to.stride >= 3 * sizeof(float));
    // A stride need not be a multiple of four bytes: bytes are copied, not floats.
    auto* place = reinterpret_cast<std::byte*>(to.first);
    for (const Vec3& vector : from) {
        std::memcpy(place, vector.data(), 3 * sizeof(float));
        place += to.stride;
    }
}

}  // namespace

DeformReport deform_into(Deformer& deformer, std::span<const Affine> model_from_joint,
                         std::span<const float> morph_weights, std::span<PosedMesh> scratch,
                         std::span<const PosedBuffers> out) {
    assert(out.size() == scratch.size());
    const DeformReport report = deformer.deform(model_from_joint, morph_weights, scratch);
    for (std::size_t mesh = 0; mesh < out.size(); ++mesh) {
        copy_vectors(scratch[mesh].positions, out[mesh].positions);
        copy_vectors(scratch[mesh].normals, out[mesh].normals);
    }
    return report;
}

}  // namespace isoskin
