#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isoskin/mesh/mesh.h"

namespace isoskin {

/// Triangles, each once, in fans round common points: what the others of a fan are can be summed
/// before it meets its point.
struct Fans {
    struct Spoke {
        Index triangle = 0;        ///< Of those given.
        std::uint32_t corner = 0;  ///< Where the common point stands in it.
    };
    explicit Fans(std::span<const Triangle> triangles);
    std::span<const Spoke> of(std::size_t fan) const {
        return std::span(spokes).subspan(offset[fan], offset[fan + 1] - offset[fan]);
    }

    std::vector<Index> point;         ///< The common one of each fan.
    std::vector<std::size_t> offset;  ///< One more.
    std::vector<Spoke> spokes;
};

/// Fans cut into strips whose triangles follow each other round the common point: triangle k of a
/// strip is that point, rim k and rim k + 1.
struct Strips {
    Strips(std::span<const Triangle> triangles, std::size_t most);
    std::span<const Index> rim(std::size_t strip) const {
        return std::span(rims).subspan(offset[strip], offset[strip + 1] - offset[strip]);
    }

    std::vector<Index> point;         ///< The common one of each strip.
    std::vector<std::size_t> offset;  ///< One more.
    std::vector<Index> rims;
};

}  // namespace isoskin
