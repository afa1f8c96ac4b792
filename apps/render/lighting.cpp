#include "render/lighting.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace isoskin::render {
namespace {

constexpr float kLightAngle = 0.13F;  // radians the key light spans: a softbox, not a bulb
constexpr float kMapMargin = 0.07F;   // of the map's width, for the search beyond an edge

Vec3 turned(const Camera& camera, const Vec3& seen_from_camera) {
    const Eigen::AngleAxisf yaw(static_cast<float>(camera.yaw), Vec3::UnitY());
    return (yaw * seen_from_camera).normalized();
}

}  // namespace

Lighting light_points(const Camera& camera, std::span<const Vec3> points) {
    assert(!points.empty());
    Lighting lighting;
    lighting.key_direction = turned(camera, Vec3(-0.62F, 1.0F, 0.72F));
    lighting.fill_direction = turned(camera, Vec3(0.85F, 0.28F, 0.60F));
    lighting.rim_direction = turned(camera, Vec3(0.62F, 0.62F, -0.85F));

    Eigen::Matrix3f rotation;  // light from model, without position
    rotation.row(2) = lighting.key_direction;
    rotation.row(0) = Vec3::UnitY().cross(lighting.key_direction).normalized();
    rotation.row(1) = lighting.key_direction.cross(rotation.row(0).transpose());
    Eigen::AlignedBox3f box;
    for (const Vec3& point : points)
        box.extend(Vec3(rotation * point));

    const Vec3 extent = box.sizes();
    const float size = std::max({extent.x(), extent.y(), extent.z(), 1e-6F});
    lighting.map_width = std::max({extent.x(), extent.y(), 0.05F * size}) * (1.0F + 2 * kMapMargin);
    const float depth = extent.z() + 0.02F * size;
    Vec3 scale(2.0F / lighting.map_width, 2.0F / lighting.map_width, -2.0F / depth);
    Eigen::Affine3f light = Eigen::Affine3f::Identity();
    light.linear() = scale.asDiagonal() * rotation;
    light.translation() = -(scale.asDiagonal() * box.center());
    lighting.light_from_model = light.matrix();
    lighting.softness = std::tan(kLightAngle) * depth / lighting.map_width;
    return lighting;
}

}  // namespace isoskin::render
