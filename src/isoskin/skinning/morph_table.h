#pragma once

#include <span>
#include <vector>

#include "isoskin/skinning/skin_kernel.h"

namespace isoskin {

/// Morph targets as patches on the records of a skin table: only targets that have a weight, or
/// had one before, cost anything.
class MorphTable {
  public:
    /// A float of the records: column and lane. The next two numbers of a vector are in the next
    /// two columns.
    struct Place {
        std::size_t column = 0;
        std::size_t lane = 0;
    };

    /// Starts a target; the patches that follow belong to it.
    void add_target();
    /// The target moves the vector at `place` by `delta`.
    void add_patch(const Place& place, const Vec3& delta);

    std::size_t target_count() const { return targets_.size(); }

    /// Remembers the values that patches start from; call it once, when the records are filled.
    void keep_rest(std::span<const Column> records);

    /// Makes the records those of the shape `weights` ask for, one per target. The result does not
    /// depend on what was applied before.
    void apply(std::span<const float> weights, std::span<Column> records);

  private:
    struct Patch {
        Place place;
        Vec3 delta;
        Vec3 rest = Vec3::Zero();
    };

    std::vector<std::vector<Patch>> targets_;
    std::vector<float> applied_;  // weights that are in the records now
};

}  // namespace isoskin
