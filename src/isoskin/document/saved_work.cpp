#include "isoskin/document/saved_work.h"

#include <algorithm>

#include "isoskin/base/byte_stream.h"
#include "isoskin/document/document_text.h"

namespace isoskin {
namespace {

void add_weights(const SkinWeights& weights, ByteWriter& out) {
    out.add_count(weights.vertex_count());
    for (std::size_t vertex = 0; vertex < weights.vertex_count(); ++vertex)
        out.add_list(weights.row(vertex));
}

void add_clip(const Clip& clip, ByteWriter& out) {
    out.add_text(clip.name);
    out.add_count(clip.channels.size());
    for (const Channel& channel : clip.channels) {
        out.add(static_cast<std::uint8_t>(channel.path));
        out.add(static_cast<std::uint8_t>(channel.interpolation));
        out.add_count(channel.target);
        out.add_list(std::span<const float>(channel.times));
        out.add_list(std::span<const float>(channel.values));
    }
}

Status read_weights(ByteReader& in, SkinnedMesh& mesh) {
    std::vector<std::vector<Influence>> rows(in.read_count(sizeof(std::uint64_t)));
    for (auto& row : rows)
        row = in.read_list<Influence>();
    if (!in.ok() || rows.size() != mesh.mesh.vertex_count())
        return damaged_work("the weights of mesh '" + mesh.mesh.name + "' are for " +
                            std::to_string(rows.size()) + " vertices, it has " +
                            std::to_string(mesh.mesh.vertex_count()));
    // Rows that nobody painted are those of the character and keep their bits.
    std::vector<std::size_t> painted;
    std::vector<std::vector<Influence>> painted_rows;
    for (std::size_t vertex = 0; vertex < rows.size(); ++vertex) {
        const auto own = mesh.weights.row(vertex);
        if (std::equal(own.begin(), own.end(), rows[vertex].begin(), rows[vertex].end())) continue;
        painted.push_back(vertex);
        painted_rows.push_back(std::move(rows[vertex]));
    }
    if (!painted.empty()) mesh.weights = mesh.weights.with_rows(painted, painted_rows);
    return Done{};
}

// A channel that `sample` can play on `character`.
bool is_playable(const Channel& channel, const Character& character) {
    const bool morphs = channel.path == ChannelPath::MorphWeights;
    const std::size_t targets = morphs ? character.meshes.size() : character.skeleton.joint_count();
    if (channel.target >= targets || channel.times.empty()) return false;
    const std::size_t width = morphs ? character.meshes[channel.target].morphs.size()
                              : channel.path == ChannelPath::Rotation ? 4
                                                                      : 3;
    const std::size_t per_key =
        channel.interpolation == Interpolation::CubicSpline ? 3 * width : width;
    return channel.values.size() == per_key * channel.times.size() &&
           std::is_sorted(channel.times.begin(), channel.times.end());
}

Status read_clip(const Character& character, ByteReader& in, Clip& clip) {
    clip.name = in.read_text();
    clip.channels.resize(in.read_count(1));
    for (Channel& channel : clip.channels) {
        const auto path = in.read<std::uint8_t>();
        const auto interpolation = in.read<std::uint8_t>();
        if (path > static_cast<std::uint8_t>(ChannelPath::MorphWeights) ||
            interpolation > static_cast<std::uint8_t>(Interpolation::CubicSpline))
            return damaged_work("the clip '" + clip.name + "' moves something unknown");
        channel.path = static_cast<ChannelPath>(path);
        channel.interpolation = static_cast<Interpolation>(interpolation);
        channel.target = static_cast<std::size_t>(in.read<std::uint64_t>());
        channel.times = in.read_list<float>();
        channel.values = in.read_list<float>();
        if (!is_playable(channel, character))
            return damaged_work("the clip '" + clip.name + "' does not fit the character");
    }
    return in.ok() ? Status(Done{}) : damaged_work("the clip '" + clip.name + "' is cut short");
}

}  // namespace

std::vector<std::uint8_t> edits_of(const Document& document) {
    const Character& character = document.character();
    ByteWriter out;
    out.add_text(workspace_text(document));
    out.add_text(settings_to_carry(document));
    out.add_count(character.meshes.size());
    for (const SkinnedMesh& mesh : character.meshes)
        add_weights(mesh.weights, out);
    out.add_count(character.clips.size());
    for (const Clip& clip : character.clips)
        add_clip(clip, out);
    return out.take();
}

Result<Document> document_from_edits(Character character, std::span<const std::uint8_t> bytes) {
    ByteReader in(bytes);
    const std::string workspace = in.read_text();
    character.settings_json = in.read_text();
    if (in.read_count(1) != character.meshes.size())
        return damaged_work("it is for another number of meshes");
    for (SkinnedMesh& mesh : character.meshes)
        if (const Status read = read_weights(in, mesh); !read) return read.error();
    std::vector<Clip> clips(in.read_count(1));
    for (Clip& clip : clips)
        if (const Status read = read_clip(character, in, clip); !read) return read.error();
    character.clips = std::move(clips);
    if (!in.at_end()) return damaged_work("it does not end where it should");
    auto document = Document::create(std::move(character));
    if (!document) return document;
    if (const Status placed = restore_workspace(workspace, *document); !placed)
        return placed.error();
    return document;
}

}  // namespace isoskin
