#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "isoskin/base/result.h"
#include "isoskin/lattice/edits.h"

namespace isoskin {

/// A deformable octree and what is done to it, as JSON; see docs/formats/lattice_json.md. Unknown
/// words, values of the wrong kind and values out of range are refused naming their place, as in
/// "edit 2 (move): 'by' …". `file` stands for the text in error sentences.
Result<LatticeEdits> parse_lattice_json(std::string_view text, std::string_view file);

Result<LatticeEdits> read_lattice_json(const std::filesystem::path& path);

/// The same back as text, every number exact.
std::string lattice_json_text(const LatticeEdits& edits);

}  // namespace isoskin
