#pragma once

#include <span>
#include <vector>

#include "isoskin/flesh/contact.h"
#include "isoskin/flesh/material.h"

namespace isoskin {

/// What became of the flesh in one pose.
struct FleshOutcome {
    bool settled = false;  ///< The last step was short enough.
    int iterations = 0;
    std::size_t contacts = 0;
    double least_dilatation = 1.0;  ///< Over the cells; not positive: one is inside out.
    double volume_error = 0.0;      ///< Of the surface.
};

/// Flesh round one joint, brought to rest pose after pose: projected Newton steps over the cells,
/// with contact by penalty, and one pressure that keeps the volume of the written surface.
class Equilibrium {
  public:
    Equilibrium(const FleshProblem& problem, const FleshQuality& quality);
    ~Equilibrium();
    Equilibrium(const Equilibrium&) = delete;
    Equilibrium& operator=(const Equilibrium&) = delete;

    const FleshRegion& region() const { return region_; }

    /// Back to rest, from where another way of the joint begins.
    void restart();

    /// Goes on from the last pose to the one where what hangs on the joint moved by `motion`.
    FleshOutcome settle(const Affine& motion);

    /// The surface as it lies, one element per point of the problem.
    std::span<const Vec3d> points() const { return points_; }
    /// The nodes of the cells likewise.
    std::span<const Vec3d> nodes() const { return nodes_; }

  private:
    struct Solver;
    void carry_nodes(const Affine& motion);
    void place_points(const Affine& motion);

    FleshProblem problem_;
    FleshQuality quality_;
    SurfaceTree surface_;
    FleshRegion region_;
    ContactFinder finder_;
    std::unique_ptr<Solver> solver_;
    Affine last_ = Affine::Identity();
    std::vector<Vec3d> nodes_;
    std::vector<Vec3d> points_;
};

}  // namespace isoskin
