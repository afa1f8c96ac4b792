#include "isoskin/rig/clip.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace isoskin {
namespace {

// Where a time falls among the keys: between `key` and `key + 1`, a fraction `t` of the way.
struct KeySpan {
    std::size_t key = 0;
    double t = 0.0;
    double length = 0.0;  // seconds between the two keys; 0 at and beyond the ends
};

KeySpan locate(std::span<const float> times, double time) {
    if (time <= times.front()) return {};
    if (time >= times.back()) return {.key = times.size() - 1};
    const auto after = std::upper_bound(times.begin(), times.end(), time);
    const auto key = static_cast<std::size_t>(after - times.begin()) - 1;
    const double length = static_cast<double>(times[key + 1]) - times[key];
    return {.key = key, .t = (time - times[key]) / length, .length = length};
}

// Values of one channel at one moment, read component by component without a buffer.
class ChannelReader {
  public:
    ChannelReader(const Channel& channel, double time, std::size_t width)
        : channel_(channel), at_(locate(channel.times, time)), width_(width) {}

    double component(std::size_t c) const {
        if (at_.length == 0.0) return value(at_.key, c);
        switch (channel_.interpolation) {
            case Interpolation::Step:
                return value(at_.key, c);
            case Interpolation::Linear:
                return value(at_.key, c) + at_.t * (value(at_.key + 1, c) - value(at_.key, c));
            case Interpolation::CubicSpline:
                return hermite(c);
        }
        return 0.0;
    }

    Vec3d vec3() const { return {component(0), component(1), component(2)}; }

    Quatd rotation() const {
        if (channel_.interpolation == Interpolation::Linear && at_.length > 0.0)
            return key_rotation(at_.key).slerp(at_.t, key_rotation(at_.key + 1)).normalized();
        return normalised({component(3), component(0), component(1), component(2)});
    }

  private:
    bool cubic() const { return channel_.interpolation == Interpolation::CubicSpline; }

    // `part` is 0 for the in-tangent, 1 for the value, 2 for the out-tangent of a cubic key.
    double raw(std::size_t key, std::size_t part, std::size_t c) const {
        return channel_.values[((cubic() ? 3 * key + part : key) * width_) + c];
    }
    double value(std::size_t key, std::size_t c) const { return raw(key, cubic() ? 1 : 0, c); }

    double hermite(std::size_t c) const {
        const double t = at_.t;
        const double t2 = t * t;
        const double t3 = t2 * t;
        return (2 * t3 - 3 * t2 + 1) * value(at_.key, c) +
               at_.length * (t3 - 2 * t2 + t) * raw(at_.key, 2, c) +
               (3 * t2 - 2 * t3) * value(at_.key + 1, c) +
               at_.length * (t3 - t2) * raw(at_.key + 1, 0, c);
    }

    static Quatd normalised(const Quatd& q) {
        return q.norm() > 0.0 ? q.normalized() : Quatd::Identity();
    }
    Quatd key_rotation(std::size_t key) const {
        return normalised({value(key, 3), value(key, 0), value(key, 1), value(key, 2)});
    }

    const Channel& channel_;
    KeySpan at_;
    std::size_t width_;
};

void sample_channel(const Channel& channel, double time, std::span<const std::size_t> first_morph,
                    Pose& pose) {
    if (channel.path == ChannelPath::MorphWeights) {
        assert(channel.target + 1 < first_morph.size());
        const std::size_t first = first_morph[channel.target];
        const std::size_t width = first_morph[channel.target + 1] - first;
        const ChannelReader reader(channel, time, width);
        for (std::size_t morph = 0; morph < width; ++morph)
            pose.morph_weights[first + morph] = static_cast<float>(reader.component(morph));
        return;
    }
    assert(channel.target < pose.parent_from_joint.size());
    Transform& joint = pose.parent_from_joint[channel.target];
    if (channel.path == ChannelPath::Rotation)
        joint.rotation = ChannelReader(channel, time, 4).rotation();
    else if (channel.path == ChannelPath::Translation)
        joint.translation = ChannelReader(channel, time, 3).vec3();
    else
        joint.scale = ChannelReader(channel, time, 3).vec3();
}

}  // namespace

double Clip::duration() const {
    double last = 0.0;
    for (const Channel& channel : channels)
        if (!channel.times.empty())
            last = std::max(last, static_cast<double>(channel.times.back()));
    return last;
}

void sample(const Clip& clip, double time, PlayMode mode, std::span<const std::size_t> first_morph,
            Pose& pose) {
    if (mode == PlayMode::Loop) {
        const double period = clip.duration();
        if (period > 0.0) time -= period * std::floor(time / period);
    }
    for (const Channel& channel : clip.channels)
        if (!channel.times.empty()) sample_channel(channel, time, first_morph, pose);
}

}  // namespace isoskin
