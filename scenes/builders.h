#pragma once

#include "scenes.h"

/// One function per scene, before subdivision; `scenes.cpp` lists them.
namespace isoskin::scenes {

Character make_lab(std::uint32_t seed);
Character make_lab_rigid(std::uint32_t seed);
Character make_tube(std::uint32_t seed);
Character make_tube_offset(std::uint32_t seed);
Character make_chain(std::uint32_t seed);
Character make_finger(std::uint32_t seed);
Character make_arm(std::uint32_t seed);
Character make_creature(std::uint32_t seed);

}  // namespace isoskin::scenes
