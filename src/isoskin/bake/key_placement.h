#pragma once

#include <functional>
#include <span>
#include <vector>

namespace isoskin {

/// Numbers over time, to be interpolated linearly: `width` values per key.
struct KeyedValues {
    std::size_t width = 0;
    std::vector<float> times;   ///< Seconds, increasing.
    std::vector<float> values;  ///< Key after key.
};

/// A curve to be followed by straight lines.
struct CurveToKey {
    std::size_t width = 0;
    /// The values at a moment; the span has `width` elements.
    std::function<void(float time, std::span<float> values)> at;
    /// How wrong it would be to be off by these differences, in the unit of the tolerance.
    std::function<double(std::span<const float> difference)> deviation;
};

struct KeyPlacement {
    double tolerance = 1e-4;
    double shortest_gap = 1.0 / 20000.0;  ///< Seconds; below it no key is put between two others.
};

/// Puts keys where they are needed, few of them: between keys the curve stays within the tolerance,
/// as far as it was looked at. Looks at all `moments` (increasing, not empty), at the middles
/// between them, and deeper where the curve bends. The moments `kept` (some of `moments`), the
/// first and the last are keys in any case.
KeyedValues place_keys(const CurveToKey& curve, std::span<const float> moments,
                       std::span<const float> kept, const KeyPlacement& placement);

}  // namespace isoskin
