#pragma once

#include <span>
#include <vector>

#include "isoskin/volume/solve/part_solver.h"
#include "isoskin/volume/solve/posed_surface.h"

namespace isoskin {

/// A part whose table was read from a file, posed live: no mesh at hand.
class RuntimePart {
  public:
    explicit RuntimePart(CorrectionTable table)
        : table_(std::move(table)),
          solver_(table_),
          surface_(table_),
          growth_(table_.targets.size()) {}

    const CorrectionTable& table() const { return table_; }

    /// Weights of the targets in a pose, one motion per slot; false where the volume cannot be
    /// reached and they are the nearest to it. Allocates nothing.
    bool solve(std::span<const Affine> palette, std::span<double> weights) {
        PartOutcome outcome = solver_.propose(table_, palette, SkinBase::Linear, weights, growth_);
        if (!solver_.is_open()) return outcome.reached;
        surface_.pose(solver_.motions());
        solver_.close(table_, surface_.volume_along(weights, growth_), weights, growth_, outcome);
        return outcome.reached;
    }

  private:
    CorrectionTable table_;
    PartSolver solver_;
    PosedSurface surface_;
    std::vector<double> growth_;
};

}  // namespace isoskin
