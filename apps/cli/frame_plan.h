#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "isoskin/base/result.h"

namespace isoskin::cli {

enum class FilmOutput {
    Picture,   ///< One PNG.
    Sequence,  ///< A PNG per frame, the name holding "%04d" or the like.
    Mp4,
};

/// Told by the name; fails as unsupported on any other ending.
Result<FilmOutput> film_output(const std::filesystem::path& path);

/// The name of one picture of a sequence: "%04d" or "%d" becomes the number.
std::filesystem::path numbered_path(const std::filesystem::path& pattern, std::size_t number);

/// Frames first to last, both included.
struct FrameRange {
    std::size_t first = 0;
    std::size_t last = 0;
};

/// From "A-B" or "A".
Result<FrameRange> parse_frame_range(std::string_view text);

/// One picture to draw.
struct Frame {
    std::size_t number = 0;
    double time = 0.0;  ///< Of the motion, in seconds.
    double turn = 0.0;  ///< Of the camera round the character, in radians.
};

struct FilmRequest {
    FilmOutput output = FilmOutput::Picture;
    std::optional<double> time;           ///< One moment only, in seconds.
    std::optional<double> clip_duration;  ///< Seconds; empty: nothing moves.
    std::optional<double> turntable;      ///< Seconds for one turn; the motion is repeated.
    double frames_per_second = 30.0;
    std::optional<FrameRange> range;
};

/// The frames of a film, or the one of a picture. Fails where there is nothing that moves.
Result<std::vector<Frame>> plan_frames(const FilmRequest& request);

}  // namespace isoskin::cli
