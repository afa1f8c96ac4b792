#pragma once

#include <vector>

#include "isoskin/autorig/body_field.h"

namespace isoskin {

/// A place that is farther from the trunk than all flesh round it: the end of something.
struct Extremity {
    Index cell = 0;
    Vec3d place = Vec3d::Zero();
    double reach = 0.0;       ///< How far from the trunk's middle, through the body.
    double prominence = 0.0;  ///< How far one has to come back towards the middle before another
                              ///< end's flesh is met: the length of what stands out.
    double girth = 0.0;       ///< Largest clearance near it.
    Vec3d heading = Vec3d::Zero();  ///< Where its last stretch points, unit length or none.
};

/// The ends of a body, most prominent first, from the distances to its middle: each is a maximum,
/// and where two of them flow together on the way down the lower one ends (persistence).
/// What stands out by less than a few percent of the size is left out, and so are all after the
/// first dozen or so.
std::vector<Extremity> find_extremities(const BodyField& body, std::span<const float> reach);

/// The part of a body that belongs to one of several ends alone.
struct Limb {
    std::vector<Vec3d> line;     ///< Its middle, from the end inwards; at least one point.
    std::vector<double> radius;  ///< Per point of the line: clearance in that slice.
};

/// Cuts a body between the given ends: a limb reaches down to where it flows together with another.
std::vector<Limb> cut_limbs(const BodyField& body, std::span<const float> reach,
                            std::span<const Index> ends);

/// Length of a line of points.
double line_length(std::span<const Vec3d> line);
/// The point a given length along; at the ends beyond them.
Vec3d point_along(std::span<const Vec3d> line, double length);

}  // namespace isoskin
