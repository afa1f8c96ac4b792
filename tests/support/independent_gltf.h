#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <vector>

/// A second opinion on glTF: reads a well-formed file and poses it in plain double loops, sharing
/// no code with isoskin. Slow, trusting and short, so that it can be checked by reading it.
namespace isoskin::independent {

using Point = std::array<double, 3>;

/// The vertices of one node's mesh in model space, its triangle primitives one after the other.
struct PosedNode {
    std::size_t node = 0;
    std::vector<Point> positions;
};

/// Nodes with meshes in the order of the file, linearly skinned; without a clip as the nodes stand.
/// Times before the first and after the last key hold that key.
std::vector<PosedNode> pose_gltf(const std::filesystem::path& path,
                                 std::optional<std::size_t> clip = {}, double time = 0.0);

/// Largest distance between two lists of points, over the diagonal of the box round the second.
double relative_difference(const std::vector<Point>& a, const std::vector<Point>& b);

}  // namespace isoskin::independent
