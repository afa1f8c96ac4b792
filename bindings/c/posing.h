#pragma once

#include <cstddef>

#include "handles.h"
#include "isoskin/isoskin.h"

namespace isoskin::c {

/// Checks a pose of the caller and puts it where the deformer works on it.
isoskin_status take_pose(const char* function, isoskin_deformer* deformer,
                         const isoskin_pose* pose);

isoskin_status check_mesh(const char* function, const isoskin_deformer* deformer, std::size_t mesh);

/// Whether `count` elements of the caller are enough for those needed.
isoskin_status check_room(const char* function, std::size_t needed, std::size_t count);

}  // namespace isoskin::c
