#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isoskin/base/result.h"
#include "isoskin/rig/character.h"

namespace isoskin {

/// A joint of a template. Places are in the template's own frame and size: x to the body's left,
/// y up, z where it faces.
struct TemplateJoint {
    std::string name;
    std::optional<std::size_t> parent;  ///< Comes before the joint.
    Vec3d place = Vec3d::Zero();
    Quatd turn = Quatd::Identity();  ///< Its axes; y along the bone and x a bend axis as a rule.
};

/// Where a limb ends.
struct TemplateTip {
    std::string name;       ///< What the limb is called in reports.
    std::size_t joint = 0;  ///< The last joint of the limb.
    Vec3d place = Vec3d::Zero();
    double girth = 0.0;     ///< Radius of the limb against others; 0: not known.
    bool optional = false;  ///< A body may lack it; then its joints are left out.
};

/// A skeleton to be put into a body, as data.
struct RigTemplate {
    std::string name;
    std::vector<TemplateJoint> joints;
    std::vector<TemplateTip> tips;
    bool either_hand = false;  ///< Fits mirrored as well; Left and Right in names then change.
};

/// biped, quadruped, hand, snake, fish.
std::span<const RigTemplate> known_templates();

/// The one of that name, or all for "auto"; fails with the names there are.
Result<std::vector<RigTemplate>> templates_named(std::string_view word);

/// A skeleton of a file as a template, in the places its file stores, y up and facing z. Ends of
/// limbs that are short against the whole (fingers, faces) are details and no tips. Fails if it
/// has fewer than two joints, or joints at no finite place.
Result<RigTemplate> template_of(const Character& rig);

/// Turns the joints of a template: y along the bone, x across the plane in which its limb bends, so
/// that turning about x by a positive angle bends a hinge further; x to the left where nothing
/// bends.
void roll_joints(RigTemplate& rig);

/// A limb of a template: the joints that lead to one tip and to no other.
struct TemplateLimb {
    std::vector<std::size_t> joints;     ///< From the trunk outwards.
    std::optional<std::size_t> carrier;  ///< The trunk's joint it hangs on.
    std::vector<double> from_tip;        ///< Per joint: length along the limb from the tip.
    double length = 0.0;                 ///< From the tip to the carrier.
};

/// What follows from the places of a template.
struct TemplateShape {
    explicit TemplateShape(const RigTemplate& rig);

    std::vector<TemplateLimb> limbs;                          ///< Per tip.
    std::vector<std::optional<std::size_t>> mirror_of_tip;    ///< Itself in the middle.
    std::vector<std::optional<std::size_t>> mirror_of_joint;  ///< The same.
    std::vector<std::size_t> tips_below;                      ///< Per joint.
    std::vector<std::vector<double>> between_tips;            ///< Lengths along the bones.
    double size = 0.0;  ///< Diagonal of the box round joints and tips.
};

}  // namespace isoskin
