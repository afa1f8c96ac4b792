#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isoskin/document/document.h"

namespace isoskin {

/// The steps that can be undone and redone, as bytes; the oldest are left out beyond `max_bytes`.
std::vector<std::uint8_t> history_of(const Document& document, std::size_t max_bytes);

/// Puts such steps into the document they were taken from, opened again (`document_from_edits`).
/// Fails, and leaves it without history, if they belong to another character or are damaged.
Status restore_history(std::span<const std::uint8_t> bytes, Document& document);

}  // namespace isoskin
