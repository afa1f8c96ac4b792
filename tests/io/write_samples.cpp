// Writes glTF files of every kind isoskin can write into a folder, for Khronos' validator to judge:
// read and written back, posed, edited, and made from procedural scenes.
#include <cstdio>
#include <string>

#include "isoskin/deform/deformer.h"
#include "isoskin/io/character_file.h"
#include "scenes.h"

namespace isoskin {
namespace {

constexpr const char* kShared[] = {
    "fox-khronos/Fox.glb",
    "cesium-man/CesiumMan.glb",
    "bar-packt-dq/dq.gltf",
    "robot-raylib/robot.glb",
    "recursive-skeletons/RecursiveSkeletons.glb",
    "hand-webxr/left.glb",
    "horse-quaternius/Horse.glb",
    "makehuman/makehuman_body.glb",
    "avatar-valid-military/AIAN_M_1_Milit.glb",
    "skin-asset-generator-a/Animation_Skin_10.gltf",
    "snail-monster/mesh.obj",
};

int failures = 0;

void expect(const Status& status) {
    if (status) return;
    std::printf("%s\n", status.error().message.c_str());
    ++failures;
}

// A new pose, a clip more, a morph target on every mesh and other weights.
Character edited(Character character) {
    std::vector<Joint> joints(character.skeleton.joints().begin(),
                              character.skeleton.joints().end());
    joints.back().parent_from_joint.translation.x() += 0.125;
    character.skeleton = *Skeleton::create(std::move(joints));
    Clip clip{.name = "added", .channels = {}};
    clip.channels.push_back({.path = ChannelPath::Rotation,
                             .target = 0,
                             .interpolation = Interpolation::Linear,
                             .times = {0.0F, 1.0F},
                             .values = {0, 0, 0, 1, 0, 1, 0, 0}});
    for (std::size_t m = 0; m < character.meshes.size(); ++m) {
        SkinnedMesh& mesh = character.meshes[m];
        mesh.morphs.clear();
        mesh.morphs.push_back(
            {.name = "swell", .positions = mesh.mesh.positions, .normals = {}, .tangents = {}});
        mesh.stored_morph_weights = {0.5F};
        if (!mesh.skin.hung) mesh.weights = SkinWeights::rigid(mesh.mesh.vertex_count(), 0);
        clip.channels.push_back({.path = ChannelPath::MorphWeights,
                                 .target = m,
                                 .interpolation = Interpolation::Step,
                                 .times = {0.0F, 0.5F},
                                 .values = {0.0F, 1.0F}});
    }
    character.clips = {clip};
    return character;
}

void write_all(const Character& character, const std::filesystem::path& folder,
               const std::string& name) {
    expect(write_character(folder / (name + ".glb"), character));
    expect(write_character(folder / (name + "_text.gltf"), character));
    expect(write_character(folder / (name + "_edited.glb"), edited(character)));
    auto deformer = Deformer::create(character, {.normals = NormalOutput::NormalsAndTangents});
    if (!deformer) return expect(deformer.error());
    auto posed = deformer->make_output();
    deformer->deform(stored_pose(character), posed);
    expect(write_posed(folder / (name + "_posed.glb"), character, posed));
    Character bare = character;
    bare.source = nullptr;
    expect(write_character(folder / (name + "_scratch.glb"), bare));
    expect(write_posed(folder / (name + "_scratch_posed.gltf"), bare, posed));
}

int run(const std::filesystem::path& folder) {
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    for (const scenes::SceneInfo& scene : scenes::scene_list()) {
        const auto character = scenes::make_scene(scene.name);
        if (character)
            write_all(*character, folder, std::string(scene.name));
        else
            expect(character.error());
    }
    for (const std::filesystem::path file : kShared) {
        const auto path = std::filesystem::path(ISOSKIN_SHARED_DATA) / file;
        if (!std::filesystem::exists(path)) continue;
        const auto character = read_character(path);
        if (character)
            write_all(*character, folder, file.parent_path().string());
        else
            expect(character.error());
    }
    return failures == 0 ? 0 : 1;
}

}  // namespace
}  // namespace isoskin

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    return isoskin::run(argv[1]);
}
