#include "isoskin/rig/clip_edit.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace isoskin {
namespace {

using Values = std::vector<float>;

Values values_of(const Vec3d& v) {
    const Vec3 f = v.cast<float>();
    return {f.x(), f.y(), f.z()};
}

Values values_of(const Quatd& q) {
    const Eigen::Vector4f f = q.coeffs().cast<float>();
    return {f.x(), f.y(), f.z(), f.w()};
}

Channel& find_or_add(Clip& clip, ChannelPath path, std::size_t joint, const Values& shown) {
    for (Channel& channel : clip.channels)
        if (channel.path == path && channel.target == joint) return channel;
    const auto end = static_cast<float>(clip.duration());
    Channel channel{.path = path,
                    .target = joint,
                    .interpolation = Interpolation::Linear,
                    .times = {0.0F},
                    .values = shown};
    if (end > static_cast<float>(kSameKey)) {
        channel.times.push_back(end);
        channel.values.insert(channel.values.end(), shown.begin(), shown.end());
    }
    return clip.channels.emplace_back(std::move(channel));
}

// A cubic key is (in-tangent, value, out-tangent); new ones are flat.
Values key_values(const Channel& channel, const Values& value) {
    if (channel.interpolation != Interpolation::CubicSpline) return value;
    Values triple(3 * value.size(), 0.0F);
    std::copy(value.begin(), value.end(),
              triple.begin() + static_cast<std::ptrdiff_t>(value.size()));
    return triple;
}

// The key at `time`, or the place before which one belongs.
std::size_t place_of(const Channel& channel, double time) {
    const auto place = std::lower_bound(channel.times.begin(), channel.times.end(),
                                        static_cast<float>(time - kSameKey));
    return static_cast<std::size_t>(place - channel.times.begin());
}

bool is_key(const Channel& channel, std::size_t key, double time) {
    return key < channel.times.size() && std::abs(channel.times[key] - time) <= kSameKey;
}

void set_key(Channel& channel, double time, const Values& value) {
    const Values key = key_values(channel, value);
    const std::size_t at = place_of(channel, time);
    const auto first = channel.values.begin() + static_cast<std::ptrdiff_t>(at * key.size());
    if (is_key(channel, at, time)) {
        std::copy(key.begin(), key.end(), first);
        return;
    }
    channel.values.insert(first, key.begin(), key.end());
    channel.times.insert(channel.times.begin() + static_cast<std::ptrdiff_t>(at),
                         static_cast<float>(time));
}

template <typename Value>
void key_property(Clip& clip, ChannelPath path, std::size_t joint, double time, const Value& shown,
                  const Value& wanted) {
    set_key(find_or_add(clip, path, joint, values_of(shown)), time, values_of(wanted));
}

}  // namespace

void key_joint(Clip& clip, std::size_t joint, double time, const Transform& shown,
               const Transform& wanted) {
    assert(time >= 0.0);
    if (wanted.translation != shown.translation)
        key_property(clip, ChannelPath::Translation, joint, time, shown.translation,
                     wanted.translation);
    if (wanted.rotation.coeffs() != shown.rotation.coeffs())
        key_property(clip, ChannelPath::Rotation, joint, time, shown.rotation, wanted.rotation);
    if (wanted.scale != shown.scale)
        key_property(clip, ChannelPath::Scale, joint, time, shown.scale, wanted.scale);
}

void remove_keys(Clip& clip, double time) {
    for (Channel& channel : clip.channels) {
        const std::size_t width = channel.values.size() / channel.times.size();
        const std::size_t at = place_of(channel, time);
        if (!is_key(channel, at, time)) continue;
        channel.times.erase(channel.times.begin() + static_cast<std::ptrdiff_t>(at));
        const auto first = channel.values.begin() + static_cast<std::ptrdiff_t>(at * width);
        channel.values.erase(first, first + static_cast<std::ptrdiff_t>(width));
    }
    std::erase_if(clip.channels, [](const Channel& channel) { return channel.times.empty(); });
}

std::vector<double> key_times(const Clip& clip, std::size_t most) {
    std::vector<double> times;
    for (const Channel& channel : clip.channels)
        times.insert(times.end(), channel.times.begin(), channel.times.end());
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end(),
                            [](double a, double b) { return b - a <= kSameKey; }),
                times.end());
    if (times.size() <= most || most < 2) return times;
    std::vector<double> thinned;
    for (std::size_t i = 0; i < most; ++i)
        thinned.push_back(times[i * (times.size() - 1) / (most - 1)]);
    return thinned;
}

}  // namespace isoskin
