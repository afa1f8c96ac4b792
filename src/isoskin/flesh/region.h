#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "isoskin/flesh/cells.h"
#include "isoskin/mesh/surface_tree.h"
#include "isoskin/volume/build/part_model.h"

namespace isoskin {

/// One joint with the flesh round it, as a problem of mechanics: the surface at rest, which of it
/// follows the joint, and the bones inside.
struct FleshProblem {
    std::span<const Vec3d> points;        ///< Of a closed surface, outward, bind space.
    std::span<const Triangle> triangles;  ///< What is written, and caps.
    std::span<const double> blend;        ///< Per point: how much it follows the joint, 0 to 1.
    std::vector<BoneSegment> bones;
    Vec3d pivot = Vec3d::Zero();
    double radius = 0.0;  ///< Of the limb there.
    double reach = 0.0;   ///< How far from the pivot flesh is simulated.
    /// How far from it skin goes: what stays, and what follows the joint.
    std::array<double, 2> extents{};
    double volume = 0.0;  ///< What the surface encloses.
};

/// How finely flesh is cut and how near to equilibrium it is brought.
struct FleshQuality {
    double cells_per_radius = 3.5;
    double step = 5.0 * kPi / 180.0;  ///< From one equilibrium to the next, radians.
    double tolerance = 1e-2;          ///< Last move of a Newton step, in cells.
    int iterations = 16;
};

/// A place on the surface that may touch another.
struct ContactSample {
    Index triangle = 0;
    Vec3d share = Vec3d::Zero();  ///< Of the corners.
    Vec3d rest = Vec3d::Zero();
    double area = 0.0;
};

/// How a node of the cells moves: by itself, with the bone inside, or, where the cells end, as
/// skinning takes the skin.
enum class NodeRole : char { Free, Core, Border };

/// Built once per joint: cells, what of the surface lies in them, which nodes the bones hold.
struct FleshRegion {
    FleshCells cells;
    std::vector<CellPlace> places;  ///< Per point; no cell outside.
    std::vector<NodeRole> roles;    ///< Per node.
    /// Per node: how much it follows the joint; of free ones a first guess.
    std::vector<double> blends;
    std::vector<Index> unknowns;  ///< Per node: number among the free ones, or kNoIndex.
    std::size_t free_count = 0;
    std::vector<ContactSample> samples;
    std::vector<char> is_inner;  ///< Per triangle: all corners lie in cells.
};

FleshRegion make_region(const FleshProblem& problem, const SurfaceTree& surface,
                        const FleshQuality& quality);

}  // namespace isoskin
