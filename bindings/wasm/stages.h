#pragma once

#include <optional>
#include <string>
#include <vector>

#include "isoskin/document/document.h"
#include "origin.h"

namespace isoskin::wasm {

/// A document that another followed: a bare mesh that got a skeleton, a body that was dressed.
struct Stage {
    Document document;
    Origin origin;
    std::string step;  ///< What led to the later of it and its neighbour, in the words of undo.
    /// Of a later stage: steps that the one before it had got by then; more make it unreachable.
    std::uint64_t added_before = 0;
};

/// The documents before and after the open one, each list with the nearest last. One undo goes
/// through the steps of a document, then to the document before it.
struct Stages {
    std::vector<Stage> before;
    std::vector<Stage> after;
};

enum class Way { Undo, Redo };

/// Whether the next step that way leads to another document.
bool crosses(Way way);

/// Goes there; the name of the step, or none.
std::optional<std::string> take_step(Way way);

/// Opens what a file holds that was made of the open document, as a step of undo.
Status advance(const std::string& step, Origin origin);

std::vector<std::string> step_names(Way way);

/// All stages but the open one with their histories, and the history of that, as bytes; what lies
/// far is left out beyond `max_bytes` a stage. And back.
std::vector<std::uint8_t> bytes_of_stages(std::size_t max_bytes);
Status restore_stages(std::span<const std::uint8_t> bytes);

}  // namespace isoskin::wasm
