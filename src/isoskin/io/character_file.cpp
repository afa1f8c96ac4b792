#include "isoskin/io/character_file.h"

#include <array>

#include "isoskin/io/obj_read.h"
#include "isoskin/io/text.h"

namespace isoskin {
namespace {

constexpr std::array kFormats{
    FormatInfo{.name = "OBJ", .extensions = ".obj", .reads = true},
};

std::string ending_of(const std::filesystem::path& path) {
    return lower_case(path.extension().string());
}

std::string readable_endings() {
    std::string endings;
    for (const FormatInfo& format : kFormats)
        if (format.reads) endings += (endings.empty() ? "" : " ") + std::string(format.extensions);
    return endings;
}

}  // namespace

std::span<const FormatInfo> known_formats() {
    return kFormats;
}

Result<Character> read_character(const std::filesystem::path& path, const ReadOptions&) {
    const std::string ending = ending_of(path);
    if (ending == ".obj") return read_obj(path);
    return unsupported("'" + path.string() + "': no reader for files that end in '" + ending +
                       "'; known are " + readable_endings());
}

}  // namespace isoskin
