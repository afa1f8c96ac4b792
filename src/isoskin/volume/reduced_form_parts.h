#pragma once

#include <array>
#include <span>
#include <utility>
#include <vector>

#include "isoskin/volume/reduced_form.h"

/// Inside of the reduced form, shared by what builds it and what evaluates it.
namespace isoskin::reduced {

using Nodes = std::array<Index, 3>;
using Targets = std::array<Index, 3>;
using Columns = std::array<std::uint8_t, 3>;

/// Which of three joints in increasing order are the same: some determinants of their columns are
/// then equal up to sign, others zero.
enum class Repeat { None, FirstTwo, LastTwo, All };
Repeat repeat_of(const Nodes& nodes);

/// The determinants that count, as columns of the three joints.
const std::vector<Columns>& determinants_for(Repeat repeat);

struct KeyHash {
    std::size_t operator()(const std::array<Index, 3>& key) const {
        std::size_t h = 0x9E3779B97F4A7C15ULL;
        for (const Index k : key)
            h = (h ^ k) * 0xBF58476D1CE4E5B9ULL + (h >> 31U);
        return h;
    }
};

/// Maps of each point: which targets move it, and how far.
struct PointMaps {
    PointMaps(std::size_t point_count, std::span<const CorrectionTarget> targets);
    std::span<const std::pair<Index, double>> of(std::size_t point) const {
        return std::span(entries).subspan(offset[point], offset[point + 1] - offset[point]);
    }

    std::vector<std::size_t> offset;
    std::vector<std::pair<Index, double>> entries;
};

}  // namespace isoskin::reduced
