#pragma once

#include <vector>

#include "isoskin/volume/build/part_model.h"

namespace isoskin {

/// Those of a part whose subtrees are summed. Rigs whose hierarchy is that of their flesh have
/// none; hands without a hierarchy, and feet or hips that hang on the root of the file, do.
std::vector<CorrectionTable::LoosePair> find_loose_pairs(const PartModel& part, const Skin& skin,
                                                         const Skeleton& skeleton);

}  // namespace isoskin
