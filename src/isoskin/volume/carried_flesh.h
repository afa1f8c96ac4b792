#pragma once

#include <string_view>
#include <vector>

#include "isoskin/volume/settings.h"

/// The flesh that settings carry, joint by joint.
namespace isoskin {

/// Puts `made` into the settings in place of what they had of the same joints, and plays it.
void merge_flesh(const std::vector<FleshJoint>& made, VolumeSettings& settings);

/// Takes the flesh of a joint out; without any the settings play that of no joint.
void drop_flesh(std::string_view joint, VolumeSettings& settings);

}  // namespace isoskin
