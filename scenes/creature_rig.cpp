#include "builders.h"
#include "creature.h"
#include "rigging.h"

namespace isoskin::scenes {
namespace creature {
namespace {

struct Place {
    const char* name;
    int parent;
    double x, y, z;
};

constexpr std::array<Place, kJointCount> kPlaces{{
    {"hips", -1, 0.0, 0.78, -0.38},
    {"chest", kHips, 0.0, 0.80, 0.06},
    {"head", kChest, 0.0, 0.96, 0.42},
    {"trunk_1", kHead, 0.0, 0.99, 0.98},
    {"trunk_2", kTrunk1, 0.0, 0.72, 1.13},
    {"trunk_3", kTrunk2, 0.0, 0.47, 1.14},
    {"ear_l", kHead, 0.37, 1.22, 0.57},
    {"ear_r", kHead, -0.37, 1.22, 0.57},
    {"tail", kHips, 0.0, 0.88, -0.78},
    {"leg_fl_upper", kChest, 0.25, 0.54, 0.20},
    {"leg_fl_lower", kLegFrontLeftUpper, 0.25, 0.27, 0.215},
    {"leg_fr_upper", kChest, -0.25, 0.54, 0.20},
    {"leg_fr_lower", kLegFrontRightUpper, -0.25, 0.27, 0.215},
    {"leg_bl_upper", kHips, 0.26, 0.54, -0.42},
    {"leg_bl_lower", kLegBackLeftUpper, 0.26, 0.27, -0.40},
    {"leg_br_upper", kHips, -0.26, 0.54, -0.42},
    {"leg_br_lower", kLegBackRightUpper, -0.26, 0.27, -0.40},
}};

}  // namespace

Vec3d bind_place(JointIndex joint) {
    const Place& place = kPlaces[joint];
    return {place.x, place.y, place.z};
}

Vec3d sole_place(JointIndex upper_joint) {
    const Vec3d upper = bind_place(upper_joint);
    return {upper.x(), 0.0, upper.z()};
}

Skeleton make_skeleton() {
    std::vector<JointPlace> places;
    for (const Place& place : kPlaces)
        places.push_back({place.name, place.parent, {place.x, place.y, place.z}});
    return scenes::make_skeleton(places);
}

}  // namespace creature

Character make_creature(std::uint32_t seed) {
    Character calf;
    calf.name = "creature";
    calf.skeleton = creature::make_skeleton();
    const Skin skin = bind_to(calf.skeleton);

    SkinnedMesh body = creature::make_body(skin);
    SkinnedMesh eyes = creature::make_eyes(skin, body.mesh);
    eyes.source_mesh = 1;
    creature::paint_body(body.mesh, body.weights, seed);
    calf.meshes.push_back(std::move(body));
    calf.meshes.push_back(std::move(eyes));

    calf.materials.push_back({.name = "hide", .base_color_image = -1, .roughness = 0.75F});
    calf.materials.push_back({.name = "eyes", .base_color_image = -1, .roughness = 0.15F});
    calf.clips = {creature::make_walk(calf.skeleton), creature::make_graze(calf.skeleton)};
    return calf;
}

}  // namespace isoskin::scenes
