#include "isoskin/motion/source_frames.h"

#include <algorithm>
#include <cmath>

namespace isoskin {
namespace {

constexpr float kLongestStep = 1.0F / 30.0F;
// Places of joints over all frames: half an hour of a body of 200 joints. Longer motions are taken
// at their keys alone, and refused if those are more.
constexpr double kMostPlaces = 1e7;

std::vector<float> all_times(const Clip& motion) {
    std::vector<float> times;
    for (const Channel& channel : motion.channels)
        if (channel.path != ChannelPath::MorphWeights)
            times.insert(times.end(), channel.times.begin(), channel.times.end());
    std::sort(times.begin(), times.end());
    // Keys of two channels that differ by rounding are one.
    const auto same = [](float a, float b) { return b - a < 1e-5F; };
    times.erase(std::unique(times.begin(), times.end(), same), times.end());
    return times;
}

std::vector<float> with_steps_between(const std::vector<float>& keys, std::size_t joint_count) {
    if (keys.empty()) return keys;
    const double steps = static_cast<double>(keys.back() - keys.front()) / kLongestStep;
    if (!(steps * static_cast<double>(joint_count) < kMostPlaces)) return keys;
    std::vector<float> times;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (i > 0) {
            const float gap = keys[i] - keys[i - 1];
            const int parts = std::max(1, static_cast<int>(std::ceil(gap / kLongestStep - 0.01F)));
            for (int part = 1; part < parts; ++part)
                times.push_back(keys[i - 1] +
                                gap * static_cast<float>(part) / static_cast<float>(parts));
        }
        times.push_back(keys[i]);
    }
    return times;
}

}  // namespace

Result<SourceFrames> sample_frames(const Character& source, const Clip& motion) {
    SourceFrames sampled;
    sampled.times = with_steps_between(all_times(motion), source.skeleton.joint_count());
    if (static_cast<double>(sampled.times.size() * source.skeleton.joint_count()) >
        2.0 * kMostPlaces)
        return unsupported("the motion is too long: " + std::to_string(sampled.times.size()) +
                           " keys of " + std::to_string(source.skeleton.joint_count()) + " joints");
    sampled.moved.assign(source.skeleton.joint_count(), 0);
    for (const Channel& channel : motion.channels)
        if (channel.path == ChannelPath::Rotation) sampled.moved[channel.target] = 1;
    std::vector<Affine> model(source.skeleton.joint_count());
    for (const float time : sampled.times) {
        const Pose pose = clip_pose(source, motion, time);
        compute_model_pose(source.skeleton, pose.parent_from_joint, model);
        PosedJoints& frame = sampled.frames.emplace_back();
        for (const Affine& model_from_joint : model) {
            frame.places.push_back(model_from_joint.translation());
            frame.turns.push_back(to_transform(model_from_joint).rotation.normalized());
        }
    }
    return sampled;
}

}  // namespace isoskin
