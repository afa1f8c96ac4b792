#include "isoskin/document/saved_pieces.h"

#include <algorithm>
#include <cmath>

#include "isoskin/document/document_text.h"

namespace isoskin {
namespace {

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

bool fits(std::span<const Influence> row, const SkinnedMesh& mesh) {
    return std::all_of(row.begin(), row.end(), [&](const Influence& influence) {
        return influence.slot < mesh.skin.joints.size() && std::isfinite(influence.weight);
    });
}

}  // namespace

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

Status read_weights(ByteReader& in, const SkinnedMesh& mesh, SkinWeights& weights) {
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
        if (!fits(rows[vertex], mesh)) return damaged_work("a weight is of no joint of its mesh");
        painted.push_back(vertex);
        painted_rows.push_back(std::move(rows[vertex]));
    }
    weights = painted.empty() ? mesh.weights : mesh.weights.with_rows(painted, painted_rows);
    return Done{};
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

}  // namespace isoskin
