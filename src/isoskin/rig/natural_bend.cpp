#include "isoskin/rig/natural_bend.h"

namespace isoskin {
namespace {

constexpr double kNoBend = 1e-2;     // sine of a bend that says nothing about its side
constexpr int kMomentsPerClip = 8;   // enough to meet a step of a walk bent
constexpr double kFootAcross = 0.3;  // sine to the shin from which a foot points somewhere

std::vector<Affine> model_of(const Character& character, const Pose& pose) {
    std::vector<Affine> model(character.skeleton.joint_count());
    compute_model_pose(character.skeleton, pose.parent_from_joint, model);
    return model;
}

// Of directions in model space what the parent of a joint sees.
Vec3d seen_by_parent(const Skeleton& skeleton, std::span<const Affine> model, JointIndex joint,
                     const Vec3d& direction) {
    const auto parent = skeleton.joints()[joint].parent;
    if (!parent) return direction;
    return to_transform(model[*parent]).rotation.conjugate() * direction;
}

// Axis of the bend at every inner joint, as long as its sine.
void add_bends(const Character& character, const IkChain& chain, const Pose& pose,
               std::span<Vec3d> sums) {
    const auto model = model_of(character, pose);
    const auto place = [&](std::size_t k) { return Vec3d(model[chain.joints[k]].translation()); };
    for (std::size_t k = 1; k + 1 < chain.joints.size(); ++k) {
        const Vec3d before = place(k) - place(k - 1);
        const Vec3d after = place(k + 1) - place(k);
        const Vec3d axis = before.cross(after);
        if (!(axis.norm() > kNoBend * before.norm() * after.norm())) continue;
        sums[k - 1] += seen_by_parent(character.skeleton, model, chain.joints[k],
                                      axis / (before.norm() * after.norm()));
    }
}

// Where the child of the last joint lies, as the toes do of an ankle; zero: nowhere in particular.
Vec3d foot_direction(const Skeleton& skeleton, std::span<const Affine> model, JointIndex ankle) {
    Vec3d farthest = Vec3d::Zero();
    for (std::size_t j = 0; j < skeleton.joint_count(); ++j) {
        if (skeleton.joints()[j].parent != ankle) continue;
        const Vec3d way = model[j].translation() - model[ankle].translation();
        if (way.norm() > farthest.norm()) farthest = way;
    }
    return farthest;
}

Vec3d knee_axis(const Character& character, const IkChain& chain) {
    const auto model = model_of(character, stored_pose(character));
    const Vec3d limb = model[chain.joints[2]].translation() - model[chain.joints[0]].translation();
    const Vec3d foot = foot_direction(character.skeleton, model, chain.joints[2]);
    const Vec3d axis = foot.cross(limb);
    if (!(axis.norm() > kFootAcross * foot.norm() * limb.norm())) return Vec3d::Zero();
    return seen_by_parent(character.skeleton, model, chain.joints[1], axis.normalized());
}

}  // namespace

std::vector<Vec3d> natural_bends(const Character& character, const IkChain& chain) {
    if (chain.joints.size() < 3) return {};
    std::vector<Vec3d> bends(chain.joints.size() - 2, Vec3d::Zero());
    add_bends(character, chain, stored_pose(character), bends);
    for (const Clip& clip : character.clips)
        for (int i = 0; i < kMomentsPerClip; ++i)
            add_bends(character, chain,
                      clip_pose(character, clip, clip.duration() * i / kMomentsPerClip), bends);
    for (Vec3d& bend : bends)
        bend = bend.norm() > kNoBend ? Vec3d(bend.normalized()) : Vec3d(Vec3d::Zero());
    if (bends.size() == 1 && bends[0].isZero()) bends[0] = knee_axis(character, chain);
    return bends;
}

}  // namespace isoskin
