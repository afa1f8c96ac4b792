#include "console.h"

#include <cstdio>
#include <cstdlib>
#include <memory>

#include <fmt/core.h>
#include <unistd.h>

namespace isoskin::cli {
namespace {

bool wants_color() {
    const char* no_color = std::getenv("NO_COLOR");  // the convention of no-color.org
    return stderr_is_terminal() && (no_color == nullptr || *no_color == '\0');
}

// Draws nothing in the first moments, so that small characters flash nothing.
class BuildingLine {
  public:
    ~BuildingLine() {
        if (drawn_) fmt::print(stderr, "\r\x1b[K");
    }
    void show(double share) {
        if (Clock::now() - start_ < std::chrono::milliseconds(500)) return;
        drawn_ = true;
        fmt::print(stderr, "\rpreparing … {:.0f} %\x1b[K", 100.0 * share);
        std::fflush(stderr);
    }

  private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point start_ = Clock::now();
    bool drawn_ = false;
};

}  // namespace

bool stderr_is_terminal() {
    return ::isatty(STDERR_FILENO) == 1;
}

void print_error(std::string_view sentence) {
    const bool color = wants_color();
    fmt::print(stderr, "{}isoskin:{} {}\n", color ? "\x1b[1;31m" : "", color ? "\x1b[0m" : "",
               sentence);
}

ProgressBar::ProgressBar(std::string unit, std::size_t total, Visibility visibility)
    : unit_(std::move(unit)),
      total_(total),
      visible_(visibility == Visibility::OnTerminal && stderr_is_terminal()) {}

ProgressBar::~ProgressBar() {
    if (visible_) fmt::print(stderr, "\r\x1b[K");
}

void ProgressBar::show(std::size_t done, std::string_view remark) {
    const auto now = Clock::now();
    if (!visible_ || now - last_drawn_ < std::chrono::milliseconds(50)) return;
    last_drawn_ = now;

    constexpr std::size_t kWidth = 30;
    const double seconds = std::chrono::duration<double>(now - start_).count();
    const double rate = seconds > 0 ? static_cast<double>(done) / seconds : 0.0;
    const double left = rate > 0 ? static_cast<double>(total_ - done) / rate : 0.0;
    const std::size_t filled = total_ > 0 ? kWidth * done / total_ : kWidth;
    fmt::print(stderr, "\r[{}{}] {}/{} {}s, {:.1f}/s, {:.0f} s left{}\x1b[K",
               std::string(filled, '#'), std::string(kWidth - filled, '.'), done, total_, unit_,
               rate, left, remark);
    std::fflush(stderr);
}

Progress building_progress() {
    if (!stderr_is_terminal()) return {};
    return [line = std::make_shared<BuildingLine>()](double share) { line->show(share); };
}

}  // namespace isoskin::cli
