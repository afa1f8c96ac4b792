#include "isoskin/io/character_file.h"

#include <array>

#include "isoskin/io/binding.h"
#include "isoskin/io/file.h"
#include "isoskin/io/obj_read.h"
#include "isoskin/io/obj_write.h"
#include "isoskin/io/ply_write.h"
#include "isoskin/io/stl_write.h"
#include "isoskin/io/text.h"
#include "isoskin/io/text_rig.h"

namespace isoskin {
namespace {

constexpr std::array kFormats{
    FormatInfo{.name = "OBJ", .extensions = ".obj", .reads = true, .writes_posed = true},
    FormatInfo{.name = "PLY", .extensions = ".ply", .writes_posed = true},
    FormatInfo{.name = "STL", .extensions = ".stl", .writes_posed = true},
};

std::string ending_of(const std::filesystem::path& path) {
    return lower_case(path.extension().string());
}

std::string endings_that(bool FormatInfo::*can) {
    std::string endings;
    for (const FormatInfo& format : kFormats)
        if (format.*can) endings += (endings.empty() ? "" : " ") + std::string(format.extensions);
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
                       "'; known are " + endings_that(&FormatInfo::reads));
}

Status write_posed(const std::filesystem::path& path, const Character& character,
                   std::span<const PosedMesh> posed) {
    const std::string ending = ending_of(path);
    if (ending == ".obj") return write_obj(path, character, posed);
    if (ending == ".ply") return write_bytes(path, ply_bytes(character, posed));
    if (ending == ".stl") return write_bytes(path, stl_bytes(character, posed));
    return unsupported("'" + path.string() + "': no writer for files that end in '" + ending +
                       "'; known are " + endings_that(&FormatInfo::writes_posed));
}

}  // namespace isoskin
