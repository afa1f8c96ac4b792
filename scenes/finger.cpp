#include <algorithm>
#include <cmath>

#include "builders.h"
#include "isoskin/weights/distance_weights.h"
#include "rigging.h"
#include "ring_tube.h"

namespace isoskin::scenes {
namespace {

// Along x from the stump of the palm to the fingertip, the nail on top (+y), sizes in centimetres.
constexpr double kPalm = -1.2;
constexpr double kKnuckle = 0.0;
constexpr double kMiddle = 2.6;
constexpr double kDistal = 4.4;
constexpr double kTip = 6.0;

RingSize finger_size(double x) {
    const double taper = 0.74 - 0.24 * (x - kPalm) / (kTip - kPalm);
    const double knuckles = 0.05 * bump(x, kKnuckle, 0.5) + 0.06 * bump(x, kMiddle, 0.4) +
                            0.04 * bump(x, kDistal, 0.35);
    const double pads = 0.03 * bump(x, 1.3, 0.6) + 0.03 * bump(x, 3.5, 0.5);
    const double flat_tip = 1.0 - 0.18 * bump(x, kTip, 0.9);
    const double end = round_ends(x, kPalm - 0.02, kTip + 0.02, 0.75);
    return {(taper + knuckles + pads) * end * flat_tip, (taper + knuckles) * end};
}

// 1 on the nail, 0 off it, soft over about the width of a face.
double nail_share(const Vec3& p) {
    if (p.y() <= 0.0F) return 0.0;
    const double from_middle = std::hypot(p.z() / 0.36, (p.x() - 5.35) / 0.5);
    const double t = std::clamp((1.15 - from_middle) / 0.3, 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

// The bed of the nail is pressed a little flat, and shows.
void add_nail(Mesh& mesh) {
    const Vec4 skin = color_from_srgb(0xD9A07E);
    const Vec4 nail = color_from_srgb(0xF6DDD2);
    for (Vec3& position : mesh.positions) {
        const auto share = static_cast<float>(nail_share(position));
        position.y() += 0.3F * share * (0.36F - position.y());
        mesh.colors.push_back((1.0F - share) * skin + share * nail);
    }
}

}  // namespace

Character make_finger(std::uint32_t) {
    const Ring frame{.center = Vec3d::Zero(), .right = Vec3d::UnitY(), .up = Vec3d::UnitZ()};
    Mesh mesh =
        make_ring_tube("finger", make_rings(towards_ends(kPalm, kTip, 61), frame, finger_size), 24);
    add_nail(mesh);

    const auto at = [](double x) { return Vec3d(x, 0.0, 0.0); };
    SkinWeights weights =
        distance_weights(mesh.positions, std::vector<Bone>{{at(kPalm), at(kKnuckle), 0},
                                                           {at(kKnuckle), at(kMiddle), 1},
                                                           {at(kMiddle), at(kDistal), 2},
                                                           {at(kDistal), at(kTip), 3}});
    Skeleton skeleton = make_skeleton({{"palm", -1, at(kPalm)},
                                       {"proximal", 0, at(kKnuckle)},
                                       {"middle", 1, at(kMiddle)},
                                       {"distal", 2, at(kDistal)}});
    Character finger = make_character("finger", std::move(skeleton), std::move(mesh),
                                      std::move(weights), Vec4::Ones());
    const Vec3d curl = -Vec3d::UnitZ();
    finger.clips.push_back(
        {"bend",
         {turn(1, curl, {{0, 0}, {1, 60}, {2, 0}}), turn(2, curl, {{0, 0}, {1, 90}, {2, 0}}),
          turn(3, curl, {{0, 0}, {1, 55}, {2, 0}})}});
    return finger;
}

}  // namespace isoskin::scenes
