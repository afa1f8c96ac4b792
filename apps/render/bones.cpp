#include "render/bones.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace isoskin::render {
namespace {

constexpr float kWaist = 0.16F;          // where along a bone it is thickest
constexpr float kThickness = 0.11F;      // of a bone's length
constexpr float kMaxThickness = 0.019F;  // of the model's size
constexpr float kDotRadius = 0.0085F;    // of the model's size
constexpr float kDotOfBone = 0.13F;      // of the shortest bone that meets a joint

void add_triangle(const Vec3& a, const Vec3& b, const Vec3& c, std::vector<BoneVertex>& out) {
    const Vec3 normal = (b - a).cross(c - a).normalized();
    for (const Vec3& corner : {a, b, c})
        out.push_back({corner, normal});
}

void add_octahedron(const Vec3& from, const Vec3& to, float thickness,
                    std::vector<BoneVertex>& out) {
    const Vec3 axis = (to - from).normalized();
    const Vec3 side = axis.unitOrthogonal() * thickness;
    const Vec3 other = axis.cross(side);
    const Vec3 waist = from + kWaist * (to - from);
    const std::array<Vec3, 4> ring{waist + side, waist + other, waist - side, waist - other};
    for (std::size_t i = 0; i < 4; ++i) {
        const Vec3& a = ring[i];
        const Vec3& b = ring[(i + 1) % 4];
        add_triangle(from, b, a, out);
        add_triangle(to, a, b, out);
    }
}

void add_dot(const Vec3& center, float radius, std::vector<BoneVertex>& out) {
    constexpr int kRings = 6;
    constexpr int kSlices = 10;
    const auto at = [&](int ring, int slice) {
        const double polar = kPi * ring / kRings;
        const double round = 2.0 * kPi * slice / kSlices;
        return Vec3(static_cast<float>(std::sin(polar) * std::cos(round)),
                    static_cast<float>(std::cos(polar)),
                    static_cast<float>(std::sin(polar) * std::sin(round)));
    };
    const auto add = [&](const Vec3& n) { out.push_back({center + radius * n, n}); };
    for (int ring = 0; ring < kRings; ++ring) {
        for (int slice = 0; slice < kSlices; ++slice) {
            for (const auto& [r, s] : {std::array{0, 0}, {0, 1}, {1, 0}, {1, 0}, {0, 1}, {1, 1}}) {
                add(at(ring + r, slice + s));
            }
        }
    }
}

Vec3 place_of(const Affine& model_from_joint) {
    return model_from_joint.translation().cast<float>();
}

}  // namespace

std::vector<BoneLink> bone_links(const Character& character) {
    const auto joints = character.skeleton.joints();
    std::vector<JointIndex> shown = skin_joints(character);
    if (shown.empty()) {
        for (std::size_t j = 0; j < joints.size(); ++j)
            shown.push_back(static_cast<JointIndex>(j));
    }
    std::vector<char> is_shown(joints.size(), 0);
    for (const JointIndex joint : shown)
        is_shown[joint] = 1;

    std::vector<BoneLink> links;
    for (const JointIndex joint : shown) {
        auto above = joints[joint].parent;
        while (above && is_shown[*above] == 0)
            above = joints[*above].parent;
        BoneLink link;
        link.joint = joint;
        if (above) link.parent = static_cast<JointIndex>(*above);
        links.push_back(link);
    }
    return links;
}

BoneShapes shape_bones(std::span<const BoneLink> links, std::span<const Affine> model_from_joint,
                       float model_size) {
    BoneShapes shapes;
    std::vector<float> radius(model_from_joint.size(), kDotRadius * model_size);
    for (const BoneLink& link : links) {
        if (!link.parent) continue;
        const Vec3 from = place_of(model_from_joint[*link.parent]);
        const Vec3 to = place_of(model_from_joint[link.joint]);
        const float length = (to - from).norm();
        if (!(length > 1e-5F * model_size)) continue;
        add_octahedron(from, to, std::min(kThickness * length, kMaxThickness * model_size),
                       shapes.bones);
        for (const std::size_t end : {std::size_t{link.joint}, std::size_t{*link.parent}}) {
            radius[end] = std::min(radius[end], kDotOfBone * length);
        }
    }
    for (const BoneLink& link : links) {
        add_dot(place_of(model_from_joint[link.joint]), radius[link.joint], shapes.joints);
    }
    return shapes;
}

}  // namespace isoskin::render
