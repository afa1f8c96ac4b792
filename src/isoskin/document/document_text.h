#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "isoskin/document/document.h"

namespace isoskin {

/// A hash over everything a person can change: weights, clips, settings, joints moved but not
/// keyed, locks; and over the bind shapes. The playhead is not part of it. FNV-1a, 64 bits.
std::uint64_t state_hash(const Document& document);

/// What a character file does not hold of a document: playhead, joints moved but not keyed, locks.
/// JSON; numbers read back to the same bits.
std::string workspace_text(const Document& document);

/// Puts such a text back into the document of the same character, as a fresh start without history.
Status restore_workspace(std::string_view text, Document& document);

/// The character as it is to be stored, with its settings in it.
Character character_to_store(const Document& document);

}  // namespace isoskin
