#include "isoskin/weights/weight_quality.h"

#include <algorithm>
#include <cmath>

#include "isoskin/weights/brush.h"

namespace isoskin {
namespace {

// What a vertex may take from far away before it counts as bleeding.
constexpr double kBleed = 0.02;
// A body is symmetric if so many of its points have one opposite.
constexpr double kSymmetric = 0.9;

double share_of_slot(std::span<const Influence> row, JointIndex slot) {
    for (const Influence& influence : row)
        if (influence.slot == slot) return influence.weight;
    return 0.0;
}

// Half the sum of absolute differences; `slot_of` maps slots of b to those of a.
template <typename SlotMap>
double difference(std::span<const Influence> a, std::span<const Influence> b,
                  const SlotMap& slot_of) {
    double common = 0.0;
    for (const Influence& influence : b)
        common += std::min<double>(influence.weight, share_of_slot(a, slot_of(influence.slot)));
    return std::max(0.0, 1.0 - common);
}

double near_weight(std::span<const Influence> row, std::span<const JointReach> reach) {
    double near = 0.0;
    for (const JointReach& other : reach)
        near += share_of_slot(row, other.joint);
    return near;
}

double mean_along_edges(const SkinWeights& weights, const PointNeighbours& neighbours) {
    double sum = 0.0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < neighbours.point_count(); ++i)
        for (const Index other : neighbours.of(i)) {
            if (other < i) continue;
            sum += difference(weights.row(i), weights.row(other),
                              [](JointIndex slot) { return slot; });
            ++count;
        }
    return count > 0 ? sum / static_cast<double>(count) : 0.0;
}

// About the first axis across whose plane the points are opposite to each other.
std::optional<double> symmetry_of(const SkinWeights& weights, std::span<const Vec3> points,
                                  std::span<const Bone> bones) {
    JointIndex last = 0;
    for (const Bone& bone : bones)
        last = std::max(last, bone.slot);
    std::vector<Vec3> places(last + std::size_t{1}, Vec3::Zero());
    for (const Bone& bone : bones)
        places[bone.slot] = bone.start.cast<float>();
    for (int axis = 0; axis < 3; ++axis) {
        const MirrorTable mirror = make_mirror(points, places, axis);
        double sum = 0.0;
        std::size_t count = 0;
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (mirror.vertex[i] == kNoIndex) continue;
            sum += difference(weights.row(i), weights.row(mirror.vertex[i]),
                              [&](JointIndex slot) { return mirror.slot[slot]; });
            ++count;
        }
        if (static_cast<double>(count) >= kSymmetric * static_cast<double>(points.size()))
            return sum / static_cast<double>(count);
    }
    return std::nullopt;
}

}  // namespace

WeightQuality measure_weights(const SkinWeights& weights, std::span<const Vec3> points,
                              const PointNeighbours& neighbours, const InsideReach& reach,
                              std::span<const Bone> bones) {
    WeightQuality quality;
    quality.smoothness = mean_along_edges(weights, neighbours);
    double near = 0.0;
    std::size_t reached = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (reach.of_point[i].empty()) continue;
        const double share = near_weight(weights.row(i), reach.of_point[i]);
        near += share;
        ++reached;
        if (share < 1.0 - kBleed) ++quality.bleeding;
    }
    if (reached > 0) quality.locality = near / static_cast<double>(reached);
    quality.symmetry = symmetry_of(weights, points, bones);
    return quality;
}

}  // namespace isoskin
