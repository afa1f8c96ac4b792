#include <cstdint>

#include "isoskin/io/bvh_character.h"
#include "isoskin/motion/retarget.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bvh = isoskin::parse_bvh({reinterpret_cast<const char*>(data), size}, "fuzz.bvh");
    if (!bvh) return 0;
    const auto character = isoskin::character_from_bvh(*bvh, {}, "fuzz.bvh");
    if (character) (void)isoskin::retarget(*character, character->clips[0], *character);
    return 0;
}
