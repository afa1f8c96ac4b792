#include <algorithm>

#include "isoskin/autorig/rig_template.h"

namespace isoskin {
namespace {

// Of a skeleton's size: shorter limbs are fingers, ears, eyes, or joints that only aim others.
constexpr double kDetail = 0.12;
// A last joint without an end node gets an end as far on as half its bone.
constexpr double kHalfBone = 0.5;

struct StoredJoints {
    std::vector<std::size_t> of_template;               // joints of the file
    std::vector<std::optional<std::size_t>> from_file;  // and back
};

// Joints that meshes follow; all, if no mesh follows any.
StoredJoints joints_used(const Character& rig) {
    StoredJoints used;
    used.from_file.resize(rig.skeleton.joint_count());
    for (const JointIndex joint : skin_joints(rig))
        used.of_template.push_back(joint);
    if (used.of_template.empty())
        for (std::size_t joint = 0; joint < rig.skeleton.joint_count(); ++joint)
            used.of_template.push_back(joint);
    for (std::size_t i = 0; i < used.of_template.size(); ++i)
        used.from_file[used.of_template[i]] = i;
    return used;
}

Vec3d end_of(const Character& rig, std::span<const Affine> places, const StoredJoints& used,
             const RigTemplate& made, std::size_t joint) {
    const std::size_t own = used.of_template[joint];
    for (std::size_t other = 0; other < rig.skeleton.joint_count(); ++other)
        if (rig.skeleton.joints()[other].parent == own && !used.from_file[other] &&
            places[other].translation() != places[own].translation())
            return places[other].translation();
    const Vec3d& at = made.joints[joint].place;
    const auto parent = made.joints[joint].parent;
    return parent ? Vec3d(at + kHalfBone * (at - made.joints[*parent].place)) : at;
}

// Drops the shortest limb as long as it is a detail: of a hand's fingers the longest stays and
// becomes the end of the arm.
void drop_details(RigTemplate& rig) {
    while (rig.tips.size() > 2) {
        const TemplateShape shape(rig);
        std::size_t shortest = 0;
        for (std::size_t tip = 0; tip < rig.tips.size(); ++tip)
            if (shape.limbs[tip].length < shape.limbs[shortest].length) shortest = tip;
        if (shape.limbs[shortest].length > kDetail * shape.size) return;
        rig.tips.erase(rig.tips.begin() + static_cast<std::ptrdiff_t>(shortest));
    }
}

}  // namespace

Result<RigTemplate> template_of(const Character& rig) {
    RigTemplate made;
    made.name = rig.name;
    std::vector<Affine> places(rig.skeleton.joint_count());
    compute_model_pose(rig.skeleton, stored_pose(rig.skeleton).parent_from_joint, places);
    const StoredJoints used = joints_used(rig);
    if (used.of_template.size() < 2)
        return invalid("'" + rig.name + "' has no skeleton of at least two joints");
    std::vector<char> has_child(used.of_template.size(), 0);
    for (const std::size_t own : used.of_template) {
        const Joint& joint = rig.skeleton.joints()[own];
        auto above = joint.parent;
        while (above && !used.from_file[*above])
            above = rig.skeleton.joints()[*above].parent;
        TemplateJoint added{joint.name, above ? used.from_file[*above] : std::nullopt,
                            places[own].translation(), to_transform(places[own]).rotation};
        if (!added.place.allFinite() || !added.turn.coeffs().allFinite())
            return invalid("joint '" + joint.name + "' of '" + rig.name +
                           "' lies at no finite place");
        if (added.parent) has_child[*added.parent] = 1;
        made.joints.push_back(std::move(added));
    }
    std::size_t roots = 0;
    for (std::size_t joint = 0; joint < made.joints.size(); ++joint) {
        if (!made.joints[joint].parent) ++roots;
        if (!has_child[joint])
            made.tips.push_back({made.joints[joint].name, joint,
                                 end_of(rig, places, used, made, joint), 0.0, false});
    }
    if (roots > 1)
        return unsupported("the skeleton of '" + rig.name + "' has " + std::to_string(roots) +
                           " roots; a template hangs on one");
    // A line of joints ends where it begins, too.
    if (made.tips.size() == 1)
        made.tips.push_back({made.joints[0].name, 0, made.joints[0].place, 0.0, false});
    if (!(TemplateShape(made).size > 0.0))
        return invalid("all joints of '" + rig.name + "' lie at one place");
    drop_details(made);
    return made;
}

}  // namespace isoskin
