#pragma once

#include <span>
#include <vector>

#include "isoskin/volume/build/bend_patch.h"

namespace isoskin {

/// A limb bent in a few ways: how rough its skin is there when a map has put back what the bends
/// took, and how that changes with the map. Judged often, so bends go side by side.
class BendTrials {
  public:
    BendTrials(const BendPatch& patch, const LimbFrame& limb);

    /// Nothing bends, or nothing is lost: any map is as good.
    bool is_empty() const { return folds_.empty(); }

    /// Roughness over that of linear skinning, mean over the bends; infinite if the map puts
    /// nothing back. `by_map`, one element per point, becomes its derivative.
    double roughness(std::span<const double> map, std::span<double> by_map);

  private:
    static constexpr int kBends = 8;
    using Lanes = Eigen::Array<double, kBends, 1>;  // one number per bend

    struct Vectors {  // one vector per bend
        Lanes x, y, z;

        static Vectors zero() { return {Lanes::Zero(), Lanes::Zero(), Lanes::Zero()}; }
        Vectors operator-(const Vectors& o) const { return {x - o.x, y - o.y, z - o.z}; }
        Lanes dot(const Vectors& o) const { return x * o.x + y * o.y + z * o.z; }
        Vectors cross(const Vectors& o) const {
            return {y * o.z - z * o.y, z * o.x - x * o.z, x * o.y - y * o.x};
        }
        void add(const Lanes& factor, const Vectors& o) {
            x += factor * o.x;
            y += factor * o.y;
            z += factor * o.z;
        }
    };

    // An edge whose angle the map can change.
    struct Fold {
        InteriorEdge edge;
        Index left_apex = 0, right_apex = 0;
        double rest_cosine = 1.0, rest_sine = 0.0;
    };

    void add_fold(const InteriorEdge& edge);
    void bend(Eigen::Index lane, const Mat3d& turn, double unit);
    double lost_volume(const Mat3d& turn) const;
    Lanes fold_angles(std::span<const Vectors> points);

    const BendPatch& patch_;
    std::vector<Fold> folds_;
    std::vector<Vectors> skinned_, direction_;  // in limb radii, from the pivot
    std::vector<Vectors> posed_, area_, slope_;
    Lanes loss_ = Lanes::Zero();   // in limb radii times ∂V/∂map
    Lanes share_ = Lanes::Zero();  // of each bend in the mean
};

}  // namespace isoskin
