#pragma once

#include "isoskin/autorig/place_joints.h"
#include "isoskin/autorig/rig_body.h"

namespace isoskin {

/// Per joint of the template how sure its place is, with reasons; joints left out have none.
std::vector<RiggedJoint> judge_joints(const RigTemplate& rig, const TemplateShape& shape,
                                      const LimbMatch& match, const PlacedJoints& placed,
                                      const BodyField& body);

/// And of the whole: the worst limb counts, and how well the template fits.
double judge_whole(std::span<const RiggedJoint> joints, const LimbMatch& match,
                   const BodyField& body, std::vector<std::string>& reasons);

}  // namespace isoskin
