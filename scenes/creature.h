#pragma once

#include <array>
#include <cstdint>

#include "isoskin/rig/character.h"

/// The elephant calf, in parts: creature_rig.cpp its joints, creature_shape.cpp its skin,
/// creature_paint.cpp its colours, creature_walk.cpp and creature_graze.cpp its motions.
///
/// It stands on y = 0, looks along +z, its left is +x, and it is about two units long.
namespace isoskin::scenes::creature {

/// Joints in the order of the skeleton; slots of its skin are the same numbers.
enum JointName : JointIndex {
    kHips,
    kChest,
    kHead,
    kTrunk1,
    kTrunk2,
    kTrunk3,
    kEarLeft,
    kEarRight,
    kTail,
    kLegFrontLeftUpper,
    kLegFrontLeftLower,
    kLegFrontRightUpper,
    kLegFrontRightLower,
    kLegBackLeftUpper,
    kLegBackLeftLower,
    kLegBackRightUpper,
    kLegBackRightLower,
    kJointCount,
};

/// A leg by its upper joint; the lower one is the next number.
inline constexpr std::array kLegs{kLegFrontLeftUpper, kLegFrontRightUpper, kLegBackLeftUpper,
                                  kLegBackRightUpper};

/// Where a joint is in the bind pose, in model space.
Vec3d bind_place(JointIndex joint);

/// The middle of a leg's sole in the bind pose, on the ground.
Vec3d sole_place(JointIndex upper_joint);

inline constexpr double kSoleRadius = 0.15;

Skeleton make_skeleton();

/// The body, one closed surface of quads.
SkinnedMesh make_body(const Skin& skin);

/// Two closed balls that ride on the head, placed on the skin of `body`.
SkinnedMesh make_eyes(const Skin& skin, const Mesh& body);

/// Vertex colours: dark back, light belly, rosy ears, spots scattered by `seed`.
void paint_body(Mesh& body, const SkinWeights& weights, std::uint32_t seed);

/// A walk on the spot of one stride: the ground is meant to move backwards beneath.
Clip make_walk(const Skeleton& skeleton);

/// Feet planted, the trunk reaches down, feels about and carries something to the mouth.
Clip make_graze(const Skeleton& skeleton);

}  // namespace isoskin::scenes::creature
