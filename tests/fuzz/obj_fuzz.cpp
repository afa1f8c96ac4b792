#include <cstdint>

#include "isoskin/io/obj_read.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    auto file = isoskin::parse_obj(text, "fuzz.obj");
    if (file) isoskin::parse_mtl(text, file->materials);
    return 0;
}
