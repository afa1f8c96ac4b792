#include "isoskin/io/joint_match.h"

#include <array>
#include <cctype>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "isoskin/io/text.h"

namespace isoskin {
namespace {

using Match = std::vector<std::optional<std::size_t>>;

std::string letters_and_digits(std::string_view name) {
    const std::size_t colon = name.rfind(':');
    if (colon != std::string_view::npos) name.remove_prefix(colon + 1);
    std::string plain;
    for (const char c : lower_case(name))
        if (std::isalnum(static_cast<unsigned char>(c)) != 0) plain.push_back(c);
    return plain;
}

bool is_separator(char c) {
    return c == '.' || c == '_' || c == '-' || c == ' ';
}

// Takes "left", "_L" and the like off a name; returns 'l', 'r' or 0.
char take_side(std::string& name) {
    for (const auto& [word, side] : {std::pair{"left", 'l'}, {"right", 'r'}}) {
        const std::string_view text(word);
        if (!starts_with(name, text)) continue;
        name.erase(0, text.size());
        return side;
    }
    const std::size_t n = name.size();
    for (const char side : {'l', 'r'}) {
        if (n > 2 && name[n - 1] == side && is_separator(name[n - 2])) {
            name.resize(n - 2);
            return side;
        }
        if (n > 2 && name[0] == side && is_separator(name[1])) {
            name.erase(0, 2);
            return side;
        }
    }
    return 0;
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 34> kParts{{
    {"hips", "hips"},          {"hip", "hips"},          {"pelvis", "hips"},
    {"root", "hips"},          {"spine", "spine"},       {"lowerback", "spine"},
    {"chest", "spine"},        {"abdomen", "spine"},     {"torso", "spine"},
    {"neck", "neck"},          {"head", "head"},         {"clavicle", "clavicle"},
    {"shoulder", "clavicle"},  {"collar", "clavicle"},   {"uparm", "upper arm"},
    {"upperarm", "upper arm"}, {"arm", "upper arm"},     {"loarm", "lower arm"},
    {"lowerarm", "lower arm"}, {"forearm", "lower arm"}, {"hand", "hand"},
    {"wrist", "hand"},         {"upleg", "upper leg"},   {"upperleg", "upper leg"},
    {"thigh", "upper leg"},    {"loleg", "lower leg"},   {"lowerleg", "lower leg"},
    {"leg", "lower leg"},      {"shin", "lower leg"},    {"calf", "lower leg"},
    {"foot", "foot"},          {"ankle", "foot"},        {"toe", "toe"},
    {"toebase", "toe"},
}};
constexpr std::array<std::string_view, 5> kFingers{"thumb", "index", "middle", "ring", "pinky"};

// thumb1, finger1-1 and LeftHandThumb1 are one.
std::optional<std::string> finger_of(std::string stem) {
    if (starts_with(stem, "hand")) stem.erase(0, 4);
    if (stem.size() == 8 && starts_with(stem, "finger")) return stem;
    for (std::size_t i = 0; i < kFingers.size(); ++i)
        if (starts_with(stem, kFingers[i]) && stem.size() == kFingers[i].size() + 1)
            return "finger" + std::to_string(i + 1) + stem.back();
    return std::nullopt;
}

// The part of the body a name stands for, with its side; empty if it is none we know.
std::string part_of(const std::string& name) {
    std::string stem = name.substr(name.rfind(':') == std::string::npos ? 0 : name.rfind(':') + 1);
    if (starts_with(stem, "__")) return {};  // MakeHuman's joints that only carry others
    stem = lower_case(stem);
    const char side = take_side(stem);
    stem = letters_and_digits(stem);
    const std::string suffix = side != 0 ? std::string(" ") + side : "";
    if (const auto finger = finger_of(stem)) return *finger + suffix;
    while (!stem.empty() && std::isdigit(static_cast<unsigned char>(stem.back())) != 0)
        stem.pop_back();
    for (const auto& [word, part] : kParts)
        if (stem == word && !(part == "hips" && side != 0)) return std::string(part) + suffix;
    return {};
}

using Parts = std::unordered_map<std::string, std::vector<std::size_t>>;

Parts parts_of(std::span<const std::string> names, const std::vector<char>& taken) {
    Parts parts;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (!taken[i])
            if (auto part = part_of(names[i]); !part.empty()) parts[part].push_back(i);
    return parts;
}

// End to end for chains such as the spine; of a limb in several pieces the first counts.
void match_part(const std::string& part, std::span<const std::size_t> from,
                std::span<const std::size_t> to, Match& match) {
    const bool chain = part == "spine" || part == "neck";
    const std::size_t count = chain ? std::min(from.size(), to.size()) : 1;
    const auto spread = [&](std::size_t i, std::size_t size) {
        return count == 1 ? 0 : i * (size - 1) / (count - 1);
    };
    for (std::size_t i = 0; i < count; ++i)
        match[from[spread(i, from.size())]] = to[spread(i, to.size())];
}

}  // namespace

std::vector<std::optional<std::size_t>> match_joints(std::span<const std::string> from,
                                                     std::span<const std::string> to) {
    Match match(from.size());
    std::vector<char> from_taken(from.size(), 0);
    std::vector<char> to_taken(to.size(), 0);
    std::unordered_map<std::string, std::size_t> place_of_name;
    for (std::size_t i = 0; i < to.size(); ++i)
        place_of_name.try_emplace(letters_and_digits(to[i]), i);
    for (std::size_t i = 0; i < from.size(); ++i) {
        const auto place = place_of_name.find(letters_and_digits(from[i]));
        if (place == place_of_name.end() || to_taken[place->second]) continue;
        match[i] = place->second;
        from_taken[i] = 1;
        to_taken[place->second] = 1;
    }

    const Parts to_parts = parts_of(to, to_taken);
    for (const auto& [part, places] : parts_of(from, from_taken)) {
        const auto counterpart = to_parts.find(part);
        if (counterpart != to_parts.end()) match_part(part, places, counterpart->second, match);
    }
    return match;
}

}  // namespace isoskin
