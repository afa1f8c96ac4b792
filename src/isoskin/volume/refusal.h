#pragma once

#include <span>
#include <string>
#include <vector>

namespace isoskin {

/// A part that is left as skinned, and why.
struct Refusal {
    std::string part;
    std::string reason;     ///< Of this part, as in "it is an open sheet".
    std::string kind;       ///< The same of many parts, as in "open sheets".
    double surface = 0.0;   ///< Share of the surface, 0 to 1: of its mesh, or of all by `Deformer`.
    std::size_t mesh = 0;   ///< Of the character; set by `Deformer`.
    std::size_t index = 0;  ///< Of the part in its mesh, from 0.
};

/// Parts left as skinned for one kind of reason.
struct RefusalGroup {
    std::string kind;
    std::size_t parts = 0;
    double surface = 0.0;  ///< Sum of their shares.
};

/// One group a kind, the one with most surface first.
std::vector<RefusalGroup> group_refusals(std::span<const Refusal> refusals);

/// As "12 parts left as skinned, 3.1 % of the surface: open sheets".
std::string group_sentence(const RefusalGroup& group);

/// Share of the surface that is left as skinned, 0 to 1.
double uncorrected_surface(std::span<const Refusal> refusals);

}  // namespace isoskin
