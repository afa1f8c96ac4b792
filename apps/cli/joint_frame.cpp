#include "joint_frame.h"

#include <algorithm>
#include <cassert>
#include <vector>

namespace isoskin::cli {
namespace {

constexpr float kSeen = 2.5F;  // half the box, in mean distances of flesh that blends at the joint

// Per joint, whether it is this one or one that it carries.
std::vector<char> carried_by(JointIndex joint, const Skeleton& skeleton) {
    std::vector<char> carried(skeleton.joint_count(), 0);
    carried[joint] = 1;
    for (std::size_t k = joint + 1; k < carried.size(); ++k) {
        const auto parent = skeleton.joints()[k].parent;
        if (parent && carried[*parent]) carried[k] = 1;
    }
    return carried;
}

float weight_of(const SkinnedMesh& mesh, std::size_t vertex, const std::vector<char>& carried) {
    float sum = 0.0F;
    for (const Influence& influence : mesh.weights.row(vertex))
        if (carried[mesh.skin.joints[influence.slot]]) sum += influence.weight;
    return std::min(sum, 1.0F);
}

/// Sums of distances from a joint: of vertices that follow it and what carries it, and of all that
/// follow it, where limbs are rigid up to the joint.
struct Flesh {
    double blending = 0.0, blending_distance = 0.0;
    double following = 0.0, following_distance = 0.0;

    void add(double weight, double distance) {
        const double blend = weight * (1.0 - weight);
        blending += blend;
        blending_distance += blend * distance;
        following += weight;
        following_distance += weight * distance;
    }
    double mean_distance() const {
        if (blending > 1e-3 * following) return blending_distance / blending;
        return following > 0.0 ? following_distance / following : 0.0;
    }
};

}  // namespace

Eigen::AlignedBox3f frame_joint(const Character& character, JointIndex joint,
                                std::span<const PosedMesh> posed,
                                std::span<const Affine> model_from_joint) {
    assert(posed.size() == character.meshes.size());
    const Vec3 at = model_from_joint[joint].translation().cast<float>();
    const std::vector<char> carried = carried_by(joint, character.skeleton);
    Flesh flesh;
    for (std::size_t m = 0; m < posed.size(); ++m)
        for (std::size_t vertex = 0; vertex < posed[m].positions.size(); ++vertex) {
            const float weight = weight_of(character.meshes[m], vertex, carried);
            if (weight > 0.0F) flesh.add(weight, (posed[m].positions[vertex] - at).norm());
        }
    const Vec3 half = Vec3::Constant(kSeen * static_cast<float>(flesh.mean_distance()));
    return half.x() > 0.0F ? Eigen::AlignedBox3f(at - half, at + half) : Eigen::AlignedBox3f();
}

}  // namespace isoskin::cli
