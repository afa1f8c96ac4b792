#pragma once

#include <span>
#include <string>
#include <vector>

#include "isoskin/rig/character.h"

namespace isoskin {

/// A morph target to be: where vertices go at weight one.
struct TargetShape {
    std::string name;
    Offsets offsets;  ///< Per vertex.
};

/// Morph targets with what the mesh shows beside positions: changes of its normals and tangents.
///
/// A player adds them linearly; a normal does not change so. They are right at weight one and at
/// zero, to half a 127th: a quarter of a degree, and a byte each in a file.
std::vector<MorphTarget> make_morph_targets(const SkinnedMesh& mesh,
                                            std::span<const TargetShape> shapes);

}  // namespace isoskin
