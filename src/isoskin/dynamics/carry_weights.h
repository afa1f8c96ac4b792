#pragma once

#include <vector>

#include <Eigen/Core>

#include "isoskin/dynamics/spring_net.h"
#include "isoskin/lattice/lattice.h"

namespace isoskin {

/// How the free places of a net carry the points of one leaf.
///
/// In the details scheme a point is Σ w P over the places P of the cells from the root down to its
/// leaf: the map is linear in them, frames that were turned included, so the weights stay as long
/// as the tree and the turns do. They sum to one; some may be negative. In the source's scheme,
/// whose frames have unit length, the linear interpolation between the corners of the leaf stands
/// in for it.
class LeafCarrier {
  public:
    LeafCarrier(const Lattice& lattice, const SpringNet& net, Index leaf);

    /// Of a point of rest space in the leaf or on its border; places are each named once.
    std::vector<PlaceWeight> weights(const Vec3d& rest) const;

  private:
    using Row = Eigen::RowVectorXd;                         // one element per place
    using Rows = Eigen::Matrix<double, 3, Eigen::Dynamic>;  // of a derivative, by axis
    // What a vertex of the cells does, by the places that make it do so.
    struct Motion {
        Index vertex = 0;
        Row shift;
        Rows spread;  // no columns: none
    };
    struct PointRows {
        Row position;
        Rows gradient;
    };

    void find_places();
    Row unit(Index vertex) const;
    Motion root_motion(Index vertex) const;
    Motion detail_motion(Index vertex) const;
    PointRows rows_at(const Vec3d& rest, int max_level) const;
    std::vector<PlaceWeight> linear_weights(const Vec3d& rest) const;

    const Lattice& lattice_;
    const SpringNet& net_;
    Index leaf_ = 0;
    std::vector<Index> places_;
    std::vector<Motion> motions_;  // coarse first
};

}  // namespace isoskin
