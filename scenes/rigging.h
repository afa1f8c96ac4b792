#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "isoskin/rig/character.h"

/// Small steps every scene takes to turn a mesh into a character.
namespace isoskin::scenes {

/// A joint given by where it stands in model space; unrotated, as all joints of our scenes.
struct JointPlace {
    std::string name;
    int parent = -1;  ///< Index into the same list, smaller than the joint's own; -1: a root.
    Vec3d position = Vec3d::Zero();
};
Skeleton make_skeleton(const std::vector<JointPlace>& places);

/// A skin with one slot per joint, bound in the stored pose: slots and joints have equal numbers.
Skin bind_to(const Skeleton& skeleton);

/// A rotation about one axis: pairs of (seconds, degrees), straight in between.
Channel turn(std::size_t joint, const Vec3d& axis,
             std::initializer_list<std::pair<double, double>> keys);

/// Linear RGBA of an sRGB colour written as 0xRRGGBB.
Vec4 color_from_srgb(unsigned rgb);

/// One mesh on one skeleton, with a plain material of the given colour.
Character make_character(std::string name, Skeleton skeleton, Mesh mesh, SkinWeights weights,
                         const Vec4& color);

}  // namespace isoskin::scenes
