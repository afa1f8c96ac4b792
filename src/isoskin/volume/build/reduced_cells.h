#pragma once

#include <array>
#include <span>
#include <utility>
#include <vector>

#include "isoskin/volume/build/part_model.h"
#include "isoskin/volume/solve/correction_table.h"

/// How the reduced form sees a part: triangles over real points, sorted by what moves them.
namespace isoskin::reduced {

/// Triangles of a part, apexes included: whole ones, and those that are one of two ways to cut a
/// quad.
struct TriangleLists {
    std::span<const Triangle> whole;
    std::span<const Triangle> half;
};

/// A triangle over real points and its share of six times the volume.
struct WeightedTriangle {
    Triangle points{};
    double share = 0.0;
};

/// Maps of each point: which targets move it, and where to.
struct PointMaps {
    PointMaps(const PartModel& part, std::span<const CorrectionTarget> targets);
    std::span<const std::pair<Index, Vec3d>> of(std::size_t point) const {
        return std::span(entries).subspan(offset[point], offset[point + 1] - offset[point]);
    }

    std::vector<std::size_t> offset;
    std::vector<std::pair<Index, Vec3d>> entries;
};

/// Triangles that follow the same joints and carry the same maps: polynomials of one shape.
struct Cell {
    std::vector<Index> nodes;      ///< Increasing.
    std::vector<Index> maps;       ///< Increasing.
    std::vector<Index> triangles;  ///< Into `Cells::triangles`.
};

struct Cells {
    Cells(const PartModel& part, const TriangleLists& lists,
          std::span<const CorrectionTarget> targets);

    PointMaps maps;
    std::vector<WeightedTriangle> triangles;
    std::vector<Cell> cells;
};

struct KeyHash {
    std::size_t operator()(std::span<const Index> key) const {
        std::size_t h = 0x9E3779B97F4A7C15ULL;
        for (const Index k : key)
            h = (h ^ k) * 0xBF58476D1CE4E5B9ULL + (h >> 31U);
        return h;
    }
};

}  // namespace isoskin::reduced
