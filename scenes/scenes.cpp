#include "scenes.h"

#include <algorithm>
#include <array>
#include <string>

#include "builders.h"
#include "isoskin/rig/subdivide_skinned.h"

namespace isoskin::scenes {
namespace {

struct Scene {
    SceneInfo info;
    Character (*make)(std::uint32_t seed);
    SubdivisionScheme scheme;
};

constexpr auto kLinear = SubdivisionScheme::Linear;  // cylinders keep their flat ends and volume
constexpr auto kSmooth = SubdivisionScheme::CatmullClark;

constexpr std::array kScenes{
    Scene{{"creature", "elephant calf of 17 joints and 6 646 vertices, clips walk and graze"},
          make_creature,
          kSmooth},
    Scene{{"lab", "cylinder of two bones, weights ramped over the joint, bent in steps of 30°"},
          make_lab,
          kLinear},
    Scene{{"lab-rigid", "the same cylinder, each half stuck to its bone"}, make_lab_rigid, kLinear},
    Scene{{"tube", "16 × 16 tube of two bones, clips bend it by 90° and twist it by 150°"},
          make_tube,
          kLinear},
    Scene{{"tube-offset", "the tube with its bones half a radius off the axis"},
          make_tube_offset,
          kLinear},
    Scene{{"chain", "long tube of six joints, clips curl and wave it"}, make_chain, kLinear},
    Scene{{"finger", "three phalanges and a nail, a clip curls it"}, make_finger, kSmooth},
    Scene{{"arm", "upper arm, forearm and hand, clips bend and twist it"}, make_arm, kSmooth},
};

constexpr auto kSceneInfos = [] {
    std::array<SceneInfo, kScenes.size()> infos;
    for (std::size_t i = 0; i < infos.size(); ++i)
        infos[i] = kScenes[i].info;
    return infos;
}();

std::string known_names() {
    std::string names;
    for (const SceneInfo& info : kSceneInfos)
        names += (names.empty() ? "" : ", ") + std::string(info.name);
    return names;
}

}  // namespace

std::span<const SceneInfo> scene_list() {
    return kSceneInfos;
}

Result<Character> make_scene(std::string_view name, const SceneOptions& options) {
    const auto scene = std::find_if(kScenes.begin(), kScenes.end(),
                                    [&](const Scene& known) { return known.info.name == name; });
    if (scene == kScenes.end())
        return usage_error("there is no scene '" + std::string(name) + "'; known are " +
                           known_names());
    Character character = scene->make(options.seed);
    subdivide_to(character, options.min_vertices, scene->scheme);
    return character;
}

}  // namespace isoskin::scenes
