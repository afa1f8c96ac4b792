#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "isoskin/dynamics/dynamics_settings.h"
#include "isoskin/dynamics/spring_net.h"
#include "isoskin/dynamics/spring_solver.h"
#include "isoskin/lattice/lattice.h"

namespace isoskin {

/// A point of matter that would enter an obstacle in a step.
struct Contact {
    Index point = 0;
    Vec3d normal = Vec3d::UnitY();  ///< Out of the obstacle.
    double level = 0.0;             ///< How far along the normal it has to be at least.
    Vec3d carried = Vec3d::Zero();  ///< Where it would be if it stuck to the obstacle.
    double force = 0.0;             ///< By which the obstacle presses it.
    double grip = 0.0;              ///< By which it is held along the surface, over its slip.
    double hold = 0.0;              ///< The force it takes to stop the slip.
    double give = 0.0;              ///< What resists the slip by itself; 0: not known yet.
};

struct ContactStep;

/// Boxes of the deformed leaves when they were measured, and the places they were measured at.
struct LeafBoxes {
    std::vector<Eigen::AlignedBox3d> boxes = {};
    Eigen::AlignedBox3d all = {};
    std::vector<Vec3d> positions = {};
};

/// The matter of a lattice: points in leaves, each carried by free places as the lattice carries it
/// (carry_weights.h).
class ContactMatter {
  public:
    ContactMatter() = default;
    /// `points` in rest space; none: the corners of all leaves.
    ContactMatter(const Lattice& lattice, const SpringNet& net, std::span<const Vec3> points);

    std::size_t point_count() const { return offsets_.empty() ? 0 : offsets_.size() - 1; }
    std::span<const PlaceWeight> weights(Index point) const {
        return std::span(weights_).subspan(offsets_[point], offsets_[point + 1] - offsets_[point]);
    }
    Vec3d place(Index point, std::span<const Vec3d> positions) const;

    /// Which points may be pushed: those that held places carry for the most part are where these
    /// put them, and a push would have to move what little is free of them much too far.
    std::vector<std::uint8_t> find_yielding(std::span<const std::uint8_t> held) const;

    /// Boxes round the points of each leaf as they lie. Places may move on: the boxes then count as
    /// that much larger.
    void measure(std::span<const Vec3d> positions, LeafBoxes& boxes) const;

    /// Yielding points inside obstacles, of each leaf the deepest; who was inside before the step
    /// already only has to stay no deeper. The boxes of the deformed leaves are looked at first,
    /// then the points in those that touch.
    void find(const ContactStep& step, const LeafBoxes& boxes, std::span<const Vec3d> positions,
              std::vector<Contact>& found) const;

    /// Moves places so that no yielding point is left inside; held ones stay. Returns whether any
    /// had to be moved.
    bool push_out(const ContactStep& step, std::span<Vec3d> positions) const;

    /// How far the deepest of all points is inside; 0 if none is.
    double deepest(const Obstacles& obstacles, std::span<const Vec3d> positions) const;

  private:
    struct Leaf {
        Index first_point = 0;
        Index last_point = 0;
    };
    struct Neighbour {
        Index point = 0;
        std::variant<const Plane*, const Ball*> obstacle;
    };
    // Leaves whose boxes are within a distance of obstacles.
    template <typename Visit>
    void visit_touching(const Obstacles& obstacles, const LeafBoxes& boxes, double distance,
                        const Visit& visit) const;
    // How far a point can have moved at most.
    double moved_since(const LeafBoxes& boxes, std::span<const Vec3d> positions) const;
    std::vector<Neighbour> find_near(const ContactStep& step, double distance,
                                     std::span<const Vec3d> positions, LeafBoxes& boxes) const;
    bool push(Index point, const Vec3d& move, std::span<const std::uint8_t> held,
              std::span<Vec3d> positions) const;
    void add_corners(const Lattice& lattice, const SpringNet& net);
    void add_points(const Lattice& lattice, const SpringNet& net, std::span<const Vec3> points);
    void add_point(std::span<const PlaceWeight> weights);

    std::vector<Leaf> leaves_;
    std::vector<std::size_t> offsets_;
    std::vector<PlaceWeight> weights_;
    double reach_ = 1.0;  // how far a point moves at most if no place moves farther than 1
};

/// Everything a step knows when it meets obstacles.
struct ContactStep {
    const SpringNet& net;
    const ContactMatter& matter;
    const Obstacles& obstacles;
    std::span<const std::uint8_t> held;      ///< Per free place.
    std::span<const std::uint8_t> yielding;  ///< Per point of matter.
    std::span<const Vec3d> before;           ///< Per place, where the step began.
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
    void loosen(const ContactStep& step, double slip, Contact& contact) const;
    static double inertia(const ContactStep& step, Index point);

    double stiffness_ = 0.0;  // of all contacts, in this step
    LeafBoxes boxes_;
    std::vector<Contact> contacts_;
    std::vector<Contact> found_;
    std::vector<Vec3d> unbent_, change_, residual_, preconditioned_, direction_, image_;
    std::vector<Vec3d> matrix_direction_;  // the step's matrix times `direction_`
};

}  // namespace isoskin
