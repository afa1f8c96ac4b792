#pragma once

#include <span>
#include <string>
#include <vector>

#include "isoskin/mesh/mesh.h"

namespace isoskin::scenes {

/// An ellipse of a tube: points center + cos(a)·right + sin(a)·up. right × up leads along the tube.
struct Ring {
    Vec3d center = Vec3d::Zero();
    Vec3d right = Vec3d::UnitX();
    Vec3d up = Vec3d::UnitY();
};

/// A closed tube: quads between rings, a fan of triangles to a centre vertex at either end.
///
/// Vertex 0 is the first centre, vertex 1 the last; then ring after ring, `around` vertices each.
Mesh make_ring_tube(std::string name, std::span<const Ring> rings, std::size_t around);

/// Rings of a tube along an axis, one for each place in `along`; `shape` gives half width and half
/// height there. The ring's right and up complete `axis` to a frame.
struct RingSize {
    double half_width = 1.0;
    double half_height = 1.0;
};
template <typename Shape>
std::vector<Ring> make_rings(std::span<const double> along, const Ring& unit_frame,
                             const Shape& shape) {
    const Vec3d axis = unit_frame.right.cross(unit_frame.up);
    std::vector<Ring> rings;
    for (const double at : along) {
        const RingSize size = shape(at);
        rings.push_back({.center = unit_frame.center + at * axis,
                         .right = size.half_width * unit_frame.right,
                         .up = size.half_height * unit_frame.up});
    }
    return rings;
}

/// `count` places from `first` to `last`, both included.
std::vector<double> evenly(double first, double last, std::size_t count);

/// `count` places from `first` to `last` that crowd towards both ends, for rounded caps.
std::vector<double> towards_ends(double first, double last, std::size_t count);

/// A bump of height one at `center` that has died away at `center ± 2 width`.
double bump(double at, double center, double width);

/// The factor that rounds a tube off over `length` before each end.
double round_ends(double at, double first, double last, double length);

}  // namespace isoskin::scenes
