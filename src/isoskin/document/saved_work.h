#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isoskin/document/document.h"

namespace isoskin {

/// What a person changed about a character, as bytes: weights, clips, settings, and the workspace
/// (document_text.h). Not the character itself, and not the history (saved_history.h).
std::vector<std::uint8_t> edits_of(const Document& document);

/// A document of `character`, as it was when it was first opened, with such edits put in: the same
/// `state_hash`, bit for bit, but for rows of painted weights, which are normalised again and may
/// differ in the last place. Fails if they belong to another character or are damaged.
Result<Document> document_from_edits(Character character, std::span<const std::uint8_t> bytes);

}  // namespace isoskin
