#include "answers.h"

#include <cstdlib>

#include <emscripten/heap.h>

namespace isoskin::wasm {

namespace {

// Files lie in folders of the page's own making, which nobody dropped there.
std::string without_folders(std::string message) {
    for (const char* folder : {"/in/", "/out/"})
        for (auto at = message.find(folder); at != std::string::npos; at = message.find(folder))
            message.erase(at, std::string_view(folder).size());
    return message;
}

}  // namespace

int report(const Error& error) {
    answers().error = Error{error.kind, without_folders(error.message)};
    return static_cast<int>(error.kind) + 1;
}

int report_exception(const char* what) {
    answers().error = Error{ErrorKind::Invalid, std::string("the core failed: ") + what};
    return static_cast<int>(Outcome::Internal);
}

int done() {
    answers().error.reset();
    return static_cast<int>(Outcome::Done);
}

}  // namespace isoskin::wasm

using namespace isoskin::wasm;

ISOSKIN_EXPORT const char* isoskin_version() {
    return ISOSKIN_VERSION;
}
ISOSKIN_EXPORT void* isoskin_allocate(std::size_t size) {
    return std::malloc(size);
}
ISOSKIN_EXPORT void isoskin_release(void* block) {
    std::free(block);
}
/// Makes the whole memory at least `size` bytes; 0 if that cannot be had.
ISOSKIN_EXPORT int isoskin_reserve(std::size_t size) {
    return size <= emscripten_get_heap_size() || emscripten_resize_heap(size) != 0 ? 1 : 0;
}
ISOSKIN_EXPORT const char* isoskin_error() {
    return answers().error ? answers().error->message.c_str() : "";
}
ISOSKIN_EXPORT const char* isoskin_text() {
    return answers().text.c_str();
}
ISOSKIN_EXPORT std::size_t isoskin_text_size() {
    return answers().text.size();
}
ISOSKIN_EXPORT const double* isoskin_numbers() {
    return answers().numbers.data();
}
ISOSKIN_EXPORT std::size_t isoskin_number_count() {
    return answers().numbers.size();
}
ISOSKIN_EXPORT const std::uint8_t* isoskin_bytes() {
    return answers().bytes.data();
}
ISOSKIN_EXPORT std::size_t isoskin_byte_count() {
    return answers().bytes.size();
}
