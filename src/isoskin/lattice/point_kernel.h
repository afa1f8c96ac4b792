#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "isoskin/lattice/point_table.h"

namespace isoskin {

/// What a term asks of the kernel.
enum class TermKind : std::uint8_t {
    Still,  ///< Nothing: skipped.
    Shift,  ///< Moves all points alike, before weighting.
    Full,   ///< Moves them by an affine map.
};

/// Numbers of the motion of one vertex: shift, then the columns of its spread.
inline constexpr std::size_t kMotionNumbers = 12;

/// The motions at the corners of one cell, about its middle, as a polynomial in the blends of its
/// low sides: eight coefficients, bit a of their number telling whether blend a is a factor. Each
/// has 3 numbers where the kind is `Shift`, else `kMotionNumbers`.
struct CellTerm {
    TermKind kind = TermKind::Still;
    std::array<float, 8 * kMotionNumbers> numbers{};
};

/// What a cell does to the points of a leaf below it.
struct LevelTerm {
    const CellTerm* cell = nullptr;
    std::array<float, 3> leaf_from_cell{};  ///< From the middle of the cell to that of the leaf.
};

/// One vertex of the Source scheme, its motion about the middle of the leaf.
struct InfluenceTerm {
    TermKind kind = TermKind::Still;
    std::array<float, kMotionNumbers> numbers{};
};

/// What to compute for the points of one run. Positions and gradients are arrays over all points;
/// the latter hold nine floats each, column by column, and may be absent.
struct RunJob {
    const PointRun& run;
    const PointColumn* columns;  ///< Of the first block of the run.
    const Index* point_of_row;   ///< Of its first row.
    float* positions;
    float* gradients;
};

/// Details scheme; one term per level of the run.
void carry_by_levels(const RunJob& job, const LevelTerm* terms);
void carry_by_levels_scalar(const RunJob& job, const LevelTerm* terms);

/// Source scheme; one term per influence of the run. Positions only.
void carry_by_influences(const RunJob& job, const InfluenceTerm* terms);
void carry_by_influences_scalar(const RunJob& job, const InfluenceTerm* terms);

}  // namespace isoskin
