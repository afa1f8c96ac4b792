#pragma once

namespace isoskin::wasm {

/// Tells whoever made the module, if they listen, how much of a long call is done, 0…1.
void tell_progress(double part);

}  // namespace isoskin::wasm
