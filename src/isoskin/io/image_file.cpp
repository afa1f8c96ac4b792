#include "isoskin/io/image_file.h"

#include <algorithm>

#include "isoskin/io/file.h"
#include "isoskin/io/text.h"

namespace isoskin {
namespace {

// A file may name only what lies in or below its own folder.
bool stays_below(const std::filesystem::path& relative) {
    return relative.is_relative() &&
           std::find(relative.begin(), relative.end(), "..") == relative.end();
}

std::filesystem::path locate(const std::filesystem::path& folder, std::string name) {
    std::replace(name.begin(), name.end(), '\\', '/');
    const std::filesystem::path named(name);
    std::error_code ignored;
    if (stays_below(named) && std::filesystem::is_regular_file(folder / named, ignored))
        return folder / named;
    return folder / named.filename();
}

}  // namespace

std::string picture_type(std::span<const std::uint8_t> bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (starts_with(text, "\x89PNG\r\n\x1A\n")) return "image/png";
    if (starts_with(text, "\xFF\xD8\xFF")) return "image/jpeg";
    return {};
}

int add_image(const std::filesystem::path& folder, const std::string& name, Character& character) {
    const auto path = locate(folder, name);
    auto bytes = read_bytes(path);
    if (!bytes) {
        character.notes.push_back({.kind = NoteKind::LeftOut,
                                   .what = "the picture " + in_quotes(name) + " cannot be read",
                                   .reason = "a picture cannot be read"});
        return -1;
    }
    std::string type = picture_type(*bytes);
    if (type.empty()) {
        character.notes.push_back(
            {.kind = NoteKind::LeftOut,
             .what = "the picture " + in_quotes(name) + " is neither PNG nor JPEG",
             .reason = "a picture is neither PNG nor JPEG"});
        return -1;
    }
    character.images.push_back({path.stem().string(), std::move(type), *std::move(bytes)});
    return static_cast<int>(character.images.size()) - 1;
}

}  // namespace isoskin
