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

/// The four columns of a joint: x, y, z, then its translation. A target moves points and leaves
/// translations alone, so a monomial of d targets has coefficients only for determinants with at
/// most 3 - d translations. Determinants are ordered to put these first.
inline constexpr std::size_t kTranslation = 3;

/// Pairs of columns of two different joints.
inline constexpr std::array<std::array<std::size_t, 2>, 16> kCrossPairs{{{0, 0},
                                                                         {0, 1},
                                                                         {0, 2},
                                                                         {1, 0},
                                                                         {1, 1},
                                                                         {1, 2},
                                                                         {2, 0},
                                                                         {2, 1},
                                                                         {2, 2},
                                                                         {0, 3},
                                                                         {1, 3},
                                                                         {2, 3},
                                                                         {3, 0},
                                                                         {3, 1},
                                                                         {3, 2},
                                                                         {3, 3}}};
inline std::size_t cross_pair_number(std::size_t r, std::size_t s) {
    if (r < kTranslation) return s < kTranslation ? 3 * r + s : 9 + r;
    return 12 + s;
}

/// Pairs of columns of one joint.
inline constexpr std::array<std::array<std::size_t, 2>, 6> kOwnPairs{
    {{0, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 3}, {2, 3}}};
inline std::size_t own_pair_number(std::size_t r, std::size_t s) {
    return s < kTranslation ? r + s - 1 : 3 + r;
}

inline constexpr std::array<std::array<std::size_t, 3>, 4> kOwnTriples{
    {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}}};

/// Determinants of a block: pairs of columns of two joints, or of one joint with itself, times the
/// four columns of the third; or the four triples of one joint.
inline std::size_t determinant_count(const Nodes& nodes) {
    switch (repeat_of(nodes)) {
        case Repeat::None:
            return 4 * kCrossPairs.size();
        case Repeat::FirstTwo:
        case Repeat::LastTwo:
            return 4 * kOwnPairs.size();
        case Repeat::All:
            return kOwnTriples.size();
    }
    return 0;
}

inline std::size_t degree_of(const Targets& targets) {
    return static_cast<std::size_t>(std::find(targets.begin(), targets.end(), kNoIndex) -
                                    targets.begin());
}

/// How many of them, from the first, a monomial of `degree` targets can have coefficients for.
inline std::size_t row_width(const Nodes& nodes, std::size_t degree) {
    const std::size_t all = determinant_count(nodes);
    if (degree < 2 || repeat_of(nodes) == Repeat::All) return all;
    if (repeat_of(nodes) == Repeat::None) return degree == 2 ? all - 4 : 4 * 9;
    return degree == 2 ? all : 4 * 3;
}

/// Where the determinant of columns r, s, t of three joints stands in a row; columns of one joint
/// increase.
inline std::size_t place_in_row(const Nodes& nodes, std::size_t r, std::size_t s, std::size_t t) {
    switch (repeat_of(nodes)) {
        case Repeat::None:
            return 4 * cross_pair_number(r, s) + t;
        case Repeat::FirstTwo:
            return 4 * own_pair_number(r, s) + t;
        case Repeat::LastTwo:
            return 4 * own_pair_number(s, t) + r;
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
