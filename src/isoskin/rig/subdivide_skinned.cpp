#include "isoskin/rig/subdivide_skinned.h"

#include <algorithm>
#include <numeric>

namespace isoskin {
namespace {

constexpr std::size_t kCommonInfluences = 4;  // what every engine takes

void add_influence(std::vector<Influence>& row, const Influence& influence, double share) {
    const auto weight = static_cast<float>(share * influence.weight);
    const auto known = std::find_if(row.begin(), row.end(), [&](const Influence& other) {
        return other.slot == influence.slot;
    });
    if (known == row.end())
        row.push_back({influence.slot, weight});
    else
        known->weight += weight;
}

void keep_strongest(std::vector<Influence>& row, std::size_t count) {
    if (row.size() <= count) return;
    std::stable_sort(row.begin(), row.end(), [](const Influence& a, const Influence& b) {
        return a.weight != b.weight ? a.weight > b.weight : a.slot < b.slot;
    });
    row.resize(count);
}

SkinWeights blend_weights(const StencilTable& table, const SkinWeights& weights) {
    const std::size_t most = std::max(kCommonInfluences, weights.max_influences());
    std::vector<std::vector<Influence>> rows(table.row_count());
    for (std::size_t vertex = 0; vertex < rows.size(); ++vertex) {
        for (const StencilTable::Entry& entry : table.row(vertex))
            for (const Influence& influence : weights.row(entry.source))
                add_influence(rows[vertex], influence, entry.weight);
        keep_strongest(rows[vertex], most);
    }
    return SkinWeights::from_rows(rows);
}

MorphTarget blend_morph(const Subdivided& subdivided, const MorphTarget& morph) {
    MorphTarget blended{.name = morph.name, .positions = {}, .normals = {}, .tangents = {}};
    if (!morph.positions.empty())
        blended.positions = apply<Vec3>(subdivided.vertices, morph.positions.all());
    if (!morph.normals.empty())
        blended.normals = apply<Vec3>(subdivided.wedges, morph.normals.all());
    if (!morph.tangents.empty())
        blended.tangents = apply<Vec3>(subdivided.wedges, morph.tangents.all());
    return blended;
}

std::size_t vertex_count(const Character& character) {
    return std::accumulate(character.meshes.begin(), character.meshes.end(), std::size_t{0},
                           [](std::size_t sum, const SkinnedMesh& skinned) {
                               return sum + skinned.mesh.vertex_count();
                           });
}

}  // namespace

SkinnedMesh carry_onto(Subdivided finer, const SkinnedMesh& skinned) {
    SkinnedMesh result;
    result.skin = skinned.skin;
    result.weights = blend_weights(finer.vertices, skinned.weights);
    for (const MorphTarget& morph : skinned.morphs)
        result.morphs.push_back(blend_morph(finer, morph));
    result.stored_morph_weights = skinned.stored_morph_weights;
    result.source_mesh = skinned.source_mesh;
    result.mesh = std::move(finer.mesh);
    return result;
}

SkinnedMesh subdivide(const SkinnedMesh& skinned, SubdivisionScheme scheme) {
    return carry_onto(subdivide(skinned.mesh, scheme), skinned);
}

void subdivide_to(Character& character, std::size_t min_vertices, SubdivisionScheme scheme) {
    while (vertex_count(character) > 0 && vertex_count(character) < min_vertices)
        for (SkinnedMesh& skinned : character.meshes)
            skinned = subdivide(skinned, scheme);
}

}  // namespace isoskin
