#include "isoskin/volume/build/loss_shares.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "isoskin/base/parallel.h"
#include "isoskin/math/turn_about.h"

namespace isoskin {
namespace {

// How far the most loss of its own joint may ask a bend to move its flesh, in limb radii. Far less
// than a point may move at all: the closing adds to a guess, and neighbours bend along.
constexpr double kMayMove = 0.23;

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
    Sharing(const PartModel& part, const CorrectionTable& table, std::span<MostLoss> most)
        : part_(part), table_(table), most_(most), axes_(all_around()) {
        capacity_.reserve(table.targets.size());
        for (const CorrectionTarget& target : table.targets)
            capacity_.push_back(is_of_use(target) ? kMayMove / target.drawn_reach * target.gain
                                                  : 0.0);
    }

    std::vector<LossShare> shares_of(std::size_t bend) const {
        if (!(capacity_[bend] > 0.0)) return {};
        const double wanted = most_of(bend).volume;
        if (wanted <= capacity_[bend]) return {};
        const std::vector<std::size_t> hops = hops_from(table_.tree, table_.targets[bend].node);
        std::vector<double> at_hops(table_.node_count(), 0.0);
        for (std::size_t k = 0; k < capacity_.size(); ++k)
            at_hops[hops[table_.targets[k].node]] += capacity_[k];
        const double per_hop = find_per_hop(at_hops, wanted);
        const double all = reached_capacity(at_hops, per_hop);
        std::vector<double> faded(at_hops.size(), 0.0);
        for_each_reached(per_hop, faded.size(),
                         [&](std::size_t hop, double help) { faded[hop] = help; });
        std::vector<LossShare> shares;
        for (std::size_t k = 0; k < capacity_.size(); ++k)
            if (const double share = faded[hops[table_.targets[k].node]] * capacity_[k] / all;
                share > 0.0)
                shares.push_back({static_cast<Index>(k), share});
        return shares;
    }

  private:
    static bool is_of_use(const CorrectionTarget& target) {
        return target.role == CorrectionTarget::Role::Bend && target.gain > 0.0 &&
               target.drawn_reach > 0.0;
    }

    const MostLoss& most_of(std::size_t bend) const {
        MostLoss& most = most_[table_.targets[bend].node];
        if (!most.is_known || most.has_twists != has_twists(table_.targets, bend))
            most = find_most(bend);
        return most;
    }

    MostLoss find_most(std::size_t bend) const {
        const Index node = table_.targets[bend].node;
        MostLoss most{.has_twists = has_twists(table_.targets, bend), .is_known = true};
        for (const Vec3d& point : part_.turning_points[node])
            for (const Vec3d& axis : axes_)
                for (const double degrees : {30.0, 60.0, 90.0, 120.0, 150.0}) {
                    const Affine turn = turn_about(point, axis, degrees * kPi / 180.0);
                    const double volume =
                        asked_of_bend(table_.targets, bend, loss_of_joint(table_, node, turn));
                    most.volume = std::max(most.volume, std::abs(volume));
                }
        return most;
    }

    const PartModel& part_;
    const CorrectionTable& table_;
    std::span<MostLoss> most_;  // per node
    std::vector<Vec3d> axes_;
    std::vector<double> capacity_;  // per target: volume it may put back, in the bind shape
};

}  // namespace

void share_losses(const PartModel& part, std::span<MostLoss> most, CorrectionTable& table) {
    const Sharing sharing(part, table, most);
    std::vector<std::vector<LossShare>> shares(table.targets.size());
    parallel_chunks(shares.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k)
            shares[k] = sharing.shares_of(k);
    });
    for (std::size_t k = 0; k < shares.size(); ++k) {
        CorrectionTarget& target = table.targets[k];
        const bool is_bend = target.role == CorrectionTarget::Role::Bend;
        target.most_loss = is_bend ? most[target.node].volume : 0.0;
        target.shares = std::move(shares[k]);
    }
}

}  // namespace isoskin
