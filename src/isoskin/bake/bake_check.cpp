#include "isoskin/bake/bake_check.h"

#include <algorithm>
#include <cmath>

#include "isoskin/bake/plain_player.h"
#include "isoskin/bake/surface_match.h"

namespace isoskin {
namespace {

std::vector<double> check_moments(const Clip& original, const Clip& baked,
                                  double frames_per_second) {
    std::vector<double> times;
    for (const Channel& channel : baked.channels) {
        if (channel.path != ChannelPath::MorphWeights) continue;
        for (std::size_t k = 0; k < channel.times.size(); ++k) {
            const auto here = static_cast<double>(channel.times[k]);
            times.push_back(here);
            if (k == 0) continue;
            const auto before = static_cast<double>(channel.times[k - 1]);
            times.insert(times.end(), {(2.0 * before + here) / 3.0, (before + 2.0 * here) / 3.0});
        }
    }
    const auto frames = static_cast<std::size_t>(original.duration() * frames_per_second + 1e-6);
    for (std::size_t i = 0; i <= frames; ++i)
        times.push_back(static_cast<double>(i) / frames_per_second);
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    return times;
}

/// Puts the figures of one moment into those of a clip.
class ClipTally {
  public:
    ClipTally(ClipCheck& check, double limit)
        : check_(check),
          limit_(limit),
          plain_(check.plain),
          volume_(check.volume),
          native_(check.native),
          distance_(check.distance) {}

    void add(const SurfaceFigures& figures, double time) {
        plain_.add(figures.plain_error, time);
        volume_.add(figures.volume_error, time);
        native_.add(figures.native_error, time);
        distance_.add(figures.distance, time);
        ++check_.moments;
        const bool native_holds = std::abs(figures.native_error) <= limit_;
        if (!(figures.distance <= limit_) ||
            (!(std::abs(figures.volume_error) <= limit_) && native_holds))
            check_.missed.push_back(static_cast<float>(time));
        if (check_.trouble.empty() && !figures.trouble.empty())
            check_.trouble = "at " + std::to_string(time) + " s " + figures.trouble;
    }

  private:
    ClipCheck& check_;
    double limit_;
    ErrorTally plain_;
    ErrorTally volume_;
    ErrorTally native_;
    ErrorTally distance_;
};

}  // namespace

struct BakeChecker::State {
    const Character* original;
    PlainPlayer player;
    SurfaceMatch match;
};

BakeChecker::BakeChecker(std::unique_ptr<State> state) : state_(std::move(state)) {}
BakeChecker::BakeChecker(BakeChecker&&) noexcept = default;
BakeChecker& BakeChecker::operator=(BakeChecker&&) noexcept = default;
BakeChecker::~BakeChecker() = default;

Result<BakeChecker> BakeChecker::create(const Character& original, const Character& baked,
                                        const BakeSettings& settings) {
    auto match = SurfaceMatch::create(original, baked, settings);
    if (!match) return match.error();
    return BakeChecker(std::make_unique<State>(
        State{.original = &original, .player = PlainPlayer(baked), .match = *std::move(match)}));
}

ClipCheck BakeChecker::check_stored() {
    ClipCheck check;
    state_->player.go_to(nullptr, 0.0);
    ClipTally(check, ClipCheckSettings().limit)
        .add(state_->match.measure(stored_pose(*state_->original), state_->player), 0.0);
    return check;
}

ClipCheck BakeChecker::check(const Clip& original, const Clip& baked,
                             const ClipCheckSettings& settings, const BakeStep& step) {
    ClipCheck check;
    check.clip = original.name;
    for (const Channel& channel : baked.channels)
        if (channel.path == ChannelPath::MorphWeights) check.keys += channel.times.size();
    ClipTally tally(check, settings.limit);
    for (const double time : check_moments(original, baked, settings.frames_per_second)) {
        state_->player.go_to(&baked, time);
        const Pose pose = clip_pose(*state_->original, original, time);
        tally.add(state_->match.measure(pose, state_->player), time);
        if (step) step();
    }
    return check;
}

}  // namespace isoskin
