#pragma once

#include "isoskin/weights/heat_weights.h"

namespace isoskin {

/// Keeps the `most` strongest influences of each row, at least one; rows need not sum to one.
///
/// A cut in the order of strength alone is a step wherever two joints change places in it, and a
/// crease in the skin. So the strength of the first one left out is taken from all that are kept:
/// influences end at zero, and weights are continuous where those given are. Rows that have no more
/// than `most` stay as they are.
SkinWeights keep_strongest(const WeightRows& rows, std::size_t most);

}  // namespace isoskin
