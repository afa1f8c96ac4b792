#pragma once

#include <filesystem>
#include <memory>

#include "isoskin/base/result.h"
#include "render/picture.h"

namespace isoskin::render {

struct FilmSettings {
    int width = 640;  ///< Pixels, even.
    int height = 480;
    double frames_per_second = 30.0;
};

/// An MP4 (H.264, yuv420p) written picture by picture through ffmpeg.
///
/// The film grows under a temporary name beside `path` and takes its place in `finish`; destroyed
/// before that, it leaves nothing behind.
class Film {
  public:
    /// Fails as unsupported where ffmpeg is not installed, and on odd sizes.
    static Result<Film> create(const std::filesystem::path& path, const FilmSettings& settings);
    Film(Film&&) noexcept;
    Film& operator=(Film&&) noexcept;
    ~Film();

    /// `picture` has the size of the film.
    Status add(const Picture& picture);

    /// Waits for ffmpeg and puts the film in its place; fails with ffmpeg's own words.
    Status finish();

  private:
    struct State;
    explicit Film(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace isoskin::render
