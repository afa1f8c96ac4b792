#include "isoskin/flesh/joint_range.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>

namespace isoskin {
namespace {

constexpr double kDegree = kPi / 180.0;
// Clips are looked at so often; what lies between is covered by the margin.
constexpr double kFramesPerSecond = 15.0;
constexpr int kMostFrames = 300;
// People bend a joint somewhat farther than its clips do, and back.
constexpr double kMargin = 1.2;
constexpr double kLeastBend = 30.0 * kDegree;
constexpr double kMostBend = 130.0 * kDegree;
// Below this a joint does not bend; below the second it bends like a hinge.
constexpr double kStillBend = 3.0 * kDegree;
constexpr double kHingeBend = 12.0 * kDegree;

std::array<Vec3d, 2> axes_across(const Vec3d& limb) {
    const Vec3d first = limb.unitOrthogonal();
    return {first, limb.cross(first)};
}

}  // namespace

std::vector<std::vector<Quatd>> rotations_in_clips(const Character& character,
                                                   const SkinnedMesh& mesh, const PartModel& part) {
    std::vector<std::vector<Quatd>> rotations(part.node_count());
    std::vector<Affine> model_from_joint(character.skeleton.joints().size());
    std::vector<Affine> palette(mesh.skin.joints.size());
    std::vector<Affine> motions(part.node_count());
    for (const Clip& clip : character.clips) {
        const int frames = std::clamp(
            static_cast<int>(std::ceil(clip.duration() * kFramesPerSecond)), 1, kMostFrames);
        for (int frame = 0; frame <= frames; ++frame) {
            const Pose pose = clip_pose(character, clip, clip.duration() * frame / frames);
            compute_model_pose(character.skeleton, pose.parent_from_joint, model_from_joint);
            compute_palette(mesh.skin, model_from_joint, palette);
            gather_motions(part.tree, palette, motions);
            for (std::size_t node = 1; node < part.node_count(); ++node) {
                const Affine& parent = motions[part.tree.nodes[node].parent];
                const Mat3d turn = (parent.inverse() * motions[node]).linear();
                if (turn.allFinite() && turn.determinant() > 0.0)
                    rotations[node].push_back(to_transform(Affine(turn)).rotation);
            }
        }
    }
    return rotations;
}

FleshRange range_covering(std::span<const Quatd> rotations, const Vec3d& limb) {
    SwingFunction plane;
    plane.limb = limb;
    plane.across = axes_across(limb);
    std::vector<Eigen::Vector2d> bends;
    Eigen::Matrix2d spread = Eigen::Matrix2d::Zero();
    for (const Quatd& rotation : rotations) {
        bends.push_back(bend_of(plane, rotation, split_swing(rotation, limb)));
        spread += bends.back() * bends.back().transpose();
    }
    const Eigen::Matrix2d axes =
        Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d>(spread).eigenvectors();
    FleshRange range;
    const Vec3d main = axes(0, 1) * plane.across[0] + axes(1, 1) * plane.across[1];
    range.across = {main, limb.cross(main)};
    const Eigen::Vector2d first = axes.col(1);
    const Eigen::Vector2d second(-first[1], first[0]);
    for (const Eigen::Vector2d& bend : bends) {
        range.extent[0] = std::max(range.extent[0], bend.dot(first));
        range.extent[1] = std::max(range.extent[1], -bend.dot(first));
        range.extent[2] = std::max(range.extent[2], bend.dot(second));
        range.extent[3] = std::max(range.extent[3], -bend.dot(second));
    }
    if (std::max(range.extent[0], range.extent[1]) < kStillBend) return {range.across, {}};
    const bool is_hinge = std::max(range.extent[2], range.extent[3]) < kHingeBend;
    for (std::size_t side = 0; side < 4; ++side)
        range.extent[side] = side >= 2 && is_hinge
                                 ? 0.0
                                 : std::clamp(kMargin * range.extent[side], kLeastBend, kMostBend);
    return range;
}

FleshRange range_of(double angle, const Vec3d& limb) {
    return {axes_across(limb), {angle, angle, angle, angle}};
}

}  // namespace isoskin
