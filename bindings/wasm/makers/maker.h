#pragma once

#include <string>
#include <vector>

#include "isoskin/base/keep_on.h"
#include "isoskin/rig/character.h"
#include "isoskin/weights/bind_weights.h"
#include "json_text.h"

/// What the exports of the makers share. Files are laid down first (inbox.h) and named; what is
/// made of them are the bytes of a GLB and a report in JSON.
namespace isoskin::wasm {

/// A file that was laid down, called after it.
Result<Character> read_laid_down(const std::string& name);

/// Makes the character the answer in bytes, as a GLB.
Status answer_character(const Character& character);

/// Tells the page of a stage of the work, from one share of it to another.
KeepOn tell_stage(double from, double to);

/// Options of a call; anything but an object is none.
json options_of(const char* text);

json json_of(const BoundWeights& bound);

}  // namespace isoskin::wasm
