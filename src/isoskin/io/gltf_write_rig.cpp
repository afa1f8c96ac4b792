#include <algorithm>
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

/// Appends channels to an animation, those with the same times sharing an accessor of them.
class ChannelWriter {
  public:
    ChannelWriter(const NodeMap& nodes, const Character& character, Builder& builder,
                  Json& animation)
        : nodes_(nodes), character_(character), builder_(builder), animation_(animation) {}

    void add(const Channel& channel) {
        const bool morphs = channel.path == ChannelPath::MorphWeights;
        if (channel.times.empty() || (morphs && character_.meshes[channel.target].morphs.empty()))
            return;
        const auto values =
            channel.path == ChannelPath::Rotation ? unit_rotations(channel) : channel.values;
        Json& samplers = animation_["samplers"];
        samplers.push_back(
            {{"input", accessor_of(channel.times)},
             {"output", builder_.add_floats(values, element_width(channel.path), Usage::Other)},
             {"interpolation", interpolation_name(channel.interpolation)}});
        const std::size_t node =
            morphs ? nodes_.node_of_mesh[channel.target] : nodes_.node_of_joint[channel.target];
        animation_["channels"].push_back(
            {{"sampler", samplers.size() - 1},
             {"target", {{"node", node}, {"path", path_name(channel.path)}}}});
    }

  private:
    std::size_t accessor_of(const std::vector<float>& times) {
        const auto known = accessor_of_times_.find(times);
        if (known != accessor_of_times_.end()) return known->second;
        const std::size_t made = builder_.add_floats(times, 1, Usage::Time);
        accessor_of_times_.emplace(times, made);
        return made;
    }

    const NodeMap& nodes_;
    const Character& character_;
    Builder& builder_;
    Json& animation_;
    std::map<std::vector<float>, std::size_t> accessor_of_times_;
};

bool moves_a_mesh(const Json& channel, const NodeMap& nodes) {
    const Json& target = channel["target"];
    if (target.value("path", "") != "weights" || !target.contains("node")) return false;
    const auto node = target["node"].get<std::size_t>();
    return std::find(nodes.node_of_mesh.begin(), nodes.node_of_mesh.end(), node) !=
           nodes.node_of_mesh.end();
}

// Removes the channels of morph weights, and the samplers only they used.
void drop_channels_of_meshes(const NodeMap& nodes, Json& animation) {
    Json channels = Json::array();
    Json samplers = Json::array();
    std::map<std::size_t, std::size_t> new_place;
    for (Json& channel : animation["channels"]) {
        if (moves_a_mesh(channel, nodes)) continue;
        const auto old = channel["sampler"].get<std::size_t>();
        if (new_place.emplace(old, samplers.size()).second)
            samplers.push_back(animation["samplers"][old]);
        channel["sampler"] = new_place[old];
        channels.push_back(std::move(channel));
    }
    animation["channels"] = std::move(channels);
    animation["samplers"] = std::move(samplers);
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
    animation["name"] = clip.name;
    animation["channels"] = Json::array();
    animation["samplers"] = Json::array();
    ChannelWriter writer(nodes, character, builder, animation);
    for (const Channel& channel : clip.channels)
        writer.add(channel);
}

void replace_morph_channels(const Clip& clip, const NodeMap& nodes, const Character& character,
                            Builder& builder, Json& animation) {
    drop_channels_of_meshes(nodes, animation);
    ChannelWriter writer(nodes, character, builder, animation);
    for (const Channel& channel : clip.channels)
        if (channel.path == ChannelPath::MorphWeights) writer.add(channel);
}

}  // namespace isoskin::gltf
