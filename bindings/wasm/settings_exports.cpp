// How volume is kept: general settings, joints, profile curves.
#include <cmath>

#include "isoskin/deform/check_character.h"
#include "isoskin/volume/build/profile_curve.h"
#include "isoskin/volume/settings_json.h"
#include "isoskin/volume/settings_words.h"
#include "json_text.h"
#include "session.h"

namespace isoskin::wasm {
namespace {

constexpr const char* kHere = "settings";
constexpr int kSettingsVersion = 4;  // the one that knows every word

// The page writes names its own way and says null where settings leave a word out.
void rename_word(json& words, const char* from, const char* to) {
    const auto word = words.find(from);
    if (word == words.end()) return;
    words[to] = *word;
    words.erase(from);
}

void apply_change(const json& change, json& words) {
    for (const auto& [word, value] : change.items()) {
        if (value.is_null())
            words.erase(word);
        else
            words[word] = value;
    }
}

// All but the joints and the flesh, which make the text long.
json general_words(VolumeSettings settings) {
    settings.joints.clear();
    settings.flesh.clear();
    json words = json::parse(volume_settings_text(settings));
    rename_word(words, "max_displacement", "maxDisplacement");
    words["fleshAmount"] = settings.flesh_amount;
    words["amount"] = settings.amount;
    return words;
}

json joint_words(JointVolumeSettings joint) {
    VolumeSettings alone;
    joint.painted.clear();
    alone.joints = {joint};
    const json all = json::parse(volume_settings_text(alone));
    return all.value("joints", json::object()).value(joint.joint, json::object());
}

json knots_of(const json& profile) {
    json knots = json::array();
    for (const json& knot : profile)
        knots.push_back({{"place", knot[0]}, {"amount", knot[1]}});
    return knots;
}

void answer_knots(std::span<const ProfileKnot> knots) {
    session().numbers.clear();
    for (const ProfileKnot& knot : knots)
        session().numbers.insert(session().numbers.end(), {knot.place, knot.amount});
}

// An effect's curve as few knots, so that they can be grabbed; within 4 % of its height.
std::vector<ProfileKnot> handles_of(VolumeEffect effect) {
    return thin_profile(preset_profile(effect), 0.04);
}

json parse_change(const char* text) {
    json change = json::parse(text, nullptr, false);
    return change.is_object() ? change : json::object();
}

VolumeEffect effect_of(const Document& document, const JointVolumeSettings& joint) {
    return joint.effect.value_or(document.settings().effect);
}

}  // namespace
}  // namespace isoskin::wasm

using namespace isoskin;
using namespace isoskin::wasm;

ISOSKIN_EXPORT int isoskin_settings() {
    return with_document([](Document& document) -> Status {
        answer(general_words(document.settings()));
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_change_settings(const char* change) {
    return with_document([&](Document& document) -> Status {
        json words = general_words(document.settings());
        apply_change(parse_change(change), words);
        rename_word(words, "maxDisplacement", "max_displacement");
        rename_word(words, "fleshAmount", "flesh_amount");
        words["isoskin_volume"] = kSettingsVersion;
        auto settings = parse_volume_settings(words.dump(), kHere);
        if (!settings) return settings.error();
        settings->joints = document.settings().joints;
        settings->flesh = document.settings().flesh;
        document.set_settings(*std::move(settings), "Change the volume settings");
        return Done{};
    });
}

/// The skinning that is corrected: 0 linear, 1 dual quaternions.
ISOSKIN_EXPORT int isoskin_base() {
    const auto& document = session().document;
    return document && document->base() == SkinMethod::DualQuaternion ? 1 : 0;
}

ISOSKIN_EXPORT int isoskin_set_base(int base) {
    return with_document([&](Document& document) -> Status {
        document.set_base(base == 1 ? SkinMethod::DualQuaternion : SkinMethod::Linear);
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_settings_json() {
    return with_document([](Document& document) -> Status {
        session().text = volume_settings_text(document.settings());
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_set_settings_json(const char* text) {
    return with_document([&](Document& document) -> Status {
        auto settings = parse_volume_settings(text, kHere);
        if (!settings) return settings.error();
        for (const JointVolumeSettings& joint : settings->joints)
            if (!document.character().skeleton.find(joint.joint))
                return invalid("the settings are for a joint '" + joint.joint +
                               "' that this character does not have");
        settings = fit_paint(document.character(), *std::move(settings));
        if (!settings) return settings.error();
        document.set_settings(*std::move(settings), "Load volume settings");
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_joint_settings(int joint) {
    return with_joint(joint, [](Document& document, JointIndex index) -> Status {
        json words = joint_words(document.joint_settings(index));
        if (words.contains("profile")) words["profile"] = knots_of(words["profile"]);
        answer(words);
        return Done{};
    });
}

/// `change` in the words of the settings format, knots as [place, amount].
ISOSKIN_EXPORT int isoskin_change_joint_settings(int joint, const char* change) {
    return with_joint(joint, [&](Document& document, JointIndex index) -> Status {
        const JointVolumeSettings now = document.joint_settings(index);
        json words = joint_words(now);
        apply_change(parse_change(change), words);
        const json all{{"isoskin_volume", 1}, {"joints", {{now.joint, words}}}};
        auto settings =
            parse_volume_settings(all.dump(-1, ' ', false, json::error_handler_t::replace), kHere);
        if (!settings) return settings.error();
        if (settings->joints.empty()) settings->joints.push_back({.joint = now.joint});
        settings->joints.front().joint = now.joint;
        settings->joints.front().painted = now.painted;
        document.set_joint_settings(settings->joints.front(), "Shape " + now.joint);
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_profile(int joint) {
    return with_joint(joint, [](Document& document, JointIndex index) -> Status {
        const JointVolumeSettings settings = document.joint_settings(index);
        answer_knots(settings.profile.empty() ? handles_of(effect_of(document, settings))
                                              : settings.profile);
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_preset_profile(const char* effect) {
    return guarded([&]() -> Status {
        for (const auto& [word, value] : kEffectWords) {
            if (std::string_view(word) != effect) continue;
            answer_knots(handles_of(value));
            return Done{};
        }
        return usage_error(std::string("there is no effect '") + effect + "'");
    });
}

/// `knots` holds place and amount of each knot in turn.
ISOSKIN_EXPORT int isoskin_sample_profile(const double* knots, int knot_count, int count) {
    return guarded([&]() -> Status {
        if (count < 2) return usage_error("a curve is sampled at two places at least");
        std::vector<ProfileKnot> list;
        for (int i = 0; i < knot_count; ++i)
            list.push_back({knots[2 * i], knots[2 * i + 1]});
        const ProfileCurve curve(list);
        session().numbers.clear();
        for (int i = 0; i < count; ++i)
            session().numbers.push_back(curve(2.0 * i / (count - 1) - 1.0));
        return Done{};
    });
}
