#pragma once

#include <optional>
#include <span>
#include <vector>

#include "isoskin/rig/character.h"

namespace isoskin::render {

/// A joint that is drawn, and the nearest drawn joint above it.
struct BoneLink {
    JointIndex joint = 0;
    std::optional<JointIndex> parent;
};

/// All joints of the skins of `character`, or all joints if it has no skin of its own.
std::vector<BoneLink> bone_links(const Character& character);

struct BoneVertex {
    Vec3 position;
    Vec3 normal;
};

/// Triangles, three vertices each, in model space.
struct BoneShapes {
    std::vector<BoneVertex> bones;   ///< A slim octahedron from each parent to its child.
    std::vector<BoneVertex> joints;  ///< A dot each.
};

/// `model_size` bounds how thick a bone may get.
BoneShapes shape_bones(std::span<const BoneLink> links, std::span<const Affine> model_from_joint,
                       float model_size);

}  // namespace isoskin::render
