#pragma once

#include <string>

#include "isoskin/flesh/character_flesh.h"

namespace isoskin::cli {

/// One page that needs no other file: per joint its worst bend by linear skinning and with its
/// flesh, seen close, and what was measured; then the joints that stay as by `normal`, and why.
/// `character` carries the flesh. Where nothing can be drawn the page has no pictures.
std::string flesh_page(const std::string& file, const Character& character,
                       const CharacterFlesh& flesh);

}  // namespace isoskin::cli
