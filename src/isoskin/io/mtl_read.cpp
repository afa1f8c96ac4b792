#include <algorithm>
#include <unordered_map>

#include "isoskin/io/binding.h"
#include "isoskin/io/image_file.h"
#include "isoskin/io/obj_read.h"
#include "isoskin/io/text.h"

namespace isoskin {
namespace {

// Words of a material file that may stand before the name of a picture, each with its arguments.
std::string picture_name(std::string_view line) {
    std::vector<std::string_view> words;
    split_words(line, words);
    std::size_t at = 1;
    while (at < words.size() && words[at].size() > 1 && words[at][0] == '-') {
        ++at;
        while (at < words.size() &&
               (parse_number(words[at]) || words[at] == "on" || words[at] == "off"))
            ++at;
    }
    if (at >= words.size()) return {};
    const auto start = static_cast<std::size_t>(words[at].data() - line.data());
    return std::string(trim(line.substr(start)));
}

void set_color(std::span<const std::string_view> words, Material& material) {
    for (std::size_t i = 0; i < 3 && i + 1 < words.size(); ++i)
        if (const auto value = parse_number(words[i + 1]))
            material.base_color[static_cast<Eigen::Index>(i)] =
                static_cast<float>(std::clamp(*value, 0.0, 1.0));
}

// Gives each material its picture, each picture read once.
void add_pictures(std::span<const std::string> pictures, const std::filesystem::path& folder,
                  Character& character) {
    std::unordered_map<std::string, int> image_of_picture;
    for (std::size_t i = 0; i < pictures.size(); ++i) {
        Material& material = character.materials[i];
        if (pictures[i].empty() || material.base_color_image >= 0) continue;
        const auto [place, added] = image_of_picture.try_emplace(pictures[i], -1);
        if (added) place->second = add_image(folder, pictures[i], character);
        material.base_color_image = place->second;
    }
}

}  // namespace

std::vector<std::string> parse_mtl(std::string_view material_text,
                                   std::vector<Material>& materials) {
    std::vector<std::string> pictures(materials.size());
    std::size_t current = materials.size();
    std::vector<std::string_view> words;
    LineReader lines(material_text);
    while (lines.next()) {
        const std::string_view line = lines.line().substr(0, lines.line().find('#'));
        split_words(line, words);
        if (words.empty()) continue;
        if (words[0] == "newmtl") {
            const std::string_view name =
                trim(trim(line).substr(std::string_view("newmtl").size()));
            current = static_cast<std::size_t>(
                std::find_if(materials.begin(), materials.end(),
                             [&](const Material& m) { return m.name == name; }) -
                materials.begin());
        } else if (current < materials.size() && words[0] == "Kd") {
            set_color(words, materials[current]);
        } else if (current < materials.size() && words[0] == "map_Kd") {
            pictures[current] = picture_name(line);
        }
    }
    return pictures;
}

Result<Character> read_obj(const std::filesystem::path& path) {
    const auto text = read_marked_text(path);
    if (!text) return text.error();
    auto file = parse_obj(*text, path.string());
    if (!file) return file.error();

    Character character;
    character.name = path.stem().string();
    character.materials = std::move(file->materials);
    character.notes = std::move(file->notes);
    if (file->mesh.name.empty()) file->mesh.name = character.name;
    for (const std::string& name : file->material_files) {
        const auto material_path = path.parent_path() / name;
        const auto material_text = read_marked_text(material_path);
        if (material_text)
            add_pictures(parse_mtl(*material_text, character.materials),
                         material_path.parent_path(), character);
        else
            character.notes.push_back(
                {.kind = NoteKind::LeftOut,
                 .what = "the material file " + in_quotes(name) + " cannot be read",
                 .reason = "a material file cannot be read"});
    }
    add_bare_mesh(std::move(file->mesh), character);
    return character;
}

}  // namespace isoskin
