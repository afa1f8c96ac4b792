#pragma once

#include "isoskin/base/byte_stream.h"
#include "isoskin/base/result.h"
#include "isoskin/rig/character.h"

namespace isoskin {

/// Weights and clips as bytes, and back. What is read fits the character it is read for.
void add_weights(const SkinWeights& weights, ByteWriter& out);
void add_clip(const Clip& clip, ByteWriter& out);

/// Rows that are those of `mesh` keep their bits; others are normalised.
Status read_weights(ByteReader& in, const SkinnedMesh& mesh, SkinWeights& weights);
Status read_clip(const Character& character, ByteReader& in, Clip& clip);

}  // namespace isoskin
