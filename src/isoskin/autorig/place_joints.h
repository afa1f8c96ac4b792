#pragma once

#include <optional>
#include <vector>

#include "isoskin/autorig/match_limbs.h"

namespace isoskin {

/// A template laid into a body.
struct PlacedJoints {
    std::vector<std::optional<Vec3d>> joints;  ///< Per joint; empty: the body lacks its limb.
    std::vector<std::optional<Vec3d>> tips;    ///< Per tip; empty if not found.
    std::vector<double> moved;                 ///< Per joint: how far outside the flesh it was.
    std::vector<double> limb_length;           ///< Per tip: from its root to its end; or 0.
    std::vector<double> hidden;  ///< Per joint of a limb: how far from what is visible of it, as a
                                 ///< share of the limb; 0 where its place is seen.
};

/// Puts every joint of a template into the body, given which end is which.
///
/// A limb is visible down to where it flows together with others; its root lies a little further
/// in, at a share of the template's limb. Joints beyond it go along the middle of the limb by the
/// template's proportions, joints that the trunk hides between root and carrier as in the
/// template. Joints that carry limbs stand to the roots as in the template, the rest of the trunk
/// lies between them. Of a body
/// without a trunk, as a snake, all joints lie on the line from end to end.
PlacedJoints place_joints(const RigTemplate& rig, const TemplateShape& shape,
                          const LimbMatch& match, const BodyField& body,
                          std::span<const float> reach, std::span<const Extremity> ends,
                          const MirrorPlane* plane);

}  // namespace isoskin
