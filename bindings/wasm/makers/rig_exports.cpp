// A skeleton for a bare mesh, and weights for a skeleton.
#include "isoskin/autorig/rigged_character.h"
#include "maker.h"

namespace isoskin::wasm {
namespace {

constexpr double kFound = 0.5;  // of the time, where weights follow a search

json json_of(const RiggedBody& rigged) {
    std::vector<Affine> model_from_joint(rigged.skeleton.joint_count());
    compute_model_pose(rigged.skeleton, stored_pose(rigged.skeleton).parent_from_joint,
                       model_from_joint);
    json joints = json::array();
    for (std::size_t j = 0; j < rigged.joints.size(); ++j) {
        const Joint& joint = rigged.skeleton.joints()[j];
        const Quatd turn(model_from_joint[j].linear());
        joints.push_back({{"name", joint.name},
                          {"parent", joint.parent ? static_cast<int>(*joint.parent) : -1},
                          {"place", list_of(model_from_joint[j].translation())},
                          {"turn", list_of(turn.coeffs())},
                          {"confidence", rigged.joints[j].confidence},
                          {"reasons", rigged.joints[j].reasons}});
    }
    return {{"template", rigged.template_name}, {"reason", rigged.reason},
            {"confidence", rigged.confidence},  {"reasons", rigged.reasons},
            {"missing", rigged.missing},        {"symmetric", rigged.symmetric},
            {"up", list_of(rigged.up)},         {"facing", list_of(rigged.facing)},
            {"joints", std::move(joints)}};
}

std::optional<Vec3d> direction_in(const json& options, const char* word) {
    const auto list = options.find(word);
    if (list == options.end() || !list->is_array() || list->size() != 3) return std::nullopt;
    return Vec3d((*list)[0].get<double>(), (*list)[1].get<double>(), (*list)[2].get<double>());
}

Result<std::vector<RigTemplate>> templates_in(const json& options) {
    const auto word = options.value("template", std::string("auto"));
    if (std::filesystem::path(word).extension().empty()) return templates_named(word);
    const auto own = read_laid_down(word);
    if (!own) return own.error();
    auto rig = template_of(*own);
    if (!rig) return rig.error();
    return std::vector<RigTemplate>{*std::move(rig)};
}

// Joints as `json_of` tells them; a `place` that was changed since moves the joint.
Result<Skeleton> skeleton_of(const json& joints) {
    std::vector<Joint> found;
    std::vector<Affine> model_from_joint;
    std::vector<Vec3d> places;
    for (const json& entry : joints) {
        Joint joint;
        joint.name = entry.at("name").get<std::string>();
        Affine place = Affine::Identity();
        const auto at = entry.at("place").get<std::array<double, 3>>();
        const auto turn = entry.at("turn").get<std::array<double, 4>>();
        place.translation() = Vec3d(at[0], at[1], at[2]);
        place.linear() = Quatd(turn[3], turn[0], turn[1], turn[2]).normalized().toRotationMatrix();
        const auto moved = entry.value("moved", at);
        places.emplace_back(moved[0], moved[1], moved[2]);
        Affine parent_from_joint = place;
        if (const int parent = entry.at("parent").get<int>(); parent >= 0) {
            if (static_cast<std::size_t>(parent) >= found.size())
                return invalid("joint '" + joint.name + "' comes before its parent");
            joint.parent = static_cast<std::size_t>(parent);
            parent_from_joint = model_from_joint[*joint.parent].inverse() * place;
        }
        joint.parent_from_joint = to_transform(parent_from_joint);
        found.push_back(std::move(joint));
        model_from_joint.push_back(place);
    }
    auto skeleton = Skeleton::create(std::move(found));
    if (!skeleton) return skeleton.error();
    return with_places(*skeleton, places);
}

}  // namespace
}  // namespace isoskin::wasm

using namespace isoskin;
using namespace isoskin::wasm;

/// Finds a skeleton for a file that was laid down; the answer in words is what was found. Options:
/// `template` (a name or a file with a skeleton), `up`, `facing` as lists; with `bind` the answer
/// in bytes is the rigged character.
ISOSKIN_EXPORT int isoskin_rig(const char* name, const char* options_text) {
    return guarded([&]() -> Status {
        const json options = options_of(options_text);
        const auto templates = templates_in(options);
        if (!templates) return templates.error();
        const auto character = read_laid_down(name);
        if (!character) return character.error();
        const bool binds = options.value("bind", false);
        Character standing = as_it_stands(*character);
        const WholeBody body = whole_body(standing);
        const auto rigged = rig_body(body.positions, body.faces, *templates,
                                     {.up = direction_in(options, "up"),
                                      .facing = direction_in(options, "facing"),
                                      .keep_on = tell_stage(0.0, binds ? kFound : 1.0)});
        if (!rigged) return rigged.error();
        json told = json_of(*rigged);
        if (binds) {
            const auto bound =
                hang_on_skeleton(rigged->skeleton, standing, {.keep_on = tell_stage(kFound, 1.0)});
            if (!bound) return bound.error();
            standing.settings_json = character->settings_json;
            if (const Status written = answer_character(standing); !written) return written;
            told["bound"] = json_of(*bound);
        }
        answer(told);
        return Done{};
    });
}

/// Hangs a file that was laid down on joints, a list as `isoskin_rig` tells it, and makes its
/// weights. The answer in bytes is the character, in words how its parts were bound.
ISOSKIN_EXPORT int isoskin_bind(const char* name, const char* joints) {
    return guarded([&]() -> Status {
        const json list = json::parse(joints, nullptr, false);
        if (!list.is_array()) return usage_error("joints are a list");
        const auto skeleton = skeleton_of(list);
        if (!skeleton) return skeleton.error();
        const auto character = read_laid_down(name);
        if (!character) return character.error();
        Character standing = as_it_stands(*character);
        const auto bound = hang_on_skeleton(*skeleton, standing, {.keep_on = tell_stage(0.0, 1.0)});
        if (!bound) return bound.error();
        standing.settings_json = character->settings_json;
        if (const Status written = answer_character(standing); !written) return written;
        answer(json_of(*bound));
        return Done{};
    });
}
