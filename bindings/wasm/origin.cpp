#include "origin.h"

#include "isoskin/base/byte_stream.h"
#include "isoskin/io/character_file.h"
#include "scenes.h"

namespace isoskin::wasm {
namespace {

constexpr std::string_view kMagic = "isoskin work 2";

}  // namespace

Result<Character> read_origin(const Origin& origin) {
    if (origin.kind == Origin::Kind::Scene) {
        auto character = scenes::make_scene(origin.name);
        if (character && character->name.empty()) character->name = origin.name;
        return character;
    }
    const Inbox inbox(origin.files);
    auto character = read_character(inbox.path(origin.name));
    // Scenes within files are called "Scene" more often than not.
    if (character) character->name = std::filesystem::path(origin.name).stem().string();
    return character;
}

std::vector<std::uint8_t> bytes_of(const Origin& origin, std::span<const std::uint8_t> rest) {
    ByteWriter out;
    out.add_text(kMagic);
    out.add(static_cast<std::uint8_t>(origin.kind));
    out.add_text(origin.name);
    out.add_count(origin.files.size());
    for (const DroppedFile& file : origin.files) {
        out.add_text(file.name);
        out.add_list(std::span<const std::uint8_t>(file.bytes));
    }
    out.add_list(rest);
    return out.take();
}

Result<Origin> origin_of(std::span<const std::uint8_t> bytes, std::vector<std::uint8_t>& rest) {
    ByteReader in(bytes);
    if (in.read_text() != kMagic) return invalid("this is no work saved by isoskin");
    Origin origin;
    origin.kind = in.read<std::uint8_t>() == 0 ? Origin::Kind::Scene : Origin::Kind::Files;
    origin.name = in.read_text();
    origin.files.resize(in.read_count(1));
    for (DroppedFile& file : origin.files) {
        file.name = in.read_text();
        file.bytes = in.read_list<std::uint8_t>();
    }
    rest = in.read_list<std::uint8_t>();
    if (!in.at_end()) return invalid("the saved work is cut short");
    return origin;
}

}  // namespace isoskin::wasm
