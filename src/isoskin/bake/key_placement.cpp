#include "isoskin/bake/key_placement.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace isoskin {
namespace {

/// The curve where it was looked at, and which of these places became keys.
class Samples {
  public:
    Samples(const CurveToKey& curve, const KeyPlacement& placement)
        : curve_(curve), placement_(placement), difference_(curve.width) {}

    void look(std::span<const float> moments);
    KeyedValues keep_few(std::span<const float> kept) const;

  private:
    struct Sample {
        float time = 0.0F;
        std::vector<float> values;
    };
    Sample sample_at(float time) const;
    void look_between(const Sample& a, const Sample& b, int depth);
    double deviation(const Sample& a, const Sample& b, const Sample& at) const;
    bool line_follows(std::size_t from, std::size_t to) const;
    std::size_t farthest(std::size_t from, std::size_t limit) const;

    const CurveToKey& curve_;
    const KeyPlacement& placement_;
    std::vector<Sample> samples_;
    mutable std::vector<float> difference_;
};

Samples::Sample Samples::sample_at(float time) const {
    Sample sample{time, std::vector<float>(curve_.width)};
    curve_.at(time, sample.values);
    return sample;
}

// How far the curve at one sample is from the line between two others.
double Samples::deviation(const Sample& a, const Sample& b, const Sample& at) const {
    const double length = static_cast<double>(b.time) - static_cast<double>(a.time);
    const double u = (static_cast<double>(at.time) - static_cast<double>(a.time)) / length;
    for (std::size_t k = 0; k < curve_.width; ++k) {
        const double line =
            (1.0 - u) * static_cast<double>(a.values[k]) + u * static_cast<double>(b.values[k]);
        difference_[k] = static_cast<float>(static_cast<double>(at.values[k]) - line);
    }
    return curve_.deviation(difference_);
}

// Appends what lies between two samples, without them.
void Samples::look_between(const Sample& a, const Sample& b, int depth) {
    constexpr int kDeepest = 12;
    const float middle = a.time + 0.5F * (b.time - a.time);
    const double gap = static_cast<double>(b.time) - static_cast<double>(a.time);
    if (!(middle > a.time && middle < b.time) || gap < 2.0 * placement_.shortest_gap) return;
    Sample between = sample_at(middle);
    // A quarter: half a span bends a quarter as far, and the next look is spared.
    const bool straight = deviation(a, b, between) <= 0.25 * placement_.tolerance;
    if (!straight && depth < kDeepest) look_between(a, between, depth + 1);
    samples_.push_back(between);
    if (!straight && depth < kDeepest) look_between(between, b, depth + 1);
}

void Samples::look(std::span<const float> moments) {
    Sample last = sample_at(moments.front());
    samples_.push_back(last);
    for (std::size_t i = 1; i < moments.size(); ++i) {
        Sample next = sample_at(moments[i]);
        look_between(last, next, 0);
        samples_.push_back(next);
        last = std::move(next);
    }
}

bool Samples::line_follows(std::size_t from, std::size_t to) const {
    // Between two samples the curve goes on by a sixteenth at most: see look_between.
    const double allowed = placement_.tolerance * (1.0 - 1.0 / 16.0);
    for (std::size_t i = from + 1; i < to; ++i)
        if (!(deviation(samples_[from], samples_[to], samples_[i]) <= allowed)) return false;
    return true;
}

// The last sample, up to `limit`, that a line can reach: steps doubled, then halved.
std::size_t Samples::farthest(std::size_t from, std::size_t limit) const {
    std::size_t reached = from + 1;
    std::size_t step = 1;
    while (reached < limit) {
        const std::size_t next = std::min(reached + step, limit);
        if (!line_follows(from, next)) break;
        reached = next;
        step *= 2;
    }
    for (; step > 0; step /= 2)
        if (reached + step <= limit && line_follows(from, reached + step)) reached += step;
    return reached;
}

KeyedValues Samples::keep_few(std::span<const float> kept) const {
    std::vector<std::size_t> fixed;
    for (std::size_t i = 0; i < samples_.size(); ++i)
        if (i == 0 || i + 1 == samples_.size() ||
            std::binary_search(kept.begin(), kept.end(), samples_[i].time))
            fixed.push_back(i);
    KeyedValues keys{.width = curve_.width, .times = {}, .values = {}};
    const auto add = [&](const Sample& sample) {
        keys.times.push_back(sample.time);
        keys.values.insert(keys.values.end(), sample.values.begin(), sample.values.end());
    };
    add(samples_.front());
    for (std::size_t k = 0; k + 1 < fixed.size(); ++k)
        for (std::size_t at = fixed[k]; at < fixed[k + 1];) {
            at = farthest(at, fixed[k + 1]);
            add(samples_[at]);
        }
    return keys;
}

}  // namespace

KeyedValues place_keys(const CurveToKey& curve, std::span<const float> moments,
                       std::span<const float> kept, const KeyPlacement& placement) {
    assert(!moments.empty() && curve.width > 0);
    Samples samples(curve, placement);
    samples.look(moments);
    return samples.keep_few(kept);
}

}  // namespace isoskin
