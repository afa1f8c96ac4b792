#pragma once

#include "isoskin/autorig/place_joints.h"

namespace isoskin {

/// Moves joints that lie outside the flesh into it, those that all but touch the skin deeper, and,
/// given the plane of a symmetric body, makes left and right images of each other. Notes how far
/// joints were outside.
void settle_joints(const BodyField& body, const TemplateShape& shape, const MirrorPlane* plane,
                   PlacedJoints& placed);

}  // namespace isoskin
