#include <cstdint>

#include "isoskin/io/makehuman.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const std::vector<isoskin::Vec3> positions(8, isoskin::Vec3::Ones());
    (void)isoskin::parse_mhskel(text, "fuzz", positions);
    const std::vector<std::string> bones{"a", "b"};
    (void)isoskin::parse_mhw(text, "fuzz", bones, positions.size());
    return 0;
}
