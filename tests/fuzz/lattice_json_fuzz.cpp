#include <cstdint>

#include "isoskin/io/lattice_json.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto edits =
        isoskin::parse_lattice_json({reinterpret_cast<const char*>(data), size}, "fuzz");
    if (edits && !isoskin::parse_lattice_json(isoskin::lattice_json_text(*edits), "own"))
        __builtin_trap();  // what is written can be read
    return 0;
}
