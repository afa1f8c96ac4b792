#include "isoskin/bake/clip_times.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace isoskin {
namespace {

void add_keys(const Channel& channel, std::vector<float>& times) {
    times.insert(times.end(), channel.times.begin(), channel.times.end());
    if (channel.interpolation != Interpolation::Step) return;
    for (std::size_t key = 1; key < channel.times.size(); ++key)
        times.push_back(
            std::nextafter(channel.times[key], -std::numeric_limits<float>::infinity()));
}

void sort_unique(std::vector<float>& times) {
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
}

}  // namespace

std::vector<float> key_times(const Clip& clip) {
    std::vector<float> times;
    for (const Channel& channel : clip.channels)
        add_keys(channel, times);
    sort_unique(times);
    return times;
}

std::vector<float> morph_key_times(const Clip& clip, std::size_t mesh) {
    std::vector<float> times;
    for (const Channel& channel : clip.channels)
        if (channel.path == ChannelPath::MorphWeights && channel.target == mesh)
            add_keys(channel, times);
    sort_unique(times);
    return times;
}

std::vector<float> subdivided(const std::vector<float>& times, double seconds) {
    std::vector<float> fine;
    for (std::size_t i = 0; i < times.size(); ++i) {
        fine.push_back(times[i]);
        if (i + 1 == times.size()) break;
        const double gap = static_cast<double>(times[i + 1]) - static_cast<double>(times[i]);
        const auto pieces = static_cast<std::size_t>(std::ceil(gap / seconds));
        for (std::size_t k = 1; k < pieces; ++k)
            fine.push_back(
                static_cast<float>(static_cast<double>(times[i]) +
                                   gap * static_cast<double>(k) / static_cast<double>(pieces)));
    }
    sort_unique(fine);
    return fine;
}

}  // namespace isoskin
