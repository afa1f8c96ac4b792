#pragma once

#include <span>
#include <string>

#include "isoskin/base/result.h"
#include "page_server.h"

namespace isoskin::cli {

/// Files that the page has no reader for, as a GLB with what the reader noted: a line of JSON
/// ({"notes": […]}), then the bytes. The first is the character, others are what it may name.
///
/// They are read by a process of its own, so that a file that brings a reader down, or takes it for
/// ever, does not take the studio along.
Result<std::string> convert_handed(std::span<const HandedFile> files);

}  // namespace isoskin::cli
