#include "isoskin/dynamics/dynamics.h"

#include <cassert>
#include <optional>
#include <utility>

#include "isoskin/dynamics/dynamics_check.h"
#include "isoskin/dynamics/spring_body.h"

namespace isoskin {

struct LatticeDynamics::State {
    State(Lattice start, const DynamicsSettings& settings, std::span<const Vec3> points)
        : lattice(std::move(start)),
          matter(points.begin(), points.end()),
          body(lattice.tree(), settings, points) {
        if (settings.rest == SpringRest::AsGiven) rest = lattice;
        for (std::size_t i = 0; i < body.net().free_count(); ++i)
            body.set_position(static_cast<Index>(i), lattice.position(body.net().vertices()[i]));
        body.settle();
        update_rest();
    }

    Index place_of(Index vertex) const {
        assert(lattice.tree().has_vertex(vertex) && lattice.tree().vertex(vertex).is_free());
        return body.net().place_of(vertex);
    }

    void update_rest() {
        if (!rest) return;
        std::vector<Vec3d> shape(body.net().place_count());
        for (std::size_t i = 0; i < body.net().free_count(); ++i)
            shape[i] = rest->position(body.net().vertices()[i]);
        body.net().follow_parents(shape);
        body.set_rest_shape(shape);
    }

    // Made when there is something to touch.
    void prepare_contact() {
        if (obstacles.planes.empty() && obstacles.balls.empty()) return;
        if (!body.can_touch()) body.touch_with(ContactMatter(lattice, body.net(), matter));
    }

    void update_lattice() {
        const std::size_t count = body.net().free_count();
        lattice.set_positions(body.net().vertices().first(count), body.positions().first(count));
    }

    Lattice lattice;
    std::optional<Lattice> rest;  // where springs are not those of the tree
    std::vector<Vec3> matter;
    SpringBody body;
    Obstacles obstacles;
    std::size_t touching = 0;
};

LatticeDynamics::LatticeDynamics(std::unique_ptr<State> state) : state_(std::move(state)) {}
LatticeDynamics::LatticeDynamics(LatticeDynamics&&) noexcept = default;
LatticeDynamics& LatticeDynamics::operator=(LatticeDynamics&&) noexcept = default;
LatticeDynamics::~LatticeDynamics() = default;

Result<LatticeDynamics> LatticeDynamics::create(Lattice lattice, const DynamicsSettings& settings,
                                                std::span<const Vec3> matter) {
    if (const Status status = check_dynamics(settings, matter); !status) return status.error();
    return LatticeDynamics(std::make_unique<State>(std::move(lattice), settings, matter));
}

const Lattice& LatticeDynamics::lattice() const {
    return state_->lattice;
}

const DynamicsSettings& LatticeDynamics::settings() const {
    return state_->body.settings();
}

void LatticeDynamics::step(double seconds) {
    state_->prepare_contact();
    state_->touching = state_->body.step(seconds, state_->obstacles);
    state_->update_lattice();
}

void LatticeDynamics::drive(Index vertex, const Vec3d& position) {
    state_->body.hold(state_->place_of(vertex), position);
}

void LatticeDynamics::pin(Index vertex) {
    drive(vertex, position(vertex));
}

void LatticeDynamics::release(Index vertex) {
    state_->body.release(state_->place_of(vertex));
}

bool LatticeDynamics::is_driven(Index vertex) const {
    return state_->body.is_held(state_->place_of(vertex));
}

Vec3d LatticeDynamics::position(Index vertex) const {
    return state_->body.positions()[state_->place_of(vertex)];
}

Vec3d LatticeDynamics::velocity(Index vertex) const {
    return state_->body.velocities()[state_->place_of(vertex)];
}

void LatticeDynamics::set_position(Index vertex, const Vec3d& position) {
    state_->body.set_position(state_->place_of(vertex), position);
    state_->body.settle();
    state_->lattice.set_position(state_->lattice.tree().origin(vertex), position);
}

void LatticeDynamics::set_velocity(Index vertex, const Vec3d& velocity) {
    state_->body.set_velocity(state_->place_of(vertex), velocity);
    state_->body.settle();
}

void LatticeDynamics::set_obstacles(Obstacles obstacles) {
    state_->obstacles = std::move(obstacles);
}

std::size_t LatticeDynamics::touching() const {
    return state_->touching;
}

TopologyChange LatticeDynamics::subdivide(Index leaf) {
    TopologyChange change = state_->lattice.subdivide(leaf);
    if (state_->rest) state_->rest->subdivide(leaf);
    state_->body.divide_matter(state_->lattice.tree(), leaf);
    state_->body.follow(state_->lattice.tree(), change);
    const auto set = [&](const std::vector<Index>& vertices) {
        for (const Index vertex : vertices)
            if (state_->lattice.tree().vertex(vertex).is_free() &&
                state_->lattice.tree().vertex(vertex).is_origin())
                state_->body.set_position(state_->place_of(vertex),
                                          state_->lattice.position(vertex));
    };
    set(change.added);
    set(change.freed);
    state_->body.settle();
    state_->update_rest();
    return change;
}

TopologyChange LatticeDynamics::simplify(Index cell) {
    state_->body.merge_matter(state_->lattice.tree(), cell);
    TopologyChange change = state_->lattice.simplify(cell);
    if (state_->rest) state_->rest->simplify(cell);
    state_->body.follow(state_->lattice.tree(), change);
    state_->update_rest();
    state_->update_lattice();
    return change;
}

Lattice LatticeDynamics::take_lattice() && {
    return std::move(state_->lattice);
}

double LatticeDynamics::mass() const {
    return state_->body.mass();
}

Vec3d LatticeDynamics::momentum() const {
    return state_->body.momentum();
}

DynamicsEnergy LatticeDynamics::energy() const {
    return state_->body.energy();
}

double LatticeDynamics::deepest() const {
    state_->prepare_contact();
    return state_->body.deepest(state_->obstacles);
}

}  // namespace isoskin
