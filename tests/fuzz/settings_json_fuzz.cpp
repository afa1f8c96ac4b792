#include <cstdint>

#include "isoskin/volume/settings_json.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto settings =
        isoskin::parse_volume_settings({reinterpret_cast<const char*>(data), size}, "fuzz");
    if (settings &&
        !isoskin::parse_volume_settings(isoskin::volume_settings_text(*settings), "own"))
        __builtin_trap();  // what is written can be read
    return 0;
}
