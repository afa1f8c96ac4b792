#include "isoskin/dynamics/spring_body.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>

namespace isoskin {
namespace {

std::vector<std::uint8_t> find_occupied(const Octree& tree, std::span<const Vec3> matter) {
    std::vector<std::uint8_t> occupied(tree.cell_slots(), matter.empty() ? 1 : 0);
    for (const Vec3& point : matter)
        occupied[tree.leaf_at(point.cast<double>())] = 1;
    return occupied;
}

// Mass goes by volume, in two axes by area: each level has a part of the one before.
std::vector<CellMatter> fill_cells(const Octree& tree, const DynamicsSettings& settings,
                                   std::span<const Vec3> matter) {
    const std::vector<std::uint8_t> occupied = find_occupied(tree, matter);
    std::vector<CellMatter> cells(tree.cell_slots());
    double sum = 0.0;
    for (const Index leaf : tree.leaves()) {
        const int halvings = tree.grid().axis_count() * tree.cell(leaf).key.level;
        cells[leaf].share = occupied[leaf] != 0 ? 1.0 : settings.empty_share;
        cells[leaf].mass = std::ldexp(cells[leaf].share, -halvings);
        sum += cells[leaf].mass;
    }
    for (CellMatter& cell : cells)
        cell.mass *= settings.mass / sum;
    return cells;
}

double energy_in(const Spring& spring, double length) {
    return 0.5 * spring.stiffness * (length - spring.length) * (length - spring.length);
}

}  // namespace

SpringBody::SpringBody(const Octree& tree, const DynamicsSettings& settings,
                       std::span<const Vec3> matter)
    : settings_(settings), cells_(fill_cells(tree, settings, matter)) {
    make_net(tree);
    for (std::size_t place = 0; place < net_.place_count(); ++place)
        positions_[place] = tree.rest_position(net_.vertices()[place]);
}

void SpringBody::make_net(const Octree& tree) {
    net_ = SpringNet(tree, settings_, cells_);
    touch_with({});
    factored_seconds_ = 0.0;
    measured_ = false;
    positions_.assign(net_.place_count(), Vec3d::Zero());
    velocities_.assign(net_.place_count(), Vec3d::Zero());
    before_.resize(net_.place_count());
    forces_.resize(net_.place_count());
    predicted_.resize(net_.free_count());
    held_.assign(net_.free_count(), 0);
    hold_positions_.assign(net_.free_count(), Vec3d::Zero());
    pull_rates_.assign(net_.free_count(), 0.0);
    pull_targets_.assign(net_.free_count(), Vec3d::Zero());
    rows_.assign(net_.place_count(), Eigen::Vector4d::Zero());
    force_rows_.resize(net_.place_count());
    current_.resize(net_.springs().size());
}

void SpringBody::set_position(Index place, const Vec3d& position) {
    assert(net_.is_free(place));
    positions_[place] = position;
    measured_ = false;
}

void SpringBody::set_velocity(Index place, const Vec3d& velocity) {
    assert(net_.is_free(place));
    velocities_[place] = velocity;
}

void SpringBody::hold(Index place, const Vec3d& position) {
    assert(net_.is_free(place));
    if (held_[place] == 0) forget_factor();
    held_[place] = 1;
    hold_positions_[place] = position;
}

void SpringBody::forget_factor() {
    factored_seconds_ = 0.0;
    yielding_.clear();
}

void SpringBody::release(Index place) {
    assert(net_.is_free(place));
    if (held_[place] != 0) forget_factor();
    held_[place] = 0;
}

void SpringBody::pull(Index place, const Vec3d& target, double rate) {
    assert(net_.is_free(place));
    if (pull_rates_[place] != rate) factored_seconds_ = 0.0;
    driven_ = driven_ || pull_targets_[place] != target || pull_rates_[place] != rate;
    pull_rates_[place] = rate;
    pull_targets_[place] = target;
}

void SpringBody::set_rest_shape(std::span<const Vec3d> positions) {
    net_.set_rest_shape(positions);
    measured_ = false;
    driven_ = true;
}

void SpringBody::settle() {
    net_.follow_parents(positions_);
    net_.follow_parents(velocities_);
}

void SpringBody::prepare(double seconds) {
    stiffer_ = 1.0 + settings_.damping / seconds;
    if (factored_seconds_ == seconds) return;
    std::vector<double> stiffness;
    for (const Spring& spring : net_.springs())
        stiffness.push_back(stiffer_ * spring.stiffness);
    std::vector<double> diagonal(net_.free_count());
    for (std::size_t i = 0; i < diagonal.size(); ++i)
        diagonal[i] =
            net_.masses()[i] * (1.0 / (seconds * seconds) + pull_rates_[i] * pull_rates_[i]);
    solver_.factor(net_, diagonal, stiffness, held_);
    factored_seconds_ = seconds;
}

// The search starts without gravity: what hangs still is then found to hang still at once.
void SpringBody::predict(double seconds) {
    const double kept = 1.0 / (1.0 + settings_.drag * seconds);
    std::copy(positions_.begin(), positions_.end(), before_.begin());
    for (std::size_t i = 0; i < net_.free_count(); ++i) {
        positions_[i] = held_[i] != 0 ? hold_positions_[i]
                                      : Vec3d(positions_[i] + kept * seconds * velocities_[i]);
        predicted_[i] = positions_[i] + kept * seconds * seconds * settings_.gravity;
    }
    net_.follow_parents(positions_);
}

// Friction within a spring, c (l − l₀)/h with c = damping × k, makes it a stiffer one that wants a
// length between its own and the one it has: rotations stay free of it.
void SpringBody::add_spring_forces() {
    const std::span<const Spring> springs = net_.springs();
    const double own = 1.0 / stiffer_;
    // Springs are sorted by their first end: its sum is kept at hand.
    Index first = kNoIndex;
    Eigen::Vector4d sum = Eigen::Vector4d::Zero();
    for (std::size_t i = 0; i < springs.size(); ++i) {
        const Spring& spring = springs[i];
        if (spring.a != first) {
            if (first != kNoIndex) force_rows_[first] += sum;
            first = spring.a;
            sum.setZero();
        }
        const Eigen::Vector4d along = rows_[spring.b] - rows_[spring.a];
        const double length = std::sqrt(along.squaredNorm());
        if (length == 0.0) continue;
        const double wanted = own * spring.length + (1.0 - own) * current_[i];
        const Eigen::Vector4d force =
            (stiffer_ * spring.stiffness * (1.0 - wanted / length)) * along;
        sum += force;
        force_rows_[spring.b] -= force;
    }
    if (first != kNoIndex) force_rows_[first] += sum;
}

// Four numbers each, the last 0: two vector operations.
void SpringBody::copy_to_rows() {
    for (std::size_t i = 0; i < positions_.size(); ++i)
        rows_[i].head<3>() = positions_[i];
}

void SpringBody::approach(double seconds) {
    copy_to_rows();
    std::fill(force_rows_.begin(), force_rows_.end(), Eigen::Vector4d::Zero());
    add_spring_forces();
    for (std::size_t i = 0; i < forces_.size(); ++i)
        forces_[i] = force_rows_[i].head<3>();
    net_.hand_up(std::span<Vec3d>(forces_));
    const std::span<Vec3d> change = std::span(forces_).first(net_.free_count());
    for (std::size_t i = 0; i < change.size(); ++i) {
        const double mass = net_.masses()[i];
        change[i] += mass / (seconds * seconds) * (predicted_[i] - positions_[i]) +
                     mass * pull_rates_[i] * pull_rates_[i] * (pull_targets_[i] - positions_[i]);
    }
    solver_.solve(change);
    for (std::size_t i = 0; i < change.size(); ++i)
        positions_[i] += change[i];
    net_.follow_parents(positions_);
}

std::size_t SpringBody::step(double seconds, const Obstacles& obstacles) {
    assert(seconds > 0.0);
    if (!measured_) measure_springs();
    const bool driven = is_driven(obstacles);
    const Budget budget = make_budget();
    prepare(seconds);
    predict(seconds);
    search(seconds);
    measure_springs();
    if (!driven && stored_energy() > budget.stored + budget.inner)
        search_from_rest(seconds, budget);
    const ContactStep contact = contact_step(seconds, obstacles);
    const std::size_t touching =
        contact.yielding.empty() ? 0 : contact_solver_.resolve(contact, solver_, positions_);
    for (std::size_t i = 0; i < net_.place_count(); ++i)
        velocities_[i] = (positions_[i] - before_[i]) / seconds;
    const bool pushed = !contact.yielding.empty() && matter_.push_out(contact, positions_);
    if (touching > 0 || pushed) measure_springs();
    if (driven) return touching;
    if (touching == 0 && !pushed)
        spend(budget, common_velocity());
    else if (!spend(budget, Vec3d::Zero()))
        stand_still(obstacles);
    return touching;
}

// What lies on obstacles and has no motion left to pay with stays where it was: being pushed out
// would otherwise lift it, little by little. Unless it was inside, where it cannot stay.
void SpringBody::stand_still(const Obstacles& obstacles) {
    if (matter_.deepest(obstacles, before_) > 0.0) return;
    positions_ = before_;
    std::fill(velocities_.begin(), velocities_.end(), Vec3d(Vec3d::Zero()));
    measure_springs();
}

// Without obstacles no point yields to any.
ContactStep SpringBody::contact_step(double seconds, const Obstacles& obstacles) {
    const bool is_alone = obstacles.balls.empty() && obstacles.planes.empty();
    if (!is_alone && yielding_.empty()) yielding_ = matter_.find_yielding(held_);
    return {.net = net_,
            .matter = matter_,
            .obstacles = obstacles,
            .held = held_,
            .yielding = is_alone ? std::span<const std::uint8_t>() : yielding_,
            .before = before_,
            .seconds = seconds,
            .friction = settings_.friction};
}

void SpringBody::search(double seconds) {
    for (int i = 0; i < settings_.iterations; ++i)
        approach(seconds);
}

// A long way ahead springs may be strained beyond what the motion has to give. From where the step
// began the search cannot end there: it only goes down.
void SpringBody::search_from_rest(double seconds, const Budget& budget) {
    for (std::size_t i = 0; i < net_.free_count(); ++i)
        positions_[i] =
            held_[i] != 0 ? hold_positions_[i] : Vec3d(before_[i] + seconds * budget.common);
    net_.follow_parents(positions_);
    search(seconds);
    measure_springs();
}

void SpringBody::measure_springs() {
    const std::span<const Spring> springs = net_.springs();
    copy_to_rows();
    spring_energy_ = 0.0;
    for (std::size_t i = 0; i < springs.size(); ++i) {
        current_[i] = std::sqrt((rows_[springs[i].b] - rows_[springs[i].a]).squaredNorm());
        spring_energy_ += energy_in(springs[i], current_[i]);
    }
    measured_ = true;
}

// Whether somebody outside puts work into this step.
bool SpringBody::is_driven(const Obstacles& obstacles) {
    bool moved = std::exchange(driven_, false);
    for (const Ball& ball : obstacles.balls)
        moved = moved || ball.velocity != Vec3d::Zero();
    for (std::size_t i = 0; i < held_.size(); ++i)
        moved = moved || (held_[i] != 0 && hold_positions_[i] != positions_[i]);
    return moved;
}

SpringBody::Budget SpringBody::make_budget() const {
    Budget budget;
    const DynamicsEnergy now = measured_energy();
    const double all = mass();
    budget.total = now.total();
    budget.stored = stored_energy();
    budget.common = common_velocity();
    budget.inner = now.kinetic - 0.5 * all * budget.common.squaredNorm();
    return budget;
}

bool SpringBody::is_free() const {
    return std::count(held_.begin(), held_.end(), 0) == static_cast<std::ptrdiff_t>(held_.size());
}

// Of the centre, which nothing within can change; none if something is held.
Vec3d SpringBody::common_velocity() const {
    return is_free() ? Vec3d(momentum() / mass()) : Vec3d(Vec3d::Zero());
}

// What falls freely does so as one: its height is none of its inner affairs.
double SpringBody::stored_energy() const {
    const DynamicsEnergy now = measured_energy();
    return is_free() ? now.elastic : now.elastic + now.height;
}

// One step of the search is not the end of it, and springs that are pressed make the energy a hilly
// one: should a step end with more than it began with, motion against the common one pays for it.
// Returns whether there was enough of it.
bool SpringBody::spend(const Budget& budget, const Vec3d& common) {
    const DynamicsEnergy now = measured_energy();
    const double excess = now.total() - budget.total;
    if (!(excess > 0.0)) return true;
    const double inner = now.kinetic - 0.5 * mass() * common.squaredNorm();
    if (!(inner > 0.0)) return false;
    const double scale = std::sqrt(std::max(0.0, 1.0 - excess / inner));
    for (Vec3d& velocity : velocities_)
        velocity = common + scale * (velocity - common);
    return excess <= inner;
}

double SpringBody::mass() const {
    return std::accumulate(net_.masses().begin(), net_.masses().end(), 0.0);
}

Vec3d SpringBody::momentum() const {
    Vec3d sum = Vec3d::Zero();
    for (std::size_t i = 0; i < net_.free_count(); ++i)
        sum += net_.masses()[i] * velocities_[i];
    return sum;
}

DynamicsEnergy SpringBody::energy() const {
    DynamicsEnergy energy = energy_of_places();
    for (const Spring& spring : net_.springs())
        energy.elastic += energy_in(spring, (positions_[spring.b] - positions_[spring.a]).norm());
    return energy;
}

DynamicsEnergy SpringBody::energy_of_places() const {
    DynamicsEnergy energy;
    for (std::size_t i = 0; i < net_.free_count(); ++i) {
        if (held_[i] != 0) continue;
        energy.kinetic += 0.5 * net_.masses()[i] * velocities_[i].squaredNorm();
        energy.height -= net_.masses()[i] * settings_.gravity.dot(positions_[i]);
        energy.elastic += 0.5 * net_.masses()[i] * pull_rates_[i] * pull_rates_[i] *
                          (pull_targets_[i] - positions_[i]).squaredNorm();
    }
    return energy;
}

// As `energy`, for positions that are measured.
DynamicsEnergy SpringBody::measured_energy() const {
    DynamicsEnergy energy = energy_of_places();
    energy.elastic += spring_energy_;
    return energy;
}

}  // namespace isoskin
