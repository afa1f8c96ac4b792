#include "isoskin/io/character_file.h"

#include <array>

#include "isoskin/io/binding.h"
#include "isoskin/io/obj_read.h"
#include "isoskin/io/text.h"
#include "isoskin/io/text_rig.h"

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

// OBJ holds no rig; one may lie beside it.
Result<Character> read_obj_with_rig(const std::filesystem::path& path, const ReadOptions& options) {
    const auto folder = options.rig.empty() ? path.parent_path() : options.rig;
    if (has_text_rig(folder)) return read_text_rig(path, folder, options);
    if (!options.rig.empty())
        return invalid("'" + options.rig.string() + "' is not a rig that isoskin knows");
    auto character = read_obj(path);
    if (character) character->skeleton = stand_up(character->skeleton, options);
    return character;
}

}  // namespace

std::span<const FormatInfo> known_formats() {
    return kFormats;
}

Result<Character> read_character(const std::filesystem::path& path, const ReadOptions& options) {
    const std::string ending = ending_of(path);
    if (ending == ".obj") return read_obj_with_rig(path, options);
    return unsupported("'" + path.string() + "': no reader for files that end in '" + ending +
                       "'; known are " + readable_endings());
}

}  // namespace isoskin
