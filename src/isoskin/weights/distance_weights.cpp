#include "isoskin/weights/distance_weights.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "isoskin/base/parallel.h"
#include "isoskin/rig/pose.h"

namespace isoskin {
namespace {

constexpr std::size_t kChunk = 4096;

double distance_to_bone(const Vec3d& point, const Bone& bone) {
    const Vec3d along = bone.end - bone.start;
    const double length2 = along.squaredNorm();
    const double t =
        length2 > 0.0 ? std::clamp((point - bone.start).dot(along) / length2, 0.0, 1.0) : 0.0;
    return (point - bone.start - t * along).norm();
}

struct Reach {
    JointIndex slot = 0;
    double distance = 0.0;
};

// Distance to the nearest bone of each slot, nearest slot first.
void measure(const Vec3d& point, std::span<const Bone> bones, std::vector<Reach>& reaches) {
    reaches.clear();
    for (const Bone& bone : bones)
        reaches.push_back({bone.slot, distance_to_bone(point, bone)});
    std::sort(reaches.begin(), reaches.end(), [](const Reach& a, const Reach& b) {
        return a.slot != b.slot ? a.slot < b.slot : a.distance < b.distance;
    });
    reaches.erase(std::unique(reaches.begin(), reaches.end(),
                              [](const Reach& a, const Reach& b) { return a.slot == b.slot; }),
                  reaches.end());
    std::stable_sort(reaches.begin(), reaches.end(),
                     [](const Reach& a, const Reach& b) { return a.distance < b.distance; });
}

// Powers of the ratio to the nearest distance: the same weights, without overflow near a bone.
std::vector<Influence> weigh(std::span<const Reach> reaches, double falloff) {
    std::vector<Influence> row;
    row.reserve(reaches.size());
    const double nearest = reaches.front().distance;
    for (const Reach& reach : reaches) {
        const double weight =
            reach.distance <= nearest ? 1.0 : std::pow(nearest / reach.distance, falloff);
        row.push_back({reach.slot, static_cast<float>(weight)});
    }
    return row;
}

}  // namespace

SkinWeights distance_weights(std::span<const Vec3> positions, std::span<const Bone> bones,
                             const DistanceWeightSettings& settings) {
    assert(!bones.empty());
    assert(settings.max_influences >= 1);
    std::vector<std::vector<Influence>> rows(positions.size());
    parallel_chunks(positions.size(), kChunk, [&](std::size_t begin, std::size_t end) {
        std::vector<Reach> reaches;
        for (std::size_t vertex = begin; vertex < end; ++vertex) {
            measure(positions[vertex].cast<double>(), bones, reaches);
            reaches.resize(std::min(reaches.size(), settings.max_influences));
            rows[vertex] = weigh(reaches, settings.falloff);
        }
    });
    return SkinWeights::from_rows(rows);
}

std::vector<Bone> bones_of(const Skeleton& skeleton) {
    const auto joints = skeleton.joints();
    std::vector<Affine> model_from_joint(joints.size());
    compute_model_pose(skeleton, stored_pose(skeleton).parent_from_joint, model_from_joint);

    std::vector<Bone> bones;
    std::vector<char> has_child(joints.size(), 0);
    for (std::size_t j = 0; j < joints.size(); ++j) {
        if (!joints[j].parent) continue;
        const std::size_t parent = *joints[j].parent;
        has_child[parent] = 1;
        bones.push_back({.start = model_from_joint[parent].translation(),
                         .end = model_from_joint[j].translation(),
                         .slot = static_cast<JointIndex>(parent)});
    }
    for (std::size_t j = 0; j < joints.size(); ++j)
        if (!has_child[j])
            bones.push_back({.start = model_from_joint[j].translation(),
                             .end = model_from_joint[j].translation(),
                             .slot = static_cast<JointIndex>(j)});
    return bones;
}

}  // namespace isoskin
