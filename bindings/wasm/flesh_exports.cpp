// Flesh that the settings carry, and where posed skin goes through itself.
#include <algorithm>

#include "isoskin/deform/check_character.h"
#include "isoskin/volume/carried_flesh.h"
#include "isoskin/volume/settings_json.h"
#include "json_text.h"
#include "session.h"

namespace isoskin::wasm {
namespace {

// Joints with flesh, by index; flesh over several meshes counts once.
json carried_joints(const Document& document) {
    json joints = json::array();
    for (const FleshJoint& flesh : document.settings().flesh) {
        const auto joint = document.character().skeleton.find(flesh.joint);
        if (!joint) continue;
        const bool known = std::any_of(joints.begin(), joints.end(),
                                       [&](const json& entry) { return entry["joint"] == *joint; });
        if (known) continue;
        joints.push_back({{"joint", *joint},
                          {"range", flesh.function.range},
                          {"targets", flesh.function.count}});
    }
    return joints;
}

}  // namespace
}  // namespace isoskin::wasm

using namespace isoskin;
using namespace isoskin::wasm;

ISOSKIN_EXPORT int isoskin_carried_flesh() {
    return with_document([](Document& document) -> Status {
        answer(carried_joints(document));
        return Done{};
    });
}

/// Takes the flesh out of volume settings, as the makers tell of it, and plays it from then on.
ISOSKIN_EXPORT int isoskin_add_flesh(const char* text) {
    return with_document([&](Document& document) -> Status {
        auto made = parse_volume_settings(text, "the flesh");
        if (!made) return made.error();
        VolumeSettings only;
        only.flesh = std::move(made->flesh);
        auto fitting = fit_paint(document.character(), std::move(only));
        if (!fitting) return fitting.error();
        if (fitting->flesh.empty()) return invalid("there is no flesh in what was made");
        VolumeSettings settings = document.settings();
        const std::string name = "Flesh of " + fitting->flesh.front().joint;
        merge_flesh(fitting->flesh, settings);
        document.set_settings(std::move(settings), name);
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_drop_flesh(int joint) {
    return with_joint(joint, [](Document& document, JointIndex index) -> Status {
        const std::string& name = document.character().skeleton.joints()[index].name;
        VolumeSettings settings = document.settings();
        drop_flesh(name, settings);
        document.set_settings(std::move(settings), "No flesh of " + name);
        return Done{};
    });
}

/// Numbers, for a pane: pairs of triangles that cross, and how many of the bind shape do; then mesh
/// and drawn triangle, in turn, of all that are in such a pair.
ISOSKIN_EXPORT int isoskin_crossings(int pane) {
    return with_document([&](Document& document) -> Status {
        Session& here = session();
        if (pane < 0 || !here.panes.is_made(static_cast<std::size_t>(pane)))
            return usage_error("that pane is not shown");
        if (!here.crossings) here.crossings.emplace(document.character());
        const SkinCrossings found =
            here.crossings->find(here.panes.posed(static_cast<std::size_t>(pane)));
        here.numbers = {static_cast<double>(found.pairs),
                        static_cast<double>(here.crossings->bind_pairs())};
        for (std::size_t m = 0; m < found.triangles.size(); ++m)
            for (const Index triangle : found.triangles[m]) {
                here.numbers.push_back(static_cast<double>(m));
                here.numbers.push_back(static_cast<double>(triangle));
            }
        return Done{};
    });
}
