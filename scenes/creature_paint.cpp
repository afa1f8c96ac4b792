#include <algorithm>
#include <cmath>

#include "creature.h"
#include "isoskin/mesh/normals.h"
#include "rigging.h"

namespace isoskin::scenes::creature {
namespace {

double smooth_step(double from, double to, double value) {
    const double t = std::clamp((value - from) / (to - from), 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

// A number in [0, 1) for a point of the integer grid, the same on every machine.
double hash(int x, int y, int z, std::uint32_t seed) {
    std::uint32_t h = seed * 0x9E3779B9U;
    for (const int value : {x, y, z}) {
        h ^= static_cast<std::uint32_t>(value) * 0x85EBCA6BU;
        h = (h ^ (h >> 15)) * 0xC2B2AE35U;
        h ^= h >> 13;
    }
    return static_cast<double>(h) / 4294967296.0;
}

// Smooth noise in [0, 1] with features of size one.
double noise(const Vec3d& at, std::uint32_t seed) {
    const Vec3d base(std::floor(at.x()), std::floor(at.y()), std::floor(at.z()));
    const Vec3d t = at - base;
    double sum = 0.0;
    for (int corner = 0; corner < 8; ++corner) {
        const int dx = corner & 1;
        const int dy = (corner >> 1) & 1;
        const int dz = corner >> 2;
        const double wx = smooth_step(0, 1, dx ? t.x() : 1.0 - t.x());
        const double wy = smooth_step(0, 1, dy ? t.y() : 1.0 - t.y());
        const double wz = smooth_step(0, 1, dz ? t.z() : 1.0 - t.z());
        sum += wx * wy * wz *
               hash(static_cast<int>(base.x()) + dx, static_cast<int>(base.y()) + dy,
                    static_cast<int>(base.z()) + dz, seed);
    }
    return sum;
}

void mix(Vec4& color, unsigned srgb, double amount) {
    const auto t = static_cast<float>(std::clamp(amount, 0.0, 1.0));
    color = (1.0F - t) * color + t * color_from_srgb(srgb);
}

double near(const Vec3d& at, const Vec3d& center, double radius) {
    return 1.0 - smooth_step(0.3 * radius, radius, (at - center).norm());
}

double weight_of(const SkinWeights& weights, std::size_t vertex, JointIndex joint) {
    for (const Influence& influence : weights.row(vertex))
        if (influence.slot == joint) return influence.weight;
    return 0.0;
}

// What one vertex is: where, which way it looks, and how far it belongs to ears, legs and tail.
struct Spot {
    Vec3d at;  // on the left: the paint is the same on both sides, but for the spots
    Vec3d normal;
    double ear, leg, tail, trunk;
};

Vec4 hide(const Spot& spot) {
    Vec4 color = color_from_srgb(0x8796B4);
    mix(color, 0x5F6C90,
        0.9 * smooth_step(0.25, 1.0, spot.normal.y()) * smooth_step(0.75, 1.15, spot.at.y()));
    mix(color, 0xD9D2D6, 0.85 * smooth_step(0.1, 0.9, -spot.normal.y()) * (1.0 - spot.leg));
    mix(color, 0xB9BCCB, 0.6 * smooth_step(0.62, 0.42, spot.at.y()) * (1.0 - spot.leg));
    mix(color, 0x717EA0, 0.5 * spot.leg * smooth_step(0.35, 0.05, spot.at.y()));
    return color;
}

// Rosy where the skin is thin: inside of the ears, cheeks, tip of the trunk. Dark on the
// crown and round the eyes.
void blush(Vec4& color, const Spot& spot) {
    const double inside = spot.ear * smooth_step(0.1, 0.7, spot.normal.z());
    mix(color, 0xE9A3AC, 0.95 * inside * smooth_step(0.40, 0.52, spot.at.x()));
    mix(color, 0x9AA5C0, 0.3 * spot.ear * smooth_step(0.0, -0.6, spot.normal.z()));
    mix(color, 0xE8A5A8, 0.55 * near(spot.at, {0.36, 1.0, 0.90}, 0.15));
    mix(color, 0x56618A, 0.55 * near(spot.at, {0.285, 1.17, 0.98}, 0.13));
    mix(color, 0x4D587F, 0.6 * near(spot.at, {0.0, 1.60, 0.60}, 0.24));
    mix(color, 0xE7B0B0, 0.8 * near(spot.at, {0.0, 0.22, 1.37}, 0.11));
    mix(color, 0xC9C6D3, 0.55 * spot.trunk * smooth_step(0.0, 0.8, -spot.normal.z()));
}

// A smile under the trunk: a soft dark line that rises towards the cheeks.
void paint_mouth(Vec4& color, const Spot& spot) {
    const double line = 0.845 + 0.9 * spot.at.x() * spot.at.x();
    const double off = std::abs(spot.at.y() - line) / 0.032;
    const double front = smooth_step(0.84, 0.92, spot.at.z());
    mix(color, 0x4E4560,
        0.8 * (1.0 - smooth_step(0.2, 1.0, off)) * front * smooth_step(0.34, 0.27, spot.at.x()) *
            (1.0 - spot.trunk));
}

// Three nails on the front of each foot, each a small disc.
void paint_nails(Vec4& color, const Spot& spot) {
    for (const JointIndex leg : {kLegFrontLeftUpper, kLegBackLeftUpper})
        for (const double degrees : {-42.0, 0.0, 42.0}) {
            const double angle = degrees * kPi / 180.0;
            const Vec3d out(0.16 * std::sin(angle), 0.03, 0.17 * std::cos(angle));
            mix(color, 0xF3E6D6, 1.4 * spot.leg * near(spot.at, sole_place(leg) + out, 0.075));
        }
}

void speckle(Vec4& color, const Vec3d& at, const Spot& spot, std::uint32_t seed) {
    const double mottle = noise(5.0 * at, seed) - 0.5 + 0.5 * (noise(13.0 * at, seed + 1) - 0.5);
    color.head<3>() *= static_cast<float>(1.0 + 0.16 * mottle);
    const double freckles = smooth_step(0.66, 0.80, noise(9.0 * at, seed + 2));
    mix(color, 0x55618A,
        0.55 * freckles * smooth_step(0.85, 1.05, spot.at.y()) *
            smooth_step(0.0, 0.6, spot.normal.y()) * (1.0 - spot.ear));
}

Spot spot_of(const Mesh& body, const SkinWeights& weights, std::size_t v, const Vec3& normal) {
    Spot spot{.at = body.positions[v].cast<double>(),
              .normal = normal.cast<double>(),
              .ear = 0.0,
              .leg = 0.0,
              .tail = weight_of(weights, v, kTail),
              .trunk = weight_of(weights, v, kTrunk1) + weight_of(weights, v, kTrunk2) +
                       weight_of(weights, v, kTrunk3)};
    spot.at.x() = std::abs(spot.at.x());
    spot.ear = weight_of(weights, v, kEarLeft) + weight_of(weights, v, kEarRight);
    for (const JointIndex leg : kLegs)
        spot.leg +=
            weight_of(weights, v, leg) + weight_of(weights, v, static_cast<JointIndex>(leg + 1));
    return spot;
}

}  // namespace

void paint_body(Mesh& body, const SkinWeights& weights, std::uint32_t seed) {
    const std::vector<Vec3> normals = compute_normals(body, body.positions);
    body.colors.clear();
    for (std::size_t v = 0; v < body.vertex_count(); ++v) {
        const Spot spot = spot_of(body, weights, v, normals[v]);
        Vec4 color = hide(spot);
        speckle(color, body.positions[v].cast<double>(), spot, seed);
        blush(color, spot);
        paint_mouth(color, spot);
        paint_nails(color, spot);
        mix(color, 0x4B4A63, 0.95 * spot.tail * smooth_step(0.60, 0.50, spot.at.y()));
        color.w() = 1.0F;
        body.colors.push_back(color);
    }
}

}  // namespace isoskin::scenes::creature
