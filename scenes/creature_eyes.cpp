#include <algorithm>
#include <cmath>

#include "creature.h"
#include "rigging.h"
#include "ring_tube.h"

namespace isoskin::scenes::creature {
namespace {

constexpr double kRadius = 0.074;
constexpr std::size_t kEyeAround = 20;
constexpr std::size_t kRings = 6;

// Where the left eye should sit, roughly; the skin nearest to it decides.
const Vec3 kLeftEye(0.285F, 1.16F, 1.0F);

Vec3d nearest_on_skin(const Mesh& body, const Vec3& wanted) {
    return std::min_element(body.positions.begin(), body.positions.end(),
                            [&](const Vec3& a, const Vec3& b) {
                                return (a - wanted).squaredNorm() < (b - wanted).squaredNorm();
                            })
        ->cast<double>();
}

// A ball between two poles that look outwards and inwards.
Mesh make_ball(const Vec3d& center, const Vec3d& gaze) {
    const Vec3d right = Vec3d::UnitY().cross(gaze).normalized();
    const Ring frame{.center = center, .right = right, .up = gaze.cross(right)};
    std::vector<Ring> rings;
    for (std::size_t i = 1; i <= kRings; ++i) {
        const double to_front = 1.0 - static_cast<double>(i) / (kRings + 1);
        const double angle = kPi * (1.0 - std::pow(to_front, 1.25));  // closer where it shows
        const double radius = kRadius * std::sin(angle);
        rings.push_back({.center = center - kRadius * std::cos(angle) * gaze,
                         .right = radius * frame.right,
                         .up = radius * frame.up});
    }
    Mesh ball = make_ring_tube("eye", rings, kEyeAround);
    ball.positions[0] = (center - kRadius * gaze).cast<float>();
    ball.positions[1] = (center + kRadius * gaze).cast<float>();
    return ball;
}

Vec4 blend(const Vec4& from, const Vec4& to, double share) {
    return (1.0F - static_cast<float>(share)) * from + static_cast<float>(share) * to;
}

// Nearly black, a warm rim of iris below, a catch light above towards the front.
Vec4 eye_color(const Vec3d& from_center, const Vec3d& gaze) {
    const Vec3d look = from_center.normalized();
    const Vec3d light = (gaze + 0.55 * Vec3d::UnitY() + 0.25 * Vec3d::UnitZ()).normalized();
    const double below = std::clamp(-1.6 * (look - 0.6 * gaze).y(), 0.0, 1.0);
    const double shine = std::clamp((look.dot(light) - 0.91) / 0.06, 0.0, 1.0);
    return blend(blend(color_from_srgb(0x17110F), color_from_srgb(0x4A2F20), below),
                 color_from_srgb(0xFFFFFF), shine * shine);
}

void append(Mesh& mesh, const Mesh& ball, const Vec3d& center, const Vec3d& gaze) {
    const auto first = static_cast<Index>(mesh.vertex_count());
    for (const Vec3& position : ball.positions) {
        mesh.positions.push_back(position);
        mesh.colors.push_back(eye_color(position.cast<double>() - center, gaze));
    }
    for (Face face : ball.faces) {
        for (int i = 0; i < face.size(); ++i)
            face.vertices[static_cast<std::size_t>(i)] += first;
        mesh.faces.push_back(face);
    }
}

}  // namespace

SkinnedMesh make_eyes(const Skin& skin, const Mesh& body) {
    SkinnedMesh eyes;
    eyes.skin = skin;
    eyes.mesh.name = "eyes";
    const Vec3d left = nearest_on_skin(body, kLeftEye);
    for (const double side : {1.0, -1.0}) {
        const Vec3d gaze = Vec3d(side * 0.66, 0.05, 0.75).normalized();
        const Vec3d center = Vec3d(side * left.x(), left.y(), left.z()) - 0.6 * kRadius * gaze;
        append(eyes.mesh, make_ball(center, gaze), center, gaze);
    }
    eyes.mesh.sections.push_back({.name = "eyes",
                                  .first_face = 0,
                                  .face_count = eyes.mesh.faces.size(),
                                  .first_vertex = 0,
                                  .vertex_count = eyes.mesh.vertex_count(),
                                  .material = 1});
    eyes.weights = SkinWeights::rigid(eyes.mesh.vertex_count(), kHead);
    return eyes;
}

}  // namespace isoskin::scenes::creature
