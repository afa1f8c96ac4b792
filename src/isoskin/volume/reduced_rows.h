#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "isoskin/mesh/mesh.h"

/// How the reduced form numbers joints, determinants and monomials; shared by what builds it and
/// what evaluates it.
namespace isoskin::reduced {

using Nodes = std::array<Index, 3>;    ///< Increasing, may repeat.
using Targets = std::array<Index, 3>;  ///< Increasing, may repeat; kNoIndex at the end.

/// Which of three joints in increasing order are the same: some determinants of their columns are
/// then equal up to sign, others zero.
enum class Repeat { None, FirstTwo, LastTwo, All };
inline Repeat repeat_of(const Nodes& n) {
    if (n[0] == n[1]) return n[1] == n[2] ? Repeat::All : Repeat::FirstTwo;
    return n[1] == n[2] ? Repeat::LastTwo : Repeat::None;
}

/// Determinants of a block: pairs of columns of two joints, or of one joint with itself, times the
/// four columns of the third; or the four triples of one joint.
inline std::size_t row_width(const Nodes& nodes) {
    switch (repeat_of(nodes)) {
        case Repeat::None:
            return 64;
        case Repeat::FirstTwo:
        case Repeat::LastTwo:
            return 24;
        case Repeat::All:
            return 4;
    }
    return 0;
}

inline constexpr std::array<std::array<std::size_t, 3>, 4> kOwnTriples{
    {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}}};

/// Of two different columns in increasing order.
inline std::size_t pair_number(std::size_t r, std::size_t s) {
    constexpr std::array<std::size_t, 3> kFirst{0, 3, 5};
    return kFirst[r] + (s - r - 1);
}

/// Where the determinant of columns r, s, t of three joints stands in a row; columns of one joint
/// increase.
inline std::size_t place_in_row(const Nodes& nodes, std::size_t r, std::size_t s, std::size_t t) {
    switch (repeat_of(nodes)) {
        case Repeat::None:
            return 16 * r + 4 * s + t;
        case Repeat::FirstTwo:
            return 4 * pair_number(r, s) + t;
        case Repeat::LastTwo:
            return 4 * pair_number(s, t) + r;
        case Repeat::All:
            return r + s + t - 3;
    }
    return 0;
}

template <typename Visit>
void for_each_triple(std::span<const Index> nodes, const Visit& visit) {
    for (std::size_t a = 0; a < nodes.size(); ++a)
        for (std::size_t b = a; b < nodes.size(); ++b)
            for (std::size_t c = b; c < nodes.size(); ++c)
                visit(Nodes{nodes[a], nodes[b], nodes[c]});
}

/// All products of at most three of `maps`; the one of none comes first.
inline std::vector<Targets> list_monomials(std::span<const Index> maps) {
    std::vector<Index> places(maps.begin(), maps.end());
    places.push_back(kNoIndex);  // the largest index: stands for no map
    std::vector<Targets> monomials;
    for_each_triple(places, [&](const Targets& targets) { monomials.push_back(targets); });
    std::rotate(monomials.begin(), monomials.end() - 1, monomials.end());
    return monomials;
}

}  // namespace isoskin::reduced
