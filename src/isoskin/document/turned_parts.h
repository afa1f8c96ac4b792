#pragma once

#include <compare>
#include <set>
#include <vector>

#include "isoskin/rig/character.h"

namespace isoskin {

/// A part of a mesh, both counted from 0.
struct PartKey {
    std::size_t mesh = 0;
    std::size_t part = 0;
    friend auto operator<=>(const PartKey&, const PartKey&) = default;
};

/// Parts whose faces look the other way than in the file.
using TurnedParts = std::set<PartKey>;

/// The part of every face of a mesh, as `make_volume_surface` counts them.
std::vector<std::size_t> parts_of_faces(const SkinnedMesh& mesh);

/// Turns the faces, normals and tangents of these parts round. Done twice, every bit is back.
void turn_parts(const TurnedParts& parts, Character& character);

}  // namespace isoskin
