#include "rigging.h"

#include <cassert>
#include <cmath>

namespace isoskin::scenes {

Skeleton make_skeleton(const std::vector<JointPlace>& places) {
    std::vector<Joint> joints;
    for (const JointPlace& place : places) {
        Joint joint{.name = place.name, .parent = {}, .parent_from_joint = {}};
        joint.parent_from_joint.translation = place.position;
        if (place.parent >= 0) {
            joint.parent = static_cast<std::size_t>(place.parent);
            joint.parent_from_joint.translation -= places[*joint.parent].position;
        }
        joints.push_back(std::move(joint));
    }
    auto skeleton = Skeleton::create(std::move(joints));
    assert(skeleton);
    return *std::move(skeleton);
}

Skin bind_to(const Skeleton& skeleton) {
    std::vector<Affine> model_from_joint(skeleton.joint_count());
    compute_model_pose(skeleton, stored_pose(skeleton).parent_from_joint, model_from_joint);
    Skin skin;
    for (std::size_t joint = 0; joint < skeleton.joint_count(); ++joint) {
        skin.joints.push_back(static_cast<JointIndex>(joint));
        skin.joint_from_bind.push_back(model_from_joint[joint].inverse());
    }
    return skin;
}

Channel turn(std::size_t joint, const Vec3d& axis,
             std::initializer_list<std::pair<double, double>> keys) {
    Channel channel{.path = ChannelPath::Rotation,
                    .target = joint,
                    .interpolation = Interpolation::Linear,
                    .times = {},
                    .values = {}};
    for (const auto& [seconds, degrees] : keys) {
        const Quatd q(Eigen::AngleAxisd(degrees * kPi / 180.0, axis));
        channel.times.push_back(static_cast<float>(seconds));
        for (const double value : {q.x(), q.y(), q.z(), q.w()})
            channel.values.push_back(static_cast<float>(value));
    }
    return channel;
}

Vec4 color_from_srgb(unsigned rgb) {
    Vec4 color = Vec4::Ones();
    for (int channel = 0; channel < 3; ++channel) {
        const double s = static_cast<double>((rgb >> (16 - 8 * channel)) & 0xFFU) / 255.0;
        color[channel] =
            static_cast<float>(s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4));
    }
    return color;
}

Character make_character(std::string name, Skeleton skeleton, Mesh mesh, SkinWeights weights,
                         const Vec4& color) {
    assert(weights.vertex_count() == mesh.vertex_count());
    Character character;
    character.name = std::move(name);
    character.materials.push_back(
        {.name = "skin", .base_color = color, .base_color_image = -1, .roughness = 0.7F});
    SkinnedMesh skinned;
    skinned.skin = bind_to(skeleton);
    skinned.mesh = std::move(mesh);
    skinned.weights = std::move(weights);
    character.meshes.push_back(std::move(skinned));
    character.skeleton = std::move(skeleton);
    return character;
}

}  // namespace isoskin::scenes
