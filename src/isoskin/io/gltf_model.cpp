#include "isoskin/io/gltf_model.h"

#include <algorithm>

namespace isoskin::gltf {
namespace {

// Extensions a file may require: those we read, and those that only change what is drawn.
constexpr std::string_view kReadable[] = {
    "KHR_mesh_quantization",   "EXT_meshopt_compression",
    "KHR_meshopt_compression", "KHR_draco_mesh_compression",
    "KHR_texture_transform",   "KHR_texture_basisu",
    "EXT_texture_webp",        "EXT_texture_avif",
    "KHR_lights_punctual",     "VRM",
};

bool is_readable(const std::string& extension) {
    return extension.rfind("KHR_materials_", 0) == 0 || extension.rfind("VRMC_", 0) == 0 ||
           std::find(std::begin(kReadable), std::end(kReadable), extension) != std::end(kReadable);
}

void check_asset(const Object& root) {
    const Object asset = root.object("asset", "asset");
    if (!asset) return root.refuse("'asset' is missing: this is not glTF 2.0");
    const std::string version = asset.text("version");
    if (version.empty()) return asset.refuse("'version' is missing");
    if (version.rfind("2.", 0) != 0)
        root.diagnosis().refuse(ErrorKind::Unsupported, asset.place(),
                                "version '" + version + "' is not glTF 2");
    for (const std::string& extension : root.texts("extensionsRequired"))
        if (!is_readable(extension))
            root.diagnosis().refuse(
                ErrorKind::Unsupported, {},
                "requires the extension '" + extension + "', which isoskin does not read");
}

std::optional<MeshoptSource> parse_meshopt(const Object& view, std::size_t buffer_count) {
    Object source = view.extension("EXT_meshopt_compression");
    if (!source) source = view.extension("KHR_meshopt_compression");
    if (!source) return std::nullopt;
    MeshoptSource meshopt{.buffer = source.required_reference("buffer", buffer_count, "buffer"),
                          .offset = source.integer_or("byteOffset", 0),
                          .length = source.required_integer("byteLength"),
                          .stride = source.required_integer("byteStride"),
                          .count = source.required_integer("count"),
                          .mode = source.text("mode"),
                          .filter = source.text("filter")};
    return meshopt;
}

// Bytes from `offset` on, counted so that huge numbers do not overflow.
bool fits(std::size_t offset, std::size_t length, std::size_t size) {
    return offset <= size && length <= size - offset;
}

void parse_views(const Object& root, Model& model) {
    const auto buffers = root.objects("buffers", "buffer");
    const std::size_t buffer_count = buffers.size();
    for (const Object& view : root.objects("bufferViews", "buffer view")) {
        model.views.push_back({.buffer = view.required_reference("buffer", buffer_count, "buffer"),
                               .offset = view.integer_or("byteOffset", 0),
                               .length = view.required_integer("byteLength"),
                               .stride = view.integer_or("byteStride", 0),
                               .meshopt = parse_meshopt(view, buffer_count)});
        const BufferView& parsed = model.views.back();
        if (parsed.length == 0) view.refuse("'byteLength' is zero");
        if (root.diagnosis().failed()) return;
        if (!fits(parsed.offset, parsed.length, buffers[parsed.buffer].integer_or("byteLength", 0)))
            view.refuse("ends beyond buffer " + std::to_string(parsed.buffer));
    }
}

ComponentType parse_component(const Object& object) {
    const std::size_t type = object.required_integer("componentType");
    switch (type) {
        case 5120:
        case 5121:
        case 5122:
        case 5123:
        case 5125:
        case 5126:
            return static_cast<ComponentType>(type);
        default:
            object.refuse("component type " + std::to_string(type) + " does not exist");
            return ComponentType::Float;
    }
}

std::size_t parse_width(const Object& accessor, const std::string& type) {
    constexpr std::pair<std::string_view, std::size_t> kWidths[] = {
        {"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4},
        {"MAT2", 4},   {"MAT3", 9}, {"MAT4", 16}};
    for (const auto& [name, width] : kWidths)
        if (name == type) return width;
    accessor.refuse(type.empty() ? "'type' is missing" : "type '" + type + "' does not exist");
    return 1;
}

std::optional<SparseValues> parse_sparse(const Object& accessor, std::size_t view_count) {
    const Object sparse = accessor.object("sparse", "sparse");
    if (!sparse) return std::nullopt;
    const Object indices = sparse.object("indices", "indices");
    const Object values = sparse.object("values", "values");
    if (!indices || !values) {
        sparse.refuse("'indices' or 'values' is missing");
        return std::nullopt;
    }
    return SparseValues{
        .count = sparse.required_integer("count"),
        .index_view = indices.required_reference("bufferView", view_count, "buffer view"),
        .index_offset = indices.integer_or("byteOffset", 0),
        .index_type = parse_component(indices),
        .value_view = values.required_reference("bufferView", view_count, "buffer view"),
        .value_offset = values.integer_or("byteOffset", 0)};
}

void check_extent(const Object& object, const Accessor& accessor, const Model& model) {
    if (!accessor.view) return;
    const BufferView& view = model.views[*accessor.view];
    const std::size_t size = accessor.element_size();
    const std::size_t stride = view.stride == 0 ? size : view.stride;
    if (stride < size)
        return object.refuse("its elements overlap in buffer view " +
                             std::to_string(*accessor.view));
    if (!fits(accessor.offset, size, view.length) ||
        accessor.count - 1 > (view.length - accessor.offset - size) / stride)
        object.refuse(std::to_string(accessor.count) + " elements from byte " +
                      std::to_string(accessor.offset) + " on do not fit into the " +
                      std::to_string(view.length) + " bytes of buffer view " +
                      std::to_string(*accessor.view));
}

void parse_accessors(const Object& root, Model& model) {
    for (const Object& object : root.objects("accessors", "accessor")) {
        Accessor accessor;
        accessor.view = object.reference("bufferView", model.views.size(), "buffer view");
        accessor.offset = object.integer_or("byteOffset", 0);
        accessor.count = object.required_integer("count");
        accessor.component = parse_component(object);
        accessor.type = object.text("type");
        accessor.width = parse_width(object, accessor.type);
        accessor.normalized = object.is_set("normalized");
        accessor.sparse = parse_sparse(object, model.views.size());
        if (accessor.count == 0) object.refuse("'count' is zero");
        if (root.diagnosis().failed()) return;
        check_extent(object, accessor, model);
        model.accessors.push_back(std::move(accessor));
    }
}

Vec3d to_vec3(const std::vector<double>& v) {
    return {v[0], v[1], v[2]};
}

std::vector<double> sized_numbers(const Object& node, std::string_view key, std::size_t size) {
    std::vector<double> numbers = node.numbers(key);
    if (numbers.empty() || numbers.size() == size) return numbers;
    node.refuse("'" + std::string(key) + "' has " + std::to_string(numbers.size()) +
                " numbers, not " + std::to_string(size));
    return {};
}

Transform parse_matrix(const Object& node, const std::vector<double>& numbers) {
    const Eigen::Matrix4d matrix = Eigen::Map<const Eigen::Matrix4d>(numbers.data());
    const Transform transform = to_transform(Affine(matrix));
    const double error = (to_affine(transform).matrix() - matrix).cwiseAbs().maxCoeff();
    if (error > 1e-4 * std::max(1.0, matrix.cwiseAbs().maxCoeff()))
        node.diagnosis().note(NoteKind::LeftOut, node.place(),
                              "its matrix shears; the shear is left out");
    return transform;
}

Transform parse_transform(const Object& node) {
    const auto matrix = sized_numbers(node, "matrix", 16);
    if (!matrix.empty()) return parse_matrix(node, matrix);
    Transform transform;
    const auto translation = sized_numbers(node, "translation", 3);
    const auto rotation = sized_numbers(node, "rotation", 4);
    const auto scale = sized_numbers(node, "scale", 3);
    if (!translation.empty()) transform.translation = to_vec3(translation);
    if (!scale.empty()) transform.scale = to_vec3(scale);
    if (rotation.empty()) return transform;
    const Quatd q(rotation[3], rotation[0], rotation[1], rotation[2]);
    if (q.norm() > 0.0)
        transform.rotation = q.normalized();
    else
        node.diagnosis().note(NoteKind::Repaired, node.place(),
                              "its rotation is zero; taken as no rotation");
    return transform;
}

void link_parents(const std::vector<Object>& objects, Model& model) {
    for (std::size_t parent = 0; parent < model.nodes.size(); ++parent)
        for (const std::size_t child : model.nodes[parent].children) {
            Reference& known = model.nodes[child].parent;
            if (known)
                objects[child].refuse("is a child of node " + std::to_string(*known) +
                                      " and of node " + std::to_string(parent));
            known = parent;
        }
}

// Whoever is not reached from a root hangs on a cycle.
void check_cycles(const std::vector<Object>& objects, const Model& model) {
    std::vector<std::size_t> reached;
    for (std::size_t i = 0; i < model.nodes.size(); ++i)
        if (!model.nodes[i].parent) reached.push_back(i);
    for (std::size_t i = 0; i < reached.size(); ++i)
        for (const std::size_t child : model.nodes[reached[i]].children)
            reached.push_back(child);
    if (reached.size() == model.nodes.size()) return;
    std::vector<char> seen(model.nodes.size(), 0);
    for (const std::size_t node : reached)
        seen[node] = 1;
    auto at = static_cast<std::size_t>(std::find(seen.begin(), seen.end(), 0) - seen.begin());
    for (std::size_t step = 0; step < model.nodes.size(); ++step)
        at = *model.nodes[at].parent;
    objects[at].refuse("is its own ancestor");
}

void parse_nodes(const Object& root, Model& model) {
    const auto objects = root.objects("nodes", "node");
    for (const Object& object : objects) {
        Node node;
        node.name = object.text("name");
        node.children = object.references("children", objects.size(), "node");
        node.mesh = object.reference("mesh", model.meshes.size(), "mesh");
        node.skin = object.reference("skin", model.skins.size(), "skin");
        node.parent_from_node = parse_transform(object);
        for (const double weight : object.numbers("weights"))
            node.weights.push_back(static_cast<float>(weight));
        model.nodes.push_back(std::move(node));
    }
    link_parents(objects, model);
    if (!root.diagnosis().failed()) check_cycles(objects, model);
}

void parse_scene(const Object& root, Model& model) {
    const auto scenes = root.objects("scenes", "scene");
    const std::size_t chosen = root.reference("scene", scenes.size(), "scene").value_or(0);
    for (std::size_t i = 0; i < scenes.size(); ++i) {
        auto roots = scenes[i].references("nodes", model.nodes.size(), "node");
        if (i != chosen) continue;
        model.scene_roots = std::move(roots);
    }
    if (!scenes.empty()) return;
    for (std::size_t i = 0; i < model.nodes.size(); ++i)
        if (!model.nodes[i].parent) model.scene_roots.push_back(i);
}

}  // namespace

std::size_t component_size(ComponentType type) {
    switch (type) {
        case ComponentType::Int8:
        case ComponentType::UInt8:
            return 1;
        case ComponentType::Int16:
        case ComponentType::UInt16:
            return 2;
        case ComponentType::UInt32:
        case ComponentType::Float:
            return 4;
    }
    return 4;
}

Reference find(const Attributes& attributes, std::string_view name) {
    for (const auto& [key, accessor] : attributes)
        if (key == name) return accessor;
    return std::nullopt;
}

Model parse_model(const Json& document, Diagnosis& diagnosis) {
    const Object root(&document, {}, diagnosis);
    Model model;
    check_asset(root);
    if (diagnosis.failed()) return model;
    parse_views(root, model);
    parse_accessors(root, model);
    parse_materials(root, model);
    parse_meshes(root, document, model);
    parse_skins(root, root.objects("nodes", "node").size(), model);
    parse_nodes(root, model);
    parse_scene(root, model);
    parse_animations(root, model);
    return model;
}

}  // namespace isoskin::gltf
