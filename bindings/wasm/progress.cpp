#include "progress.h"

#include <algorithm>

#include <emscripten.h>

EM_JS(void, isoskin_tell_progress, (double part), {
    if (Module["onProgress"]) Module["onProgress"](part);
});

EM_JS(void, isoskin_tell_news, (const char* text), {
    if (Module["onNews"]) Module["onNews"](UTF8ToString(text));
});

namespace isoskin::wasm {

void tell_progress(double part) {
    isoskin_tell_progress(std::clamp(part, 0.0, 1.0));
}

void tell_news(const std::string& text) {
    isoskin_tell_news(text.c_str());
}

}  // namespace isoskin::wasm
