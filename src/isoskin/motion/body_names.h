#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace isoskin {

enum class BodyPart : std::uint8_t {
    None,
    Hips,
    Spine,
    Neck,
    Head,
    Clavicle,
    UpperArm,
    LowerArm,
    Hand,
    UpperLeg,
    LowerLeg,
    Foot,
    Toe,
    Finger,
};

enum class BodySide : std::uint8_t { Middle, Left, Right };

/// What a joint's name says it may be, with how surely: a forearm is nothing else, a "leg" is the
/// lower one beside a "thigh" and the upper one beside a "knee".
struct NamedPart {
    BodyPart part = BodyPart::None;
    int strength = 0;
};

/// A name taken apart. Known are the words of Mixamo, VRM, Rokoko, CMU, Bandai-Namco, MakeHuman,
/// Unreal, Biped, SMPL and Blender; see docs/retarget.md.
struct BodyName {
    BodySide side = BodySide::Middle;
    std::vector<NamedPart> parts;  ///< Empty if the name is none of a body.
    int finger = 0;                ///< 1 thumb to 5 little finger, for BodyPart::Finger.
};

BodyName read_body_name(std::string_view name);

/// Small letters and digits after the last colon: what two names for one joint have in common.
std::string plain_joint_name(std::string_view name);

/// What people call the part: "left upper arm", "spine".
std::string body_part_words(BodyPart part, BodySide side);

}  // namespace isoskin
