#include "motions.h"

#include <algorithm>
#include <array>
#include <string>

#include "isoskin/bake/frame_targets.h"
#include "isoskin/deform/lattice_play.h"
#include "isoskin/dynamics/cape.h"
#include "isoskin/dynamics/cloth.h"
#include "isoskin/lattice/deform_bind.h"
#include "isoskin/lattice/octree_build.h"
#include "rigging.h"

namespace isoskin::scenes {
namespace {

DeformSettings at_constant_volume() {
    return {.normals = NormalOutput::Normals, .volume = VolumeSettings{}};
}

Lattice lattice_round(const Character& character, std::size_t max_points, int depth) {
    const std::vector<Vec3> points = lattice_points(character);
    return Lattice(*octree_from_points(points, {.max_depth = depth, .max_points = max_points}));
}

FrameSink into(FrameRecorder& recorder) {
    return [&recorder](std::span<const PosedMesh> posed) { return recorder.add_frame(posed); };
}

Result<FrameTargets> merged(const Status& played, const FrameRecorder& recorder,
                            const FrameTargetSettings& settings) {
    if (!played) return played.error();
    return recorder.merge(settings);
}

// The calf as a pudding. Softer than this its legs buckle, and springs pressed flat stay so.
Result<FrameTargets> make_jelly(const PlaySettings& play, const FrameTargetSettings& settings) {
    const Character creature = *make_scene("creature");
    const DropSettings drop{
        .dynamics = {.stiffness = 10.0, .damping = 0.001, .drag = 0.02, .iterations = 8},
        .height = 0.8};
    FrameRecorder recorder(creature);
    return merged(play_drop(creature, lattice_round(creature, 300, 2), drop, at_constant_volume(),
                            play, into(recorder)),
                  recorder, settings);
}

Result<FrameTargets> make_belly(const PlaySettings& play, const FrameTargetSettings& settings) {
    const Character creature = *make_scene("creature");
    SwingSettings swing;
    swing.return_rate = 11.0;
    swing.soft = {
        {Vec3d(0.0, 0.45, -0.2), 0.6}, {Vec3d(0.65, 1.0, 0.5), 0.4}, {Vec3d(-0.65, 1.0, 0.5), 0.4}};
    FrameRecorder recorder(creature);
    return merged(play_swing(creature, lattice_round(creature, 150, 4), creature.clips.front(),
                             swing, at_constant_volume(), play, into(recorder)),
                  recorder, settings);
}

// Cloth as a mesh of a character, in a colour of its own.
void add_cloth(const Mesh& cloth, const Vec4& color, Character& character) {
    SkinnedMesh& mesh = character.meshes.emplace_back();
    mesh.mesh = cloth;
    mesh.skin = {.name = "", .joints = {0}, .joint_from_bind = {Affine::Identity()}, .hung = true};
    mesh.weights = SkinWeights::rigid(cloth.vertex_count(), 0);
    mesh.source_mesh = character.meshes.size() - 1;
    for (Section& section : mesh.mesh.sections)
        section.material = static_cast<int>(character.materials.size());
    Material& material = character.materials.emplace_back();
    material.name = "cloth";
    material.base_color = color;
    material.roughness = 0.8F;
    material.double_sided = true;
}

PosedMesh posed_cloth(const Mesh& cloth) {
    return {.positions = cloth.positions, .normals = cloth.normals, .tangents = {}};
}

// A sheet that lies in the air, held at two corners, and is let go of.
Result<FrameTargets> make_cloth(const PlaySettings& play, const FrameTargetSettings& settings) {
    auto cloth = Cloth::create(
        {.width = 1.4, .height = 1.4, .corner = Vec3d(-0.7, 1.7, -0.7), .down = Vec3d::UnitZ()});
    if (!cloth) return cloth.error();
    cloth->dynamics().pin(cloth->upper_edge().front());
    cloth->dynamics().pin(cloth->upper_edge().back());
    Character character;
    add_cloth(cloth->mesh(), color_from_srgb(0xb8452f), character);
    FrameRecorder recorder(character);
    const PlaySettings::Steps steps = play.steps();
    for (std::size_t frame = 0; frame < play.frame_count(); ++frame) {
        for (std::size_t step = 0; frame > 0 && step < steps.count; ++step)
            cloth->step(steps.seconds);
        const std::array posed{posed_cloth(cloth->mesh())};
        if (const Status added = recorder.add_frame(posed); !added) return added.error();
    }
    return recorder.merge(settings);
}

// From behind the ears over the back, down both sides and a little over the tail.
CapeSettings cape_of_the_creature() {
    CapeSettings settings;
    settings.cloth.width = 1.5;
    settings.cloth.height = 1.3;
    settings.cloth.quads = 32;
    settings.cloth.dynamics = {.mass = 0.3,
                               .stiffness = 20.0,
                               .damping = 0.002,
                               .drag = 0.4,
                               .friction = 0.3,
                               .bend_stiffness = 0.005,
                               .iterations = 10};
    settings.cloth.corner = Vec3d(-0.75, 1.32, 0.22);
    settings.cloth.down = -Vec3d::UnitZ();
    settings.margin = 0.035;
    settings.drape_seconds = 2.0;
    return settings;
}

Result<FrameTargets> make_cape(const PlaySettings& play, const FrameTargetSettings& settings) {
    Character creature = *make_scene("creature");
    auto cape = Cape::create(creature, cape_of_the_creature());
    if (!cape) return cape.error();
    auto deformer = Deformer::create(creature, at_constant_volume());
    if (!deformer) return deformer.error();
    Character dressed = creature;
    add_cloth(cape->mesh(), color_from_srgb(0xb8452f), dressed);
    FrameRecorder recorder(dressed);
    const Clip& walk = creature.clips.front();
    std::vector<Affine> model_from_joint(creature.skeleton.joint_count());
    std::vector<PosedMesh> posed = deformer->make_output();
    PlaySettings coarse = play;
    coarse.steps_per_second = 60.0;
    const PlaySettings::Steps steps = coarse.steps();
    // It walks one round before the first frame.
    double time = -walk.duration();
    const auto step_to = [&](double now) {
        for (; time < now - 1e-9; time += steps.seconds) {
            const Pose pose = clip_pose(creature, walk, time + walk.duration(), PlayMode::Loop);
            compute_model_pose(creature.skeleton, pose.parent_from_joint, model_from_joint);
            cape->step(model_from_joint, steps.seconds);
        }
    };
    for (std::size_t frame = 0; frame < play.frame_count(); ++frame) {
        const double now = static_cast<double>(frame) / play.frames_per_second;
        step_to(now);
        deformer->deform(clip_pose(creature, walk, now, PlayMode::Loop), posed);
        std::vector<PosedMesh> all = posed;
        all.push_back(posed_cloth(cape->mesh()));
        if (const Status added = recorder.add_frame(all); !added) return added.error();
    }
    return recorder.merge(settings);
}

struct MotionScene {
    SceneInfo info;
    Result<FrameTargets> (*make)(const PlaySettings& play, const FrameTargetSettings& settings);
    double seconds;
    const char* clip;
};

constexpr std::array kMotions{
    MotionScene{{"jelly", "the creature as a pudding: dropped, it bounces and wobbles"},
                make_jelly,
                3.0,
                "drop"},
    MotionScene{{"belly", "the creature walks, its belly and ears swing"}, make_belly, 3.2, "walk"},
    MotionScene{{"cloth", "a sheet hung at two corners, let go of"}, make_cloth, 4.0, "fall"},
    MotionScene{
        {"cape", "the creature walks in a cape that follows and swings"}, make_cape, 4.5, "walk"},
};

constexpr auto kMotionInfos = [] {
    std::array<SceneInfo, kMotions.size()> infos;
    for (std::size_t i = 0; i < infos.size(); ++i)
        infos[i] = kMotions[i].info;
    return infos;
}();

}  // namespace

std::span<const SceneInfo> motion_list() {
    return kMotionInfos;
}

Result<Motion> make_motion(std::string_view name, const MotionOptions& options) {
    const auto scene = std::find_if(kMotions.begin(), kMotions.end(),
                                    [&](const auto& known) { return known.info.name == name; });
    if (scene == kMotions.end())
        return usage_error("there is no motion '" + std::string(name) + "'");
    auto made = scene->make({.seconds = options.seconds > 0.0 ? options.seconds : scene->seconds,
                             .frames_per_second = options.frames_per_second},
                            {.frames_per_second = options.frames_per_second, .clip = scene->clip});
    if (!made) return made.error();
    made->character.name = scene->info.name;
    return Motion{std::move(made->character), made->targets, made->largest_error};
}

}  // namespace isoskin::scenes
