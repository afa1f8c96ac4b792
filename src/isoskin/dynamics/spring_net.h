#pragma once

#include <span>
#include <vector>

#include "isoskin/dynamics/dynamics_settings.h"
#include "isoskin/lattice/octree.h"

namespace isoskin {

/// What a leaf holds.
struct CellMatter {
    double mass = 0.0;
    double share = 1.0;  ///< Of the full stiffness.
};

/// Pulls two places towards each other, or apart, to its length.
struct Spring {
    Index a = 0;
    Index b = 0;
    double stiffness = 0.0;
    double length = 0.0;
};

/// How far a place follows a free one.
struct PlaceWeight {
    Index place = 0;
    double weight = 0.0;
};

/// The masses and springs of a tree. A place is a vertex on whichever level; free places come
/// first, then the constrained ones, each after all it depends on. Constrained places are the mean
/// of their parents and hand mass and forces to them in the same shares.
class SpringNet {
  public:
    SpringNet() = default;
    /// `matter` per cell slot, read at leaves.
    SpringNet(const Octree& tree, const DynamicsSettings& settings,
              std::span<const CellMatter> matter);

    std::size_t place_count() const { return vertices_.size(); }
    std::size_t free_count() const { return free_count_; }

    /// The vertex of a place, on the coarsest level that has it, and back from any level.
    std::span<const Index> vertices() const { return vertices_; }
    Index place_of(Index vertex) const { return place_of_vertex_[vertex]; }
    bool is_free(Index place) const { return place < free_count_; }

    /// Per free place.
    std::span<const double> masses() const { return masses_; }
    std::span<const Spring> springs() const { return springs_; }
    /// Lengths from another shape, one element per place.
    void set_rest_shape(std::span<const Vec3d> positions);

    /// Fills in constrained places from the free ones; one element per place.
    void follow_parents(std::span<Vec3d> values) const;
    /// The transpose: constrained places give what they hold to their parents.
    void hand_up(std::span<Vec3d> values) const;
    void hand_up(std::span<double> values) const;

    /// A place as a mean of free ones.
    std::vector<PlaceWeight> free_weights(Index place) const;

  private:
    void find_places(const Octree& tree);
    void add_masses(const Octree& tree, std::span<const CellMatter> matter);
    void add_springs(const Octree& tree, const DynamicsSettings& settings,
                     std::span<const CellMatter> matter);
    void add_bends(const Octree& tree, const DynamicsSettings& settings);
    void merge_springs();
    template <typename Value>
    void hand_up_values(std::span<Value> values) const;

    std::size_t free_count_ = 0;
    std::vector<Index> vertices_;
    std::vector<Index> place_of_vertex_;
    std::vector<std::size_t> parent_offsets_;  // of constrained places, from free_count_ on
    std::vector<Index> parents_;
    std::vector<double> masses_;
    std::vector<Spring> springs_;
};

}  // namespace isoskin
