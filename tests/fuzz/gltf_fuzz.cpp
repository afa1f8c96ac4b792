#include <cstddef>
#include <cstdint>

#include "isoskin/io/gltf_read.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static_cast<void>(isoskin::read_gltf({data, size}, "fuzz.glb"));
    return 0;
}
