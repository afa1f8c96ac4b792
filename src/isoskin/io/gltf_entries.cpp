// The second half of gltf_model.h: meshes, skins, animations, materials and images.
#include <algorithm>
#include <cstdint>
#include <limits>

#include "isoskin/io/gltf_model.h"

namespace isoskin::gltf {
namespace {

std::optional<DracoSource> parse_draco(const Object& primitive, std::size_t view_count) {
    const Object source = primitive.extension("KHR_draco_mesh_compression");
    if (!source) return std::nullopt;
    DracoSource draco{.view = source.required_reference("bufferView", view_count, "buffer view"),
                      .ids = {}};
    // Ids are Draco's own and need not be dense; what does not exist there is refused on decoding.
    constexpr std::size_t kAnyId = std::numeric_limits<std::uint32_t>::max();
    draco.ids = source.object("attributes").named_references(kAnyId, "attribute");
    return draco;
}

Primitive parse_primitive(const Object& object, const Model& model) {
    Primitive primitive;
    primitive.place = object.place();
    const Object attributes = object.object("attributes");
    if (!attributes) object.refuse("'attributes' is missing");
    primitive.attributes = attributes.named_references(model.accessors.size(), "accessor");
    primitive.indices = object.reference("indices", model.accessors.size(), "accessor");
    primitive.mode = object.integer_or("mode", 4);
    if (primitive.mode > 6)
        object.refuse("mode " + std::to_string(primitive.mode) + " does not exist");
    primitive.material = object.reference("material", model.materials.size(), "material");
    for (const Object& target : object.objects("targets", "morph target"))
        primitive.targets.push_back(target.named_references(model.accessors.size(), "accessor"));
    primitive.draco = parse_draco(object, model.views.size());
    return primitive;
}

// Exporters disagree on what stands here, so anything but strings counts as absent.
std::vector<std::string> parse_target_names(const Json& mesh) {
    std::vector<std::string> names;
    const auto extras = mesh.find("extras");
    if (extras == mesh.end() || !extras->is_object()) return names;
    const auto list = extras->find("targetNames");
    if (list == extras->end() || !list->is_array()) return names;
    for (const Json& name : *list)
        names.push_back(name.is_string() ? name.get<std::string>() : "");
    return names;
}

MeshEntry parse_mesh(const Object& object, const Json& json, const Model& model) {
    MeshEntry mesh;
    mesh.name = object.text("name");
    for (const Object& primitive : object.objects("primitives", "primitive"))
        mesh.primitives.push_back(parse_primitive(primitive, model));
    if (mesh.primitives.empty()) object.refuse("has no primitives");
    for (const double weight : object.numbers("weights"))
        mesh.weights.push_back(static_cast<float>(weight));
    mesh.target_names = parse_target_names(json);
    const std::size_t target_count =
        mesh.primitives.empty() ? 0 : mesh.primitives.front().targets.size();
    for (const Primitive& primitive : mesh.primitives)
        if (primitive.targets.size() != target_count)
            object.refuse("its primitives differ in their number of morph targets");
    return mesh;
}

ChannelPath parse_path(const Object& target) {
    const std::string path = target.text("path");
    if (path == "translation") return ChannelPath::Translation;
    if (path == "rotation") return ChannelPath::Rotation;
    if (path == "scale") return ChannelPath::Scale;
    if (path == "weights") return ChannelPath::MorphWeights;
    target.refuse("path '" + path + "' does not exist");
    return ChannelPath::Rotation;
}

Interpolation parse_interpolation(const Object& sampler) {
    const std::string name = sampler.text("interpolation");
    if (name.empty() || name == "LINEAR") return Interpolation::Linear;
    if (name == "STEP") return Interpolation::Step;
    if (name == "CUBICSPLINE") return Interpolation::CubicSpline;
    sampler.refuse("interpolation '" + name + "' does not exist");
    return Interpolation::Linear;
}

Animation parse_animation(const Object& object, const Model& model) {
    Animation animation{.name = object.text("name"), .channels = {}};
    const auto samplers = object.objects("samplers", "sampler");
    std::vector<AnimationChannel> prepared;
    for (const Object& sampler : samplers) {
        AnimationChannel& channel = prepared.emplace_back();
        channel.input = sampler.required_reference("input", model.accessors.size(), "accessor");
        channel.output = sampler.required_reference("output", model.accessors.size(), "accessor");
        channel.interpolation = parse_interpolation(sampler);
    }
    for (const Object& entry : object.objects("channels", "channel")) {
        const auto sampler = entry.required_reference("sampler", samplers.size(), "sampler");
        const Object target = entry.object("target");
        if (!target) entry.refuse("'target' is missing");
        // A channel without a node belongs to an extension, as KHR_animation_pointer.
        const auto node = target.reference("node", model.nodes.size(), "node");
        if (!node || sampler >= prepared.size()) continue;
        AnimationChannel channel = prepared[sampler];
        channel.place = entry.place();
        channel.node = *node;
        channel.path = parse_path(target);
        animation.channels.push_back(std::move(channel));
    }
    return animation;
}

// The picture of each texture; formats only an extension allows stand in for the plain one.
std::vector<Reference> parse_textures(const Object& root, std::size_t image_count) {
    std::vector<Reference> images;
    for (const Object& texture : root.objects("textures", "texture")) {
        Reference image = texture.reference("source", image_count, "image");
        for (const auto* name : {"EXT_texture_webp", "EXT_texture_avif", "KHR_texture_basisu"})
            if (!image) image = texture.extension(name).reference("source", image_count, "image");
        images.push_back(image);
    }
    return images;
}

Reference texture_image(const Object& info, const std::vector<Reference>& textures) {
    if (!info) return std::nullopt;
    if (info.extension("KHR_texture_transform"))
        info.diagnosis().note(NoteKind::LeftOut, info.place(),
                              "its texture is drawn without KHR_texture_transform");
    const auto texture = info.required_reference("index", textures.size(), "texture");
    return texture < textures.size() ? textures[texture] : std::nullopt;
}

void parse_color(const Object& object, std::string_view key, std::array<float, 4>& color) {
    const auto numbers = object.numbers(key);
    for (std::size_t i = 0; i < std::min(numbers.size(), color.size()); ++i)
        color[i] = static_cast<float>(numbers[i]);
}

MaterialEntry parse_material(const Object& object, const std::vector<Reference>& textures) {
    MaterialEntry material;
    material.name = object.text("name");
    material.double_sided = object.is_set("doubleSided");
    if (object.text("alphaMode") == "MASK")
        material.alpha_cutoff = static_cast<float>(object.number_or("alphaCutoff", 0.5));

    const Object pbr = object.object("pbrMetallicRoughness");
    parse_color(pbr, "baseColorFactor", material.base_color);
    material.roughness = static_cast<float>(pbr.number_or("roughnessFactor", 1.0));
    material.metallic = static_cast<float>(pbr.number_or("metallicFactor", 1.0));
    material.base_color_image = texture_image(pbr.object("baseColorTexture"), textures);

    const Object gloss = object.extension("KHR_materials_pbrSpecularGlossiness");
    if (gloss) {
        parse_color(gloss, "diffuseFactor", material.base_color);
        material.roughness = 1.0F - static_cast<float>(gloss.number_or("glossinessFactor", 1.0));
        material.metallic = 0.0F;
        material.base_color_image = texture_image(gloss.object("diffuseTexture"), textures);
    }
    // Not drawn, yet a reference that leads nowhere is a broken file.
    for (const auto* key : {"normalTexture", "occlusionTexture", "emissiveTexture"})
        object.object(key, key).reference("index", textures.size(), "texture");
    return material;
}

}  // namespace

void parse_materials(const Object& root, Model& model) {
    for (const Object& object : root.objects("images", "image")) {
        model.images.push_back(
            {.place = object.place(),
             .name = object.text("name"),
             .mime_type = object.text("mimeType"),
             .uri = object.text("uri"),
             .view = object.reference("bufferView", model.views.size(), "buffer view")});
        if (model.images.back().uri.empty() && !model.images.back().view)
            object.refuse("has neither 'uri' nor 'bufferView'");
    }
    const auto textures = parse_textures(root, model.images.size());
    for (const Object& object : root.objects("materials", "material"))
        model.materials.push_back(parse_material(object, textures));
}

void parse_meshes(const Object& root, const Json& document, Model& model) {
    for (const Object& object : root.objects("meshes", "mesh"))
        model.meshes.push_back(parse_mesh(object, document["meshes"][model.meshes.size()], model));
}

void parse_skins(const Object& root, std::size_t node_count, Model& model) {
    for (const Object& object : root.objects("skins", "skin")) {
        SkinEntry skin;
        skin.place = object.place();
        skin.name = object.text("name");
        skin.joints = object.references("joints", node_count, "node");
        skin.inverse_bind_matrices =
            object.reference("inverseBindMatrices", model.accessors.size(), "accessor");
        object.reference("skeleton", node_count, "node");
        if (skin.joints.empty()) object.refuse("has no joints");
        model.skins.push_back(std::move(skin));
    }
}

void parse_animations(const Object& root, Model& model) {
    for (const Object& object : root.objects("animations", "animation"))
        model.animations.push_back(parse_animation(object, model));
}

}  // namespace isoskin::gltf
