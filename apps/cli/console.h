#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "isoskin/base/keep_on.h"
#include "isoskin/base/progress.h"

namespace isoskin::cli {

/// A sentence on stderr after the program's name, in red where people read it.
void print_error(std::string_view sentence);

/// True if a person watches stderr: bars and colours make sense.
bool stderr_is_terminal();

/// A bar with rate and time left, redrawn in place on stderr; nothing where nobody watches.
class ProgressBar {
  public:
    enum class Visibility { OnTerminal, Never };

    ProgressBar(std::string unit, std::size_t total, Visibility visibility);
    ~ProgressBar();
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    /// Tells that `done` of the total are finished; `remark` follows the time left.
    void show(std::size_t done, std::string_view remark = {});
    /// The same where things take minutes each, so that parts of one count for the time left.
    void show_share(double done);

  private:
    void draw(double done, const std::string& text);
    using Clock = std::chrono::steady_clock;

    std::string unit_;
    std::size_t total_;
    bool visible_;
    Clock::time_point start_ = Clock::now();
    Clock::time_point last_drawn_{};
};

/// Tells on a terminal how far a work is that is not counted in pieces; Ctrl-C ends the program,
/// and files that were not finished are removed (unfinished_files.h).
KeepOn shown_share(const std::string& what, ProgressBar::Visibility visibility);

/// Tells on a terminal how far building has come (`DeformSettings::progress`), if that takes long.
Progress building_progress();

}  // namespace isoskin::cli
