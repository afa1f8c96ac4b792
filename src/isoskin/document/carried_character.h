#pragma once

#include "isoskin/document/document.h"

namespace isoskin {

/// The character of a document with the bind shape that its lattice makes of it, at the volume it
/// has without: for whoever knows no lattice. Maps of volume that are built for it follow the new
/// shape, so that bulges in a pose are not quite where the document shows them.
Character carried_character(const Document& document);

}  // namespace isoskin
