#include "isoskin/rig/pose.h"

#include <cassert>

namespace isoskin {

Pose stored_pose(const Skeleton& skeleton) {
    Pose pose;
    pose.parent_from_joint.reserve(skeleton.joint_count());
    for (const Joint& joint : skeleton.joints())
        pose.parent_from_joint.push_back(joint.parent_from_joint);
    return pose;
}

void compute_model_pose(const Skeleton& skeleton, std::span<const Transform> parent_from_joint,
                        std::span<Affine> model_from_joint) {
    const auto joints = skeleton.joints();
    assert(parent_from_joint.size() == joints.size());
    assert(model_from_joint.size() == joints.size());

    for (std::size_t i = 0; i < joints.size(); ++i) {
        const Affine local = to_affine(parent_from_joint[i]);
        const auto parent = joints[i].parent;
        model_from_joint[i] = parent ? model_from_joint[*parent] * local : local;
    }
}

}  // namespace isoskin
