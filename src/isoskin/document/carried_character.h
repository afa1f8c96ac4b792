#pragma once

#include "isoskin/document/document.h"

namespace isoskin {

/// The character of a document with the bind shape that its lattice makes of it, at the volume it
/// has without: for whoever knows no lattice. Settings go along, the lattice does not.
Character carried_character(const Document& document);

}  // namespace isoskin
