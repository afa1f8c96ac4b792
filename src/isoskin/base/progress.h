#pragma once

#include <functional>

namespace isoskin {

/// Told how much of a long work is done, from 0 to 1: one call at a time, maybe on other threads.
using Progress = std::function<void(double)>;

}  // namespace isoskin
