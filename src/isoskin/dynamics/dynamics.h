#pragma once

#include <memory>
#include <span>
#include <vector>

#include "isoskin/base/result.h"
#include "isoskin/dynamics/dynamics_settings.h"
#include "isoskin/lattice/lattice.h"

namespace isoskin {

/// A lattice in motion: its free vertices are masses joined by springs, fall, swing and bounce off
/// obstacles, and the lattice goes along.
///
/// Stable for any stiffness and step; the same bits on any number of threads. Embed points in
/// `lattice()` and evaluate them after each step. In a lattice of two axes it is a sheet of cloth.
/// See docs/lattice.md.
class LatticeDynamics {
  public:
    /// Starts from the lattice as it is, without motion. `matter` are points of the shape in the
    /// rest space of the lattice: they touch obstacles, and leaves without any are light and soft;
    /// none: all leaves are full and their corners touch. Refuses settings and points that are not
    /// numbers or out of range.
    static Result<LatticeDynamics> create(Lattice lattice, const DynamicsSettings& settings = {},
                                          std::span<const Vec3> matter = {});
    LatticeDynamics(LatticeDynamics&&) noexcept;
    LatticeDynamics& operator=(LatticeDynamics&&) noexcept;
    ~LatticeDynamics();

    const Lattice& lattice() const;
    const DynamicsSettings& settings() const;

    /// Moves on by `seconds`, positive. The first step of a length, and the first after vertices
    /// were driven anew, released or the tree has changed, factors a matrix and takes longer.
    void step(double seconds);

    /// From the next step on a free vertex is where it is told, until told otherwise or released.
    void drive(Index vertex, const Vec3d& position);
    /// Holds it where it is.
    void pin(Index vertex);
    void release(Index vertex);
    bool is_driven(Index vertex) const;

    /// Of free vertices; a place that is a vertex on several levels counts once.
    Vec3d position(Index vertex) const;
    Vec3d velocity(Index vertex) const;
    void set_position(Index vertex, const Vec3d& position);
    void set_velocity(Index vertex, const Vec3d& velocity);

    /// From the next step on.
    void set_obstacles(Obstacles obstacles);
    /// Points of matter that touched obstacles in the last step.
    std::size_t touching() const;

    /// As those of `Lattice`: total mass and momentum stay.
    TopologyChange subdivide(Index leaf);
    TopologyChange simplify(Index cell);
    /// For who wants to go on editing; nothing else may be called afterwards.
    Lattice take_lattice() &&;

    double mass() const;
    Vec3d momentum() const;
    DynamicsEnergy energy() const;

    /// How far the deepest point of matter is inside obstacles; 0 if none is.
    double deepest() const;

  private:
    struct State;
    explicit LatticeDynamics(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace isoskin
