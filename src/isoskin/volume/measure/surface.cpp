#include "isoskin/volume/measure/surface.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "isoskin/mesh/topology.h"
#include "isoskin/volume/measure/triangle_sums.h"

namespace isoskin {
namespace {

// Caps that take up this much of a part's area mean an open sheet, whose volume says nothing.
constexpr double kSheetCapShare = 0.4;

double area(const Triangle& t, std::span<const Vec3d> p) {
    return 0.5 * (p[t[1]] - p[t[0]]).cross(p[t[2]] - p[t[0]]).norm();
}

void append_quad(const std::array<Index, 4>& v, QuadRule rule, VolumePart& part) {
    if (rule == QuadRule::Fan) {
        part.triangles.push_back({v[0], v[1], v[2]});
        part.triangles.push_back({v[0], v[2], v[3]});
        return;
    }
    for (std::size_t k = 0; k < 4; ++k)
        part.half_triangles.push_back({v[k], v[(k + 1) % 4], v[(k + 2) % 4]});
}

void append_face(const Face& face, QuadRule rule, VolumePart& part) {
    if (face.is_quad())
        append_quad(face.vertices, rule, part);
    else
        part.triangles.push_back({face.vertices[0], face.vertices[1], face.vertices[2]});
}

void append_caps(const SurfacePart& source, VolumeSurface& surface, VolumePart& part) {
    for (const auto& loop : source.loops) {
        if (loop.size() < 3) continue;
        const auto apex = static_cast<Index>(surface.total_point_count());
        for (std::size_t k = 0; k < loop.size(); ++k)
            part.triangles.push_back({loop[k], loop[(k + 1) % loop.size()], apex});
        part.caps.push_back(static_cast<Index>(surface.caps.size()));
        surface.caps.push_back({.loop = loop, .apex = apex});
    }
}

void list_points(const VolumeSurface& surface, VolumePart& part) {
    for (const auto* triangles : {&part.triangles, &part.half_triangles})
        for (const Triangle& t : *triangles)
            for (const Index point : t)
                if (point < surface.point_count) part.points.push_back(point);
    std::sort(part.points.begin(), part.points.end());
    part.points.erase(std::unique(part.points.begin(), part.points.end()), part.points.end());
}

void refuse(std::string reason, std::string kind, VolumePart& part) {
    part.refusal = std::move(reason);
    part.refusal_kind = std::move(kind);
}

// Sums the areas of a part and tells why it encloses no volume, if so.
void judge_part(const SurfacePart& source, const VolumeSurface& surface,
                std::span<const Vec3d> points, VolumePart& part) {
    double cap_area = 0.0;
    for (const Triangle& t : part.triangles)
        (t[2] >= surface.point_count ? cap_area : part.area) += area(t, points);
    for (const Triangle& t : part.half_triangles)
        part.area += 0.5 * area(t, points);
    if (source.misoriented_edges > 0)
        refuse("its faces disagree about which side is out along " +
                   std::to_string(source.misoriented_edges) + " edges",
               "faces that disagree about which side is out", part);
    else if (part.area <= 0.0)
        refuse("it has no area", "no area", part);
    else if (cap_area > kSheetCapShare * part.area)
        refuse("it is an open sheet", "open sheets", part);
    else if (std::abs(enclosed_volume(part, points)) < 1e-7 * std::pow(part.area, 1.5))
        refuse("it encloses nothing", "nothing enclosed", part);
}

void turn_outward(VolumePart& part, std::span<const Vec3d> points) {
    if (enclosed_volume(part, points) >= 0.0) return;
    part.flipped = true;
    for (auto* triangles : {&part.triangles, &part.half_triangles})
        for (Triangle& t : *triangles)
            std::swap(t[0], t[1]);
}

Vec3d centre(const VolumePart& part, std::span<const Vec3d> points) {
    Vec3d sum = Vec3d::Zero();
    for (const Index point : part.points)
        sum += points[point];
    return part.points.empty() ? sum : Vec3d(sum / static_cast<double>(part.points.size()));
}

}  // namespace

VolumeSurface make_volume_surface(const SkinnedMesh& skinned, QuadRule rule) {
    const Mesh& mesh = skinned.mesh;
    VolumeSurface surface;
    surface.weld = weld_by_position(mesh.positions);
    surface.point_count = surface.weld.point_count();
    const WeldedFaces welded = weld_faces(mesh.faces, surface.weld);
    const Topology topology = analyse_topology(welded.faces, surface.point_count);

    surface.parts.resize(topology.parts.size());
    for (std::size_t k = 0; k < surface.parts.size(); ++k) {
        for (const Index face : topology.parts[k].faces)
            append_face(welded.faces[face], rule, surface.parts[k]);
        append_caps(topology.parts[k], surface, surface.parts[k]);
        list_points(surface, surface.parts[k]);
    }

    std::vector<Vec3d> points(surface.total_point_count());
    gather_points(surface, mesh.positions, points);
    for (std::size_t k = 0; k < surface.parts.size(); ++k) {
        VolumePart& part = surface.parts[k];
        part.label = surface.parts.size() == 1
                         ? "'" + mesh.name + "'"
                         : "part " + std::to_string(k + 1) + " of '" + mesh.name + "'";
        judge_part(topology.parts[k], surface, points, part);
        if (!part.refusal) turn_outward(part, points);
    }
    return surface;
}

void place_apexes(const VolumeSurface& surface, std::span<Vec3d> points) {
    assert(points.size() == surface.total_point_count());
    for (const Cap& cap : surface.caps) {
        Vec3d sum = Vec3d::Zero();
        for (const Index point : cap.loop)
            sum += points[point];
        points[cap.apex] = sum / static_cast<double>(cap.loop.size());
    }
}

void gather_points(const VolumeSurface& surface, std::span<const Vec3> vertices,
                   std::span<Vec3d> points) {
    for (std::size_t point = 0; point < surface.point_count; ++point)
        points[point] = vertices[surface.weld.vertex_of_point[point]].cast<double>();
    place_apexes(surface, points);
}

void gather_points(const VolumeSurface& surface, std::span<const Vec3d> vertices,
                   std::span<Vec3d> points) {
    for (std::size_t point = 0; point < surface.point_count; ++point)
        points[point] = vertices[surface.weld.vertex_of_point[point]];
    place_apexes(surface, points);
}

double enclosed_volume(const VolumePart& part, std::span<const Vec3d> points) {
    const Vec3d c = centre(part, points);
    return (sum_determinants(part.triangles, points, c) +
            0.5 * sum_determinants(part.half_triangles, points, c)) /
           6.0;
}

void add_volume_gradient(const VolumeSurface& surface, const VolumePart& part,
                         std::span<const Vec3d> points, std::span<Vec3d> gradient) {
    assert(gradient.size() == points.size());
    const Vec3d c = centre(part, points);
    add_gradients(part.triangles, 1.0 / 6.0, points, c, gradient);
    add_gradients(part.half_triangles, 1.0 / 12.0, points, c, gradient);
    for (const Index index : part.caps) {
        const Cap& cap = surface.caps[index];
        const Vec3d share = gradient[cap.apex] / static_cast<double>(cap.loop.size());
        for (const Index point : cap.loop)
            gradient[point] += share;
        gradient[cap.apex].setZero();
    }
}

double enclosed_volume(const SkinnedMesh& mesh, std::span<const Vec3> vertices, QuadRule rule) {
    const VolumeSurface surface = make_volume_surface(mesh, rule);
    std::vector<Vec3d> points(surface.total_point_count());
    gather_points(surface, vertices, points);
    double sum = 0.0;
    for (const VolumePart& part : surface.parts)
        sum += enclosed_volume(part, points);
    return sum;
}

}  // namespace isoskin
