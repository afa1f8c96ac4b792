#pragma once

#include <functional>
#include <utility>

namespace isoskin {

/// Told how much of a long work is done, from 0 to 1, one call at a time; once it returns false the
/// work stops and nothing is made.
using KeepOn = std::function<bool(double)>;

/// Remembers that a work was ended, so that all stages of it see it.
class Stoppable {
  public:
    explicit Stoppable(KeepOn keep_on) : keep_on_(std::move(keep_on)) {}
    bool stopped() const { return stopped_; }
    /// Tells how much is done; false: stop.
    bool operator()(double part) {
        if (!stopped_ && keep_on_ && !keep_on_(part)) stopped_ = true;
        return !stopped_;
    }
    /// A stage of the work, from one share of it to another.
    KeepOn stage(double from, double to) {
        return [this, from, to](double part) { return (*this)(from + part * (to - from)); };
    }

  private:
    KeepOn keep_on_;
    bool stopped_ = false;
};

/// What a work that was ended says; nobody reads it who ended it.
inline constexpr const char* kStopped = "stopped before it was done";

}  // namespace isoskin
