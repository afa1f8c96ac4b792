#pragma once

#include <array>
#include <optional>
#include <vector>

#include "isoskin/motion/body_names.h"
#include "isoskin/motion/rest_skeleton.h"

namespace isoskin {

/// An arm or a leg as joints of a skeleton; what the skeleton lacks is empty.
struct LimbJoints {
    std::optional<std::size_t> collar;  ///< The clavicle; none for a leg.
    std::optional<std::size_t> upper;
    std::optional<std::size_t> lower;
    std::optional<std::size_t> end;  ///< Hand or foot.
    std::optional<std::size_t> toe;
};

/// Which joints of a skeleton are which parts of a body. Sides are left, right.
struct BodyJoints {
    std::optional<std::size_t> hips;
    std::vector<std::size_t> spine;  ///< From above the hips to the joint that carries both arms.
    std::vector<std::size_t> neck;
    std::optional<std::size_t> head;
    std::array<LimbJoints, 2> arms;
    std::array<LimbJoints, 2> legs;
    std::array<std::array<std::vector<std::size_t>, 5>, 2> fingers;  ///< Thumb first.
};

/// Finds the body by the names of its limbs, and where names say nothing by the shape of the tree:
/// five chains from the hips. What joins the limbs follows from them: the hips carry all four, the
/// spine ends where both arms begin. See docs/retarget.md.
BodyJoints find_body(const RestSkeleton& rest);

/// What a body lacks of hips, spine and four limbs, in words; empty if it has all.
std::vector<std::string> missing_parts(const BodyJoints& body);

/// The joint that does most of the way below `joint`: the child with the longest branch, if any.
std::optional<std::size_t> main_child(const RestSkeleton& rest, std::size_t joint);

/// Length of the longest way down from each joint, along bones.
std::vector<double> branch_lengths(const RestSkeleton& rest);

}  // namespace isoskin
