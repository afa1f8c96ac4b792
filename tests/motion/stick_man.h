#pragma once

#include <cmath>
#include <functional>
#include <map>

#include "isoskin/io/bvh.h"
#include "isoskin/io/bvh_character.h"
#include "isoskin/motion/retarget.h"

/// A body of sticks that moves, and the same motion as other producers would have written it.
namespace isoskin {

namespace stick_man_detail {

struct StickJoint {
    const char* name;
    int parent;
    Vec3d offset;
};

inline std::vector<StickJoint> joints() {
    std::vector<StickJoint> list{{"Hips", -1, {0, 0, 0}},  {"Spine", 0, {0, 10, 0}},
                                 {"Chest", 1, {0, 20, 0}}, {"Neck", 2, {0, 22, 0}},
                                 {"Head", 3, {0, 8, 1}},   {"", 4, {0, 16, 0}}};
    for (const double side : {1.0, -1.0}) {
        const bool left = side > 0.0;
        const auto at = static_cast<int>(list.size());
        list.insert(list.end(), {{left ? "LeftShoulder" : "RightShoulder", 2, {side * 3, 18, 0}},
                                 {left ? "LeftArm" : "RightArm", at, {side * 14, 1, -1}},
                                 {left ? "LeftForeArm" : "RightForeArm", at + 1, {side * 27, 0, 0}},
                                 {left ? "LeftHand" : "RightHand", at + 2, {side * 25, 0, 0}},
                                 {"", at + 3, {side * 14, 0, 0}}});
        const auto leg = static_cast<int>(list.size());
        list.insert(list.end(), {{left ? "LeftUpLeg" : "RightUpLeg", 0, {side * 9, -4, 0}},
                                 {left ? "LeftLeg" : "RightLeg", leg, {side * 1, -41, 0}},
                                 {left ? "LeftFoot" : "RightFoot", leg + 1, {0, -40, -1}},
                                 {left ? "LeftToeBase" : "RightToeBase", leg + 2, {0, -6, 13}},
                                 {"", leg + 3, {0, 0, 7}}});
    }
    return list;
}

// Degrees of the joint's turns about z, x and y at `phase`: a dance with all limbs.
inline Vec3d turns(const std::string& name, double phase) {
    const double s = std::sin(phase);
    const double c = std::cos(phase);
    const double side = name.rfind("Left", 0) == 0 ? 1.0 : -1.0;
    const std::string part = name.substr(side > 0.0 ? 4 : name.rfind("Right", 0) == 0 ? 5 : 0);
    if (name == "Hips") return {5 * s, 4 * c, 25 * s};
    if (name == "Spine") return {3 * c, 6, 8 * s};
    if (name == "Chest") return {2 * s, 5 * s, 10 * c};
    if (name == "Head") return {0, 10 * s, 20 * c};
    if (part == "Shoulder") return {4 * side * s, 0, 3 * side};
    if (part == "Arm") return {side * (-50 + 25 * s), 15 * c, side * 20 * s};
    if (part == "ForeArm") return {0, 20 * s, side * (-50 - 30 * c)};
    if (part == "Hand") return {10 * side * s, 30 * c, 0};
    if (part == "UpLeg") return {side * 4, side * 25 * s - 10, side * 6};
    if (part == "Leg") return {0, 25 - side * 20 * s, 0};
    if (part == "Foot") return {0, -10 + 8 * side * s, 0};
    return Vec3d::Zero();
}

}  // namespace stick_man_detail

/// Thirty frames in T pose at rest, y up, centimetres, channels z x y.
inline BvhFile stick_man_motion() {
    BvhFile bvh;
    bvh.frame_count = 30;
    bvh.frame_time = 1.0 / 30.0;
    for (const auto& stick : stick_man_detail::joints()) {
        BvhJoint& joint = bvh.joints.emplace_back();
        joint.offset = stick.offset;
        if (stick.parent >= 0) joint.parent = static_cast<std::size_t>(stick.parent);
        joint.end_site = *stick.name == 0;
        joint.name = joint.end_site ? bvh.joints[*joint.parent].name + " end" : stick.name;
        if (joint.end_site) continue;
        joint.first_channel = bvh.channel_count;
        using C = BvhChannel;
        if (stick.parent < 0) joint.channels = {C::PositionX, C::PositionY, C::PositionZ};
        joint.channels.insert(joint.channels.end(), {C::RotationZ, C::RotationX, C::RotationY});
        bvh.channel_count += joint.channels.size();
    }
    for (std::size_t frame = 0; frame < bvh.frame_count; ++frame) {
        const double phase = 2.0 * kPi * static_cast<double>(frame) / 30.0;
        for (const BvhJoint& joint : bvh.joints) {
            if (joint.end_site) continue;
            if (!joint.parent)
                for (const double c :
                     {10 * std::sin(phase), 90.0, 2.0 * static_cast<double>(frame)})
                    bvh.values.push_back(c);
            for (const double c : stick_man_detail::turns(joint.name, phase))
                bvh.values.push_back(c);
        }
    }
    return bvh;
}

/// The motion with every joint's local turn and the root's place made anew, in the given order of
/// axes (0 x, 1 y, 2 z).
inline BvhFile rewrite(const BvhFile& bvh, const std::array<int, 3>& order,
                       const std::function<Quatd(std::size_t, const Quatd&)>& turn,
                       const std::function<Vec3d(const Vec3d&)>& place) {
    BvhFile made = bvh;
    made.values.clear();
    for (BvhJoint& joint : made.joints)
        for (std::size_t i = 0; i < 3 && !joint.end_site; ++i)
            joint.channels[joint.channels.size() - 3 + i] = static_cast<BvhChannel>(3 + order[i]);
    for (std::size_t frame = 0; frame < bvh.frame_count; ++frame)
        for (std::size_t i = 0; i < bvh.joints.size(); ++i) {
            if (bvh.joints[i].end_site) continue;
            const Transform local = local_transform(bvh, i, frame);
            if (!bvh.joints[i].parent)
                for (const double c : place(local.translation))
                    made.values.push_back(c);
            const Vec3d angles = turn(i, local.rotation)
                                     .toRotationMatrix()
                                     .eulerAngles(order[0], order[1], order[2]);
            for (const double c : angles)
                made.values.push_back(c * 180.0 / kPi);
        }
    return made;
}

inline constexpr std::array<int, 3> kZxy{2, 0, 1};

/// The same motion over another rest pose: each joint is turned by `rest[j]` in the pose that has
/// no turns.
inline BvhFile with_rest(const BvhFile& bvh, const std::vector<Quatd>& rest) {
    BvhFile made = rewrite(
        bvh, kZxy,
        [&](std::size_t i, const Quatd& local) -> Quatd {
            const auto parent = bvh.joints[i].parent;
            return (parent ? rest[*parent] : Quatd::Identity()) * local * rest[i].conjugate();
        },
        [](const Vec3d& p) { return p; });
    for (BvhJoint& joint : made.joints)
        if (joint.parent) joint.offset = rest[*joint.parent] * joint.offset;
    return made;
}

/// Arms turned down from T by so many degrees: 45 is an A pose, 90 an I pose.
inline BvhFile with_arms_down(const BvhFile& bvh, double degrees) {
    std::vector<Quatd> rest(bvh.joints.size(), Quatd::Identity());
    for (std::size_t i = 0; i < rest.size(); ++i) {
        const std::string& name = bvh.joints[i].name;
        const double side = name.rfind("Left", 0) == 0 ? -1.0 : 1.0;
        if (name.find("Arm") != std::string::npos)
            rest[i] = Eigen::AngleAxisd(side * degrees * kPi / 180.0, Vec3d::UnitZ());
        else if (bvh.joints[i].parent)
            rest[i] = rest[*bvh.joints[i].parent];
    }
    return with_rest(bvh, rest);
}

/// Every bone along y when nothing is turned, with a roll of its own.
inline BvhFile with_bones_along_y(const BvhFile& bvh) {
    std::vector<Quatd> rest(bvh.joints.size(), Quatd::Identity());
    for (std::size_t i = 0; i < rest.size(); ++i)
        for (std::size_t child = i + 1; child < rest.size(); ++child)
            if (bvh.joints[child].parent == i && bvh.joints[child].offset.norm() > 1e-6) {
                rest[i] = Eigen::AngleAxisd(0.7 * static_cast<double>(i), Vec3d::UnitY()) *
                          Quatd::FromTwoVectors(bvh.joints[child].offset, Vec3d::UnitY());
                break;
            }
    return with_rest(bvh, rest);
}

inline BvhFile with_unit(BvhFile bvh, double factor) {
    bvh = rewrite(
        bvh, kZxy, [](std::size_t, const Quatd& q) { return q; },
        [&](const Vec3d& p) -> Vec3d { return factor * p; });
    for (BvhJoint& joint : bvh.joints)
        joint.offset *= factor;
    return bvh;
}

inline BvhFile with_channel_order(const BvhFile& bvh, const std::array<int, 3>& order) {
    return rewrite(
        bvh, order, [](std::size_t, const Quatd& q) { return q; },
        [](const Vec3d& p) { return p; });
}

/// z up, the body facing -y.
inline BvhFile with_z_up(BvhFile bvh) {
    const Quatd up(Eigen::AngleAxisd(kPi / 2.0, Vec3d::UnitX()));
    bvh = rewrite(
        bvh, kZxy, [&](std::size_t, const Quatd& q) -> Quatd { return up * q * up.conjugate(); },
        [&](const Vec3d& p) -> Vec3d { return up * p; });
    for (BvhJoint& joint : bvh.joints)
        joint.offset = up * joint.offset;
    return bvh;
}

inline BvhFile with_names(BvhFile bvh, const std::map<std::string, std::string>& names) {
    for (BvhJoint& joint : bvh.joints)
        if (const auto found = names.find(joint.name); found != names.end())
            joint.name = found->second;
    return bvh;
}

inline BvhFile without_names(BvhFile bvh) {
    std::size_t number = 0;
    for (BvhJoint& joint : bvh.joints)
        joint.name = "Q" + std::to_string(number++);
    return bvh;
}

inline Character stick_man(const BvhFile& bvh) {
    return character_from_bvh(bvh, {}, "stick man").value();
}

/// Where all vertices of a character are, by plain linear skinning.
inline std::vector<Vec3d> surface_at(const Character& character, const Clip& clip, double time) {
    const Pose pose = clip_pose(character, clip, time);
    std::vector<Affine> model(character.skeleton.joint_count());
    compute_model_pose(character.skeleton, pose.parent_from_joint, model);
    std::vector<Vec3d> points;
    for (const SkinnedMesh& mesh : character.meshes) {
        std::vector<Affine> palette(mesh.skin.joints.size());
        compute_palette(mesh.skin, model, palette);
        for (std::size_t v = 0; v < mesh.mesh.positions.size(); ++v) {
            Vec3d point = Vec3d::Zero();
            for (const Influence& influence : mesh.weights.row(v))
                point += influence.weight *
                         (palette[influence.slot] * mesh.mesh.positions[v].cast<double>());
            points.push_back(point);
        }
    }
    return points;
}

/// The largest distance of two surfaces over the motion, as a share of the character's height.
inline double largest_difference(const Character& character, const Clip& a, const Clip& b) {
    double largest = 0.0;
    double height = 0.0;
    const double duration = std::max(a.duration(), b.duration());
    for (const double share : {0.0, 0.2, 0.45, 0.7, 0.9}) {
        const auto one = surface_at(character, a, share * duration);
        const auto other = surface_at(character, b, share * duration);
        double low = one[0].y();
        double high = low;
        for (std::size_t i = 0; i < one.size(); ++i) {
            largest = std::max(largest, (one[i] - other[i]).norm());
            low = std::min(low, one[i].y());
            high = std::max(high, one[i].y());
        }
        height = std::max(height, high - low);
    }
    return largest / height;
}

}  // namespace isoskin
