#include <algorithm>
#include <cmath>
#include <numeric>

#include "isoskin/dynamics/contact.h"

namespace isoskin {
namespace {

constexpr int kRounds = 10;
constexpr int kMaxIterations = 40;
constexpr double kTolerance = 1e-10;  // of the squared residual
// Over all the mass and the square of the step: what lies on one point gives by a hundredth of what
// it would fall in a step.
constexpr double kContactStiffness = 100.0;
constexpr double kSameGrip = 0.1;

double dot(std::span<const Vec3d> a, std::span<const Vec3d> b) {
    double sum = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += a[i].dot(b[i]);
    return sum;
}

Vec3d along_surface(const Contact& contact, const Vec3d& move) {
    return move - contact.normal.dot(move) * contact.normal;
}

}  // namespace

std::size_t ContactSolver::resolve(const ContactStep& step, SpringSolver& solver,
                                   std::span<Vec3d> positions) {
    const double mass = std::accumulate(step.net.masses().begin(), step.net.masses().end(), 0.0);
    stiffness_ = kContactStiffness * mass / (step.seconds * step.seconds);
    unbent_.assign(positions.begin(), positions.end());
    contacts_.clear();
    step.matter.measure(positions, boxes_);
    bool changed = false;
    for (int round = 0; round < kRounds; ++round) {
        step.matter.find(step, boxes_, positions, found_);
        if (!add_found() && !changed) break;
        bend(step, solver, positions);
        changed = measure_forces(step, positions);
    }
    if (contacts_.empty()) return 0;
    // Contacts give by force over stiffness; asking for that much more undoes it.
    for (Contact& contact : contacts_)
        contact.level += contact.force / stiffness_;
    bend(step, solver, positions);
    return contacts_.size();
}

void ContactSolver::bend(const ContactStep& step, SpringSolver& solver,
                         std::span<Vec3d> positions) {
    solve(step, solver, unbent_);
    for (std::size_t i = 0; i < change_.size(); ++i)
        positions[i] = unbent_[i] + change_[i];
    step.net.follow_parents(positions);
}

// A point may touch several obstacles, each once.
bool ContactSolver::add_found() {
    const std::size_t known = contacts_.size();
    for (const Contact& contact : found_) {
        const bool is_new = std::none_of(
            contacts_.begin(), contacts_.begin() + static_cast<std::ptrdiff_t>(known),
            [&](const Contact& other) {
                return other.point == contact.point && other.normal.dot(contact.normal) > 0.9;
            });
        if (!is_new) continue;
        contacts_.push_back(contact);
        contacts_.back().grip = stiffness_;
    }
    return contacts_.size() > known;
}

// Conjugate gradients for A + contacts, preconditioned by A: A times a preconditioned residual is
// that residual, so A itself is never multiplied with.
void ContactSolver::solve(const ContactStep& step, SpringSolver& solver,
                          std::span<const Vec3d> unbent) {
    const std::size_t count = step.net.free_count();
    change_.assign(count, Vec3d::Zero());
    residual_.assign(count, Vec3d::Zero());
    set_right_side(step, unbent);
    preconditioned_ = residual_;
    solver.solve(preconditioned_);
    direction_ = preconditioned_;
    matrix_direction_ = residual_;
    double square = dot(residual_, preconditioned_);
    const double enough = kTolerance * square;
    for (int i = 0; i < kMaxIterations && square > enough; ++i) {
        image_ = matrix_direction_;
        apply_contacts(step, direction_, image_);
        const double length = square / dot(direction_, image_);
        for (std::size_t k = 0; k < count; ++k) {
            change_[k] += length * direction_[k];
            residual_[k] -= length * image_[k];
        }
        preconditioned_ = residual_;
        solver.solve(preconditioned_);
        const double next = dot(residual_, preconditioned_);
        for (std::size_t k = 0; k < count; ++k) {
            direction_[k] = preconditioned_[k] + (next / square) * direction_[k];
            matrix_direction_[k] = residual_[k] + (next / square) * matrix_direction_[k];
        }
        square = next;
    }
}

void ContactSolver::set_right_side(const ContactStep& step, std::span<const Vec3d> unbent) {
    for (const Contact& contact : contacts_) {
        const Vec3d at = step.matter.place(contact.point, unbent);
        const Vec3d force = stiffness_ * (contact.level - contact.normal.dot(at)) * contact.normal -
                            contact.grip * along_surface(contact, at - contact.carried);
        for (const PlaceWeight& part : step.matter.weights(contact.point))
            if (step.held[part.place] == 0) residual_[part.place] += part.weight * force;
    }
}

void ContactSolver::apply_contacts(const ContactStep& step, std::span<const Vec3d> direction,
                                   std::span<Vec3d> out) const {
    for (const Contact& contact : contacts_) {
        const Vec3d move = step.matter.place(contact.point, direction);
        const Vec3d force = stiffness_ * contact.normal.dot(move) * contact.normal +
                            contact.grip * along_surface(contact, move);
        for (const PlaceWeight& part : step.matter.weights(contact.point))
            if (step.held[part.place] == 0) out[part.place] += part.weight * force;
    }
}

// Contacts that would have to pull are none. Who sticks by more than friction can hold slides from
// now on: its grip is loosened until it resists by Coulomb's force. A grip, unlike that force
// itself, cannot drag a point beyond where it would have stuck, however light it is and however
// roughly forces are known. Returns whether any of this has changed.
bool ContactSolver::measure_forces(const ContactStep& step, std::span<const Vec3d> positions) {
    bool changed = false;
    for (Contact& contact : contacts_) {
        const Vec3d at = step.matter.place(contact.point, positions);
        contact.force = stiffness_ * (contact.level - contact.normal.dot(at));
        const double before = contact.grip;
        loosen(step, along_surface(contact, at - contact.carried).norm(), contact);
        changed = changed || std::abs(contact.grip - before) > kSameGrip * before;
    }
    const auto pulling = std::remove_if(contacts_.begin(), contacts_.end(),
                                        [](const Contact& c) { return c.force <= 0.0; });
    changed = changed || pulling != contacts_.end();
    contacts_.erase(pulling, contacts_.end());
    return changed;
}

// With `hold`, the force it takes to stop the slip, and `give`, the force over the slip of what the
// point belongs to, a grip g leaves the slip hold / (give + g) and resists by g times that.
void ContactSolver::loosen(const ContactStep& step, double slip, Contact& contact) const {
    const double most = step.friction * contact.force;
    if (contact.grip == stiffness_)
        contact.hold = stiffness_ * slip;
    else if (contact.hold > contact.grip * slip && slip > 0.0)
        contact.give = contact.hold / slip - contact.grip;
    if (contact.give <= 0.0) contact.give = inertia(step, contact.point);
    contact.grip =
        most < contact.hold
            ? std::min(stiffness_, std::max(0.0, most) * contact.give / (contact.hold - most))
            : stiffness_;
}

// Of a point by itself: force over move in a step, springs left aside.
double ContactSolver::inertia(const ContactStep& step, Index point) {
    double ease = 0.0;
    for (const PlaceWeight& part : step.matter.weights(point))
        if (step.held[part.place] == 0)
            ease += part.weight * part.weight / step.net.masses()[part.place];
    return 1.0 / (ease * step.seconds * step.seconds);
}

}  // namespace isoskin
