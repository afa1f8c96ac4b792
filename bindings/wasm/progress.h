#pragma once

#include <string>

namespace isoskin::wasm {

/// Tells whoever made the module, if they listen, how much of a long call is done, 0…1.
void tell_progress(double part);

/// Tells them what is finished before the call ends.
void tell_news(const std::string& text);

}  // namespace isoskin::wasm
