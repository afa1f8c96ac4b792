#include <array>
#include <cstdint>

#include "isoskin/io/text_rig.h"

// The six texts of a rig are cut from the input at zero bytes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view rest(reinterpret_cast<const char*>(data), size);
    std::array<std::string, 6> texts;
    for (std::string& text : texts) {
        const std::size_t end = rest.find('\0');
        text = rest.substr(0, end);
        rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
    }
    const isoskin::TextRig rig{texts[0], texts[1], texts[2], texts[3], texts[4], texts[5]};
    (void)isoskin::parse_text_rig(rig, "fuzz", 2);
    return 0;
}
