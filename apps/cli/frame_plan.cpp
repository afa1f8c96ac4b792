#include "frame_plan.h"

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/core.h>

#include "isoskin/math/types.h"
#include "parse_number.h"

namespace isoskin::cli {
namespace {

// Where "%d" or "%04d" stands in a name, and how many digits it asks for.
struct NumberField {
    std::size_t begin = 0;
    std::size_t end = 0;
    int width = 0;
};

std::optional<NumberField> find_number_field(std::string_view name) {
    const std::size_t percent = name.find('%');
    if (percent == std::string_view::npos) return {};
    const std::size_t d = name.find('d', percent);
    if (d == std::string_view::npos) return {};
    const std::string_view digits = name.substr(percent + 1, d - percent - 1);
    const auto width = digits.empty() ? 0 : parse_number<int>(digits).value_or(-1);
    if (width < 0 || width > 9) return {};
    return NumberField{.begin = percent, .end = d + 1, .width = width};
}

Result<double> film_duration(const FilmRequest& request) {
    if (request.turntable) return *request.turntable;
    if (request.time) return usage_error("--time shows one moment; leave it out to make a film");
    if (request.clip_duration) return *request.clip_duration;
    return usage_error("a film needs something that moves: --clip, --motion or --turntable");
}

Frame make_frame(const FilmRequest& request, std::size_t number, std::size_t count) {
    Frame frame{.number = number, .time = request.time.value_or(0.0), .turn = 0.0};
    if (!request.time && request.clip_duration) {
        const double time = static_cast<double>(number) / request.frames_per_second;
        const bool repeats = request.turntable && *request.clip_duration > 0;
        frame.time = repeats ? std::fmod(time, *request.clip_duration) : time;
    }
    if (request.turntable)
        frame.turn = 2 * kPi * static_cast<double>(number) / static_cast<double>(count);
    return frame;
}

}  // namespace

Result<FilmOutput> film_output(const std::filesystem::path& path) {
    const std::string ending = path.extension().string();
    if (ending == ".mp4") return FilmOutput::Mp4;
    if (ending == ".png")
        return find_number_field(path.filename().string()) ? FilmOutput::Sequence
                                                           : FilmOutput::Picture;
    return unsupported(fmt::format(
        "'{}' does not end in .png or .mp4, which is what 'render' writes", path.string()));
}

std::filesystem::path numbered_path(const std::filesystem::path& pattern, std::size_t number) {
    std::string name = pattern.filename().string();
    if (const auto field = find_number_field(name))
        name = name.substr(0, field->begin) + fmt::format("{:0{}}", number, field->width) +
               name.substr(field->end);
    return pattern.parent_path() / name;
}

Result<FrameRange> parse_frame_range(std::string_view text) {
    const std::size_t dash = text.find('-');
    const auto first = parse_number<std::size_t>(text.substr(0, dash));
    const auto last =
        dash == std::string_view::npos ? first : parse_number<std::size_t>(text.substr(dash + 1));
    if (!first || !last || *first > *last)
        return usage_error(fmt::format("'--frames {}' is not a range A-B of frame numbers", text));
    return FrameRange{.first = *first, .last = *last};
}

Result<std::vector<Frame>> plan_frames(const FilmRequest& request) {
    if (request.output == FilmOutput::Picture)
        return std::vector<Frame>{{.number = 0, .time = request.time.value_or(0.0), .turn = 0.0}};

    const auto duration = film_duration(request);
    if (!duration) return duration.error();
    constexpr double kMostFrames = 1e6;
    const double wanted = std::round(*duration * request.frames_per_second);
    if (!(wanted <= kMostFrames))
        return usage_error(fmt::format("a film of {:.0f} frames is too long", wanted));
    const auto count = static_cast<std::size_t>(std::max(wanted, 1.0));
    const auto range = request.range.value_or(FrameRange{.first = 0, .last = count - 1});
    if (range.first >= count)
        return usage_error(
            fmt::format("--frames starts at {}, but the film has {} frames", range.first, count));

    std::vector<Frame> frames;
    for (std::size_t number = range.first; number <= std::min(range.last, count - 1); ++number)
        frames.push_back(make_frame(request, number, count));
    return frames;
}

}  // namespace isoskin::cli
