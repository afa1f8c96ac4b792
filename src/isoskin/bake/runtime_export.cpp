#include "isoskin/bake/runtime_export.h"

#include <memory>

#include "isoskin/volume/build/followers.h"
#include "isoskin/volume/build/painted_map.h"
#include "isoskin/volume/corrector.h"

namespace isoskin {
namespace {

// Targets are listed part after part; finds the part of one and its place there.
RuntimeWeight find_target(const VolumeCorrector& corrector, std::size_t target) {
    RuntimeWeight weight;
    while (target >= corrector.parts()[weight.part].targets().size())
        target -= corrector.parts()[weight.part++].targets().size();
    weight.target = static_cast<Index>(target);
    return weight;
}

/// A mesh that is written, and its place in the data.
struct WrittenMesh {
    std::unique_ptr<VolumeCorrector> corrector;
    Index place = 0;
};

// Meshes that give no weights and that no other follows.
void drop_idle_meshes(RuntimeData& data) {
    std::vector<char> needed(data.meshes.size(), 0);
    for (std::size_t m = 0; m < needed.size(); ++m)
        for (const RuntimeWeight& weight : data.meshes[m].weights)
            needed[m] = needed[weight.mesh] = 1;
    std::vector<Index> place(needed.size(), 0);
    std::vector<RuntimeMesh> kept;
    for (std::size_t m = 0; m < needed.size(); ++m) {
        place[m] = static_cast<Index>(kept.size());
        if (needed[m] != 0) kept.push_back(std::move(data.meshes[m]));
    }
    for (RuntimeMesh& mesh : kept)
        for (RuntimeWeight& weight : mesh.weights)
            weight.mesh = place[weight.mesh];
    data.meshes = std::move(kept);
}

RuntimeWeight weight_of(std::span<const WrittenMesh> written, std::size_t mesh,
                        const TargetSide& side) {
    const VolumeCorrector& corrector = *written[mesh].corrector;
    GuestTarget target{.mesh = mesh, .target = side.target};
    if (side.target >= corrector.own_target_count())
        target = corrector.guest_targets()[side.target - corrector.own_target_count()];
    RuntimeWeight weight = find_target(*written[target.mesh].corrector, target.target);
    weight.mesh = written[target.mesh].place;
    weight.scale = side.scale;
    return weight;
}

}  // namespace

RuntimeData make_runtime(const Character& character, const BakeSettings& settings,
                         const BakedCharacter& baked) {
    RuntimeData data;
    std::vector<WrittenMesh> written(character.meshes.size());
    std::vector<HostMesh> hosts;
    for (const std::size_t m : rank_meshes(character.meshes)) {
        const SkinnedMesh& source = character.meshes[m];
        auto corrector = std::make_unique<VolumeCorrector>(
            source, character.skeleton,
            settings_of_mesh(settings.volume, m, source.mesh.vertex_count()), Progress(),
            Layers::Follow, hosts);
        written[m] = {.corrector = std::move(corrector),
                      .place = static_cast<Index>(data.meshes.size())};
        hosts.push_back({.mesh = m, .source = &source, .corrector = written[m].corrector.get()});
        // One without targets of its own may be what others lie on.
        if (baked.sides[m].empty() && written[m].corrector->parts().empty()) continue;
        RuntimeMesh& mesh = data.meshes.emplace_back();
        mesh.name = source.mesh.name;
        mesh.slot_count = source.skin.joints.size();
        for (const PartCorrector& part : written[m].corrector->parts())
            mesh.parts.emplace_back(part.table());
        for (std::size_t k = 0; k < baked.sides[m].size(); ++k) {
            RuntimeWeight weight = weight_of(written, m, baked.sides[m][k]);
            weight.name = baked.character.meshes[m].morphs[baked.first_new_morph[m] + k].name;
            mesh.weights.push_back(std::move(weight));
        }
    }
    drop_idle_meshes(data);
    return data;
}

}  // namespace isoskin
