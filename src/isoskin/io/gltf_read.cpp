#include "isoskin/io/gltf_read.h"

#include <algorithm>
#include <cmath>

#include "isoskin/io/file.h"
#include "isoskin/io/gltf_compression.h"
#include "isoskin/io/gltf_document.h"

namespace isoskin {
namespace gltf {
namespace {

/// Turns a checked model into a character, step by step; the first failure ends it.
class Interpreter {
  public:
    Interpreter(const Container& container, std::filesystem::path path)
        : path_(std::move(path)),
          diagnosis_(path_.string()),
          model_(parse_model(container.document, diagnosis_)),
          reader_(model_, container, diagnosis_) {}

    Result<Interpretation> run();

  private:
    void read_skeleton();
    void read_all_meshes();
    void show_mesh(std::size_t node);
    Skin make_skin(const SkinEntry& entry);
    Skin hang(std::size_t node) const;
    SkinWeights without_strays(const SkinWeights& weights, std::size_t joints,
                               const std::string& place);
    void set_stored_weights(std::size_t node, SkinnedMesh& shown);
    void read_materials();
    Image read_image(const ImageEntry& entry);
    std::vector<char> find_joints(std::vector<char>& shown) const;

    std::filesystem::path path_;
    Diagnosis diagnosis_;
    Model model_;
    AccessorReader reader_;
    std::vector<MeshData> meshes_;
    std::vector<Skin> skins_;
    std::vector<char> shown_;  // nodes the scene shows
    Character character_;
    Links links_;
};

Result<Interpretation> Interpreter::run() {
    using Step = void (Interpreter::*)();
    for (const Step step : {&Interpreter::read_skeleton, &Interpreter::read_materials,
                            &Interpreter::read_all_meshes}) {
        if (diagnosis_.failed()) return diagnosis_.error();
        (this->*step)();
    }
    if (diagnosis_.failed()) return diagnosis_.error();
    character_.clips = read_clips(model_, links_, character_.meshes, reader_, diagnosis_);
    if (diagnosis_.failed()) return diagnosis_.error();
    // Scenes are called "Scene" by most programs; what a person called it is the file.
    character_.name = path_.stem().string();
    character_.notes.insert(character_.notes.end(), diagnosis_.notes().begin(),
                            diagnosis_.notes().end());
    return Interpretation{std::move(character_), std::move(links_), std::move(model_)};
}

// Nodes that become joints: those the scene shows, those a skin names, and all above them.
std::vector<char> Interpreter::find_joints(std::vector<char>& shown) const {
    const auto& nodes = model_.nodes;
    shown.assign(nodes.size(), 0);
    std::vector<std::size_t> open = model_.scene_roots;
    while (!open.empty()) {
        const std::size_t node = open.back();
        open.pop_back();
        if (std::exchange(shown[node], 1)) continue;
        open.insert(open.end(), nodes[node].children.begin(), nodes[node].children.end());
    }
    std::vector<char> joints = shown;
    const auto add_with_ancestors = [&](Reference node) {
        for (; node && !joints[*node]; node = nodes[*node].parent)
            joints[*node] = 1;
    };
    for (const SkinEntry& skin : model_.skins)
        for (const std::size_t joint : skin.joints)
            add_with_ancestors(joint);
    for (const std::size_t root : model_.scene_roots)
        add_with_ancestors(nodes[root].parent);
    return joints;
}

void Interpreter::read_skeleton() {
    const auto& nodes = model_.nodes;
    const auto is_joint = find_joints(shown_);
    std::vector<Index> place(nodes.size(), kNoIndex);
    std::vector<std::size_t> node_of_input;
    for (std::size_t i = 0; i < nodes.size(); ++i)
        if (is_joint[i]) {
            place[i] = static_cast<Index>(node_of_input.size());
            node_of_input.push_back(i);
        }
    std::vector<Joint> joints;
    for (const std::size_t node : node_of_input) {
        Joint joint;
        joint.name = nodes[node].name.empty() ? "node " + std::to_string(node) : nodes[node].name;
        if (nodes[node].parent) joint.parent = place[*nodes[node].parent];
        joint.parent_from_joint = nodes[node].parent_from_node;
        joints.push_back(std::move(joint));
    }
    auto imported = import_skeleton(std::move(joints));
    if (!imported) return diagnosis_.refuse(imported.error().kind, {}, imported.error().message);

    links_.joint_of_node.assign(nodes.size(), kNoIndex);
    links_.node_of_joint.resize(node_of_input.size());
    for (std::size_t i = 0; i < node_of_input.size(); ++i) {
        const JointIndex joint = imported->joint_of_input[i];
        links_.joint_of_node[node_of_input[i]] = joint;
        links_.node_of_joint[joint] = node_of_input[i];
    }
    character_.notes = std::move(imported->notes);
    character_.skeleton = std::move(imported->skeleton);
    for (const SkinEntry& entry : model_.skins)
        skins_.push_back(make_skin(entry));
}

Skin Interpreter::make_skin(const SkinEntry& entry) {
    Skin skin;
    skin.name = entry.name;
    for (const std::size_t node : entry.joints)
        skin.joints.push_back(static_cast<JointIndex>(links_.joint_of_node[node]));
    skin.joint_from_bind.assign(skin.joints.size(), Affine::Identity());
    if (!entry.inverse_bind_matrices) return skin;

    const Accessor& accessor = reader_.accessor(*entry.inverse_bind_matrices);
    if (accessor.width != 16 || accessor.count < skin.joints.size()) {
        diagnosis_.refuse(entry.place,
                          "its inverse bind matrices are not one 4 by 4 matrix for "
                          "each of its " +
                              std::to_string(skin.joints.size()) + " joints");
        return skin;
    }
    const auto values = reader_.floats(*entry.inverse_bind_matrices, entry.place);
    if (!check_finite(values, 16, entry.place + ", inverse bind matrices", diagnosis_)) return skin;
    for (std::size_t slot = 0; slot < skin.joints.size() && !values.empty(); ++slot) {
        const Eigen::Map<const Eigen::Matrix4f> matrix(&values[slot * 16]);
        const Eigen::RowVector4f last(0.0F, 0.0F, 0.0F, 1.0F);
        if ((matrix.row(3) - last).cwiseAbs().maxCoeff() > 1e-3F) {
            diagnosis_.refuse(entry.place, "the inverse bind matrix of its joint " +
                                               std::to_string(slot) + " is not affine");
            return skin;
        }
        skin.joint_from_bind[slot].matrix().topRows<3>() = matrix.cast<double>().topRows<3>();
    }
    return skin;
}

void Interpreter::read_all_meshes() {
    for (std::size_t i = 0; i < model_.meshes.size(); ++i) {
        meshes_.push_back(
            read_mesh(model_.meshes[i], "mesh " + std::to_string(i), reader_, diagnosis_));
        if (diagnosis_.failed()) return;
    }
    links_.mesh_of_node.assign(model_.nodes.size(), kNoIndex);
    for (std::size_t node = 0; node < model_.nodes.size(); ++node)
        if (shown_[node] && model_.nodes[node].mesh && !diagnosis_.failed()) show_mesh(node);
}

std::size_t moved_count(std::span<const MorphTarget> morphs) {
    std::size_t count = 0;
    for (const MorphTarget& morph : morphs)
        count += morph.positions.places().size() + morph.normals.places().size() +
                 morph.tangents.places().size();
    return count;
}

// Weights of joints that the skin does not have are none.
SkinWeights Interpreter::without_strays(const SkinWeights& weights, std::size_t joints,
                                        const std::string& place) {
    std::vector<std::vector<Influence>> rows(weights.vertex_count());
    std::size_t strays = 0;
    for (std::size_t vertex = 0; vertex < rows.size(); ++vertex)
        for (const Influence& influence : weights.row(vertex)) {
            if (influence.slot < joints)
                rows[vertex].push_back(influence);
            else
                ++strays;
        }
    SkinWeights kept = SkinWeights::from_rows(rows);
    diagnosis_.note(NoteKind::LeftOut, place,
                    "weights point to joints that its skin does not have and are left out; export "
                    "it anew with all joints of its armature, or bind it by 'isoskin weights'",
                    strays);
    if (!kept.empty_rows().empty())
        diagnosis_.note(NoteKind::Repaired, place,
                        "vertices have no other weights and follow the first joint",
                        kept.empty_rows().size());
    return kept;
}

void Interpreter::show_mesh(std::size_t index) {
    const Node& node = model_.nodes[index];
    const std::string place = "node " + std::to_string(index);
    const MeshData& data = meshes_[*node.mesh];
    if (data.mesh.faces.empty()) return;
    if (!reader_.budget().take(data.mesh.positions.size() + moved_count(data.morphs), 64))
        return diagnosis_.refuse(place, "shows mesh " + std::to_string(*node.mesh) +
                                            " more often than a file of this size may ask for");
    SkinnedMesh shown{.mesh = data.mesh,
                      .skin = {},
                      .weights = data.weights,
                      .morphs = data.morphs,
                      .stored_morph_weights = {},
                      .source_mesh = *node.mesh};
    if (shown.mesh.name.empty())
        shown.mesh.name = node.name.empty() ? "mesh " + std::to_string(*node.mesh) : node.name;
    if (node.skin && data.has_joints) {
        shown.skin = skins_[*node.skin];
        if (data.largest_slot >= shown.skin.joints.size())
            shown.weights = without_strays(data.weights, shown.skin.joints.size(), place);
    } else {
        if (node.skin)
            diagnosis_.note(NoteKind::Information, place,
                            "its mesh has no weights and hangs on it rigidly");
        if (data.has_joints)
            diagnosis_.note(NoteKind::LeftOut, place,
                            "its mesh has weights, but no skin says of which joints: it hangs on "
                            "the node rigidly; export it with its armature, or bind it by 'isoskin "
                            "weights --skeleton'");
        shown.skin = hang(index);
        shown.weights = SkinWeights::rigid(data.mesh.positions.size(), 0);
    }
    set_stored_weights(index, shown);
    links_.mesh_of_node[index] = static_cast<Index>(character_.meshes.size());
    links_.node_of_mesh.push_back(index);
    character_.meshes.push_back(std::move(shown));
}

Skin Interpreter::hang(std::size_t node) const {
    Skin skin;
    skin.name = model_.nodes[node].name;
    skin.joints = {static_cast<JointIndex>(links_.joint_of_node[node])};
    skin.joint_from_bind = {Affine::Identity()};
    skin.hung = true;
    return skin;
}

void Interpreter::set_stored_weights(std::size_t index, SkinnedMesh& shown) {
    const Node& node = model_.nodes[index];
    const auto& weights =
        node.weights.empty() ? model_.meshes[shown.source_mesh].weights : node.weights;
    if (!weights.empty() && weights.size() != shown.morphs.size())
        return diagnosis_.refuse("node " + std::to_string(index),
                                 "has " + std::to_string(weights.size()) + " weights for " +
                                     std::to_string(shown.morphs.size()) + " morph targets");
    shown.stored_morph_weights = weights;
    shown.stored_morph_weights.resize(shown.morphs.size(), 0.0F);
}

void Interpreter::read_materials() {
    for (const ImageEntry& entry : model_.images)
        character_.images.push_back(read_image(entry));
    for (const MaterialEntry& entry : model_.materials) {
        Material material;
        material.name = entry.name;
        for (int i = 0; i < 4; ++i)
            material.base_color[i] = entry.base_color[static_cast<std::size_t>(i)];
        if (entry.base_color_image)
            material.base_color_image = static_cast<int>(*entry.base_color_image);
        material.roughness = entry.roughness;
        material.metallic = entry.metallic;
        material.double_sided = entry.double_sided;
        material.alpha_cutoff = entry.alpha_cutoff;
        character_.materials.push_back(std::move(material));
    }
}

std::string sniff_type(std::span<const std::uint8_t> bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()),
                                std::min<std::size_t>(bytes.size(), 12));
    if (text.substr(0, 4) == "\x89PNG") return "image/png";
    if (text.substr(0, 2) == "\xFF\xD8") return "image/jpeg";
    if (text.substr(0, 4) == "RIFF" && text.size() == 12 && text.substr(8) == "WEBP")
        return "image/webp";
    return {};
}

// A missing picture does not keep a character from moving: a note, and no bytes.
Image Interpreter::read_image(const ImageEntry& entry) {
    Image image{.name = entry.name, .mime_type = entry.mime_type, .bytes = {}};
    if (entry.view) {
        const auto bytes = reader_.view_bytes(*entry.view, entry.place);
        if (reader_.budget().take(bytes.size(), 1))
            image.bytes.assign(bytes.begin(), bytes.end());
        else
            diagnosis_.refuse(entry.place, "is more than a file of this size may ask for");
    } else {
        auto bytes = load_uri(entry.uri, path_.parent_path());
        if (bytes)
            image.bytes = *std::move(bytes);
        else
            diagnosis_.note(NoteKind::LeftOut, entry.place,
                            bytes.error().message + "; shown without it");
    }
    if (image.mime_type.empty()) image.mime_type = sniff_type(image.bytes);
    if (image.mime_type.empty()) image.mime_type = data_uri_type(entry.uri);
    return image;
}

// Checked by `parse_scene`: a number, and within the list.
std::size_t shown_scene(const Json& document) {
    const auto scene = document.find("scene");
    return scene != document.end() ? scene->get<std::size_t>() : 0;
}

}  // namespace

std::string carried_settings(const Json& document) {
    const auto scenes = document.find("scenes");
    if (scenes == document.end() || scenes->empty()) return {};
    const Json& scene = (*scenes)[shown_scene(document)];
    const auto extras = scene.find("extras");
    if (extras == scene.end() || !extras->is_object() || !extras->contains("isoskin")) return {};
    return (*extras)["isoskin"].dump(2, ' ', false, Json::error_handler_t::replace);
}

Result<Interpretation> interpret(const Container& container, const std::filesystem::path& path) {
    return Interpreter(container, path).run();
}

}  // namespace gltf

Result<Character> read_gltf(const std::filesystem::path& path) {
    const auto bytes = read_bytes(path);
    if (!bytes) return bytes.error();
    return read_gltf(*bytes, path);
}

Result<Character> read_gltf(std::span<const std::uint8_t> bytes,
                            const std::filesystem::path& path) {
    auto container = gltf::open_container(bytes, path);
    if (!container) return container.error();
    const Status plain = gltf::decompress(*container, path.string());
    if (!plain) return plain.error();
    auto document = std::make_shared<gltf::Document>();
    document->container = *std::move(container);
    document->path = path;

    auto interpretation = gltf::interpret(document->container, path);
    if (!interpretation) return interpretation.error();
    Character character = std::move(interpretation->character);
    character.human_bones =
        gltf::read_human_bones(document->container.document, interpretation->links);
    character.settings_json = gltf::carried_settings(document->container.document);
    character.source = std::move(document);
    return character;
}

}  // namespace isoskin
