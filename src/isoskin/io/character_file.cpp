#include "isoskin/io/character_file.h"

#include <array>

#include "isoskin/io/assimp_read.h"
#include "isoskin/io/binding.h"
#include "isoskin/io/bvh_character.h"
#include "isoskin/io/clip_json.h"
#include "isoskin/io/file.h"
#include "isoskin/io/gltf_read.h"
#include "isoskin/io/gltf_write.h"
#include "isoskin/io/makehuman.h"
#include "isoskin/io/motion_file.h"
#include "isoskin/io/obj_read.h"
#include "isoskin/io/obj_write.h"
#include "isoskin/io/ply_write.h"
#include "isoskin/io/stl_write.h"
#include "isoskin/io/text.h"
#include "isoskin/io/text_rig.h"

namespace isoskin {
namespace {

// OBJ holds no rig; one may lie beside it.
Result<Character> read_obj_with_rig(const std::filesystem::path& path, const ReadOptions& options) {
    if (lower_case(options.rig.extension().string()) == ".mhskel")
        return read_makehuman(path, options.rig, options);
    const auto folder = options.rig.empty() ? path.parent_path() : options.rig;
    if (has_text_rig(folder)) return read_text_rig(path, folder, options);
    if (!options.rig.empty())
        return invalid("'" + options.rig.string() + "' is not a rig that isoskin knows");
    auto character = read_obj(path);
    if (character) character->skeleton = stand_up(character->skeleton, options);
    return character;
}

Result<Character> read_gltf_file(const std::filesystem::path& path, const ReadOptions&) {
    return read_gltf(path);
}

Status write_ply(const std::filesystem::path& path, const Character& character,
                 std::span<const PosedMesh> posed) {
    return write_bytes(path, ply_bytes(character, posed));
}

Status write_stl(const std::filesystem::path& path, const Character& character,
                 std::span<const PosedMesh> posed) {
    return write_bytes(path, stl_bytes(character, posed));
}

Status write_plain_gltf(const std::filesystem::path& path, const Character& character) {
    return write_gltf(path, character);
}

/// One line per format; a function that is missing is something the format cannot do.
struct Format {
    std::string_view name;
    std::string_view extensions;
    Result<Character> (*read)(const std::filesystem::path&, const ReadOptions&) = nullptr;
    Result<Clip> (*read_clip)(const std::filesystem::path&, const Character&) = nullptr;
    Status (*write_character)(const std::filesystem::path&, const Character&) = nullptr;
    Status (*write_posed)(const std::filesystem::path&, const Character&,
                          std::span<const PosedMesh>) = nullptr;
};

constexpr Format kFormats[] = {
    {.name = "glTF 2.0",
     .extensions = ".glb .gltf .vrm",
     .read = read_gltf_file,
     .write_character = write_plain_gltf,
     .write_posed = write_posed_gltf},
    {.name = "OBJ", .extensions = ".obj", .read = read_obj_with_rig, .write_posed = write_obj},
    {.name = "BVH", .extensions = ".bvh", .read = read_bvh},
    {.name = "keyed poses", .extensions = ".json", .read_clip = read_clip_json},
#ifdef ISOSKIN_ASSIMP
    {.name = "FBX, Collada and others", .extensions = kAssimpExtensions, .read = read_assimp},
#endif
    {.name = "PLY", .extensions = ".ply", .write_posed = write_ply},
    {.name = "STL", .extensions = ".stl", .write_posed = write_stl},
};

// Whether a list as ".glb .gltf" holds an extension; ".gl" is not in it.
bool lists(std::string_view extensions, std::string_view extension) {
    if (extension.empty()) return false;
    const std::string padded = std::string(extensions) + " ";
    return padded.find(std::string(extension) + " ") != std::string::npos;
}

template <typename Function>
std::string extensions_with(Function Format::*function) {
    std::string all;
    for (const Format& format : kFormats)
        if (format.*function) all += (all.empty() ? "" : " ") + std::string(format.extensions);
    return all;
}

/// The format of a file that has the wanted function, or a sentence that lists those that have.
template <typename Function>
Result<const Format*> choose(const std::filesystem::path& path, Function Format::*function,
                             const char* verb) {
    const std::string extension = lower_case(path.extension().string());
    for (const Format& format : kFormats)
        if (lists(format.extensions, extension) && format.*function) return &format;
    const std::string ending = extension.empty() ? "no ending" : "the ending '" + extension + "'";
    return unsupported("'" + path.string() + "' has " + ending + "; isoskin can " + verb + ": " +
                       extensions_with(function));
}

// Not constexpr: under -fsanitize=undefined g++ 12 does not take the address of a function for one.
const auto kInfos = [] {
    std::array<FormatInfo, std::size(kFormats)> infos{};
    for (std::size_t i = 0; i < infos.size(); ++i)
        infos[i] = {.name = kFormats[i].name,
                    .extensions = kFormats[i].extensions,
                    .reads = kFormats[i].read != nullptr,
                    .writes_character = kFormats[i].write_character != nullptr,
                    .writes_posed = kFormats[i].write_posed != nullptr};
    return infos;
}();

}  // namespace

std::span<const FormatInfo> known_formats() {
    return kInfos;
}

Result<Character> read_character(const std::filesystem::path& path, const ReadOptions& options) {
    const auto format = choose(path, &Format::read, "read");
    if (!format) return format.error();
    return (*format)->read(path, options);
}

Result<RetargetedMotion> read_motion(const std::filesystem::path& path, const Character& character,
                                     const MotionOptions& options) {
    const std::string extension = lower_case(path.extension().string());
    for (const Format& format : kFormats) {
        if (!lists(format.extensions, extension)) continue;
        if (format.read_clip) {
            auto clip = format.read_clip(path, character);
            if (!clip) return clip.error();
            return RetargetedMotion{.clip = *std::move(clip), .pairs = {}, .unmatched = {}};
        }
        if (!format.read) continue;
        const auto source = format.read(path, options.read);
        if (!source) return source.error();
        return fit_motion(*source, path, character, options);
    }
    return unsupported("'" + path.string() + "' has the ending '" + extension +
                       "'; isoskin can read motions from: " + extensions_with(&Format::read_clip) +
                       " " + extensions_with(&Format::read));
}

Result<Clip> read_clip(const std::filesystem::path& path, const Character& character,
                       const MotionOptions& options) {
    auto motion = read_motion(path, character, options);
    if (!motion) return motion.error();
    return std::move(motion->clip);
}

Status write_character(const std::filesystem::path& path, const Character& character) {
    const auto format = choose(path, &Format::write_character, "write characters as");
    if (!format) return format.error();
    return (*format)->write_character(path, character);
}

Status write_posed(const std::filesystem::path& path, const Character& character,
                   std::span<const PosedMesh> posed) {
    const auto format = choose(path, &Format::write_posed, "write posed meshes as");
    if (!format) return format.error();
    return (*format)->write_posed(path, character, posed);
}

}  // namespace isoskin
