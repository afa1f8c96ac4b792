#include "isoskin/volume/settings_json.h"

#include <cmath>

#include <nlohmann/json.hpp>

#include "isoskin/base/json_walker.h"
#include "isoskin/volume/flesh_json.h"
#include "isoskin/volume/settings_words.h"

namespace isoskin {
namespace {

using nlohmann::ordered_json;

// Version 2 names the meshes of painted maps, version 3 has flesh, version 4 amounts and the gain
// of a curve; what version 1 can say is written as version 1.
constexpr int kPlainVersion = 1;
constexpr int kPaintVersion = 2;
constexpr int kFleshVersion = 3;
constexpr int kNewestVersion = 4;

class Parser : JsonWalker<ordered_json> {
  public:
    using JsonWalker::JsonWalker;

    Result<VolumeSettings> run(const ordered_json& document) {
        version_ = read_version(document, "the settings", "isoskin_volume", kNewestVersion);
        VolumeSettings settings;
        if (!error_)
            for (const auto& [word, value] : document.items())
                if (!error_) read_general(word, value, settings);
        if (error_) return *error_;
        return settings;
    }

  private:
    void read_general(const std::string& word, const ordered_json& value,
                      VolumeSettings& settings) {
        if (word == "method")
            read_word(word, value, kMethodWords, settings.method);
        else if (word == "scope")
            read_word(word, value, kScopeWords, settings.scope);
        else if (word == "effect")
            read_word(word, value, kEffectWords, settings.effect);
        else if (word == "quads")
            read_word(word, value, kQuadWords, settings.quads);
        else if (word == "amount")
            read_number(word, value, 0.0, 1.0, settings.amount);
        else if (word == "iterations")
            read_count(word, value, settings.iterations);
        else if (word == "smoothing")
            read_number(word, value, 0.0, 100.0, settings.smoothing);
        else if (word == "sharpness")
            read_number(word, value, 0.0, 100.0, settings.sharpness);
        else if (word == "max_displacement")
            read_number(word, value, 0.0, 100.0, settings.max_displacement);
        else if (word == "shares")
            read_shares(word, value, settings.shares);
        else if (word == "flesh_amount")
            read_number(word, value, 0.0, 1.0, settings.flesh_amount);
        else if (word == "flesh")
            read_flesh(value, settings.flesh);
        else if (word == "excluded_parts")
            read_excluded(value, settings.excluded_parts);
        else if (word == "joints")
            read_joints(value, settings.joints);
        else if (word != "isoskin_volume" && word != "comment" && word != "lattice" &&
                 word != "baked")
            refuse("'" + word + "' is not a word of this format");
    }

    void read_flesh(const ordered_json& value, std::vector<FleshJoint>& flesh) {
        if (!value.is_array()) return refuse_value("flesh", "a list of joints");
        for (const auto& entry : value) {
            auto joint = flesh_from_json(entry);
            if (!joint)
                return refuse("entry " + std::to_string(flesh.size()) +
                              " of 'flesh' is broken; simulate it anew by 'isoskin flesh'");
            flesh.push_back(*std::move(joint));
        }
    }

    void read_excluded(const ordered_json& value, std::vector<ExcludedPart>& parts) {
        constexpr const char* kWanted = "a list of [mesh, part], meshes from 0 and parts from 1";
        if (!value.is_array()) return refuse_value("excluded_parts", kWanted);
        for (const auto& entry : value) {
            const bool fits = entry.is_array() && entry.size() == 2 &&
                              entry[0].is_number_unsigned() && entry[1].is_number_unsigned() &&
                              entry[1].get<std::size_t>() > 0;
            if (!fits) return refuse_value("excluded_parts", kWanted);
            parts.push_back(
                {.mesh = entry[0].get<std::size_t>(), .part = entry[1].get<std::size_t>() - 1});
        }
    }

    void read_joints(const ordered_json& value, std::vector<JointVolumeSettings>& joints) {
        if (!value.is_object()) return refuse_value("joints", "an object of joints");
        const std::string outside = place_;
        for (const auto& [name, entries] : value.items()) {
            place_ = outside + ": joints, " + name;
            joints.emplace_back().joint = name;
            if (!entries.is_object()) return refuse("this is not an object");
            for (const auto& [word, entry] : entries.items())
                read_joint(word, entry, joints.back());
            if (error_) return;
        }
        place_ = outside;
    }

    void read_joint(const std::string& word, const ordered_json& value,
                    JointVolumeSettings& joint) {
        if (word == "effect") {
            VolumeEffect effect{};
            read_word(word, value, kEffectWords, effect);
            joint.effect = effect;
        } else if (word == "flexor") {
            double flexor = 0.0;
            read_number(word, value, 0.0, 1.0, flexor);
            joint.flexor = flexor;
        } else if (word == "gain") {
            read_number(word, value, 0.0, 3.0, joint.gain.emplace());
        } else if (word == "amount") {
            read_number(word, value, 0.0, 1.0, joint.amount.emplace());
        } else if (word == "profile") {
            read_profile(value, joint.profile);
        } else if (word == "shares") {
            read_shares(word, value, joint.shares);
        } else if (word == "painted") {
            read_painted(value, joint.painted);
        } else {
            refuse("'" + word + "' is not a word of this format");
        }
    }

    void read_count(const std::string& word, const ordered_json& value, int& out) {
        const bool fits = value.is_number_unsigned() && value.get<std::uint64_t>() >= 1 &&
                          value.get<std::uint64_t>() <= 1000;
        if (!fits) return refuse_value(word, "a whole number from 1 to 1000");
        out = value.get<int>();
    }

    void read_number(const std::string& word, const ordered_json& value, double low, double high,
                     double& out) {
        const bool fits =
            value.is_number() && value.get<double>() >= low && value.get<double>() <= high;
        if (!fits)
            return refuse_value(word, "a number from " + std::to_string(static_cast<int>(low)) +
                                          " to " + std::to_string(static_cast<int>(high)));
        out = value.get<double>();
    }

    static bool is_list_of_numbers(const ordered_json& value) {
        if (!value.is_array()) return false;
        for (const auto& entry : value)
            if (!entry.is_number() || !(std::abs(entry.get<double>()) <= 1e30)) return false;
        return true;
    }

    void read_shares(const std::string& word, const ordered_json& value,
                     std::optional<std::array<double, 3>>& out) {
        if (!is_list_of_numbers(value) || value.size() != 3)
            return refuse_value(word, "a list of three numbers");
        const auto shares = value.get<std::array<double, 3>>();
        if (!(std::abs(shares[0] + shares[1] + shares[2] - 1.0) <= 1e-6))
            return refuse("the three numbers of '" + word + "' do not sum to one");
        out = shares;
    }

    void read_profile(const ordered_json& value, std::vector<ProfileKnot>& out) {
        constexpr const char* kWanted =
            "a list of knots [place, amount], places increasing from -1 to 1, amounts from 0 to 1";
        if (!value.is_array()) return refuse_value("profile", kWanted);
        for (const auto& knot : value) {
            if (!is_list_of_numbers(knot) || knot.size() != 2)
                return refuse_value("profile", kWanted);
            const ProfileKnot next{.place = knot[0].get<double>(), .amount = knot[1].get<double>()};
            const bool in_order = out.empty() || next.place > out.back().place;
            if (!in_order || std::abs(next.place) > 1.0 || next.amount < 0.0 || next.amount > 1.0)
                return refuse_value("profile", kWanted);
            out.push_back(next);
        }
    }

    void read_painted(const ordered_json& value, std::vector<PaintedMap>& out) {
        constexpr const char* kWanted = "a list of numbers, one per vertex";
        constexpr const char* kWantedPerMesh =
            "a list of numbers, one per vertex, or of objects with 'mesh' and 'values'";
        if (is_list_of_numbers(value)) {
            if (!value.empty()) out.emplace_back().values = value.get<std::vector<float>>();
            return;
        }
        if (version_ == kPlainVersion) return refuse_value("painted", kWanted);
        if (!value.is_array()) return refuse_value("painted", kWantedPerMesh);
        for (const auto& entry : value) {
            if (!entry.is_object()) return refuse_value("painted", kWantedPerMesh);
            PaintedMap map;
            for (const auto& [word, item] : entry.items())
                read_painted_map(word, item, map);
            if (map.mesh == PaintedMap::kUnnamed) refuse("'painted' names no 'mesh'");
            for (const PaintedMap& other : out)
                if (other.mesh == map.mesh)
                    refuse("'painted' has mesh " + std::to_string(map.mesh) + " twice");
            if (error_) return;
            out.push_back(std::move(map));
        }
    }

    void read_painted_map(const std::string& word, const ordered_json& value, PaintedMap& map) {
        if (word == "mesh") {
            if (!value.is_number_unsigned() || value.get<std::uint64_t>() >= 1U << 30U)
                return refuse_value(word, "the number of a mesh, counted from 0");
            map.mesh = value.get<std::size_t>();
        } else if (word == "values") {
            if (!is_list_of_numbers(value))
                return refuse_value(word, "a list of numbers, one per vertex");
            map.values = value.get<std::vector<float>>();
        } else {
            refuse("painted: '" + word + "' is not a word of this format");
        }
    }

    int version_ = kPlainVersion;
};

ordered_json to_json(const JointVolumeSettings& joint) {
    ordered_json json = ordered_json::object();
    if (joint.effect) json["effect"] = word_of(*joint.effect, kEffectWords);
    for (const ProfileKnot& knot : joint.profile)
        json["profile"].push_back({knot.place, knot.amount});
    if (joint.gain) json["gain"] = *joint.gain;
    if (joint.flexor) json["flexor"] = *joint.flexor;
    if (joint.amount) json["amount"] = *joint.amount;
    if (joint.shares) json["shares"] = *joint.shares;
    for (const PaintedMap& map : joint.painted) {
        if (map.mesh == PaintedMap::kUnnamed)
            json["painted"] = map.values;
        else
            json["painted"].push_back({{"mesh", map.mesh}, {"values", map.values}});
    }
    return json;
}

int version_for(const VolumeSettings& settings) {
    if (settings.amount != 1.0 || !settings.excluded_parts.empty()) return kNewestVersion;
    for (const JointVolumeSettings& joint : settings.joints)
        if (joint.amount || joint.gain) return kNewestVersion;
    if (!settings.flesh.empty() || settings.method == VolumeMethod::Flesh) return kFleshVersion;
    for (const JointVolumeSettings& joint : settings.joints)
        for (const PaintedMap& map : joint.painted)
            if (map.mesh != PaintedMap::kUnnamed) return kPaintVersion;
    return kPlainVersion;
}

}  // namespace

std::string volume_settings_text(const VolumeSettings& settings) {
    ordered_json json = {{"isoskin_volume", version_for(settings)},
                         {"method", word_of(settings.method, kMethodWords)},
                         {"scope", word_of(settings.scope, kScopeWords)},
                         {"effect", word_of(settings.effect, kEffectWords)},
                         {"quads", word_of(settings.quads, kQuadWords)},
                         {"iterations", settings.iterations},
                         {"smoothing", settings.smoothing},
                         {"sharpness", settings.sharpness},
                         {"max_displacement", settings.max_displacement}};
    if (settings.amount != 1.0) json["amount"] = settings.amount;
    if (settings.shares) json["shares"] = *settings.shares;
    for (const ExcludedPart& part : settings.excluded_parts)
        json["excluded_parts"].push_back({part.mesh, part.part + 1});
    for (const JointVolumeSettings& joint : settings.joints)
        json["joints"][joint.joint] = to_json(joint);
    if (!settings.flesh.empty()) json["flesh_amount"] = settings.flesh_amount;
    for (const FleshJoint& joint : settings.flesh)
        json["flesh"].push_back(flesh_to_json(joint));
    return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

Result<VolumeSettings> parse_volume_settings(std::string_view text, std::string_view file) {
    const auto document = ordered_json::parse(text, nullptr, false);
    if (document.is_discarded()) return invalid(std::string(file) + ": this is not valid JSON");
    return Parser(file).run(document);
}

}  // namespace isoskin
