#include "isoskin/volume/loss_shares.h"

#include <algorithm>
#include <vector>

#include "isoskin/base/parallel.h"
#include "isoskin/math/turn_about.h"

namespace isoskin {
namespace {

// What the closing may still add to a guess, and neighbours that bend along.
constexpr double kTimesTheWorst = 3.5;

// Of how far a joint moves its flesh, each measured by its own limit, at most so much is asked of
// the next; help fainter than the last is left out, so that it ends somewhere.
constexpr double kMostPerHop = 0.9;
constexpr double kFaintHelp = 1e-3;

// Towards the faces, edges and corners of a cube.
std::vector<Vec3d> all_around() {
    std::vector<Vec3d> axes;
    for (const double x : {-1.0, 0.0, 1.0})
        for (const double y : {-1.0, 0.0, 1.0})
            for (const double z : {-1.0, 0.0, 1.0})
                if (x != 0.0 || y != 0.0 || z != 0.0) axes.push_back(Vec3d(x, y, z).normalized());
    return axes;
}

// How many hops it is from one node of a tree to all others.
std::vector<std::size_t> hops_from(const VolumeTree& tree, Index from) {
    constexpr auto kUnknown = static_cast<std::size_t>(-1);
    std::vector<std::size_t> hops(tree.nodes.size(), kUnknown);
    std::size_t up = 0;
    for (Index at = from; at != kNoIndex; at = tree.nodes[at].parent)
        hops[at] = up++;
    for (std::size_t k = 0; k < hops.size(); ++k)  // parents come first
        if (hops[k] == kUnknown) hops[k] = hops[tree.nodes[k].parent] + 1;
    return hops;
}

// Visits the hops that help goes, and how much of it is left there.
template <typename Visit>
void for_each_reached(double per_hop, std::size_t most_hops, const Visit& visit) {
    double help = 1.0;
    for (std::size_t hop = 0; hop < most_hops && help > kFaintHelp; ++hop, help *= per_hop)
        visit(hop, help);
}

// What all together can put back; `at_hops` is what those so many hops away can.
double reached_capacity(std::span<const double> at_hops, double per_hop) {
    double sum = 0.0;
    for_each_reached(per_hop, at_hops.size(),
                     [&](std::size_t hop, double help) { sum += help * at_hops[hop]; });
    return sum;
}

// The least help that will do.
double find_per_hop(std::span<const double> at_hops, double wanted) {
    constexpr int kHalvings = 40;
    double too_little = 0.0;
    double enough = kMostPerHop;
    for (int k = 0; k < kHalvings; ++k) {
        const double middle = 0.5 * (too_little + enough);
        (reached_capacity(at_hops, middle) < wanted ? too_little : enough) = middle;
    }
    return enough;
}

class Sharing {
  public:
    Sharing(const PartModel& part, const PoseLoss& losses, double max_displacement,
            std::span<WorstLoss> worst, std::span<const CorrectionTarget> targets)
        : part_(part),
          losses_(losses),
          max_displacement_(max_displacement),
          worst_(worst),
          targets_(targets),
          axes_(all_around()) {
        capacity_.reserve(targets.size());
        for (const CorrectionTarget& target : targets)
            capacity_.push_back(
                is_of_use(target) ? outward_limit(target, max_displacement) * target.gain : 0.0);
    }

    std::vector<LossShare> shares_of(std::size_t bend) const {
        if (!(capacity_[bend] > 0.0)) return {};
        const double wanted = kTimesTheWorst * worst_need(bend) * capacity_[bend];
        if (wanted <= capacity_[bend]) return {};
        const std::vector<std::size_t> hops = hops_from(part_.tree, targets_[bend].node);
        std::vector<double> at_hops(part_.node_count(), 0.0);
        for (std::size_t k = 0; k < targets_.size(); ++k)
            at_hops[hops[targets_[k].node]] += capacity_[k];
        const double per_hop = find_per_hop(at_hops, wanted);
        const double all = reached_capacity(at_hops, per_hop);
        std::vector<double> faded(at_hops.size(), 0.0);
        for_each_reached(per_hop, faded.size(),
                         [&](std::size_t hop, double help) { faded[hop] = help; });
        std::vector<LossShare> shares;
        for (std::size_t k = 0; k < targets_.size(); ++k)
            if (const double share = faded[hops[targets_[k].node]] * capacity_[k] / all;
                share > 0.0)
                shares.push_back({static_cast<Index>(k), share});
        return shares;
    }

  private:
    static bool is_of_use(const CorrectionTarget& target) {
        return target.role == CorrectionTarget::Role::Bend && target.gain > 0.0 &&
               target.reach > 0.0;
    }

    // The most that a turn of up to 150 degrees asks of a bend, of what it may do.
    double worst_need(std::size_t bend) const {
        const CorrectionTarget& target = targets_[bend];
        WorstLoss& worst = worst_[target.node];
        if (!worst.is_known || worst.has_twists != has_twists(targets_, bend))
            worst = find_worst(bend);
        return std::max(worst.outward / capacity_[bend],
                        worst.inward / (inward_limit(target, max_displacement_) * target.gain));
    }

    WorstLoss find_worst(std::size_t bend) const {
        const Index node = targets_[bend].node;
        WorstLoss worst{.has_twists = has_twists(targets_, bend), .is_known = true};
        for (const Vec3d& point : part_.tree.nodes[node].turning_points)
            for (const Vec3d& axis : axes_)
                for (const double degrees : {30.0, 60.0, 90.0, 120.0, 150.0}) {
                    const Affine turn = turn_about(point, axis, degrees * kPi / 180.0);
                    const double volume =
                        asked_of_bend(targets_, bend, losses_.of_node(part_, node, turn));
                    worst.outward = std::max(worst.outward, volume);
                    worst.inward = std::max(worst.inward, -volume);
                }
        return worst;
    }

    const PartModel& part_;
    const PoseLoss& losses_;
    double max_displacement_;
    std::span<WorstLoss> worst_;  // per node
    std::span<const CorrectionTarget> targets_;
    std::vector<Vec3d> axes_;
    std::vector<double> capacity_;  // per target: volume at the limit, in the bind shape
};

}  // namespace

void share_losses(const PartModel& part, const PoseLoss& losses, double max_displacement,
                  std::span<WorstLoss> worst, std::span<CorrectionTarget> targets) {
    const Sharing sharing(part, losses, max_displacement, worst, targets);
    std::vector<std::vector<LossShare>> shares(targets.size());
    parallel_chunks(targets.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k)
            shares[k] = sharing.shares_of(k);
    });
    for (std::size_t k = 0; k < targets.size(); ++k) {
        const WorstLoss& most = worst[targets[k].node];
        const bool is_bend = targets[k].role == CorrectionTarget::Role::Bend;
        targets[k].usual_loss = is_bend ? std::max(most.outward, most.inward) : 0.0;
        targets[k].shares = std::move(shares[k]);
    }
}

}  // namespace isoskin
