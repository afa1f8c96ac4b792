#pragma once

#include <span>
#include <vector>

#include "isoskin/flesh/region.h"

namespace isoskin {

/// Flesh that touches flesh: Σ share × node, along `normal`, is pushed to at least `gap`.
struct Contact {
    struct Term {
        Index node = 0;
        double share = 0.0;
    };
    std::vector<Term> terms;
    Index sample = 0;
    Vec3d normal = Vec3d::Zero();
    double gap = 0.0;  ///< That is asked for.
    double stiffness = 0.0;

    /// How far it is short of the gap; positive: it presses.
    double depth(std::span<const Vec3d> nodes) const;
};

/// Finds where samples of the written surface have come into other flesh, or nearly so. A sample
/// inside a deformed cell is taken back to rest; what is nearest on the surface there is what it
/// ought to be outside of.
///
/// A penalty gives way under pressure. So where flesh has settled and is still too near, what is
/// missing is added to the gap that is asked for there, until the gap is kept: the method of
/// multipliers, with the penalty as soft as it was.
class ContactFinder {
  public:
    ContactFinder(const FleshProblem& problem, const FleshRegion& region,
                  const SurfaceTree& surface);

    /// `nodes` as they lie, `points` of the surface likewise.
    std::vector<Contact> find(std::span<const Vec3d> nodes, std::span<const Vec3d> points) const;

    /// Asks for more where `contacts` are too near; false if none is too near by much.
    bool press(std::span<const Contact> contacts, std::span<const Vec3d> nodes);

    /// Forgets what was asked for.
    void release();

  private:
    struct Scene;
    void try_cell(const Scene& scene, Index sample_number, const Vec3d& at, Index cell,
                  double& nearest, Contact& best) const;

    const FleshProblem& problem_;
    const FleshRegion& region_;
    const SurfaceTree& surface_;
    double side_;
    std::vector<double> extra_;  // per sample: what is asked for beyond the gap
};

}  // namespace isoskin
