#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "isoskin/document/document.h"

namespace isoskin {

/// A hash over everything a person can change: weights, clips, settings, lattice, joints moved but
/// not keyed, locks; and over the bind shapes. The playhead is not part of it. FNV-1a, 64 bits.
std::uint64_t state_hash(const Document& document);

/// What a character file does not hold of a document: playhead, joints moved but not keyed, locks.
/// JSON; numbers read back to the same bits.
std::string workspace_text(const Document& document);

/// The same for a document that follows `document` with a character made of it: joints and clips
/// that it has not are left out, and so is a sketch of joints.
std::string workspace_for(const Document& document, const Character& character);

/// What is said of saved work that does not read.
Error damaged_work(const std::string& what);

/// Puts such a text back into the document of the same character, as a fresh start without history.
Status restore_workspace(std::string_view text, Document& document);

/// The volume settings of a document with its lattice among them, as `Character::settings_json`
/// carries both; and the lattice out of such a text, if there is one.
std::string settings_to_carry(const Document& document);
Result<std::optional<DocumentLattice>> carried_lattice(const Character& character);

/// The character as it is to be stored, with its settings in it.
Character character_to_store(const Document& document);

}  // namespace isoskin
