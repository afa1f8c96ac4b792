#include "isoskin/io/text_rig.h"

#include <cmath>
#include <optional>

#include "isoskin/io/binding.h"
#include "isoskin/io/image_file.h"
#include "isoskin/io/obj_read.h"
#include "isoskin/io/text.h"

namespace isoskin {
namespace {

constexpr const char* kParentsFile = "skeleton_connectivity_parent";
constexpr const char* kNamesFile = "skeleton_joint_name";
constexpr const char* kRotationsFile = "skeleton_rest_pose_rotation";
constexpr const char* kTranslationsFile = "skeleton_rest_pose_translation";
constexpr const char* kJointRowsFile = "rig_joint";
constexpr const char* kWeightRowsFile = "rig_weights";

// Rows of numbers, one per line that is not blank.
using Table = std::vector<std::vector<double>>;

class TableReader {
  public:
    TableReader(std::string_view folder, const char* file)
        : file_(std::string(folder) + "/" + file) {}

    Result<Table> read(std::string_view text) const {
        Table table;
        std::vector<std::string_view> words;
        for (LineReader lines(text); lines.next();) {
            split_words(lines.line(), words);
            if (words.empty()) continue;
            std::vector<double>& row = table.emplace_back();
            row.reserve(words.size());
            for (const std::string_view word : words) {
                const auto number = parse_number(word);
                if (!number)
                    return invalid_at(file_, lines.number(), in_quotes(word) + " is not a number");
                row.push_back(*number);
            }
        }
        return table;
    }

    // A table of `rows` rows of `width` numbers each.
    Result<Table> read(std::string_view text, std::size_t rows, std::size_t width) const {
        auto table = read(text);
        if (!table) return table;
        if (auto defect = check_count(table->size(), rows, "rows")) return *std::move(defect);
        for (std::size_t i = 0; i < rows; ++i)
            if ((*table)[i].size() != width)
                return invalid(file_ + ": row " + std::to_string(i + 1) + " holds " +
                               std::to_string((*table)[i].size()) + " numbers, not " +
                               std::to_string(width));
        return table;
    }

    std::optional<Error> check_count(std::size_t count, std::size_t expected,
                                     const char* what) const {
        if (count == expected) return std::nullopt;
        return invalid(file_ + " holds " + std::to_string(count) + " " + what + ", not " +
                       std::to_string(expected));
    }

    const std::string& file() const { return file_; }

  private:
    std::string file_;
};

std::vector<std::string> parse_names(std::string_view text) {
    std::vector<std::string> names;
    for (LineReader lines(text); lines.next();)
        if (const auto name = trim(lines.line()); !name.empty()) names.emplace_back(name);
    return names;
}

Result<std::vector<Joint>> parse_parents(std::string_view text, const TableReader& reader) {
    const auto table = reader.read(text);
    if (!table) return table.error();
    std::vector<Joint> joints;
    for (const auto& row : *table)
        for (const double parent : row) {
            if (parent != std::floor(parent) || parent < -1.0 || parent > 65535.0)
                return invalid(reader.file() + ": joint " + std::to_string(joints.size()) +
                               " has no valid parent");
            Joint& joint = joints.emplace_back();
            if (parent >= 0.0) joint.parent = static_cast<std::size_t>(parent);
        }
    if (joints.empty()) return invalid(reader.file() + " holds no joints");
    return joints;
}

std::optional<Error> set_transforms(const TextRig& rig, std::string_view folder,
                                    std::vector<Joint>& joints) {
    const TableReader rotation_reader(folder, kRotationsFile);
    const auto rotations = rotation_reader.read(rig.rotations, joints.size(), 4);
    if (!rotations) return rotations.error();
    const auto translations =
        TableReader(folder, kTranslationsFile).read(rig.translations, joints.size(), 3);
    if (!translations) return translations.error();
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const auto& q = (*rotations)[i];
        const Quatd rotation(q[3], q[0], q[1], q[2]);
        if (!std::isnormal(rotation.norm()))
            return invalid(rotation_reader.file() + ": row " + std::to_string(i + 1) +
                           " is not a rotation");
        joints[i].parent_from_joint.rotation = rotation.normalized();
        joints[i].parent_from_joint.translation = Vec3d((*translations)[i].data());
    }
    return std::nullopt;
}

Result<std::vector<Joint>> parse_joints(const TextRig& rig, std::string_view folder) {
    auto joints = parse_parents(rig.parents, TableReader(folder, kParentsFile));
    if (!joints) return joints;
    auto names = parse_names(rig.names);
    if (auto defect =
            TableReader(folder, kNamesFile).check_count(names.size(), joints->size(), "names"))
        return *std::move(defect);
    for (std::size_t i = 0; i < names.size(); ++i)
        (*joints)[i].name = std::move(names[i]);
    if (auto defect = set_transforms(rig, folder, *joints)) return *std::move(defect);
    return joints;
}

Result<std::vector<std::vector<Influence>>> parse_rows(const TextRig& rig, std::string_view folder,
                                                       std::size_t joint_count,
                                                       std::size_t vertex_count) {
    const TableReader joint_reader(folder, kJointRowsFile);
    const TableReader weight_reader(folder, kWeightRowsFile);
    const auto joints = joint_reader.read(rig.joint_rows);
    if (!joints) return joints.error();
    const auto weights = weight_reader.read(rig.weight_rows);
    if (!weights) return weights.error();
    if (auto defect = joint_reader.check_count(joints->size(), vertex_count, "rows"))
        return *std::move(defect);
    if (auto defect = weight_reader.check_count(weights->size(), vertex_count, "rows"))
        return *std::move(defect);

    std::vector<std::vector<Influence>> rows(vertex_count);
    for (std::size_t vertex = 0; vertex < vertex_count; ++vertex) {
        const auto& slots = (*joints)[vertex];
        const auto& row_weights = (*weights)[vertex];
        if (slots.size() != row_weights.size())
            return invalid(weight_reader.file() + ": row " + std::to_string(vertex + 1) +
                           " does not match that of " + kJointRowsFile);
        for (std::size_t i = 0; i < slots.size(); ++i) {
            const double slot = slots[i];
            if (slot != std::floor(slot) || slot < 0.0 || slot >= static_cast<double>(joint_count))
                return invalid(joint_reader.file() + ": row " + std::to_string(vertex + 1) +
                               " names a joint that does not exist");
            rows[vertex].push_back({static_cast<JointIndex>(slot),
                                    static_cast<float>(std::min(row_weights[i], 1e30))});
        }
    }
    return rows;
}

Result<TextRig> read_texts(const std::filesystem::path& folder) {
    TextRig rig;
    for (auto& [file, text] : {std::pair{kParentsFile, &rig.parents},
                               {kNamesFile, &rig.names},
                               {kRotationsFile, &rig.rotations},
                               {kTranslationsFile, &rig.translations},
                               {kJointRowsFile, &rig.joint_rows},
                               {kWeightRowsFile, &rig.weight_rows}}) {
        auto read = read_marked_text(folder / file);
        if (!read) return read.error();
        *text = *std::move(read);
    }
    return rig;
}

void cover_with_texture(const std::filesystem::path& folder, Character& character) {
    if (!character.images.empty() || !std::filesystem::exists(folder / "texture.png")) return;
    const int image = add_image(folder, "texture.png", character);
    Mesh& mesh = character.meshes[0].mesh;
    if (character.materials.empty()) {
        character.materials.emplace_back().name = "texture";
        for (Section& section : mesh.sections)
            section.material = 0;
    }
    for (Material& material : character.materials)
        material.base_color_image = image;
}

}  // namespace

Result<ParsedTextRig> parse_text_rig(const TextRig& rig, std::string_view folder,
                                     std::size_t vertex_count) {
    auto joints = parse_joints(rig, folder);
    if (!joints) return joints.error();
    auto rows = parse_rows(rig, folder, joints->size(), vertex_count);
    if (!rows) return rows.error();
    auto imported = import_skeleton(*std::move(joints));
    if (!imported) return invalid(std::string(folder) + ": " + imported.error().message);
    return ParsedTextRig{*std::move(imported), *std::move(rows)};
}

bool has_text_rig(const std::filesystem::path& folder) {
    return std::filesystem::exists(folder / kParentsFile) &&
           std::filesystem::exists(folder / kWeightRowsFile);
}

Result<Character> read_text_rig(const std::filesystem::path& obj_path,
                                const std::filesystem::path& folder, const ReadOptions& options) {
    auto character = read_obj(obj_path);
    if (!character) return character;
    const auto texts = read_texts(folder);
    if (!texts) return texts.error();
    SkinnedMesh& skinned = character->meshes[0];
    auto rig = parse_text_rig(*texts, folder.string(), skinned.mesh.vertex_count());
    if (!rig) return rig.error();

    skinned.weights = SkinWeights::from_rows(rig->rows);
    skinned.skin = bind_in_stored_pose(rig->imported.skeleton, rig->imported.joint_of_input);
    character->skeleton = stand_up(rig->imported.skeleton, options);
    for (const auto& notes : {rig->imported.notes, notes_on(skinned.weights)})
        character->notes.insert(character->notes.end(), notes.begin(), notes.end());
    character->name = obj_path.stem() == "mesh" ? obj_path.parent_path().filename().string()
                                                : obj_path.stem().string();
    cover_with_texture(folder, *character);
    return character;
}

}  // namespace isoskin
