#pragma once

#include <span>
#include <vector>

#include "isoskin/lattice/lattice.h"
#include "isoskin/rig/character.h"

namespace isoskin {

/// Skin weights for places in space: what the nearest vertices of a character follow.
class VertexSkin {
  public:
    /// `places` in the space of `lattice_points(character)`, which is not empty.
    VertexSkin(const Character& character, std::span<const Vec3d> places);

    /// The motion of each place from there to model space; one element per place.
    void blend(std::span<const Affine> model_from_joint, std::span<Affine> model_from_rest);

  private:
    struct Bone {
        JointIndex joint = 0;
        Affine joint_from_rest = Affine::Identity();
    };
    struct Share {
        Index bone = 0;
        double weight = 0.0;
    };

    std::vector<Bone> bones_;
    std::vector<Affine> model_from_rest_;  // per bone
    std::vector<std::size_t> offsets_;
    std::vector<Share> shares_;
};

}  // namespace isoskin
