#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "isoskin/rig/character.h"

namespace isoskin::shape_quality {

/// A joint that is bent and twisted: which, where its bones lead, and who goes along.
struct Limb {
    std::string label;  ///< As in "elbow".
    std::string parent;
    std::string joint;
    std::string child;                   ///< The bone runs there.
    std::vector<std::string> followers;  ///< Joints that go along without being descendants.
    Vec3d hinge = Vec3d::UnitX();        ///< What it bends about where the bones lie in one line.
};

struct Subject {
    std::string label;
    std::string source;  ///< A scene, or a file below the folder of shared characters.
    std::vector<Limb> limbs;
};

std::vector<Subject> subjects();
Result<Character> load(const Subject& subject, const std::filesystem::path& data);

/// How far a limb is turned.
struct Turn {
    enum class Kind { Bend, Twist };
    Kind kind = Kind::Bend;
    double degrees = 0.0;
};

/// The bend or twist of a limb in bind space: which way its bone lies, and the motion.
struct LimbMotion {
    Vec3d pivot;
    Vec3d axis;           ///< Along the bone, unit.
    double length = 0.0;  ///< Of the bone.
    Affine motion = Affine::Identity();
};
LimbMotion limb_motion(const Character& character, std::size_t mesh, const Limb& limb,
                       const Turn& turn);

/// The bind pose with the limb moved: one matrix per joint of the skeleton.
std::vector<Affine> moved_joints(const Character& character, std::size_t mesh, const Limb& limb,
                                 const Affine& motion);

/// The mesh with the most vertices: the body.
std::size_t body_of(const Character& character);

}  // namespace isoskin::shape_quality
