// The rig, the pose, inverse kinematics, clips and time.
#include <cmath>

#include "isoskin/rig/clip_edit.h"
#include "json_text.h"
#include "session.h"

namespace isoskin::wasm {
namespace {

constexpr std::size_t kMostKeysListed = 512;

std::vector<Affine> model_pose(const Document& document) {
    std::vector<Affine> model(document.character().skeleton.joint_count());
    compute_model_pose(document.character().skeleton, document.pose().parent_from_joint, model);
    return model;
}

Transform transform_of(const double* n) {
    Transform t;
    t.translation = {n[0], n[1], n[2]};
    t.rotation = Quatd(n[6], n[3], n[4], n[5]);
    t.scale = {n[7], n[8], n[9]};
    return t;
}

bool is_finite(const double* numbers, int count) {
    for (int i = 0; i < count; ++i)
        if (!std::isfinite(numbers[i])) return false;
    return true;
}

// The inverse of `rotation_from_euler_xyz`: Rz·Ry·Rx.
Vec3d euler_xyz_of(const Quatd& rotation) {
    const Mat3d R = rotation.normalized().toRotationMatrix();
    const double y = std::asin(std::clamp(-R(2, 0), -1.0, 1.0));
    if (std::abs(R(2, 0)) > 1.0 - 1e-12) return {0.0, y, std::atan2(-R(0, 1), R(1, 1))};
    return {std::atan2(R(2, 1), R(2, 2)), y, std::atan2(R(1, 0), R(0, 0))};
}

// Per joint: how many vertices follow it, if only a little.
std::vector<std::size_t> followers_of(const Character& character) {
    std::vector<std::size_t> counts(character.skeleton.joint_count(), 0);
    for (const SkinnedMesh& mesh : character.meshes)
        for (std::size_t vertex = 0; vertex < mesh.weights.vertex_count(); ++vertex)
            for (const Influence& influence : mesh.weights.row(vertex))
                if (influence.weight > 0.0F && influence.slot < mesh.skin.joints.size())
                    ++counts[mesh.skin.joints[influence.slot]];
    return counts;
}

std::vector<int> depths_of(const Skeleton& skeleton) {
    std::vector<int> depths;
    for (const Joint& joint : skeleton.joints())
        depths.push_back(joint.parent ? depths[*joint.parent] + 1 : 0);
    return depths;
}

}  // namespace
}  // namespace isoskin::wasm

using namespace isoskin;
using namespace isoskin::wasm;

ISOSKIN_EXPORT int isoskin_joints() {
    return with_document([](Document& document) -> Status {
        const Skeleton& skeleton = document.character().skeleton;
        const auto depths = depths_of(skeleton);
        const auto skinned = document.skin_joints();
        const auto followers = followers_of(document.character());
        json list = json::array();
        for (std::size_t j = 0; j < skeleton.joint_count(); ++j) {
            const Joint& joint = skeleton.joints()[j];
            list.push_back({{"name", joint.name},
                            {"parent", joint.parent ? static_cast<int>(*joint.parent) : -1},
                            {"skinned", std::binary_search(skinned.begin(), skinned.end(), j)},
                            {"vertices", followers[j]},
                            {"depth", depths[j]}});
        }
        answer(list);
        return Done{};
    });
}

ISOSKIN_EXPORT const float* isoskin_joint_positions() {
    Session& here = session();
    with_document([&](Document& document) -> Status {
        here.joint_positions.clear();
        for (const Affine& joint : model_pose(document))
            for (int axis = 0; axis < 3; ++axis)
                here.joint_positions.push_back(static_cast<float>(joint.translation()[axis]));
        return Done{};
    });
    return here.joint_positions.data();
}

ISOSKIN_EXPORT const float* isoskin_joint_matrices() {
    Session& here = session();
    with_document([&](Document& document) -> Status {
        here.joint_matrices.clear();
        for (const Affine& joint : model_pose(document))
            for (int column = 0; column < 4; ++column)
                for (int row = 0; row < 4; ++row)
                    here.joint_matrices.push_back(static_cast<float>(joint.matrix()(row, column)));
        return Done{};
    });
    return here.joint_matrices.data();
}

ISOSKIN_EXPORT int isoskin_joint_transform(int joint) {
    return with_joint(joint, [](Document& document, JointIndex index) -> Status {
        const Transform t = document.pose().parent_from_joint[index];
        session().numbers = {
            t.translation.x(), t.translation.y(), t.translation.z(), t.rotation.x(), t.rotation.y(),
            t.rotation.z(),    t.rotation.w(),    t.scale.x(),       t.scale.y(),    t.scale.z()};
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_set_joint(int joint, const double* numbers) {
    return with_joint(joint, [&](Document& document, JointIndex index) -> Status {
        Transform t = transform_of(numbers);
        if (!is_finite(numbers, 10) || !(t.rotation.norm() > 1e-9))
            return usage_error("a joint needs finite numbers to go to");
        t.rotation.normalize();
        document.set_joint(index, t);
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_rotate_joint(int joint, double x, double y, double z) {
    return with_joint(joint, [&](Document& document, JointIndex index) -> Status {
        const Vec3d degrees(x, y, z);
        if (!degrees.allFinite()) return usage_error("a joint turns by finite angles only");
        document.rotate_joint(index, degrees * kPi / 180.0);
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_joint_angles(int joint) {
    return with_joint(joint, [](Document& document, JointIndex index) -> Status {
        const Quatd stored =
            document.character().skeleton.joints()[index].parent_from_joint.rotation;
        const Quatd now = document.pose().parent_from_joint[index].rotation;
        const Vec3d degrees = euler_xyz_of(stored.conjugate() * now) * 180.0 / kPi;
        session().numbers = {degrees.x(), degrees.y(), degrees.z()};
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_reset_joint(int joint) {
    return with_joint(joint, [](Document& document, JointIndex index) -> Status {
        document.reset_joint(index);
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_reset_pose() {
    return with_document([](Document& document) -> Status {
        document.reset_pose();
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_edited_joints() {
    return with_document([](Document& document) -> Status {
        session().numbers.clear();
        for (const auto& [joint, transform] : document.playhead().edited)
            session().numbers.push_back(joint);
        return Done{};
    });
}

/// `pole` may be null. Numbers: 1 if reached, and the distance left.
ISOSKIN_EXPORT int isoskin_pull(int joint, const double* target, const double* pole, int chain) {
    return with_joint(joint, [&](Document& document, JointIndex index) -> Status {
        if (!is_finite(target, 3) || (pole != nullptr && !is_finite(pole, 3)))
            return usage_error("a joint is pulled to finite places only");
        IkTarget goal{.position = {target[0], target[1], target[2]}, .pole = {}};
        if (pole != nullptr) goal.pole = Vec3d(pole[0], pole[1], pole[2]);
        const IkReport report =
            document.pull(index, goal, static_cast<std::size_t>(std::max(chain, 0)));
        session().numbers = {report.reached ? 1.0 : 0.0, report.distance};
        return Done{};
    });
}

/// Numbers: the joints that turn when this one is pulled, from the root of its limb, and itself.
ISOSKIN_EXPORT int isoskin_limb(int joint) {
    return with_joint(joint, [](Document& document, JointIndex index) -> Status {
        const IkChain limb = limb_of(document.character().skeleton, document.skin_joints(), index);
        session().numbers.assign(limb.joints.begin(), limb.joints.end());
        return Done{};
    });
}

/// How far a joint may turn from the stored pose; below 0: freely.
ISOSKIN_EXPORT int isoskin_set_limit(int joint, double degrees) {
    return with_joint(joint, [&](Document& document, JointIndex index) -> Status {
        if (!std::isfinite(degrees)) return usage_error("a limit is a finite angle");
        document.set_limit(index, degrees < 0.0 ? std::optional<double>{}
                                                : std::optional<double>(degrees * kPi / 180.0));
        return Done{};
    });
}

/// Numbers: joint and degrees of each limit in turn.
ISOSKIN_EXPORT int isoskin_limits() {
    return with_document([](Document& document) -> Status {
        session().numbers.clear();
        for (const auto& [joint, angle] : document.limits())
            session().numbers.insert(session().numbers.end(),
                                     {static_cast<double>(joint), angle * 180.0 / kPi});
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_nearest_joint(double x, double y, double z) {
    return with_document([&](Document& document) -> Status {
        const auto model = model_pose(document);
        JointIndex nearest = 0;
        double least = std::numeric_limits<double>::infinity();
        for (const JointIndex joint : document.skin_joints()) {
            const double distance = (model[joint].translation() - Vec3d(x, y, z)).norm();
            if (!(distance < least)) continue;
            least = distance;
            nearest = joint;
        }
        session().numbers = {static_cast<double>(nearest)};
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_clips() {
    return with_document([](Document& document) -> Status {
        json list = json::array();
        for (const Clip& clip : document.character().clips)
            list.push_back({{"name", clip.name},
                            {"duration", clip.duration()},
                            {"keys", key_times(clip, kMostKeysListed)}});
        answer(list);
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_clip() {
    const auto& document = session().document;
    return document && document->playhead().clip ? static_cast<int>(*document->playhead().clip)
                                                 : -1;
}

ISOSKIN_EXPORT int isoskin_set_clip(int index) {
    return with_document([&](Document& document) -> Status {
        if (index >= static_cast<int>(document.character().clips.size()))
            return usage_error("there is no clip " + std::to_string(index));
        if (index < 0)
            document.set_clip({});
        else
            document.set_clip(static_cast<std::size_t>(index));
        return Done{};
    });
}

ISOSKIN_EXPORT double isoskin_time() {
    return session().document ? session().document->playhead().time : 0.0;
}

ISOSKIN_EXPORT int isoskin_set_time(double seconds) {
    return with_document([&](Document& document) -> Status {
        document.set_time(seconds);
        return Done{};
    });
}

/// Moves on in time and wraps at the end of the clip (`loop` is 1) or stops there.
ISOSKIN_EXPORT double isoskin_advance(double seconds, int loop) {
    with_document([&](Document& document) -> Status {
        const double end = document.duration();
        double time = document.playhead().time + seconds;
        if (!(end > 0.0))
            time = 0.0;
        else if (loop != 0)
            time -= end * std::floor(time / end);
        else
            time = std::clamp(time, 0.0, end);
        document.set_time(time);
        return Done{};
    });
    return isoskin_time();
}

ISOSKIN_EXPORT int isoskin_key_pose() {
    return with_document([](Document& document) -> Status {
        document.key_pose();
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_remove_key(double time) {
    return with_document([&](Document& document) -> Status {
        document.remove_key(time);
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_new_clip(const char* name) {
    return with_document([&](Document& document) -> Status {
        document.begin_gesture(std::string("Add the clip ") + name);
        const std::size_t index = document.add_clip({.name = name, .channels = {}});
        document.set_clip(index);
        document.end_gesture();
        session().numbers = {static_cast<double>(index)};
        return Done{};
    });
}
