#include <algorithm>

#include "isoskin/io/gltf_export.h"

namespace isoskin::gltf {
namespace {

constexpr const char* kWebp = "EXT_texture_webp";

// The image a texture shows, plain or through the extension that allows WebP.
bool shows(const Json& texture, std::size_t image) {
    if (texture.contains("source") && texture["source"] == image) return true;
    const auto extensions = texture.find("extensions");
    if (extensions == texture.end() || !extensions->contains(kWebp)) return false;
    return (*extensions)[kWebp].value("source", Json()) == image;
}

void list_extension(const char* key, const char* name, Builder& builder) {
    Json& list = builder.array(key);
    if (std::find(list.begin(), list.end(), name) == list.end()) list.push_back(name);
}

// A texture that shows the image, an existing one if there is one.
std::size_t texture_of_image(std::size_t image, Builder& builder) {
    Json& textures = builder.array("textures");
    for (std::size_t i = 0; i < textures.size(); ++i)
        if (shows(textures[i], image)) return i;
    if (builder.array("images")[image].value("mimeType", "") == "image/webp") {
        textures.push_back({{"extensions", {{kWebp, {{"source", image}}}}}});
        list_extension("extensionsUsed", kWebp, builder);
        list_extension("extensionsRequired", kWebp, builder);
    } else {
        textures.push_back({{"source", image}});
    }
    return builder.array("textures").size() - 1;
}

}  // namespace

void embed_image(const Image& image, Builder& builder, Json& json) {
    if (image.bytes.empty() || image.mime_type.empty()) return;
    json.erase("uri");
    json["bufferView"] = builder.add_view(image.bytes);
    json["mimeType"] = image.mime_type;
}

void set_material(const Material& material, Reference image, Builder& builder, Json& json) {
    if (!material.name.empty()) json["name"] = material.name;
    Json& pbr = json["pbrMetallicRoughness"];
    pbr["baseColorFactor"] = {material.base_color[0], material.base_color[1],
                              material.base_color[2], material.base_color[3]};
    pbr["metallicFactor"] = material.metallic;
    pbr["roughnessFactor"] = material.roughness;
    if (image)
        pbr["baseColorTexture"]["index"] = texture_of_image(*image, builder);
    else
        pbr.erase("baseColorTexture");
    json["doubleSided"] = material.double_sided;
    json.erase("alphaCutoff");
    if (material.alpha_cutoff >= 0.0F) {
        json["alphaMode"] = "MASK";
        json["alphaCutoff"] = material.alpha_cutoff;
    } else if (json.value("alphaMode", "") == "MASK") {
        json.erase("alphaMode");
    }
}

void add_materials(const Character& character, Builder& builder) {
    std::vector<Reference> written(character.images.size());  // a picture without bytes is not
    for (std::size_t i = 0; i < written.size(); ++i) {
        const Image& image = character.images[i];
        Json json = Json::object();
        if (!image.name.empty()) json["name"] = image.name;
        embed_image(image, builder, json);
        if (!json.contains("bufferView")) continue;
        if (image.mime_type == "image/webp") list_extension("extensionsUsed", kWebp, builder);
        written[i] = builder.array("images").size();
        builder.array("images").push_back(std::move(json));
    }
    for (const Material& material : character.materials) {
        Json json = Json::object();
        const auto image = static_cast<std::size_t>(material.base_color_image);
        set_material(material, image < written.size() ? written[image] : std::nullopt, builder,
                     json);
        builder.array("materials").push_back(std::move(json));
    }
}

}  // namespace isoskin::gltf
