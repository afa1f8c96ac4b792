#include "isoskin/io/gltf_document.h"

namespace isoskin::gltf {
namespace {

std::size_t channel_width(ChannelPath path, std::size_t morph_count) {
    if (path == ChannelPath::MorphWeights) return morph_count;
    return path == ChannelPath::Rotation ? 4 : 3;
}

bool check_times(const std::vector<float>& times, const std::string& place, Diagnosis& diagnosis) {
    for (std::size_t key = 1; key < times.size(); ++key)
        if (!(times[key] > times[key - 1])) {
            diagnosis.refuse(place, "its times do not increase at key " + std::to_string(key));
            return false;
        }
    return true;
}

void read_keys(const AnimationChannel& source, std::size_t width, AccessorReader& reader,
               Diagnosis& diagnosis, Channel& channel) {
    const std::size_t element = source.path == ChannelPath::MorphWeights ? 1 : width;
    if (reader.accessor(source.input).width != 1)
        return diagnosis.refuse(source.place, "its times are not scalars");
    if (reader.accessor(source.output).width != element)
        return diagnosis.refuse(source.place,
                                "its values are of type " + reader.accessor(source.output).type);
    channel.times = reader.floats(source.input, source.place);
    channel.values = reader.floats(source.output, source.place);
    if (diagnosis.failed()) return;
    if (!check_finite(channel.times, 1, source.place + ", times", diagnosis)) return;
    if (!check_finite(channel.values, element, source.place + ", values", diagnosis)) return;
    if (!check_times(channel.times, source.place, diagnosis)) return;
    const std::size_t per_key =
        width * (channel.interpolation == Interpolation::CubicSpline ? 3 : 1);
    if (channel.values.size() != channel.times.size() * per_key)
        diagnosis.refuse(source.place, "has " + std::to_string(channel.values.size()) +
                                           " numbers for " + std::to_string(channel.times.size()) +
                                           " keys of " + std::to_string(per_key));
}

}  // namespace

std::vector<Clip> read_clips(const Model& model, const Links& links,
                             const std::vector<SkinnedMesh>& meshes, AccessorReader& reader,
                             Diagnosis& diagnosis) {
    std::vector<Clip> clips;
    for (std::size_t i = 0; i < model.animations.size(); ++i) {
        const Animation& animation = model.animations[i];
        Clip& clip = clips.emplace_back();
        clip.name = animation.name.empty() ? "clip " + std::to_string(i) : animation.name;
        for (const AnimationChannel& source : animation.channels) {
            const bool morphs = source.path == ChannelPath::MorphWeights;
            const Index target =
                morphs ? links.mesh_of_node[source.node] : links.joint_of_node[source.node];
            const std::size_t morph_count =
                morphs && target != kNoIndex ? meshes[target].morphs.size() : 0;
            if (target == kNoIndex || (morphs && morph_count == 0)) {
                diagnosis.note(NoteKind::LeftOut, source.place,
                               "moves what is not shown and is left out");
                continue;
            }
            Channel channel{.path = source.path,
                            .target = target,
                            .interpolation = source.interpolation,
                            .times = {},
                            .values = {}};
            read_keys(source, channel_width(source.path, morph_count), reader, diagnosis, channel);
            if (diagnosis.failed()) return {};
            clip.channels.push_back(std::move(channel));
        }
    }
    return clips;
}

}  // namespace isoskin::gltf
