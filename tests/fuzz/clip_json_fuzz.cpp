#include <cstdint>

#include "isoskin/io/clip_json.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    isoskin::Character character;
    isoskin::Joint joint;
    joint.name = "a";
    character.skeleton = *isoskin::Skeleton::create({joint});
    (void)isoskin::parse_clip_json({reinterpret_cast<const char*>(data), size}, character, "fuzz");
    return 0;
}
