#include "isoskin/volume/pose_loss.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>

#include "isoskin/base/parallel.h"
#include "isoskin/math/turn_about.h"
#include "isoskin/volume/twist_profile.h"

namespace isoskin {
namespace {

constexpr double kStill = 1e-9;  // relative motion below this is rounding of the pose

// Of what a twist loses, about so much is left to its joint's bend when its own targets have done
// their part.
constexpr double kLeftOfTwist = 0.25;

// Joints that turned and happen to lose nothing there still take a part in the closing, as if they
// lost so much of what such a turn may take.
constexpr double kOfUsual = 0.5;

bool is_still(const PartModel& part, std::size_t node, const Affine& motion) {
    const Vec3d& pivot = part.limbs[node].pivot;
    return (motion.linear() - Mat3d::Identity()).cwiseAbs().maxCoeff() < kStill &&
           (motion * pivot - pivot).norm() < kStill * part.size;
}

// The rotation nearest to a motion that may scale.
Quatd rotation_of(const Affine& motion) {
    const Mat3d linear = motion.linear();
    if ((linear.transpose() * linear - Mat3d::Identity()).cwiseAbs().maxCoeff() < 1e-6)
        return Quatd(linear).normalized();
    return to_transform(motion).rotation;
}

// Finds joints whose turn is undone past a loose neighbour, or shared by it.
void find_countered(const VolumeTree& tree, std::span<JointLoss> losses) {
    const auto counter = [](JointLoss& loss, double share, double apart) {
        loss.countered =
            std::max(loss.countered, share * std::clamp(1.0 - apart / loss.turn, 0.0, 1.0));
    };
    for (const auto& pair : tree.loose_pairs) {
        JointLoss& first = losses[pair.first];
        JointLoss& second = losses[pair.second];
        if (!(first.turn > 0.0) || !(second.turn > 0.0)) continue;
        const Quatd between = pair.kin == VolumeTree::LoosePair::Kin::Siblings
                                  ? first.rotation.conjugate() * second.rotation
                                  : first.rotation * second.rotation;
        const double apart = between.vec().squaredNorm();
        counter(first, pair.share, apart);
        counter(second, pair.share, apart);
    }
}

// Adds what `volume` asks of a bend, and of those who share its losses.
void put_back(std::span<const CorrectionTarget> targets, std::size_t bend, double volume,
              std::span<double> weights) {
    if (targets[bend].shares.empty()) weights[bend] += volume / targets[bend].gain;
    for (const auto& [helper, share] : targets[bend].shares)
        if (targets[helper].gain > 0.0)  // run-time data is not ours to trust
            weights[helper] += share * volume / targets[helper].gain;
}

}  // namespace

bool has_twists(std::span<const CorrectionTarget> targets, std::size_t bend) {
    const std::size_t next = bend + 1;
    return next < targets.size() && targets[next].node == targets[bend].node &&
           !targets[next].map.empty();
}

bool moves(std::span<const JointLoss> losses) {
    return std::any_of(losses.begin(), losses.end(),
                       [](const JointLoss& loss) { return loss.moved; });
}

PoseLoss::PoseLoss(const PartModel& part) {
    if (part.node_count() < 2) return;
    const TrianglesOfPoints triangles(part);
    std::vector<std::optional<JointVolume>> made(part.node_count() - 1);
    parallel_chunks(made.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k)
            made[k].emplace(part, triangles, k + 1);
    });
    for (auto& volume : made)
        volume_.push_back(*std::move(volume));
}

void PoseLoss::compute(const PartModel& part, std::span<const Affine> palette,
                       std::span<JointLoss> losses) const {
    assert(losses.size() == part.node_count());
    if (losses.empty()) return;
    losses[0] = {};
    for (std::size_t node = 1; node < part.node_count(); ++node) {
        const auto& entry = part.tree.nodes[node];
        const Affine motion =
            palette[part.tree.nodes[entry.parent].slot].inverse() * palette[entry.slot];
        losses[node] = of_node(part, node, motion);
    }
    find_countered(part.tree, losses);
}

JointLoss PoseLoss::of_node(const PartModel& part, std::size_t node,
                            const Affine& parent_from_node) const {
    JointLoss loss;
    if (is_still(part, node, parent_from_node)) return loss;
    const JointVolume& volume = volume_[node - 1];
    const Affine scale = relative_scale(part.tree, node, parent_from_node);
    const bool is_scaled = !scale.linear().isIdentity(0.0);
    const double target = is_scaled ? volume(scale) : volume.at_rest();
    loss.rotation = rotation_of(parent_from_node);
    const SwingTwist parts = split_swing(loss.rotation, part.limbs[node].axis);
    loss.turn = loss.rotation.vec().squaredNorm();
    loss.moved = true;
    loss.twist = thinning_twist(parts);
    loss.total = target - volume(parent_from_node);
    const LimbFrame& limb = part.limbs[node];
    loss.bend = target - volume(parent_from_node * turn_about(limb.pivot, limb.axis, -parts.twist));
    return loss;
}

Index find_singular(const PartModel& part, std::span<const Affine> palette) {
    for (std::size_t node = 0; node < part.node_count(); ++node) {
        const Mat3d linear = palette[part.tree.nodes[node].slot].linear();
        const double size = linear.cwiseAbs().maxCoeff();
        if (!(std::abs(linear.determinant()) > 1e-12 * size * size * size))
            return static_cast<Index>(node);
    }
    return kNoIndex;
}

double asked_of_bend(std::span<const CorrectionTarget> targets, std::size_t bend,
                     const JointLoss& loss) {
    const double left = has_twists(targets, bend) ? kLeftOfTwist : 1.0;
    return loss.bend + left * (loss.total - loss.bend);
}

void guess_weights(std::span<const CorrectionTarget> targets, std::span<const JointLoss> losses,
                   std::span<double> weights) {
    assert(weights.size() == targets.size());
    std::fill(weights.begin(), weights.end(), 0.0);
    Index twisted = kNoIndex;  // the joint whose twist is known
    TwistNumbers twist{};
    for (std::size_t k = 0; k < targets.size(); ++k) {
        const CorrectionTarget& target = targets[k];
        const JointLoss& loss = losses[target.node];
        if (!loss.moved || target.map.empty()) continue;
        if (target.role == CorrectionTarget::Role::Twist) {
            if (twisted != target.node) twist = twist_weights(loss.twist, loss.countered);
            twisted = target.node;
            weights[k] = twist[static_cast<std::size_t>(target.profile)];
            continue;
        }
        if (target.gain > 0.0) put_back(targets, k, asked_of_bend(targets, k, loss), weights);
    }
}

void guess_growth(std::span<const CorrectionTarget> targets, std::span<const JointLoss> losses,
                  std::span<double> growth) {
    assert(growth.size() == targets.size());
    std::fill(growth.begin(), growth.end(), 0.0);
    for (std::size_t k = 0; k < targets.size(); ++k) {
        const CorrectionTarget& target = targets[k];
        const JointLoss& loss = losses[target.node];
        if (target.role != CorrectionTarget::Role::Bend || !(target.gain > 0.0) || !loss.moved)
            continue;
        const double asked = asked_of_bend(targets, k, loss);
        put_back(targets, k, std::hypot(asked, kOfUsual * target.usual_loss * loss.turn), growth);
    }
}

}  // namespace isoskin
