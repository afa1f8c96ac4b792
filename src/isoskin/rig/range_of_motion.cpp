#include "isoskin/rig/range_of_motion.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace isoskin {
namespace {

// Where the bone of a joint goes, in the joint's own frame: to the mean of its children, or on from
// its parent; a joint with neither has no bone and turns about its own axes.
Vec3d bone_direction(const Skeleton& skeleton, std::span<const JointIndex> joints,
                     JointIndex joint) {
    Vec3d sum = Vec3d::Zero();
    for (const JointIndex other : joints)
        if (skeleton.joints()[other].parent == std::size_t{joint})
            sum += skeleton.joints()[other].parent_from_joint.translation;
    if (sum.norm() > 0.0) return sum.normalized();
    const Transform& stored = skeleton.joints()[joint].parent_from_joint;
    const Vec3d onward = stored.rotation.inverse() * stored.translation;
    return onward.norm() > 0.0 ? Vec3d(onward.normalized()) : Vec3d(Vec3d::UnitX());
}

struct Swing {
    Vec3d axis = Vec3d::UnitX();  // in the joint's frame
    double angle = 0.0;
};

std::array<Swing, 6> swings_of(const Vec3d& bone, const RangeOfMotion& range) {
    const Vec3d across = bone.unitOrthogonal();
    const Vec3d other = bone.cross(across);
    return {{{across, range.bend},
             {across, -range.bend},
             {other, range.bend},
             {other, -range.bend},
             {bone, range.twist},
             {bone, -range.twist}}};
}

void add_key(double time, const Quatd& rotation, Channel& channel) {
    channel.times.push_back(static_cast<float>(time));
    for (const double value : {rotation.x(), rotation.y(), rotation.z(), rotation.w()})
        channel.values.push_back(static_cast<float>(value));
}

}  // namespace

Clip range_of_motion(const Character& character, const RangeOfMotion& range) {
    Clip clip{.name = "range of motion", .channels = {}};
    const auto joints = skin_joints(character);
    const int steps =
        std::max(2, static_cast<int>(std::lround(range.seconds_per_swing * range.keys_per_second)));
    double start = 0.0;
    for (const JointIndex joint : joints) {
        const Quatd stored = character.skeleton.joints()[joint].parent_from_joint.rotation;
        Channel channel{.path = ChannelPath::Rotation, .target = joint, .times = {}, .values = {}};
        add_key(start, stored, channel);
        for (const Swing& swing :
             swings_of(bone_direction(character.skeleton, joints, joint), range)) {
            for (int step = 1; step <= steps; ++step) {
                const double t = static_cast<double>(step) / steps;
                const double ease = std::pow(std::sin(kPi * t), 2);
                const Quatd turn(Eigen::AngleAxisd(ease * swing.angle, swing.axis));
                add_key(start + t * range.seconds_per_swing, stored * turn, channel);
            }
            start += range.seconds_per_swing;
        }
        clip.channels.push_back(std::move(channel));
    }
    return clip;
}

}  // namespace isoskin
