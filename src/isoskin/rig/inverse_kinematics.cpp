#include "isoskin/rig/inverse_kinematics.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace isoskin {
namespace {

constexpr double kReached = 1e-4;    // of the chain's length
constexpr double kKeptBend = 1e-5;   // of the chain's length, at full stretch
constexpr double kKeptCurve = 5e-3;  // the same for a long chain, which is solved step by step
constexpr double kStraight = 1e-3;   // sine of the bend below which it has no side
constexpr int kMaxIterations = 60;

Vec3d any_across(const Vec3d& v) {
    Eigen::Index smallest = 0;
    v.cwiseAbs().minCoeff(&smallest);
    return v.cross(Vec3d::Unit(smallest)).normalized();
}

/// The chain in model space, kept in step with the local transforms it turns.
class ChainPose {
  public:
    ChainPose(const Skeleton& skeleton, const IkChain& chain,
              std::span<Transform> parent_from_joint)
        : skeleton_(skeleton), chain_(chain), local_(parent_from_joint) {
        for (std::size_t k = 0; k < chain.joints.size(); ++k)
            path_of_.push_back(path_to(k));
        outside_ = model_above(chain.joints.front());
        place();
        for (std::size_t k = 0; k + 1 < size(); ++k)
            length_ += (positions_[k + 1] - positions_[k]).norm();
    }

    std::size_t size() const { return chain_.joints.size(); }
    double length() const { return length_; }
    const Vec3d& position(std::size_t k) const { return positions_[k]; }
    const Vec3d& tip() const { return positions_.back(); }

    /// Turns joint k about its own position by a rotation of model space.
    void turn(std::size_t k, const Quatd& model_rotation) {
        const Quatd frame(parents_[k]);
        Quatd& local = local_[chain_.joints[k]].rotation;
        local = (frame.conjugate() * model_rotation * frame * local).normalized();
        limit(k);
    }

    /// Brings positions up to date after turns.
    void place() {
        positions_.resize(size());
        parents_.resize(size());
        Affine model = outside_;
        for (std::size_t k = 0; k < size(); ++k) {
            for (const JointIndex between : path_of_[k])
                model = model * to_affine(local_[between]);
            // Scales and mirrors of parents do not turn; what is left of them is the rotation.
            parents_[k] = Mat3d(to_transform(model).rotation);
            model = model * to_affine(local_[chain_.joints[k]]);
            positions_[k] = model.translation();
        }
    }

    /// The axis about which joint k is to bend, in the pose as it is; zero: it has none.
    Vec3d natural_axis(std::size_t k) const {
        if (chain_.bend_axes.empty()) return Vec3d::Zero();
        return parents_[k] * chain_.bend_axes[k - 1];
    }

    /// The axis about which the stored pose bends at joint k, carried to the pose as it is.
    std::optional<Vec3d> stored_bend_axis(std::size_t k) const;

  private:
    // Joints between chain joint k - 1 and k, in order.
    std::vector<JointIndex> path_to(std::size_t k) const {
        std::vector<JointIndex> path;
        if (k == 0) return path;
        const auto joints = skeleton_.joints();
        for (auto j = joints[chain_.joints[k]].parent; j && *j != chain_.joints[k - 1];
             j = joints[*j].parent)
            path.push_back(static_cast<JointIndex>(*j));
        std::reverse(path.begin(), path.end());
        return path;
    }

    Affine model_above(JointIndex joint) const {
        Affine model = Affine::Identity();
        for (auto j = skeleton_.joints()[joint].parent; j; j = skeleton_.joints()[*j].parent)
            model = to_affine(local_[*j]) * model;
        return model;
    }

    void limit(std::size_t k) {
        if (chain_.max_angles.empty()) return;
        const JointIndex joint = chain_.joints[k];
        const Quatd stored = skeleton_.joints()[joint].parent_from_joint.rotation;
        const double angle = stored.angularDistance(local_[joint].rotation);
        if (angle <= chain_.max_angles[k]) return;
        local_[joint].rotation = stored.slerp(chain_.max_angles[k] / angle, local_[joint].rotation);
    }

    const Skeleton& skeleton_;
    const IkChain& chain_;
    std::span<Transform> local_;
    Affine outside_ = Affine::Identity();
    std::vector<std::vector<JointIndex>> path_of_;
    std::vector<Vec3d> positions_;
    std::vector<Mat3d> parents_;  // rotation of the parent frame of each chain joint
    double length_ = 0.0;
};

std::optional<Vec3d> ChainPose::stored_bend_axis(std::size_t k) const {
    // In the frame of the chain's joint k, the next joint and the one before, as stored.
    std::vector<Transform> stored;
    for (const Joint& joint : skeleton_.joints())
        stored.push_back(joint.parent_from_joint);
    const ChainPose rest(skeleton_, chain_, stored);
    const Vec3d before = rest.position(k) - rest.position(k - 1);
    const Vec3d after = rest.position(k + 1) - rest.position(k);
    const Vec3d axis = before.cross(after);
    if (!(axis.norm() > kStraight * before.norm() * after.norm())) return {};
    return parents_[k] * rest.parents_[k].transpose() * axis.normalized();
}

// The axis about which the chain bends at joint k; it has one even where it is straight.
Vec3d bend_axis(const ChainPose& pose, std::size_t k) {
    const Vec3d before = pose.position(k) - pose.position(k - 1);
    const Vec3d after = pose.position(k + 1) - pose.position(k);
    const Vec3d axis = before.cross(after);
    const Vec3d natural = pose.natural_axis(k);
    const bool is_bent = axis.norm() > kStraight * before.norm() * after.norm();
    if (is_bent && axis.dot(natural) >= 0.0) return axis.normalized();
    if (!natural.isZero()) return natural;
    if (const auto stored = pose.stored_bend_axis(k)) return *stored;
    return any_across(before);
}

// The turn from one direction to another; where they are opposite, about `fallback`.
Quatd shortest_turn(const Vec3d& from, const Vec3d& to, const Vec3d& fallback) {
    const Vec3d a = from.normalized();
    const Vec3d b = to.normalized();
    if (a.dot(b) > -1.0 + 1e-9) return Quatd::FromTwoVectors(a, b);
    return Quatd(Eigen::AngleAxisd(kPi, fallback.normalized()));
}

double signed_angle(const Vec3d& from, const Vec3d& to, const Vec3d& axis) {
    return std::atan2(axis.dot(from.cross(to)), from.dot(to));
}

void turn_to_pole(const Vec3d& pole, ChainPose& pose) {
    const Vec3d axis = (pose.tip() - pose.position(0)).normalized();
    const auto across = [&](const Vec3d& v) { return Vec3d(v - axis.dot(v) * axis); };
    const Vec3d elbow = across(pose.position(1) - pose.position(0));
    const Vec3d wanted = across(pole - pose.position(0));
    if (!(elbow.norm() > 0.0) || !(wanted.norm() > 1e-9 * pose.length())) return;
    pose.turn(0, Quatd(Eigen::AngleAxisd(signed_angle(elbow, wanted, axis), axis)));
    pose.place();
}

// A joint that is folded against its nature is stretched straight, to bend the right way from
// there.
void unfold(std::size_t k, ChainPose& pose) {
    const Vec3d before = pose.position(k) - pose.position(k - 1);
    const Vec3d after = pose.position(k + 1) - pose.position(k);
    if (before.cross(after).dot(pose.natural_axis(k)) >= 0.0) return;
    pose.turn(k, shortest_turn(after, before, pose.natural_axis(k)));
    pose.place();
}

void solve_two_bones(const IkTarget& target, ChainPose& pose) {
    unfold(1, pose);
    const double upper = (pose.position(1) - pose.position(0)).norm();
    const double lower = (pose.position(2) - pose.position(1)).norm();
    const Vec3d way = target.position - pose.position(0);
    const double reach = upper + lower;
    const double nearest = std::abs(upper - lower) + kKeptBend * reach;
    const double wanted = std::clamp(way.norm(), nearest, (1.0 - kKeptBend) * reach);

    const Vec3d axis = bend_axis(pose, 1);
    const double cosine = (upper * upper + lower * lower - wanted * wanted) / (2 * upper * lower);
    const double bend = kPi - std::acos(std::clamp(cosine, -1.0, 1.0));
    const double now = signed_angle(pose.position(1) - pose.position(0),
                                    pose.position(2) - pose.position(1), axis);
    pose.turn(1, Quatd(Eigen::AngleAxisd(bend - now, axis)));
    pose.place();

    if (way.norm() > 1e-12 * reach) {
        pose.turn(0, shortest_turn(pose.tip() - pose.position(0), way, axis));
        pose.place();
    }
    if (target.pole) turn_to_pole(*target.pole, pose);
}

bool is_straight(const ChainPose& pose) {
    for (std::size_t k = 1; k + 1 < pose.size(); ++k) {
        const Vec3d before = pose.position(k) - pose.position(k - 1);
        const Vec3d after = pose.position(k + 1) - pose.position(k);
        if (before.cross(after).norm() > kStraight * before.norm() * after.norm()) return false;
    }
    return true;
}

// A straight chain cannot shorten by small turns: it gets the slight bend that says which way.
void start_bend(ChainPose& pose) {
    constexpr double kStartAngle = 0.02;
    for (std::size_t k = 1; k + 1 < pose.size(); ++k) {
        pose.turn(k, Quatd(Eigen::AngleAxisd(kStartAngle, bend_axis(pose, k))));
        pose.place();
    }
}

// One step of damped least squares: J Jᵀ of turns about any axis at each joint is three by three.
void step_towards(const Vec3d& target, double damping, ChainPose& pose) {
    constexpr double kLargestTurn = 0.35;
    const Vec3d miss = target - pose.tip();
    std::vector<Vec3d> turns;
    Mat3d A = Mat3d::Identity() * damping;
    for (std::size_t k = 0; k + 1 < pose.size(); ++k) {
        const Vec3d arm = pose.tip() - pose.position(k);
        A += arm.squaredNorm() * Mat3d::Identity() - arm * arm.transpose();
    }
    const Vec3d pull = A.inverse() * miss;
    double largest = 0.0;
    for (std::size_t k = 0; k + 1 < pose.size(); ++k) {
        turns.push_back((pose.tip() - pose.position(k)).cross(pull));
        largest = std::max(largest, turns.back().norm());
    }
    const double scale = largest > kLargestTurn ? kLargestTurn / largest : 1.0;
    for (std::size_t k = 0; k < turns.size(); ++k) {
        const double angle = scale * turns[k].norm();
        if (angle > 0.0) pose.turn(k, Quatd(Eigen::AngleAxisd(angle, turns[k].normalized())));
    }
    pose.place();
    for (std::size_t k = 1; k + 1 < pose.size(); ++k)
        unfold(k, pose);
}

void solve_long_chain(const IkTarget& target, ChainPose& pose) {
    const double reach = (1.0 - kKeptCurve) * pose.length();
    const Vec3d way = target.position - pose.position(0);
    const Vec3d goal =
        way.norm() > reach ? Vec3d(pose.position(0) + reach * way.normalized()) : target.position;
    if ((goal - pose.tip()).norm() > kReached * pose.length() && is_straight(pose))
        start_bend(pose);
    double damping = 1e-3 * pose.length() * pose.length();
    double miss = (goal - pose.tip()).norm();
    for (int i = 0; i < kMaxIterations && miss > 0.1 * kReached * pose.length(); ++i) {
        step_towards(goal, damping, pose);
        const double now = (goal - pose.tip()).norm();
        damping *= now < miss ? 0.5 : 4.0;  // Levenberg's rule
        damping = std::clamp(damping, 1e-9 * pose.length() * pose.length(),
                             pose.length() * pose.length());
        miss = now;
    }
}

}  // namespace

IkReport solve_ik(const Skeleton& skeleton, const IkChain& chain, const IkTarget& target,
                  std::span<Transform> parent_from_joint) {
    assert(parent_from_joint.size() == skeleton.joint_count());
    assert(chain.joints.size() >= 2);
    assert(chain.max_angles.empty() || chain.max_angles.size() + 1 == chain.joints.size());
    assert(chain.bend_axes.empty() || chain.bend_axes.size() + 2 == chain.joints.size());
    ChainPose pose(skeleton, chain, parent_from_joint);
    if (pose.size() == 3 && chain.max_angles.empty())
        solve_two_bones(target, pose);
    else if (pose.length() > 0.0)
        solve_long_chain(target, pose);
    const double distance = (target.position - pose.tip()).norm();
    return {.reached = distance <= kReached * pose.length(), .distance = distance};
}

IkChain limb_of(const Skeleton& skeleton, std::span<const JointIndex> joints, JointIndex pulled) {
    const auto is_listed = [&](std::size_t j) {
        return std::binary_search(joints.begin(), joints.end(), static_cast<JointIndex>(j));
    };
    std::vector<int> branches(skeleton.joint_count(), 0);
    for (const JointIndex j : joints)
        if (const auto parent = skeleton.joints()[j].parent) ++branches[*parent];
    std::vector<JointIndex> up{pulled};
    for (auto j = skeleton.joints()[pulled].parent; j && is_listed(*j);
         j = skeleton.joints()[*j].parent) {
        if (branches[*j] > 1 && up.size() > 1) break;
        up.push_back(static_cast<JointIndex>(*j));
    }
    if (up.size() < 2) return {};
    std::reverse(up.begin(), up.end());
    const auto bone = [&](std::size_t k) {
        return skeleton.joints()[up[k + 1]].parent_from_joint.translation.norm();
    };
    const bool is_arm = up.size() == 4 && bone(0) < 0.7 * std::min(bone(1), bone(2));
    if (is_arm) up.erase(up.begin());
    return {.joints = std::move(up)};
}

}  // namespace isoskin
