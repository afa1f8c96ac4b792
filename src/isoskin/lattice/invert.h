#pragma once

#include <optional>

#include "isoskin/lattice/lattice.h"

namespace isoskin {

/// A rest point that the lattice takes to `target`, found by damped Newton steps from `start`, or
/// else from half a cell beside it, through whatever cells they lead. None where all stall, as in a
/// fold that hides the target.
std::optional<Vec3d> find_rest_point(const Lattice& lattice, const Vec3d& target,
                                     const Vec3d& start);

}  // namespace isoskin
