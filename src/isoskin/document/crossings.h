#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isoskin/rig/character.h"

namespace isoskin {

/// Where posed skin goes through itself.
struct SkinCrossings {
    std::size_t pairs = 0;  ///< Of triangles.
    /// Per mesh the drawn triangles (`triangulate_wedges`) that are in such a pair, increasing.
    std::vector<std::vector<Index>> triangles;
};

/// Finds them part by part: what lies in or on a body, as eyes and clothes do, is no crossing.
class CrossingFinder {
  public:
    explicit CrossingFinder(const Character& character);

    /// One element of `posed` per mesh of the character.
    SkinCrossings find(std::span<const PosedMesh> posed) const;

    /// In the bind shape: what crosses there crosses in every pose, whatever skins it.
    std::size_t bind_pairs() const { return bind_pairs_; }

  private:
    struct Part {
        std::vector<Triangle> triangles;  // over points
        std::vector<Index> drawn;         // which of those that are drawn each is
    };
    struct Surface {
        std::vector<Index> vertex_of_point;
        std::vector<Part> parts;
    };

    std::vector<Surface> surfaces_;  // per mesh
    std::size_t bind_pairs_ = 0;
};

}  // namespace isoskin
