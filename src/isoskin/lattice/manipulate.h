#pragma once

#include <span>

#include "isoskin/lattice/lattice.h"

namespace isoskin {

/// A point of the shape, by its rest place, and where it shall go.
struct Drag {
    Vec3d rest = Vec3d::Zero();
    Vec3d target = Vec3d::Zero();
};

struct DragReport {
    std::size_t moved_vertices = 0;
    double largest_miss = 0.0;     ///< How far a point still is from its target, in model units.
    std::size_t out_of_reach = 0;  ///< Points that no free vertex of the level reaches.
};

/// Moves free vertices of one level, as little as possible in the sense of least squares, so that
/// points of the shape go where they are dragged (Hsu, Hughes, Kaufman 1992). Finer edits ride
/// along. Targets that contradict each other are met on average.
DragReport drag_points(Lattice& lattice, std::span<const Drag> drags, int level);

}  // namespace isoskin
