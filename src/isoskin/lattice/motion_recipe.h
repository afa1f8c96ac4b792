#pragma once

#include <optional>
#include <vector>

#include "isoskin/math/types.h"

namespace isoskin {

/// How stiff the springs of a cell are beside those of the cell it was divided from.
enum class LevelStiffness {
    Same,    ///< K on all levels: a divided region is harder.
    Halved,  ///< K/2: stretches as much as before, as a solid would.
    Doubled  ///< 2K: much harder.
};

/// Where flesh swings: fully in the middle, not at all from the border on.
struct SoftBall {
    Vec3d centre = Vec3d::Zero();  ///< In the rest space of the lattice.
    double radius = 1.0;
};

/// How a lattice moves by itself, as far as somebody says so; the rest is as the settings of the
/// motion have it.
struct MotionRecipe {
    std::optional<double> mass = {};
    std::optional<double> stiffness = {};
    std::optional<LevelStiffness> levels = {};
    std::optional<double> damping = {};
    std::optional<double> drag = {};
    std::optional<double> friction = {};
    std::optional<Vec3d> gravity = {};
    std::optional<double> return_rate = {};  ///< Of flesh on bones.
    std::vector<SoftBall> soft = {};         ///< Likewise; empty: everything swings.
    double height = 0.0;                     ///< From which a shape without bones is dropped.
};

}  // namespace isoskin
