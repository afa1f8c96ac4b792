#include "isoskin/volume/solve/pose_loss.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "isoskin/math/transform.h"

namespace isoskin {
namespace {

constexpr double kStill = 1e-9;  // relative motion below this is rounding of the pose

// Of what a twist loses, about so much is left to its joint's bend when its own targets have done
// their part.
constexpr double kLeftOfTwist = 0.25;

// Joints that turned and happen to lose nothing there still take a part in the closing, as if they
// lost so much of what such a turn may take.
constexpr double kOfMostLoss = 0.5;

bool is_still(const Mat3d& linear, const Vec3d& shift, double size) {
    return (linear - Mat3d::Identity()).cwiseAbs().maxCoeff() < kStill &&
           shift.cwiseAbs().maxCoeff() < kStill * size;
}

// Turns back about an axis by the twist of a motion.
Quatd untwist(const Vec3d& axis, const SwingTwist& motion) {
    const Vec3d vector = -motion.twist_sine * axis;
    return {motion.twist_cosine, vector.x(), vector.y(), vector.z()};
}

// Finds joints whose turn is undone past a loose neighbour, or shared by it.
void find_countered(std::span<const CorrectionTable::LoosePair> pairs,
                    std::span<JointLoss> losses) {
    const auto counter = [](JointLoss& loss, double share, double apart) {
        loss.countered =
            std::max(loss.countered, share * std::clamp(1.0 - apart / loss.turn, 0.0, 1.0));
    };
    for (const auto& pair : pairs) {
        JointLoss& first = losses[pair.first];
        JointLoss& second = losses[pair.second];
        if (!(first.turn > 0.0) || !(second.turn > 0.0)) continue;
        const Quatd between = pair.kin == CorrectionTable::LoosePair::Kin::Siblings
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
        weights[helper] += share * volume / targets[helper].gain;
}

// What simulated flesh does in this bend: its weights, and the loss it puts back, which is that of
// the bend within the samples.
void play_flesh(const CorrectionTable& table, const CorrectionTable::Joint& joint,
                JointLoss& loss) {
    const SwingFunction& function = *joint.flesh;
    const auto bend = held_bend(function, bend_of(function, loss.rotation, loss.motion));
    const Mat3d turn = turn_of(function, bend).toRotationMatrix();
    loss.fleshed =
        table.flesh_amount * (joint.volume.at_rest() - joint.volume.turned(turn, Vec3d::Zero()));
    loss.flesh = evaluate(function, bend);
    for (double& weight : loss.flesh)
        weight *= table.flesh_amount;
}

}  // namespace

bool moves(std::span<const JointLoss> losses) {
    return std::any_of(losses.begin(), losses.end(),
                       [](const JointLoss& loss) { return loss.moved; });
}

JointLoss loss_of_joint(const CorrectionTable& table, std::size_t node,
                        const Affine& parent_from_node) {
    JointLoss loss;
    const Vec3d& pivot = table.tree.nodes[node].pivot;
    const Mat3d linear = parent_from_node.linear();
    const Vec3d shift = parent_from_node * pivot - pivot;
    if (is_still(linear, shift, table.size)) return loss;
    const CorrectionTable::Joint& joint = table.joints[node];
    loss.moved = true;
    loss.scaled = !is_rotation(linear);
    loss.rotation =
        loss.scaled ? to_transform(parent_from_node).rotation : Quatd(linear).normalized();
    loss.turn = loss.rotation.vec().squaredNorm();
    loss.motion = split_swing(loss.rotation, joint.axis);

    const double target =
        loss.scaled
            ? joint.volume.moved(relative_scale(pivot, parent_from_node).linear(), Vec3d::Zero())
            : joint.volume.at_rest();
    const auto left_after = [&](const Quatd& turn) {
        return loss.scaled ? joint.volume.moved(linear * turn.toRotationMatrix(), shift)
                           : joint.volume.turned((loss.rotation * turn).toRotationMatrix(), shift);
    };
    loss.total = target - left_after(Quatd::Identity());
    loss.bend = std::abs(loss.motion.twist_sine) < kStill
                    ? loss.total
                    : target - left_after(untwist(joint.axis, loss.motion));
    if (joint.flesh) play_flesh(table, joint, loss);
    return loss;
}

void find_losses(const CorrectionTable& table, std::span<const Affine> motions,
                 std::span<JointLoss> losses) {
    assert(motions.size() == table.node_count() && losses.size() == motions.size());
    if (losses.empty()) return;
    losses[0] = {};
    for (std::size_t node = 1; node < motions.size(); ++node)
        losses[node] = loss_of_joint(
            table, node, motions[table.tree.nodes[node].parent].inverse() * motions[node]);
    find_countered(table.loose_pairs, losses);
}

Index find_singular(std::span<const Affine> motions) {
    for (std::size_t node = 0; node < motions.size(); ++node) {
        const auto linear = motions[node].linear();
        const double size = linear.cwiseAbs().maxCoeff();
        if (!(std::abs(linear.determinant()) > 1e-12 * size * size * size))
            return static_cast<Index>(node);
    }
    return kNoIndex;
}

double asked_of_bend(std::span<const CorrectionTarget> targets, std::size_t bend,
                     const JointLoss& loss) {
    const double left = has_twists(targets, bend) ? kLeftOfTwist : 1.0;
    return loss.bend - loss.fleshed + left * (loss.total - loss.bend);
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
            if (twisted != target.node) twist = twist_weights(loss.motion, loss.countered);
            twisted = target.node;
            weights[k] = twist[static_cast<std::size_t>(target.profile)];
            continue;
        }
        if (target.role == CorrectionTarget::Role::Flesh) {
            weights[k] = loss.flesh[static_cast<std::size_t>(target.profile)];
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
        const double of_turn = kOfMostLoss * target.most_loss * loss.turn;
        put_back(targets, k, std::sqrt(asked * asked + of_turn * of_turn), growth);
    }
}

}  // namespace isoskin
