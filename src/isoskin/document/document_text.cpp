#include "isoskin/document/document_text.h"

#include <cmath>

#include <nlohmann/json.hpp>

#include "isoskin/lattice/deform_bind.h"
#include "isoskin/volume/settings_json.h"

namespace isoskin {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr const char* kDualBase = "dual quaternions";  // as saved; the other is linear skinning

class Hasher {
  public:
    void add(const void* bytes, std::size_t count) {
        const auto* byte = static_cast<const unsigned char*>(bytes);
        for (std::size_t i = 0; i < count; ++i)
            hash_ = (hash_ ^ byte[i]) * 0x100000001B3ULL;
    }
    template <typename Number>
    void add_number(Number value) {
        add(&value, sizeof(value));
    }
    void add_count(std::size_t value) { add_number(static_cast<std::uint64_t>(value)); }
    void add_text(std::string_view text) {
        add_count(text.size());
        add(text.data(), text.size());
    }
    template <typename Number>
    void add_list(const std::vector<Number>& values) {
        add_count(values.size());
        add(values.data(), values.size() * sizeof(Number));
    }
    std::uint64_t value() const { return hash_; }

  private:
    std::uint64_t hash_ = 0xCBF29CE484222325ULL;
};

void add_mesh(const SkinnedMesh& mesh, Hasher& hasher) {
    hasher.add_text(mesh.mesh.name);
    hasher.add_list(mesh.mesh.positions);
    hasher.add_list(mesh.mesh.faces);
    for (std::size_t vertex = 0; vertex < mesh.weights.vertex_count(); ++vertex) {
        hasher.add_count(mesh.weights.row(vertex).size());
        for (const Influence& influence : mesh.weights.row(vertex)) {
            hasher.add_number(influence.slot);
            hasher.add_number(influence.weight);
        }
    }
}

void add_clip(const Clip& clip, Hasher& hasher) {
    hasher.add_text(clip.name);
    hasher.add_count(clip.channels.size());
    for (const Channel& channel : clip.channels) {
        hasher.add_count(static_cast<std::size_t>(channel.path));
        hasher.add_count(channel.target);
        hasher.add_count(static_cast<std::size_t>(channel.interpolation));
        hasher.add_list(channel.times);
        hasher.add_list(channel.values);
    }
}

std::vector<double> numbers_of(const Transform& t) {
    return {t.translation.x(), t.translation.y(), t.translation.z(), t.rotation.x(), t.rotation.y(),
            t.rotation.z(),    t.rotation.w(),    t.scale.x(),       t.scale.y(),    t.scale.z()};
}

Transform transform_of(const std::vector<double>& n) {
    Transform t;
    t.translation = {n[0], n[1], n[2]};
    t.rotation = Quatd(n[6], n[3], n[4], n[5]);
    t.scale = {n[7], n[8], n[9]};
    return t;
}

bool is_transform(const json& value) {
    if (!value.is_array() || value.size() != 10) return false;
    for (const json& number : value)
        if (!number.is_number()) return false;
    return transform_of(value.get<std::vector<double>>()).rotation.norm() > 0.5;
}

// A file that is made from scratch lists wedges as vertices; paint follows its mesh.
std::vector<float> paint_of_wedges(const Mesh& mesh, const std::vector<float>& painted) {
    std::vector<float> of_wedges;
    for (std::size_t wedge = 0; wedge < mesh.wedge_count(); ++wedge)
        of_wedges.push_back(painted[mesh.vertex_of_wedge(wedge)]);
    return of_wedges;
}

// Settings as text, with a lattice among them.
std::string with_lattice(std::string settings, const std::optional<DocumentLattice>& lattice) {
    if (!lattice) return settings;
    ordered_json text = ordered_json::parse(settings);
    text["lattice"] = ordered_json::parse(lattice_text(*lattice));
    return text.dump(2);
}

}  // namespace

Error damaged_work(const std::string& what) {
    return invalid("the saved work is damaged: " + what);
}

std::uint64_t state_hash(const Document& document) {
    Hasher hasher;
    for (const SkinnedMesh& mesh : document.character().meshes)
        add_mesh(mesh, hasher);
    for (const Clip& clip : document.character().clips)
        add_clip(clip, hasher);
    hasher.add_text(volume_settings_text(document.settings()));
    if (document.lattice()) hasher.add_text(lattice_text(*document.lattice()));
    for (const auto& [joint, transform] : document.playhead().edited) {
        hasher.add_number(joint);
        hasher.add_list(numbers_of(transform));
    }
    for (const JointIndex joint : document.locks())
        hasher.add_number(joint);
    for (const auto& [joint, angle] : document.limits()) {
        hasher.add_number(joint);
        hasher.add_number(angle);
    }
    if (document.base() != SkinMethod::Linear) hasher.add_number(static_cast<int>(document.base()));
    if (!document.rig_sketch().text.empty()) hasher.add_text(document.rig_sketch().text);
    return hasher.value();
}

std::string workspace_text(const Document& document) {
    const auto joints = document.character().skeleton.joints();
    const Playhead& playhead = document.playhead();
    json text{{"isoskin_workspace", 1}, {"time", playhead.time}};
    if (playhead.clip) text["clip"] = *playhead.clip;
    text["edited"] = json::object();
    for (const auto& [joint, transform] : playhead.edited)
        text["edited"][joints[joint].name] = numbers_of(transform);
    text["locked"] = json::array();
    for (const JointIndex joint : document.locks())
        text["locked"].push_back(joints[joint].name);
    for (const auto& [joint, angle] : document.limits())
        text["limits"][joints[joint].name] = angle;
    if (document.base() != SkinMethod::Linear) text["base"] = kDualBase;
    for (const PartKey& key : document.turned_parts())
        text["turned"].push_back({key.mesh, key.part});
    if (!document.rig_sketch().text.empty()) text["sketch"] = document.rig_sketch().text;
    return text.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string workspace_for(const Document& document, const Character& character) {
    json text = json::parse(workspace_text(document));
    for (const char* list : {"edited", "limits"}) {
        if (!text.contains(list)) continue;
        json kept = json::object();
        for (const auto& [name, value] : text[list].items())
            if (character.skeleton.find(name)) kept[name] = value;
        text[list] = std::move(kept);
    }
    if (text.contains("clip") && text["clip"].get<std::size_t>() >= character.clips.size())
        text.erase("clip");
    text.erase("sketch");
    text.erase("turned");  // it is made of the faces as they look
    return text.dump();
}

Status restore_workspace(std::string_view text, Document& document) {
    const json saved = json::parse(text, nullptr, false);
    if (!saved.is_object() || saved.value("isoskin_workspace", json()) != 1)
        return damaged_work("it does not start as it should");
    Playhead playhead;
    if (const auto clip = saved.find("clip"); clip != saved.end()) {
        if (!clip->is_number_unsigned() ||
            clip->get<std::size_t>() >= document.character().clips.size())
            return damaged_work("it names a clip that is not there");
        playhead.clip = clip->get<std::size_t>();
    }
    const json time = saved.value("time", json(0.0));
    playhead.time = time.is_number() ? std::max(0.0, time.get<double>()) : 0.0;
    const json edited = saved.value("edited", json::object());
    for (const auto& [name, value] : edited.items()) {
        const auto joint = document.character().skeleton.find(name);
        if (!joint || !is_transform(value))
            return damaged_work("it moves joint '" + name + "' oddly");
        playhead.edited[*joint] = transform_of(value.get<std::vector<double>>());
    }
    JointLimits limits;
    const json limited = saved.value("limits", json::object());
    for (const auto& [name, value] : limited.items()) {
        const auto joint = document.character().skeleton.find(name);
        if (!joint || !value.is_number() || !(value.get<double>() >= 0.0))
            return damaged_work("it limits joint '" + name + "' oddly");
        limits[*joint] = value.get<double>();
    }
    const SkinMethod base =
        saved.value("base", json()) == kDualBase ? SkinMethod::DualQuaternion : SkinMethod::Linear;
    LockedJoints locks;
    for (const json& name : saved.value("locked", json::array()))
        if (name.is_string())
            if (const auto joint = document.character().skeleton.find(name.get<std::string>()))
                locks.insert(*joint);
    TurnedParts turned;
    for (const json& key : saved.value("turned", json::array())) {
        if (!key.is_array() || key.size() != 2 || !key[0].is_number_unsigned() ||
            !key[1].is_number_unsigned())
            return damaged_work("it turns a part oddly");
        turned.insert({key[0].get<std::size_t>(), key[1].get<std::size_t>()});
    }
    const json sketch = saved.value("sketch", json(""));
    document.start_from(std::move(playhead), std::move(locks), std::move(limits), base,
                        std::move(turned),
                        {sketch.is_string() ? sketch.get<std::string>() : std::string()});
    return Done{};
}

Character character_to_store(const Document& document) {
    Character character = document.character();
    VolumeSettings settings = document.settings();
    for (JointVolumeSettings& joint : settings.joints)
        for (PaintedMap& map : joint.painted)
            map.values = paint_of_wedges(character.meshes[map.mesh].mesh, map.values);
    character.settings_json = with_lattice(volume_settings_text(settings), document.lattice());
    return character;
}

std::string settings_to_carry(const Document& document) {
    return with_lattice(volume_settings_text(document.settings()), document.lattice());
}

Result<std::optional<DocumentLattice>> carried_lattice(const Character& character) {
    using Lattices = std::optional<DocumentLattice>;
    const json carried = json::parse(character.settings_json, nullptr, false);
    if (!carried.is_object() || !carried.contains("lattice")) return Lattices{};
    auto lattice = parse_document_lattice(carried["lattice"].dump(), lattice_points(character));
    if (!lattice) return lattice.error();
    return Lattices(*std::move(lattice));
}

}  // namespace isoskin
