#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace isoskin {

/// For each name of `from` the place in `to` that means the same joint, each place used once.
///
/// First by name, blind to case, separators and a prefix that ends in a colon; then by what people
/// call the parts of a body: LeftUpLeg, upperleg01.L and thigh_L are one. Spines and necks of
/// different length are matched from end to end. Both lists have parents before children.
std::vector<std::optional<std::size_t>> match_joints(std::span<const std::string> from,
                                                     std::span<const std::string> to);

}  // namespace isoskin
