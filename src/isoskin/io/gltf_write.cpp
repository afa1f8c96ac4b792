#include "isoskin/io/gltf_write.h"

#include <cassert>

#include "isoskin/io/gltf_compression.h"
#include "isoskin/io/gltf_export.h"

namespace isoskin {
namespace gltf {
namespace {

void add_joint_nodes(const Character& character, Builder& builder, NodeMap& nodes) {
    const auto joints = character.skeleton.joints();
    Json& array = builder.array("nodes");
    for (std::size_t j = 0; j < joints.size(); ++j) {
        Json node{{"name", joints[j].name}};
        set_transform(joints[j].parent_from_joint, node);
        nodes.node_of_joint.push_back(j);
        array.push_back(std::move(node));
    }
    for (std::size_t j = 0; j < joints.size(); ++j)
        if (joints[j].parent) array[*joints[j].parent]["children"].push_back(j);
}

Json* hung_on(const SkinnedMesh& mesh, const NodeMap& nodes, Json& array) {
    Json& joint = array[nodes.node_of_joint[mesh.skin.joints.front()]];
    const bool in_place = mesh.skin.joint_from_bind.front().matrix().isIdentity(0.0);
    return in_place && !joint.contains("mesh") ? &joint : nullptr;
}

// A rigid mesh goes to the node of its joint if it is free, else to a child of it; a skinned one
// gets a node of its own beside the skeleton, because its node's transform counts for nothing.
std::size_t add_mesh_node(const SkinnedMesh& mesh, std::size_t entry, const NodeMap& nodes,
                          Builder& builder) {
    Json& array = builder.array("nodes");
    if (mesh.skin.hung) {
        const std::size_t joint = nodes.node_of_joint[mesh.skin.joints.front()];
        if (Json* node = hung_on(mesh, nodes, array)) {
            (*node)["mesh"] = entry;
            return joint;
        }
        Json node{{"name", mesh.mesh.name}, {"mesh", entry}};
        set_transform(to_transform(mesh.skin.joint_from_bind.front()), node);
        array.push_back(std::move(node));
        array[joint]["children"].push_back(array.size() - 1);
        return array.size() - 1;
    }
    builder.array("skins").push_back(make_skin(mesh.skin, nodes, builder));
    array.push_back(
        {{"name", mesh.mesh.name}, {"mesh", entry}, {"skin", builder.array("skins").size() - 1}});
    return array.size() - 1;
}

void add_scene(Builder& builder, const std::string& name) {
    Json& nodes = builder.array("nodes");
    std::vector<char> is_child(nodes.size(), 0);
    for (const Json& node : nodes)
        if (node.contains("children"))
            for (const Json& child : node["children"])
                is_child[child.get<std::size_t>()] = 1;
    Json roots = Json::array();
    for (std::size_t i = 0; i < is_child.size(); ++i)
        if (!is_child[i]) roots.push_back(i);
    Json scene = Json::object();
    if (!name.empty()) scene["name"] = name;
    if (!roots.empty()) scene["nodes"] = std::move(roots);
    builder.array("scenes") = Json::array({std::move(scene)});
    builder.document()["scene"] = 0;
    if (nodes.empty()) builder.document().erase("nodes");
}

// Into the extras of the scene that is shown; see `carried_settings`. Text that is no JSON travels
// as a string, for isoskin to refuse where it is read.
void carry_settings(const std::string& settings, Builder& builder) {
    if (settings == carried_settings(builder.document())) return;
    if (builder.array("scenes").empty()) add_scene(builder, "");
    const std::size_t shown = builder.document().value("scene", std::size_t{0});
    Json& extras = builder.array("scenes")[shown]["extras"];
    if (!extras.is_object()) extras = Json::object();
    if (settings.empty()) {
        extras.erase("isoskin");
        return;
    }
    Json parsed = Json::parse(settings, nullptr, false);
    extras["isoskin"] = parsed.is_discarded() ? Json(settings) : std::move(parsed);
}

const Document* source_of(const Character& character) {
    return dynamic_cast<const Document*>(character.source.get());
}

// Posed meshes take the place of the bind shapes; what only moves is dropped.
Character frozen(const Character& character, std::span<const PosedMesh> posed) {
    Character still;
    still.name = character.name;
    still.images = character.images;
    still.materials = character.materials;
    for (std::size_t i = 0; i < posed.size(); ++i) {
        SkinnedMesh mesh;
        mesh.mesh = character.meshes[i].mesh;
        mesh.mesh.positions = posed[i].positions;
        mesh.mesh.normals = posed[i].normals;
        mesh.mesh.tangents = posed[i].tangents;
        mesh.skin.hung = true;
        mesh.source_mesh = character.meshes[i].source_mesh;
        still.meshes.push_back(std::move(mesh));
    }
    return still;
}

void erase_rig(Json& document) {
    for (const char* key : {"skins", "animations", "nodes", "scenes", "scene"})
        document.erase(key);
    // What other vendors keep at the root may name nodes, which are gone; VRM does.
    const auto extensions = document.find("extensions");
    if (extensions == document.end()) return;
    for (auto it = extensions->begin(); it != extensions->end();)
        it = it.key().rfind("KHR_", 0) == 0 ? std::next(it) : extensions->erase(it);
    if (extensions->empty()) document.erase("extensions");
}

/// The primitives of the source with posed positions, and normals and tangents where it has them.
Json pose_source_mesh(const SkinnedMesh& mesh, const Interpretation& original, Builder& builder) {
    Json json = builder.document()["meshes"][mesh.source_mesh];
    Json primitives = Json::array();
    const MeshEntry& entry = original.model.meshes[mesh.source_mesh];
    const auto drawn = drawn_primitives(entry);
    const auto shapes = cut_into_primitives(mesh.mesh);
    assert(drawn.size() == shapes.size());
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        Json primitive =
            json["primitives"][static_cast<std::size_t>(drawn[i] - entry.primitives.data())];
        Json& attributes = primitive["attributes"];
        set_weights(mesh, shapes[i], builder, attributes);
        Json posed = Json::object();
        set_shape_attributes(mesh.mesh, shapes[i], builder, posed);
        attributes["POSITION"] = posed["POSITION"];
        for (const char* name : {"NORMAL", "TANGENT"}) {
            if (!attributes.contains(name)) continue;
            if (posed.contains(name))
                attributes[name] = posed[name];
            else
                attributes.erase(name);
        }
        primitive.erase("targets");
        primitives.push_back(std::move(primitive));
    }
    json["primitives"] = std::move(primitives);
    set_target_names(mesh, json);
    return json;
}

Container build_posed(const Character& character, std::span<const PosedMesh> posed) {
    const Character still = frozen(character, posed);
    const Document* source = source_of(character);
    auto original = source ? interpret(source->container, source->path)
                           : Result<Interpretation>(invalid("no source"));
    const bool keeps_source = original && has_same_topology(character, original->character);
    Builder builder = keeps_source ? Builder(source->container) : Builder();
    if (keeps_source)
        erase_rig(builder.document());
    else
        add_materials(still, builder);

    Json meshes = Json::array();
    for (const SkinnedMesh& mesh : still.meshes) {
        Json node{{"mesh", meshes.size()}};
        if (!mesh.mesh.name.empty()) node["name"] = mesh.mesh.name;
        builder.array("nodes").push_back(std::move(node));
        meshes.push_back(keeps_source ? pose_source_mesh(mesh, *original, builder)
                                      : make_mesh(mesh, builder));
    }
    builder.document().erase("meshes");
    if (!meshes.empty()) builder.array("meshes") = std::move(meshes);
    add_scene(builder, still.name);
    return std::move(builder).finish();
}

}  // namespace

void build_from_scratch(const Character& character, Builder& builder) {
    NodeMap nodes;
    add_materials(character, builder);
    add_joint_nodes(character, builder, nodes);
    for (const SkinnedMesh& mesh : character.meshes) {
        builder.array("meshes").push_back(make_mesh(mesh, builder));
        nodes.node_of_mesh.push_back(
            add_mesh_node(mesh, builder.array("meshes").size() - 1, nodes, builder));
    }
    for (const Clip& clip : character.clips) {
        Json animation = Json::object();
        set_channels(clip, nodes, character, builder, animation);
        if (!animation["channels"].empty())
            builder.array("animations").push_back(std::move(animation));
    }
    add_scene(builder, character.name);
}

namespace {

// The document a character came from, brought up to date, or a new one.
Container build(const Character& character) {
    if (const Document* source = source_of(character)) {
        const auto original = interpret(source->container, source->path);
        if (original && has_same_structure(character, original->character)) {
            Builder builder(source->container);
            update(character, *original, builder);
            carry_settings(character.settings_json, builder);
            return std::move(builder).finish();
        }
    }
    Builder builder;
    build_from_scratch(character, builder);
    carry_settings(character.settings_json, builder);
    return std::move(builder).finish();
}

}  // namespace
}  // namespace gltf

Status write_gltf(const std::filesystem::path& path, const Character& character, Packing packing) {
    gltf::Container container = gltf::build(character);
    if (packing == Packing::Meshopt)
        if (const auto packed = gltf::compress(container); !packed) return packed.error();
    return gltf::save(path, container);
}

Status write_posed_gltf(const std::filesystem::path& path, const Character& character,
                        std::span<const PosedMesh> posed) {
    assert(posed.size() == character.meshes.size());
    return gltf::save(path, gltf::build_posed(character, posed));
}

}  // namespace isoskin
