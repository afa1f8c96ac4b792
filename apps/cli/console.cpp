#include "console.h"

#include <algorithm>
#include <cmath>
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

void ProgressBar::draw(double done, const std::string& text) {
    constexpr std::size_t kWidth = 30;
    const double share = total_ > 0 ? done / static_cast<double>(total_) : 1.0;
    const auto filled = std::min(kWidth, static_cast<std::size_t>(kWidth * share));
    fmt::print(stderr, "\r[{}{}] {}\x1b[K", std::string(filled, '#'),
               std::string(kWidth - filled, '.'), text);
    std::fflush(stderr);
}

void ProgressBar::show(std::size_t done, std::string_view remark) {
    const auto now = Clock::now();
    if (!visible_ || now - last_drawn_ < std::chrono::milliseconds(50)) return;
    last_drawn_ = now;
    const double seconds = std::chrono::duration<double>(now - start_).count();
    const double rate = seconds > 0 ? static_cast<double>(done) / seconds : 0.0;
    const double left = rate > 0 ? static_cast<double>(total_ - done) / rate : 0.0;
    draw(static_cast<double>(done), fmt::format("{}/{} {}s, {:.1f}/s, {:.0f} s left{}", done,
                                                total_, unit_, rate, left, remark));
}

void ProgressBar::show_share(double done) {
    const auto now = Clock::now();
    if (!visible_ || now - last_drawn_ < std::chrono::milliseconds(50)) return;
    last_drawn_ = now;
    const double seconds = std::chrono::duration<double>(now - start_).count();
    const double left = done > 0.0 ? seconds * (static_cast<double>(total_) - done) / done : 0.0;
    draw(done, fmt::format("{:.1f}/{} {}s, {:.0f} min {:02.0f} s left", done, total_, unit_,
                           std::floor(left / 60.0), std::fmod(left, 60.0)));
}

KeepOn shown_share(const std::string& what, ProgressBar::Visibility visibility) {
    constexpr double kPercent = 100.0;
    auto bar = std::make_shared<ProgressBar>(what + " step", static_cast<std::size_t>(kPercent),
                                             visibility);
    return [bar](double part) {
        bar->show(static_cast<std::size_t>(kPercent * part));
        return true;
    };
}

Progress building_progress() {
    if (!stderr_is_terminal()) return {};
    return [line = std::make_shared<BuildingLine>()](double share) { line->show(share); };
}

}  // namespace isoskin::cli
