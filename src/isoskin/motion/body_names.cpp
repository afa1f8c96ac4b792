#include "isoskin/motion/body_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace isoskin {
namespace {

enum class Letter { Other, Digit, Upper, Lower };

Letter kind_of(char c) {
    const auto u = static_cast<unsigned char>(c);
    if (std::isdigit(u) != 0) return Letter::Digit;
    if (std::isupper(u) != 0) return Letter::Upper;
    return std::islower(u) != 0 ? Letter::Lower : Letter::Other;
}

std::string_view after_colon(std::string_view name) {
    const std::size_t colon = name.rfind(':');
    return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

// "mixamorig:LeftUpLeg_01" as left, up, leg, 01.
std::vector<std::string> words_of(std::string_view name) {
    name = after_colon(name);
    std::vector<std::string> words;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const Letter kind = kind_of(name[i]);
        if (kind == Letter::Other) continue;
        const Letter before = i == 0 ? Letter::Other : kind_of(name[i - 1]);
        const bool starts_word = kind == Letter::Upper && before == Letter::Upper &&
                                 i + 1 < name.size() && kind_of(name[i + 1]) == Letter::Lower;
        const bool goes_on = before == kind || (before == Letter::Upper && kind == Letter::Lower);
        if (!goes_on || starts_word) words.emplace_back();
        words.back().push_back(
            static_cast<char>(std::tolower(static_cast<unsigned char>(name[i]))));
    }
    return words;
}

template <std::size_t N>
bool is_one_of(const std::string& word, const std::array<std::string_view, N>& list) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

// Prefixes of programs and words that say no more than "this is a joint".
constexpr std::array<std::string_view, 20> kNoise{
    "mixamorig", "bip",  "biped", "def",  "org",  "j",         "b",     "jnt", "joint",    "bone",
    "skeleton",  "skel", "cc",    "base", "char", "character", "valve", "rig", "armature", "f"};

// Joints that serve others and have no counterpart of their own.
constexpr std::array<std::string_view, 16> kServants{
    "twist", "roll",   "end",    "nub", "site",  "helper", "ik",     "pole",
    "tip",   "socket", "target", "eff", "share", "offset", "jiggle", "ctrl"};

struct PartWord {
    std::string_view word;
    BodyPart part;
    int strength;
};

constexpr std::array<PartWord, 39> kPartWords{{
    {"head", BodyPart::Head, 2},
    {"neck", BodyPart::Neck, 2},
    {"upperneck", BodyPart::Neck, 2},
    {"lowerneck", BodyPart::Neck, 2},
    {"clavicle", BodyPart::Clavicle, 2},
    {"collar", BodyPart::Clavicle, 2},
    {"collarbone", BodyPart::Clavicle, 2},
    {"shoulder", BodyPart::Clavicle, 1},
    {"upperarm", BodyPart::UpperArm, 2},
    {"uparm", BodyPart::UpperArm, 2},
    {"humerus", BodyPart::UpperArm, 2},
    {"arm", BodyPart::UpperArm, 1},
    {"shoulder", BodyPart::UpperArm, 0},
    {"lowerarm", BodyPart::LowerArm, 2},
    {"loarm", BodyPart::LowerArm, 2},
    {"forearm", BodyPart::LowerArm, 2},
    {"radius", BodyPart::LowerArm, 2},
    {"elbow", BodyPart::LowerArm, 2},
    {"wrist", BodyPart::Hand, 2},
    {"hand", BodyPart::Hand, 1},
    {"upperleg", BodyPart::UpperLeg, 2},
    {"upleg", BodyPart::UpperLeg, 2},
    {"thigh", BodyPart::UpperLeg, 2},
    {"femur", BodyPart::UpperLeg, 2},
    {"hip", BodyPart::UpperLeg, 1},
    {"leg", BodyPart::UpperLeg, 0},
    {"lowerleg", BodyPart::LowerLeg, 2},
    {"loleg", BodyPart::LowerLeg, 2},
    {"shin", BodyPart::LowerLeg, 2},
    {"calf", BodyPart::LowerLeg, 2},
    {"tibia", BodyPart::LowerLeg, 2},
    {"knee", BodyPart::LowerLeg, 2},
    {"leg", BodyPart::LowerLeg, 1},
    {"ankle", BodyPart::Foot, 2},
    {"foot", BodyPart::Foot, 1},
    {"toe", BodyPart::Toe, 2},
    {"toes", BodyPart::Toe, 2},
    {"ball", BodyPart::Toe, 2},
    {"foot", BodyPart::Toe, 0},
}};

constexpr std::array<std::pair<std::string_view, int>, 7> kFingerWords{{{"thumb", 1},
                                                                        {"index", 2},
                                                                        {"middle", 3},
                                                                        {"mid", 3},
                                                                        {"ring", 4},
                                                                        {"pinky", 5},
                                                                        {"little", 5}}};

bool is_number(const std::string& word) {
    return !word.empty() && kind_of(word[0]) == Letter::Digit;
}

bool is_middle_part(BodyPart part) {
    return part == BodyPart::Head || part == BodyPart::Neck;
}

BodySide take_side(std::vector<std::string>& words) {
    for (const auto& [word, side] : {std::pair{"left", BodySide::Left},
                                     {"right", BodySide::Right},
                                     {"l", BodySide::Left},
                                     {"r", BodySide::Right}}) {
        const auto at = std::find(words.begin(), words.end(), word);
        if (at == words.end()) continue;
        words.erase(at);
        return side;
    }
    return BodySide::Middle;
}

std::vector<NamedPart> parts_called(const std::string& stem) {
    std::vector<NamedPart> parts;
    for (const PartWord& known : kPartWords)
        if (stem == known.word) parts.push_back({known.part, known.strength});
    return parts;
}

// Which finger the words name: thumb, or "finger" and its number. Bones of the palm are none.
int finger_of(const std::vector<std::string>& words) {
    const bool palm = std::find(words.begin(), words.end(), "metacarpal") != words.end();
    for (const auto& [word, number] : kFingerWords)
        if (std::find(words.begin(), words.end(), word) != words.end())
            return palm && number != 1 ? 0 : number;
    const auto finger = std::find(words.begin(), words.end(), "finger");
    if (finger == words.end() || finger + 1 == words.end() || (finger + 1)->size() != 1) return 0;
    const int number = (*(finger + 1))[0] - '0';
    if (number < 1 || number > 5 || finger + 2 == words.end()) return 0;
    return palm && number != 1 ? 0 : number;
}

// Names written in one piece: "lfemur", "leftarm".
BodyName read_glued(const std::string& stem) {
    for (const auto& [prefix, side] : {std::pair{std::string("left"), BodySide::Left},
                                       {"right", BodySide::Right},
                                       {"l", BodySide::Left},
                                       {"r", BodySide::Right}}) {
        if (stem.compare(0, prefix.size(), prefix) != 0) continue;
        auto parts = parts_called(stem.substr(prefix.size()));
        if (!parts.empty() && !is_middle_part(parts[0].part)) return {side, std::move(parts), 0};
    }
    return {};
}

}  // namespace

BodyName read_body_name(std::string_view name) {
    if (name.substr(0, 2) == "__") return {};  // MakeHuman's joints that only carry others
    auto words = words_of(name);
    for (const std::string& word : words)
        if (is_one_of(word, kServants)) return {};
    BodyName read;
    read.side = take_side(words);
    if (const int finger = finger_of(words); finger != 0) {
        read.parts = {{BodyPart::Finger, 2}};
        read.finger = finger;
        return read;
    }
    std::string stem;
    for (const std::string& word : words)
        if (!is_number(word) && !is_one_of(word, kNoise)) stem += word;
    read.parts = parts_called(stem);
    if (read.parts.empty() && read.side == BodySide::Middle) return read_glued(stem);
    if (!read.parts.empty() &&
        is_middle_part(read.parts[0].part) != (read.side == BodySide::Middle))
        return {};
    return read;
}

std::string plain_joint_name(std::string_view name) {
    std::string plain;
    for (const char c : after_colon(name))
        if (kind_of(c) != Letter::Other)
            plain.push_back(static_cast<char>(std::tolower(static_cast<unsigned char>(c))));
    return plain;
}

std::string body_part_words(BodyPart part, BodySide side) {
    constexpr std::array<const char*, 14> kWords{
        "",          "hips", "spine",     "neck",      "head", "clavicle", "upper arm",
        "lower arm", "hand", "upper leg", "lower leg", "foot", "toe",      "finger"};
    const std::string word = kWords[static_cast<std::size_t>(part)];
    if (side == BodySide::Middle) return word;
    return (side == BodySide::Left ? "left " : "right ") + word;
}

}  // namespace isoskin
