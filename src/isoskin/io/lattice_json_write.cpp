#include <nlohmann/json.hpp>

#include "isoskin/io/lattice_json.h"
#include "isoskin/io/lattice_words.h"

namespace isoskin {
namespace {

using nlohmann::ordered_json;

ordered_json to_json(const Vec3d& v) {
    return {v.x(), v.y(), v.z()};
}

ordered_json to_json(const Mat3d& m) {
    return {to_json(Vec3d(m.col(0))), to_json(Vec3d(m.col(1))), to_json(Vec3d(m.col(2)))};
}

ordered_json to_json(const Eigen::AlignedBox3d& box) {
    return {to_json(Vec3d(box.min())), to_json(Vec3d(box.max()))};
}

ordered_json to_json(const GridKey& key) {
    return {key.level, key.at[0], key.at[1], key.at[2]};
}

ordered_json to_json(const TreePlace& place) {
    if (const auto* at = std::get_if<TreePlace::GridPlace>(&place.where))
        return to_json(GridKey{place.level, *at});
    if (const auto* rest = std::get_if<Vec3d>(&place.where))
        return {{"level", place.level}, {"near", to_json(*rest)}};
    return {{"level", place.level},
            {"within", to_json(std::get<Eigen::AlignedBox3d>(place.where))}};
}

void add_unless(const Vec3d& value, const Vec3d& usual, const char* word, ordered_json& edit) {
    if (value != usual) edit[word] = to_json(value);
}

ordered_json edit_json(const MoveEdit& move) {
    ordered_json edit = {{"move", to_json(move.vertices)}};
    if (move.to) {
        edit["to"] = to_json(*move.to);
        return edit;
    }
    add_unless(move.scale, Vec3d::Ones(), "scale", edit);
    add_unless(move.degrees, Vec3d::Zero(), "turn", edit);
    if (move.about) edit["about"] = to_json(*move.about);
    edit["by"] = to_json(move.by);
    return edit;
}

ordered_json edit_json(const FrameEdit& frame) {
    ordered_json edit = {{"frame", to_json(frame.vertices)}};
    if (frame.frame) {
        edit["columns"] = to_json(*frame.frame);
        return edit;
    }
    add_unless(frame.scale, Vec3d::Ones(), "scale", edit);
    edit["turn"] = to_json(frame.degrees);
    return edit;
}

ordered_json edit_json(const DragEdit& drag) {
    ordered_json edit = {{"drag", to_json(drag.rest)}, {"level", drag.level}};
    edit[drag.to ? "to" : "by"] = to_json(drag.to.value_or(drag.by));
    return edit;
}

ordered_json edit_json(const SubdivideEdit& subdivide) {
    ordered_json edit = {{"subdivide", to_json(subdivide.cells)}};
    if (subdivide.times != 1) edit["times"] = subdivide.times;
    return edit;
}

ordered_json edit_json(const SimplifyEdit& simplify) {
    return {{"simplify", to_json(simplify.cells)}};
}

ordered_json edit_json(const DetailEdit& detail) {
    ordered_json edit = {{"detail", to_json(detail.vertex)},
                         {"shift", to_json(detail.detail.shift)}};
    if (!detail.detail.turn.isZero(0.0)) edit["turn"] = to_json(detail.detail.turn);
    return edit;
}

ordered_json build_json(const TreeRecipe& recipe) {
    ordered_json build = {{"from", word_of(recipe.from, kTreeSourceWords)},
                          {"depth", recipe.settings.max_depth}};
    if (recipe.from == TreeSource::Points) build["max_points"] = recipe.settings.max_points;
    if (!recipe.box) build["margin"] = recipe.settings.margin;
    if (recipe.from != TreeSource::Box)
        build["balance"] = word_of(recipe.settings.balance, kBalanceWords);
    build["axes"] = word_of(recipe.settings.axes, kAxesWords);
    if (recipe.box) build["box"] = to_json(*recipe.box);
    return build;
}

ordered_json motion_json(const MotionRecipe& motion) {
    ordered_json entry = ordered_json::object();
    const auto add = [&](const char* word, const std::optional<double>& value) {
        if (value) entry[word] = *value;
    };
    add("mass", motion.mass);
    add("stiffness", motion.stiffness);
    if (motion.levels) entry["levels"] = word_of(*motion.levels, kStiffnessWords);
    add("damping", motion.damping);
    add("drag", motion.drag);
    add("friction", motion.friction);
    if (motion.gravity) entry["gravity"] = to_json(*motion.gravity);
    add("return_rate", motion.return_rate);
    for (const SoftBall& ball : motion.soft)
        entry["soft"].push_back({ball.centre.x(), ball.centre.y(), ball.centre.z(), ball.radius});
    if (motion.height != 0.0) entry["height"] = motion.height;
    return entry;
}

}  // namespace

std::string lattice_json_text(const LatticeEdits& edits) {
    // An edit a line: lists of thousands stay readable.
    std::string text = "{\n  \"isoskin_lattice\": 1,\n";
    text += "  \"build\": " + build_json(edits.tree).dump() + ",\n";
    text +=
        "  \"scheme\": \"" + std::string(word_of(edits.settings.scheme, kSchemeWords)) + "\",\n";
    text += "  \"blend\": \"" + std::string(word_of(edits.settings.blend, kBlendWords)) + "\",\n";
    if (const auto motion = motion_json(edits.motion); !motion.empty())
        text += "  \"simulate\": " + motion.dump() + ",\n";
    text += "  \"edits\": [";
    for (std::size_t i = 0; i < edits.edits.size(); ++i) {
        const auto edit =
            std::visit([](const auto& one) { return edit_json(one); }, edits.edits[i]);
        text += (i == 0 ? "\n    " : ",\n    ") + edit.dump();
    }
    return text + (edits.edits.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

}  // namespace isoskin
