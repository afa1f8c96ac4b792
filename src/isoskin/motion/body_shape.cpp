#include "isoskin/motion/body_shape.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace isoskin {
namespace {

using Pair = std::array<std::size_t, 2>;

// Two limbs of one body differ by less than this share of their length.
constexpr double kPairTolerance = 0.12;
// A joint whose distance from its mirror image is less than this share of the limb that hangs on
// it is a collar or a bone of the pelvis: limbs begin apart from each other.
constexpr double kLeastSpread = 0.1;

// Larger skeletons are not looked at pair by pair: no body has so many joints without names.
constexpr std::size_t kMostJoints = 1000;

double bone_length(const RestSkeleton& rest, std::size_t joint) {
    const auto parent = rest.parents[joint];
    return parent ? (rest.places[joint] - rest.places[*parent]).norm() : 0.0;
}

struct FoundPair {
    std::size_t node = 0;
    Pair branches{};
    double length = 0.0;
};

// The longest pair of branches of `node` that match in length.
std::optional<FoundPair> pair_at(const RestSkeleton& rest, std::span<const double> branch_length,
                                 std::size_t node) {
    std::optional<FoundPair> best;
    const auto& children = rest.children[node];
    const auto full = [&](std::size_t child) {
        return branch_length[child] + bone_length(rest, child);
    };
    for (std::size_t i = 0; i < children.size(); ++i)
        for (std::size_t k = i + 1; k < children.size(); ++k) {
            if (!rest.moves[children[i]] || !rest.moves[children[k]]) continue;
            const double a = full(children[i]);
            const double b = full(children[k]);
            if (std::abs(a - b) > kPairTolerance * std::max(a, b) || a <= 0.0) continue;
            if (!best || std::min(a, b) > best->length)
                best = FoundPair{node, {children[i], children[k]}, std::min(a, b)};
        }
    return best;
}

std::vector<std::size_t> main_path(const RestSkeleton& rest, std::span<const double> branch_length,
                                   std::size_t from) {
    std::vector<std::size_t> path{from};
    while (true) {
        std::optional<std::size_t> next;
        double longest = 0.0;
        for (const std::size_t child : rest.children[path.back()]) {
            const double length = branch_length[child] + bone_length(rest, child);
            if (rest.moves[child] && (!next || length > longest)) {
                next = child;
                longest = length;
            }
        }
        if (!next) return path;
        path.push_back(*next);
    }
}

// Of two mirrored ways down, the joints where the limbs proper begin: apart from each other, with
// the two longest bones in a row below.
Pair starts_on(const RestSkeleton& rest, std::span<const double> branch_length, const Pair& pair) {
    const auto left = main_path(rest, branch_length, pair[0]);
    const auto right = main_path(rest, branch_length, pair[1]);
    const std::size_t count = std::min(left.size(), right.size());
    std::size_t start = 0;
    double best = -1.0;
    for (std::size_t i = 0; i < count; ++i) {
        const double spread = (rest.places[left[i]] - rest.places[right[i]]).norm();
        if (spread < kLeastSpread * branch_length[left[i]]) continue;
        const double first = i + 1 < count ? bone_length(rest, left[i + 1]) : 0.0;
        const double second = i + 2 < count ? bone_length(rest, left[i + 2]) : 0.0;
        if (first * second > best) {
            best = first * second;
            start = i;
        }
    }
    return {left[start], right[start]};
}

Vec3d mean_place(const RestSkeleton& rest, const Pair& pair) {
    return 0.5 * (rest.places[pair[0]] + rest.places[pair[1]]);
}

// From the last but one joint of a way down to the last: where a foot points.
Vec3d end_direction(const RestSkeleton& rest, std::span<const double> branch_length,
                    std::size_t start) {
    const auto path = main_path(rest, branch_length, start);
    if (path.size() < 3) return Vec3d::Zero();
    return rest.places[path.back()] - rest.places[path[2]];
}

void put_left_first(const RestSkeleton& rest, std::span<const double> branch_length,
                    LimbStarts& starts) {
    const Vec3d up = mean_place(rest, starts.arms) - mean_place(rest, starts.legs);
    Vec3d forward = end_direction(rest, branch_length, starts.legs[0]) +
                    end_direction(rest, branch_length, starts.legs[1]);
    forward -= forward.dot(up) / std::max(up.squaredNorm(), 1e-30) * up;
    if (forward.norm() < 1e-6 * up.norm()) forward = Vec3d::UnitZ();
    const Vec3d left = up.cross(forward);
    for (Pair* pair : {&starts.arms, &starts.legs})
        if ((rest.places[(*pair)[0]] - rest.places[(*pair)[1]]).dot(left) < 0.0)
            std::swap((*pair)[0], (*pair)[1]);
}

}  // namespace

std::optional<LimbStarts> find_limbs_by_shape(const RestSkeleton& rest,
                                              std::span<const double> branch_length) {
    std::optional<LimbStarts> best;
    if (rest.joint_count() > kMostJoints) return best;
    double best_length = 0.0;
    for (std::size_t node = 0; node < rest.joint_count(); ++node) {
        const auto legs = pair_at(rest, branch_length, node);
        if (!legs) continue;
        for (std::size_t chest = node + 1; chest < rest.joint_count(); ++chest) {
            if (!carries(rest, node, chest) || carries(rest, legs->branches[0], chest) ||
                carries(rest, legs->branches[1], chest))
                continue;
            const auto arms = pair_at(rest, branch_length, chest);
            if (!arms || std::min(legs->length, arms->length) <= best_length) continue;
            best_length = std::min(legs->length, arms->length);
            best = LimbStarts{.arms = starts_on(rest, branch_length, arms->branches),
                              .legs = starts_on(rest, branch_length, legs->branches)};
        }
    }
    if (best) put_left_first(rest, branch_length, *best);
    return best;
}

}  // namespace isoskin
