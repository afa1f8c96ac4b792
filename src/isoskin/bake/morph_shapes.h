#pragma once

#include <span>
#include <string>
#include <vector>

#include "isoskin/rig/character.h"

namespace isoskin {

/// A morph target to be: where vertices go at weight one, and at which weight it is mostly seen.
struct TargetShape {
    std::string name;
    std::vector<Vec3> offsets;    ///< Per vertex.
    double typical_weight = 1.0;  ///< Not zero; normals are made right at it.
};

/// Morph targets with what the mesh shows beside positions: changes of its normals and tangents.
///
/// A player adds them linearly; a normal does not change so. They are made from the shape at the
/// typical weight and divided by it, so that they are right there and at zero.
std::vector<MorphTarget> make_morph_targets(const SkinnedMesh& mesh,
                                            std::span<const TargetShape> shapes);

}  // namespace isoskin
