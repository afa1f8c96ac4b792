#include <algorithm>

#include "isoskin/autorig/rig_template.h"

namespace isoskin {
namespace {

// Sine of the least bend that tells a plane: about two degrees.
constexpr double kLeastBend = 0.03;

// The child that carries most of what hangs on a joint, or where its limb ends.
std::optional<Vec3d> bone_end(const RigTemplate& rig, const TemplateShape& shape,
                              std::size_t joint) {
    std::optional<std::size_t> main;
    for (std::size_t child = joint + 1; child < rig.joints.size(); ++child)
        if (rig.joints[child].parent == joint &&
            (!main || shape.tips_below[child] > shape.tips_below[*main]))
            main = child;
    if (main) return rig.joints[*main].place;
    for (const TemplateTip& tip : rig.tips)
        if (tip.joint == joint) return tip.place;
    return std::nullopt;
}

Vec3d bone_of(const RigTemplate& rig, const TemplateShape& shape, std::size_t joint) {
    if (const auto end = bone_end(rig, shape, joint); end && *end != rig.joints[joint].place)
        return (*end - rig.joints[joint].place).normalized();
    return Vec3d::UnitY();
}

Quatd frame_of(const Vec3d& bone, const Vec3d& bend) {
    Vec3d x = bend - bend.dot(bone) * bone;
    if (x.norm() < kLeastBend) x = bone.unitOrthogonal();
    x.normalize();
    Mat3d axes;
    axes << x, bone, x.cross(bone);
    return Quatd(axes);
}

}  // namespace

void roll_joints(RigTemplate& rig) {
    const TemplateShape shape(rig);
    std::vector<Vec3d> bones;
    for (std::size_t joint = 0; joint < rig.joints.size(); ++joint) {
        bones.push_back(bone_of(rig, shape, joint));
        rig.joints[joint].turn = frame_of(bones.back(), Vec3d::UnitX());
    }
    for (const TemplateLimb& limb : shape.limbs) {
        std::optional<Vec3d> last;
        for (std::size_t i = 0; i < limb.joints.size(); ++i) {
            // A joint bends against the bone before it; the first of a limb as the next one does.
            const std::size_t at = std::min(std::max<std::size_t>(i, 1), limb.joints.size() - 1);
            if (at == 0) continue;
            Vec3d bend = bones[limb.joints[at - 1]].cross(bones[limb.joints[at]]);
            if (bend.norm() < kLeastBend) {
                if (!last) continue;
                bend = *last;
            }
            if (last && bend.dot(*last) < 0.0) bend = -bend;
            last = bend.normalized();
            rig.joints[limb.joints[i]].turn = frame_of(bones[limb.joints[i]], *last);
        }
    }
}

}  // namespace isoskin
