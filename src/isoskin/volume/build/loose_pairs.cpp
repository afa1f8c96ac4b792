#include "isoskin/volume/build/loose_pairs.h"

#include <algorithm>

#include "isoskin/math/smoothstep.h"

namespace isoskin {
namespace {

using LoosePair = CorrectionTable::LoosePair;

// Of 4 a b, with the weights a and b on both sides of a joint: less is no flesh between them, more
// is flesh that hardly follows the joint.
constexpr double kHardlyShared = 0.1;
constexpr double kShared = 0.4;

class LoosePairs {
  public:
    LoosePairs(const PartModel& part, const Skin& skin, const Skeleton& skeleton)
        : part_(part), skin_(skin), skeleton_(skeleton), children_(part.node_count()) {
        for (std::size_t node = 1; node < part.node_count(); ++node)
            children_[part.tree.nodes[node].parent].push_back(static_cast<Index>(node));
    }

    std::vector<LoosePair> find() && {
        for (std::size_t middle = 0; middle < children_.size(); ++middle)
            add_about(static_cast<Index>(middle));
        return std::move(pairs_);
    }

  private:
    bool takes_along(Index node, Index other) const {
        const auto joint = [&](Index at) { return skin_.joints[part_.tree.nodes[at].slot]; };
        return carries(skeleton_, joint(node), joint(other));
    }

    void add_about(Index middle) {
        std::vector<Index> left;
        for (const Index child : children_[middle])
            if (!takes_along(middle, child)) left.push_back(child);
        const Index parent = part_.tree.nodes[middle].parent;
        if (parent != kNoIndex && !left.empty() && !takes_along(middle, parent)) {
            std::vector<double> beyond = subtree_blend(part_, middle);
            for (double& blend : beyond)
                blend = 1.0 - blend;
            for (const Index child : left)
                add({LoosePair::Kin::ParentAndChild, middle, child, share_of(beyond, child)});
        }
        for (std::size_t k = 0; k + 1 < left.size(); ++k) {
            const std::vector<double> blend = subtree_blend(part_, left[k]);
            for (std::size_t other = k + 1; other < left.size(); ++other)
                add({LoosePair::Kin::Siblings, left[k], left[other], share_of(blend, left[other])});
        }
    }

    // By the point that follows both sides most alike: one vertex that is torn shows.
    double share_of(std::span<const double> side, Index other) const {
        double most = 0.0;
        for (const auto& [point, blend] : part_.subtree[other])
            most = std::max(most, 4.0 * side[point] * blend);
        return smoothstep((most - kHardlyShared) / (kShared - kHardlyShared));
    }

    void add(const LoosePair& pair) {
        if (pair.share > 0.0) pairs_.push_back(pair);
    }

    const PartModel& part_;
    const Skin& skin_;
    const Skeleton& skeleton_;
    std::vector<std::vector<Index>> children_;  // per node
    std::vector<LoosePair> pairs_;
};

}  // namespace

std::vector<LoosePair> find_loose_pairs(const PartModel& part, const Skin& skin,
                                        const Skeleton& skeleton) {
    return LoosePairs(part, skin, skeleton).find();
}

}  // namespace isoskin
