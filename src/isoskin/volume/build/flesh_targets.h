#pragma once

#include <span>
#include <string>
#include <vector>

#include "isoskin/volume/build/part_model.h"
#include "isoskin/volume/settings.h"

namespace isoskin {

/// Puts the simulated flesh of `settings` into the table of a part: functions of its joints, and
/// targets behind those that are there. Flesh of joints that turn against another one here is left
/// out. Paint of a joint multiplies its moves. `joint_names` has one element per slot.
void add_flesh(const PartModel& part, const VolumeSurface& surface,
               std::span<const std::string> joint_names, const VolumeSettings& settings,
               CorrectionTable& table);

/// Makes the flesh of one node anew after its paint was changed; returns which targets that are.
std::vector<std::size_t> repaint_flesh(const PartModel& part, const VolumeSurface& surface,
                                       std::span<const std::string> joint_names,
                                       const VolumeSettings& settings, Index node,
                                       CorrectionTable& table);

}  // namespace isoskin
