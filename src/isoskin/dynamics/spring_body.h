#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "isoskin/dynamics/contact.h"
#include "isoskin/dynamics/spring_net.h"
#include "isoskin/dynamics/spring_solver.h"

namespace isoskin {

/// Masses and springs of a tree in motion: the inside of `LatticeDynamics`. Works on places
/// (spring_net.h) and knows nothing of what they do to space.
///
/// A step is one of backward Euler, x = y + h² M⁻¹ f(x) with y = x₀ + h v₀ + h² g, approached from
/// x₀ + h v₀ with the constant matrix M/h² + Σ k s sᵀ in place of the derivative of the forces
/// (Liu, Bargteil, O'Brien, Kavan 2013): stable for any stiffness, one factor for many steps, and
/// the sum of the momenta is kept to rounding.
class SpringBody {
  public:
    /// At rest in the shape of the tree. `matter` in rest space: leaves without it are light and
    /// soft; empty: all are full.
    SpringBody(const Octree& tree, const DynamicsSettings& settings, std::span<const Vec3> matter);

    const SpringNet& net() const { return net_; }
    const DynamicsSettings& settings() const { return settings_; }
    std::span<const Vec3d> positions() const { return positions_; }    ///< Per place.
    std::span<const Vec3d> velocities() const { return velocities_; }  ///< Per place.
    bool is_held(Index place) const { return held_[place] != 0; }

    /// Free places only.
    void set_position(Index place, const Vec3d& position);
    void set_velocity(Index place, const Vec3d& velocity);
    /// From now on the place is where it is told to be, from the end of the next step.
    void hold(Index place, const Vec3d& position);
    void release(Index place);
    /// Pulls a place towards a target with the acceleration rate² × distance, rate in 1/s. 0: no
    /// more.
    void pull(Index place, const Vec3d& target, double rate);

    /// Constrained places follow what was set. To be called before positions are used.
    void settle();
    /// The lengths springs want, from a shape with one element per place.
    void set_rest_shape(std::span<const Vec3d> positions);

    /// What meets obstacles, until the tree changes. Nothing does without.
    void touch_with(ContactMatter matter) {
        matter_ = std::move(matter);
        yielding_.clear();
    }
    bool can_touch() const { return matter_.point_count() > 0; }

    /// Returns how many points of matter touch obstacles.
    std::size_t step(double seconds, const Obstacles& obstacles);

    /// How far the deepest point of matter is inside obstacles; 0 if none is.
    double deepest(const Obstacles& obstacles) const {
        return matter_.deepest(obstacles, positions_);
    }
    double mass() const;
    Vec3d momentum() const;
    DynamicsEnergy energy() const;

    /// The tree is about to be simplified at `cell`: what its leaves hold goes to it.
    void merge_matter(const Octree& tree, Index cell);
    /// The tree was divided at `cell`: its children share what it held.
    void divide_matter(const Octree& tree, Index cell);
    /// The tree has changed; masses, momenta and positions follow. New free places get the mean
    /// velocity of their parents; their positions have to be set. Taken ones hand up their
    /// momentum.
    void follow(const Octree& tree, const TopologyChange& change);

  private:
    // What a vertex brings through a change of the tree.
    struct Carried {
        Vec3d position = Vec3d::Zero();
        Vec3d velocity = Vec3d::Zero();
        Vec3d momentum = Vec3d::Zero();
        Vec3d hold_position = Vec3d::Zero();
        Vec3d pull_target = Vec3d::Zero();
        double pull_rate = 0.0;
        std::uint8_t held = 0;
        bool was_free = false;
    };

    // What a step may spend.
    struct Budget {
        double total = 0.0;
        double stored = 0.0;           // in springs, and in height if something is held
        double inner = 0.0;            // of motion against the common one
        Vec3d common = Vec3d::Zero();  // velocity of the centre, if nothing is held
    };

    std::vector<Carried> carry_by_vertex(std::size_t vertex_slots) const;
    void take_back(std::span<const Carried> carried);
    void fill_new_places(const Octree& tree, std::span<const Carried> carried);
    void take_momenta(const Octree& tree, std::span<const Carried> carried);
    void make_net(const Octree& tree);
    ContactStep contact_step(double seconds, const Obstacles& obstacles);
    void forget_factor();
    void prepare(double seconds);
    void predict(double seconds);
    void approach(double seconds);
    void add_spring_forces();
    void copy_to_rows();
    void measure_springs();
    bool is_driven(const Obstacles& obstacles);
    void search(double seconds);
    void search_from_rest(double seconds, const Budget& budget);
    Budget make_budget() const;
    bool spend(const Budget& budget, const Vec3d& common);
    void stand_still(const Obstacles& obstacles);
    Vec3d common_velocity() const;
    bool is_free() const;
    double stored_energy() const;
    DynamicsEnergy energy_of_places() const;
    DynamicsEnergy measured_energy() const;

    DynamicsSettings settings_;
    std::vector<CellMatter> cells_;  // per cell slot
    SpringNet net_;
    ContactMatter matter_;
    std::vector<std::uint8_t> yielding_;  // per point of matter; empty: to be found
    SpringSolver solver_;
    ContactSolver contact_solver_;
    double factored_seconds_ = 0.0;  // 0: the factor is of something else

    std::vector<Vec3d> positions_;    // per place
    std::vector<Vec3d> velocities_;   // per place
    std::vector<std::uint8_t> held_;  // per free place, as all that follows
    std::vector<Vec3d> hold_positions_;
    std::vector<double> pull_rates_;
    std::vector<Vec3d> pull_targets_;
    bool measured_ = false;  // `current_` and `spring_energy_` belong to `positions_`
    bool driven_ = false;    // targets or lengths have changed since the last step

    double stiffer_ = 1.0;               // by what springs are while their friction is counted in
    std::vector<double> current_;        // per spring: the length it has
    double spring_energy_ = 0.0;         // at these lengths
    std::vector<Vec3d> before_;          // per place
    std::vector<Vec3d> predicted_;       // per free place
    std::vector<Vec3d> forces_;          // per place
    std::vector<Eigen::Vector4d> rows_;  // positions, padded
    std::vector<Eigen::Vector4d> force_rows_;  // forces, padded
};

}  // namespace isoskin
