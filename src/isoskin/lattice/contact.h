#pragma once

#include <array>
#include <span>
#include <vector>

#include "isoskin/lattice/spring_net.h"
#include "isoskin/lattice/spring_solver.h"

namespace isoskin {

/// A point of matter that would enter an obstacle in a step.
struct Contact {
    Index point = 0;
    Vec3d normal = Vec3d::UnitY();  ///< Out of the obstacle.
    double level = 0.0;             ///< How far along the normal it has to be at least.
    Vec3d carried = Vec3d::Zero();  ///< Where it would be if it stuck to the obstacle.
    double force = 0.0;             ///< By which the obstacle presses it.
    bool slides = false;            ///< Else it sticks.
    Vec3d drag = Vec3d::Zero();     ///< Coulomb's force, if it slides.
};

/// The matter of a net: points in leaves, each carried by free places.
class ContactMatter {
  public:
    ContactMatter() = default;
    /// `points` in rest space; none: the corners of all leaves.
    ContactMatter(const Octree& tree, const SpringNet& net, std::span<const Vec3> points);

    std::size_t point_count() const { return offsets_.empty() ? 0 : offsets_.size() - 1; }
    std::span<const PlaceWeight> weights(Index point) const {
        return std::span(weights_).subspan(offsets_[point], offsets_[point + 1] - offsets_[point]);
    }
    Vec3d place(Index point, std::span<const Vec3d> positions) const;

    /// Points inside obstacles, of each leaf the deepest; who was inside before the step already
    /// only has to stay no deeper. The boxes of the deformed leaves are looked at first, then the
    /// points in those that touch. `positions` and `before` have one element per place.
    void find(const Obstacles& obstacles, std::span<const Vec3d> positions,
              std::span<const Vec3d> before, double seconds, std::vector<Contact>& found) const;

    /// Moves places so that no point is left inside; held ones stay.
    void push_out(const Obstacles& obstacles, std::span<const std::uint8_t> held,
                  const SpringNet& net, std::span<Vec3d> positions) const;

    double deepest(const Obstacles& obstacles, std::span<const Vec3d> positions) const;

  private:
    struct Leaf {
        std::array<Index, 8> corners{};
        std::size_t corner_count = 0;
        Index first_point = 0;
        Index last_point = 0;
    };
    template <typename Visit>
    void visit_touching(const Obstacles& obstacles, std::span<const Vec3d> positions,
                        const Visit& visit) const;
    bool push(Index point, const Vec3d& move, std::span<const std::uint8_t> held,
              std::span<Vec3d> positions) const;
    void add_corners(const Octree& tree, const SpringNet& net);
    void add_points(const Octree& tree, const SpringNet& net, std::span<const Vec3> points);
    void add_point(const SpringNet& net, std::span<const PlaceWeight> weights);

    std::vector<Leaf> leaves_;
    std::vector<std::size_t> offsets_;
    std::vector<PlaceWeight> weights_;
};

/// Everything a step knows when it meets obstacles.
struct ContactStep {
    const SpringNet& net;
    const ContactMatter& matter;
    const Obstacles& obstacles;
    std::span<const std::uint8_t> held;  ///< Per free place.
    std::span<const Vec3d> before;       ///< Per place, where the step began.
    double seconds = 0.0;
    double friction = 0.0;
};

/// Bends the end of a step so that it does not enter obstacles: the least change in the norm of the
/// step's own matrix, so that what lies on an obstacle is felt by all that rests on it. Keeps its
/// memory between calls.
class ContactSolver {
  public:
    /// `solver` holds that matrix. Changes `positions` (per place); returns how many points touch.
    std::size_t resolve(const ContactStep& step, SpringSolver& solver, std::span<Vec3d> positions);

  private:
    bool add_found();
    void bend(const ContactStep& step, SpringSolver& solver, std::span<Vec3d> positions);
    void solve(const ContactStep& step, SpringSolver& solver, std::span<const Vec3d> unbent);
    void set_right_side(const ContactStep& step, std::span<const Vec3d> unbent);
    void apply_contacts(const ContactStep& step, std::span<const Vec3d> direction,
                        std::span<Vec3d> out) const;
    bool measure_forces(const ContactStep& step, std::span<const Vec3d> positions);

    double stiffness_ = 0.0;  // of all contacts, in this step
    std::vector<Contact> contacts_;
    std::vector<Contact> found_;
    std::vector<Vec3d> unbent_, change_, residual_, preconditioned_, direction_, image_;
    std::vector<Vec3d> matrix_direction_;  // the step's matrix times `direction_`
};

}  // namespace isoskin
