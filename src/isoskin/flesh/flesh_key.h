#pragma once

#include <cstdint>
#include <string_view>

#include "isoskin/flesh/training.h"

namespace isoskin {

/// Changes whenever the same input is simulated to another result.
inline constexpr std::uint32_t kFleshVersion = 1;

/// A number that stands for all that the flesh of a joint depends on: two simulations with one key
/// have one result.
class FleshKey {
  public:
    FleshKey() { add(std::uint64_t{kFleshVersion}); }

    void add(const FleshQuality& quality);
    void add(const FleshRange& range);
    void add(const PartModel& part);
    void add(std::string_view text);
    void add(std::uint64_t number);
    std::uint64_t value() const { return hash_; }

  private:
    void add(double number);
    void add(const Vec3d& vector);

    std::uint64_t hash_ = 14695981039346656037ULL;  // FNV-1a
};

}  // namespace isoskin
