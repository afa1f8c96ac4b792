#include "progress.h"

#include <algorithm>

#include <emscripten.h>

EM_JS(void, isoskin_tell_progress, (double part), {
    if (Module["onProgress"]) Module["onProgress"](part);
});

namespace isoskin::wasm {

void tell_progress(double part) {
    isoskin_tell_progress(std::clamp(part, 0.0, 1.0));
}

}  // namespace isoskin::wasm
