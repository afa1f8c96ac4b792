#pragma once

#include <filesystem>
#include <vector>

namespace isoskin::batch {

/// Files that a glTF (or the JSON of a GLB or VRM) names as its buffers and pictures, in their
/// order, whether they are there or not; none for any other file. Reads along, so a file of any
/// size costs no memory, and judges nothing: the reader of the character does.
std::vector<std::filesystem::path> named_files(const std::filesystem::path& character);

}  // namespace isoskin::batch
