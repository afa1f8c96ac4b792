#pragma once

#include <vector>

#include "isoskin/lattice/motion_recipe.h"
#include "isoskin/math/types.h"

namespace isoskin {

/// Which shape the springs want.
enum class SpringRest {
    Undeformed,  ///< That of the tree at rest: edits spring back.
    AsGiven,     ///< That of the lattice as it was handed over: edits stay.
};

/// Lengths in model units, masses in any unit, times in seconds.
struct DynamicsSettings {
    double mass = 1.0;         ///< Of everything together.
    double stiffness = 100.0;  ///< Of the springs of the root: force over length.
    LevelStiffness levels = LevelStiffness::Same;
    double damping = 0.01;  ///< How long a spring goes on resisting: friction within, s.
    double drag = 0.1;      ///< Speed lost to the air, 1/s.
    Vec3d gravity = Vec3d(0.0, -9.81, 0.0);
    double friction = 0.5;      ///< Coulomb's, at obstacles.
    double empty_share = 0.1;   ///< Mass and stiffness of leaves without matter, over the others'.
    double bend_stiffness = 0;  ///< Over `stiffness`: springs over two cells of a sheet.
    int iterations = 1;         ///< Steps of the solver towards backward Euler; more: livelier.
    SpringRest rest = SpringRest::Undeformed;
};

/// Everything on the side its normal points away from is closed.
struct Plane {
    Vec3d point = Vec3d::Zero();
    Vec3d normal = Vec3d::UnitY();  ///< Unit length.
};

struct Ball {
    Vec3d centre = Vec3d::Zero();
    double radius = 1.0;
    Vec3d velocity = Vec3d::Zero();  ///< By which it came to be there, units/s.
};

/// What nothing may enter.
struct Obstacles {
    std::vector<Plane> planes = {};
    std::vector<Ball> balls = {};
};

/// Of what moves freely; driven vertices are not counted.
struct DynamicsEnergy {
    double kinetic = 0.0;
    double elastic = 0.0;
    double height = 0.0;  ///< In the field of gravity, 0 at the origin.

    double total() const { return kinetic + elastic + height; }
};

}  // namespace isoskin
