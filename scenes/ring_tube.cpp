#include "ring_tube.h"

#include <algorithm>
#include <cmath>

namespace isoskin::scenes {
namespace {

constexpr Index kFirstRing = 2;  // after the two cap centres

}  // namespace

Mesh make_ring_tube(std::string name, std::span<const Ring> rings, std::size_t around) {
    Mesh mesh;
    mesh.name = std::move(name);
    mesh.positions = {rings.front().center.cast<float>(), rings.back().center.cast<float>()};
    for (const Ring& ring : rings)
        for (std::size_t k = 0; k < around; ++k) {
            const double angle = 2.0 * kPi * static_cast<double>(k) / static_cast<double>(around);
            mesh.positions.push_back(
                (ring.center + std::cos(angle) * ring.right + std::sin(angle) * ring.up)
                    .cast<float>());
        }

    const auto vertex = [&](std::size_t ring, std::size_t k) {
        return static_cast<Index>(kFirstRing + ring * around + k % around);
    };
    const std::size_t last = rings.size() - 1;
    for (std::size_t k = 0; k < around; ++k)
        mesh.faces.push_back(make_triangle(0, vertex(0, k + 1), vertex(0, k)));
    for (std::size_t ring = 0; ring < last; ++ring)
        for (std::size_t k = 0; k < around; ++k)
            mesh.faces.push_back(make_quad(vertex(ring, k), vertex(ring, k + 1),
                                           vertex(ring + 1, k + 1), vertex(ring + 1, k)));
    for (std::size_t k = 0; k < around; ++k)
        mesh.faces.push_back(make_triangle(1, vertex(last, k), vertex(last, k + 1)));
    mesh.sections.push_back({.name = mesh.name,
                             .first_face = 0,
                             .face_count = mesh.faces.size(),
                             .first_vertex = 0,
                             .vertex_count = mesh.vertex_count(),
                             .material = 0});
    return mesh;
}

std::vector<double> evenly(double first, double last, std::size_t count) {
    std::vector<double> places(count);
    for (std::size_t i = 0; i < count; ++i)
        places[i] =
            first + (last - first) * static_cast<double>(i) / static_cast<double>(count - 1);
    return places;
}

std::vector<double> towards_ends(double first, double last, std::size_t count) {
    std::vector<double> places = evenly(0.0, 1.0, count);
    for (double& place : places) {
        const double crowded = 0.5 - 0.5 * std::cos(kPi * place);
        place = first + (last - first) * (0.45 * crowded + 0.55 * place);
    }
    return places;
}

double bump(double at, double center, double width) {
    const double t = (at - center) / width;
    return std::exp(-t * t);
}

double round_ends(double at, double first, double last, double length) {
    const double inside = std::clamp(std::min(at - first, last - at) / length, 0.0, 1.0);
    return std::sqrt(1.0 - (1.0 - inside) * (1.0 - inside));
}

}  // namespace isoskin::scenes
