#include "isoskin/bake/runtime_export.h"

#include <cassert>

#include "isoskin/volume/build/painted_map.h"
#include "isoskin/volume/corrector.h"

namespace isoskin {
namespace {

// Targets are listed part after part; finds the part of one and its place there.
RuntimeWeight find_target(const VolumeCorrector& corrector, const TargetSide& side) {
    RuntimeWeight weight;
    std::size_t target = side.target;
    while (target >= corrector.parts()[weight.part].targets().size())
        target -= corrector.parts()[weight.part++].targets().size();
    weight.target = static_cast<Index>(target);
    weight.scale = side.scale;
    return weight;
}

}  // namespace

RuntimeData make_runtime(const Character& character, const BakeSettings& settings,
                         const BakedCharacter& baked) {
    RuntimeData data;
    for (std::size_t m = 0; m < character.meshes.size(); ++m) {
        const SkinnedMesh& source = character.meshes[m];
        if (baked.sides[m].empty()) continue;
        const VolumeCorrector corrector(
            source, character.skeleton,
            settings_of_mesh(settings.volume, m, source.mesh.vertex_count()));
        RuntimeMesh& mesh = data.meshes.emplace_back();
        mesh.name = source.mesh.name;
        mesh.slot_count = source.skin.joints.size();
        for (const PartCorrector& part : corrector.parts())
            mesh.parts.emplace_back(part.table());
        for (std::size_t k = 0; k < baked.sides[m].size(); ++k) {
            RuntimeWeight weight = find_target(corrector, baked.sides[m][k]);
            weight.name = baked.character.meshes[m].morphs[baked.first_new_morph[m] + k].name;
            mesh.weights.push_back(std::move(weight));
        }
    }
    return data;
}

}  // namespace isoskin
