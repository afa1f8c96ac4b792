#pragma once

#include <vector>

#include "isoskin/skinning/skin_table.h"

/// Private to this module.
namespace isoskin {

/// For each vertex the first one that every pose takes to the same place: equal in position,
/// weights, morphs, direction and maps, bit for bit. Files split a vertex for every normal and
/// texture coordinate it has, so of hard-edged meshes most are copies. Empty if there is none.
std::vector<Index> find_equal_vertices(const SkinTableInput& input, const SkinWeights& weights);

}  // namespace isoskin
