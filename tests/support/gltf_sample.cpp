#include "support/gltf_sample.h"

#include <cstring>

namespace isoskin {

using Json = nlohmann::json;

GltfSample::GltfSample() {
    json["asset"] = {{"version", "2.0"}};
    json["buffers"] = Json::array({Json::object()});
}

std::size_t GltfSample::add_view(const void* data, std::size_t size) {
    binary_.resize((binary_.size() + 3) / 4 * 4);
    json["bufferViews"].push_back(
        {{"buffer", 0}, {"byteOffset", binary_.size()}, {"byteLength", size}});
    const auto* bytes = static_cast<const std::uint8_t*>(data);
    binary_.insert(binary_.end(), bytes, bytes + size);
    return json["bufferViews"].size() - 1;
}

std::size_t GltfSample::add_accessor(std::size_t view, std::size_t count, int component_type,
                                     const std::string& type) {
    json["accessors"].push_back({{"bufferView", view},
                                 {"componentType", component_type},
                                 {"count", count},
                                 {"type", type}});
    return json["accessors"].size() - 1;
}

std::size_t GltfSample::width(const std::string& type) {
    if (type == "SCALAR") return 1;
    if (type == "MAT4") return 16;
    return static_cast<std::size_t>(type.back() - '0');
}

std::vector<std::uint8_t> GltfSample::bytes() const {
    Json document = json;
    document["buffers"][0]["byteLength"] = binary_.size();
    if (binary_.empty()) document.erase("buffers");
    std::string text = document.dump();
    text.resize((text.size() + 3) / 4 * 4, ' ');
    const std::size_t padded = (binary_.size() + 3) / 4 * 4;
    std::vector<std::uint8_t> out;
    const auto put = [&](std::size_t number) {
        for (unsigned shift = 0; shift < 32; shift += 8)
            out.push_back(static_cast<std::uint8_t>(number >> shift));
    };
    put(0x46546C67);
    put(2);
    put(20 + text.size() + (padded > 0 ? 8 + padded : 0));
    put(text.size());
    put(0x4E4F534A);
    out.insert(out.end(), text.begin(), text.end());
    if (padded == 0) return out;
    put(padded);
    put(0x004E4942);
    out.insert(out.end(), binary_.begin(), binary_.end());
    out.resize(out.size() + padded - binary_.size());
    return out;
}

GltfSample triangle_sample() {
    GltfSample sample;
    const auto positions = sample.add<float>({0, 0, 0, 1, 0, 0, 0, 1, 0}, 5126, "VEC3");
    sample.json["accessors"][positions]["min"] = {0, 0, 0};
    sample.json["accessors"][positions]["max"] = {1, 1, 0};
    sample.json["meshes"] = {{{"primitives", {{{"attributes", {{"POSITION", positions}}}}}}}};
    sample.json["nodes"] = {{{"name", "shown"}, {"mesh", 0}}};
    sample.json["scenes"] = {{{"nodes", {0}}}};
    sample.json["scene"] = 0;
    return sample;
}

GltfSample rigged_sample() {
    GltfSample sample = triangle_sample();
    Json& json = sample.json;
    Json& primitive = json["meshes"][0]["primitives"][0];
    primitive["attributes"]["JOINTS_0"] =
        sample.add<std::uint8_t>({0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0}, 5121, "VEC4");
    primitive["attributes"]["WEIGHTS_0"] =
        sample.add<float>({1, 0, 0, 0, 0.5F, 0.5F, 0, 0, 0.25F, 0.75F, 0, 0}, 5126, "VEC4");
    primitive["attributes"]["TEXCOORD_1"] = sample.add<float>({0, 0, 1, 0, 0, 1}, 5126, "VEC2");
    primitive["attributes"]["_HEAT"] = sample.add<float>({1, 2, 3}, 5126, "SCALAR");
    const auto offsets = sample.add<float>({0, 0, 1, 0, 0, 1, 0, 0, 1}, 5126, "VEC3");
    json["accessors"][offsets]["min"] = {0, 0, 1};
    json["accessors"][offsets]["max"] = {0, 0, 1};
    primitive["targets"] = {{{"POSITION", offsets}}};
    primitive["material"] = 0;
    json["meshes"][0]["weights"] = {0.5};
    json["meshes"][0]["extras"] = {{"targetNames", {"lift"}}, {"author", "test"}};

    json["nodes"] = {{{"name", "shown"}, {"mesh", 0}, {"skin", 0}},
                     {{"name", "hip"}, {"children", {2}}, {"extras", {{"kind", "root"}}}},
                     {{"name", "knee"}, {"translation", {0, 1, 0}}, {"camera", 0}}};
    json["scenes"][0]["nodes"] = {0, 1};
    const auto inverse = sample.add<float>({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0,  0, 1,
                                            1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1},
                                           5126, "MAT4");
    json["skins"] = {{{"joints", {1, 2}}, {"inverseBindMatrices", inverse}}};
    const auto times = sample.add<float>({0, 1}, 5126, "SCALAR");
    json["accessors"][times]["min"] = {0};
    json["accessors"][times]["max"] = {1};
    const auto turns =
        sample.add<float>({0, 0, 0, 1, 0, 0, 0.70710678F, 0.70710678F}, 5126, "VEC4");
    json["animations"] = {
        {{"name", "turn"},
         {"samplers", {{{"input", times}, {"output", turns}}}},
         {"channels", {{{"sampler", 0}, {"target", {{"node", 2}, {"path", "rotation"}}}}}}}};
    json["materials"] = {{{"name", "skin"},
                          {"emissiveFactor", {0.25, 0.5, 0.75}},
                          {"extensions", {{"KHR_materials_ior", {{"ior", 1.25}}}}}}};
    json["cameras"] = {{{"type", "perspective"}, {"perspective", {{"yfov", 0.5}, {"znear", 0.1}}}}};
    json["asset"]["copyright"] = "2026 nobody";
    json["extensionsUsed"] = {"KHR_materials_ior"};
    json["extras"] = {{"seen", true}};
    return sample;
}

}  // namespace isoskin
