#include <cassert>
#include <map>

#include "isoskin/io/gltf_export.h"

namespace isoskin::gltf {
namespace {

const char* path_name(ChannelPath path) {
    switch (path) {
        case ChannelPath::Translation:
            return "translation";
        case ChannelPath::Rotation:
            return "rotation";
        case ChannelPath::Scale:
            return "scale";
        case ChannelPath::MorphWeights:
            return "weights";
    }
    return "";
}

const char* interpolation_name(Interpolation interpolation) {
    switch (interpolation) {
        case Interpolation::Step:
            return "STEP";
        case Interpolation::Linear:
            return "LINEAR";
        case Interpolation::CubicSpline:
            return "CUBICSPLINE";
    }
    return "";
}

std::size_t element_width(ChannelPath path) {
    if (path == ChannelPath::MorphWeights) return 1;
    return path == ChannelPath::Rotation ? 4 : 3;
}

// Keys of rotations written to unit length, as glTF asks; tangents of splines are no rotations.
std::vector<float> unit_rotations(const Channel& channel) {
    std::vector<float> values = channel.values;
    const bool cubic = channel.interpolation == Interpolation::CubicSpline;
    for (std::size_t i = 0; i + 3 < values.size(); i += 4) {
        if (cubic && i / 4 % 3 != 1) continue;
        Eigen::Map<Eigen::Vector4f> q(&values[i]);
        const Eigen::Vector4d unit = q.cast<double>().normalized();
        q = q.norm() > 0.0F ? Eigen::Vector4f(unit.cast<float>()) : Eigen::Vector4f(0, 0, 0, 1);
    }
    return values;
}

}  // namespace

Json make_skin(const Skin& skin, const NodeMap& nodes, Builder& builder) {
    Json json{{"joints", Json::array()}};
    if (!skin.name.empty()) json["name"] = skin.name;
    std::vector<float> matrices;
    for (std::size_t slot = 0; slot < skin.joints.size(); ++slot) {
        json["joints"].push_back(nodes.node_of_joint[skin.joints[slot]]);
        const Eigen::Matrix4f matrix = skin.joint_from_bind[slot].matrix().cast<float>();
        matrices.insert(matrices.end(), matrix.data(), matrix.data() + 16);
    }
    json["inverseBindMatrices"] = builder.add_floats(matrices, 16, Usage::Other);
    return json;
}

void set_transform(const Transform& transform, Json& node) {
    node.erase("matrix");
    const auto set = [&](const char* key, const auto& value, const auto& neutral) {
        Json numbers = Json::array();
        for (Eigen::Index i = 0; i < value.size(); ++i)
            numbers.push_back(value[i]);
        if (value == neutral)
            node.erase(key);
        else
            node[key] = std::move(numbers);
    };
    set("translation", transform.translation, Vec3d(Vec3d::Zero()));
    set("rotation", Eigen::Vector4d(transform.rotation.coeffs()), Eigen::Vector4d(0, 0, 0, 1));
    set("scale", transform.scale, Vec3d(Vec3d::Ones()));
}

void set_channels(const Clip& clip, const NodeMap& nodes, const Character& character,
                  Builder& builder, Json& animation) {
    Json channels = Json::array();
    Json samplers = Json::array();
    std::map<std::vector<float>, std::size_t> accessor_of_times;  // most channels share theirs
    for (const Channel& channel : clip.channels) {
        const bool morphs = channel.path == ChannelPath::MorphWeights;
        if (channel.times.empty() || (morphs && character.meshes[channel.target].morphs.empty()))
            continue;
        const auto known = accessor_of_times.find(channel.times);
        const std::size_t input = known != accessor_of_times.end()
                                      ? known->second
                                      : builder.add_floats(channel.times, 1, Usage::Time);
        accessor_of_times.emplace(channel.times, input);
        const auto values =
            channel.path == ChannelPath::Rotation ? unit_rotations(channel) : channel.values;
        samplers.push_back(
            {{"input", input},
             {"output", builder.add_floats(values, element_width(channel.path), Usage::Other)},
             {"interpolation", interpolation_name(channel.interpolation)}});
        const std::size_t node =
            morphs ? nodes.node_of_mesh[channel.target] : nodes.node_of_joint[channel.target];
        channels.push_back({{"sampler", samplers.size() - 1},
                            {"target", {{"node", node}, {"path", path_name(channel.path)}}}});
    }
    animation["name"] = clip.name;
    animation["channels"] = std::move(channels);
    animation["samplers"] = std::move(samplers);
}

}  // namespace isoskin::gltf
