#pragma once

#include <cstddef>

namespace isoskin {

/// How often any thread of the program asked for memory through operator new so far.
std::size_t allocation_count();

}  // namespace isoskin
