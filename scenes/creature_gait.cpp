#include "creature_gait.h"

#include <algorithm>
#include <cmath>

namespace isoskin::scenes::creature {
namespace {

constexpr double kRollingRadius = 0.10;  // of the flat middle of a sole
constexpr double kFreeLift = 0.03;       // from here on a foot is in the air

struct LegShape {
    Vec3d upper;      // from hip to knee, in bind
    Vec3d lower;      // from knee to the middle of the sole, in bind
    double straight;  // angle about x by which the lower leg is already bent in bind
};

LegShape leg_shape(JointIndex upper_joint) {
    const Vec3d knee = bind_place(static_cast<JointIndex>(upper_joint + 1));
    LegShape leg{.upper = knee - bind_place(upper_joint),
                 .lower = sole_place(upper_joint) - knee,
                 .straight = 0.0};
    leg.straight = std::atan2(leg.upper.cross(leg.lower).x(), leg.upper.dot(leg.lower));
    return leg;
}

struct LegTurn {
    Quatd upper = Quatd::Identity();
    Quatd lower = Quatd::Identity();
};

// Two-bone reach by the law of cosines; knees point ahead. `target` counts from the hip, in the
// frame of its parent.
LegTurn reach(const LegShape& leg, const Vec3d& target) {
    const double a = leg.upper.norm();
    const double b = leg.lower.norm();
    const double cosine = (target.squaredNorm() - a * a - b * b) / (2.0 * a * b);
    const double bend = std::acos(std::clamp(cosine, -1.0, 1.0)) - leg.straight;
    LegTurn turn;
    turn.lower = Quatd(Eigen::AngleAxisd(bend, Vec3d::UnitX()));
    turn.upper = Quatd::FromTwoVectors(leg.upper + turn.lower * leg.lower, target);
    return turn;
}

double tilt(const Vec3d& up) {
    return std::hypot(up.x(), up.z()) / up.norm();
}

// How much the middle of the sole must rise so that its rim stays above ground. On the ground the
// rounded sole rolls with the line from hip to sole; a lifted foot hangs its toes from a bent knee.
double rim_height(const Vec3d& leg_line, const Vec3d& sole_up, double lift) {
    const double rolling = kRollingRadius * tilt(leg_line);
    const double hanging = kSoleRadius * tilt(sole_up);
    return rolling + std::min(1.0, lift / kFreeLift) * std::max(0.0, hanging - rolling);
}

LegTurn plant(JointIndex upper_joint, const Affine& model_from_parent, const Vec3d& parent_bind,
              const Vec3d& sole) {
    const LegShape leg = leg_shape(upper_joint);
    const Vec3d hip = bind_place(upper_joint) - parent_bind;
    LegTurn turn;
    double raised = 0.0;
    for (int round = 0; round < 6; ++round) {
        const Vec3d target = sole + raised * Vec3d::UnitY();
        turn = reach(leg, model_from_parent.inverse() * target - hip);
        const Vec3d up = model_from_parent.linear() * (turn.upper * turn.lower * Vec3d::UnitY());
        raised = rim_height(model_from_parent * hip - target, up, sole.y());
    }
    return turn;
}

void plant_legs(const Skeleton& skeleton, const Stance& stance, Pose& pose) {
    std::vector<Affine> model_from_joint(skeleton.joint_count());
    compute_model_pose(skeleton, pose.parent_from_joint, model_from_joint);
    for (std::size_t i = 0; i < kLegs.size(); ++i) {
        const JointIndex upper = kLegs[i];
        const auto parent = static_cast<JointIndex>(*skeleton.joints()[upper].parent);
        const LegTurn turn = plant(upper, model_from_joint[parent], bind_place(parent),
                                   sole_place(upper) + stance.sole_shift[i]);
        pose.parent_from_joint[upper].rotation = turn.upper;
        pose.parent_from_joint[upper + 1U].rotation = turn.lower;
    }
}

}  // namespace

Pose pose_from_stance(const Skeleton& skeleton, const Stance& stance) {
    Pose pose = stored_pose(skeleton);
    pose.parent_from_joint[kHips].translation += stance.hips_shift;
    for (std::size_t joint = 0; joint < kJointCount; ++joint)
        pose.parent_from_joint[joint].rotation =
            rotation_from_euler_xyz(stance.degrees[joint] * kPi / 180.0);
    plant_legs(skeleton, stance, pose);
    return pose;
}

Clip start_clip(std::string name) {
    Clip clip{.name = std::move(name), .channels = {Channel{}}};
    clip.channels.front().path = ChannelPath::Translation;
    clip.channels.front().target = kHips;
    for (std::size_t joint = 0; joint < kJointCount; ++joint) {
        clip.channels.emplace_back();
        clip.channels.back().target = joint;
    }
    return clip;
}

void add_key(Clip& clip, double seconds, const Pose& pose) {
    for (Channel& channel : clip.channels) {
        const Transform& joint = pose.parent_from_joint[channel.target];
        channel.times.push_back(static_cast<float>(seconds));
        const auto add = [&](double value) { channel.values.push_back(static_cast<float>(value)); };
        if (channel.path == ChannelPath::Translation) {
            for (const double value : joint.translation)
                add(value);
        } else {
            for (const double value : joint.rotation.coeffs())
                add(value);
        }
    }
}

double swing(double phase, double cycles, double lag) {
    return std::sin(2.0 * kPi * (cycles * phase - lag));
}

}  // namespace isoskin::scenes::creature
