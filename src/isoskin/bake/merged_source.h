#pragma once

#include "isoskin/bake/weight_source.h"

namespace isoskin {

/// The same with at most `most` targets, for players that have no more: those that show the poses
/// of the list best, by principal components of all moves. What that costs has to be measured.
///
/// Weights go from -1 to 1 over the list. Keeps nothing of `exact` but its function of weights.
MorphSource merged_source(const MorphSource& exact, const PoseList& poses, std::size_t most);

}  // namespace isoskin
