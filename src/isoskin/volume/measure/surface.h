#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "isoskin/mesh/mesh.h"
#include "isoskin/mesh/weld.h"
#include "isoskin/rig/character.h"

namespace isoskin {

/// What a quad encloses: what is measured is what is drawn or written (docs/volume.md).
enum class QuadRule {
    Fan,       ///< Two triangles cut from the first corner, as players draw it.
    Bilinear,  ///< The bilinear patch, exactly: the mean of both cuts.
};

/// A hole closed virtually by a fan to the mean of its rim.
struct Cap {
    std::vector<Index> loop;  ///< Points, in the order that closes the surface.
    Index apex = kNoIndex;    ///< A point of its own, behind the real ones.
};

/// A piece of surface whose volume is measured, and corrected, by itself.
struct VolumePart {
    std::string label;                     ///< As in "part 2 of 'Body'", for reports.
    std::vector<Triangle> triangles;       ///< Over points, outward, caps included.
    std::vector<Triangle> half_triangles;  ///< The same, each counting one half: bilinear quads.
    std::vector<Index> points;             ///< The real points it touches, increasing.
    std::vector<Index> caps;               ///< Into `VolumeSurface::caps`.
    bool flipped = false;                  ///< The file has it inside out.
    std::optional<std::string> refusal;    ///< Why it encloses no volume; it is then left alone.
    std::string refusal_kind;              ///< The same, said of many parts.
    double area = 0.0;                     ///< Of its faces, without caps.
};

/// A mesh made ready to be measured: seams welded, holes capped, parts told apart.
///
/// Vertices at one position of the bind shape are one *point*, and its first vertex tells where it
/// goes: a crack that a file opens by weighting the sides of a seam differently is not seen. Point
/// arrays hold `point_count` real points, then one apex per cap.
struct VolumeSurface {
    Weld weld;
    std::size_t point_count = 0;
    std::vector<Cap> caps;
    std::vector<VolumePart> parts;

    std::size_t total_point_count() const { return point_count + caps.size(); }
};

VolumeSurface make_volume_surface(const SkinnedMesh& mesh, QuadRule rule = QuadRule::Fan);

/// Positions of points from positions of vertices, apexes included. `points` holds
/// `total_point_count()` elements.
void gather_points(const VolumeSurface& surface, std::span<const Vec3> vertices,
                   std::span<Vec3d> points);
void gather_points(const VolumeSurface& surface, std::span<const Vec3d> vertices,
                   std::span<Vec3d> points);

/// Puts each apex at the mean of its rim.
void place_apexes(const VolumeSurface& surface, std::span<Vec3d> points);

/// Volume enclosed by a part in cubed mesh units; positive for a shape that is the right way out.
/// Summed in double about the part's centre in fixed order: same bits on any number of threads.
double enclosed_volume(const VolumePart& part, std::span<const Vec3d> points);

/// Adds the part's ∂V/∂p to `gradient`, one element per point; what falls on an apex is handed to
/// the rim that carries it.
void add_volume_gradient(const VolumeSurface& surface, const VolumePart& part,
                         std::span<const Vec3d> points, std::span<Vec3d> gradient);

/// One-shot: volume of a whole mesh in the shape `vertices`, over all parts, refused ones included
/// as they are.
double enclosed_volume(const SkinnedMesh& mesh, std::span<const Vec3> vertices,
                       QuadRule rule = QuadRule::Fan);

}  // namespace isoskin
