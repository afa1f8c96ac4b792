// Brush strokes, weights as a whole, locks, the error graph.
#include "json_text.h"
#include "session.h"

namespace isoskin::wasm {
namespace {

// Numbers in the order of `Brush` in core.ts.
Result<PaintBrush> brush_of(const double* n) {
    PaintBrush brush;
    brush.target = n[0] == 0.0 ? PaintTarget::Weights : PaintTarget::Map;
    brush.joint = static_cast<JointIndex>(n[1]);
    brush.mode = static_cast<BrushMode>(static_cast<int>(n[2]));
    brush.value = static_cast<float>(n[3]);
    brush.strength = static_cast<float>(n[4]);
    brush.radius = static_cast<float>(n[5]);
    brush.falloff = static_cast<Falloff>(static_cast<int>(n[6]));
    if (n[7] >= 0.0) brush.mirror_axis = static_cast<int>(n[7]);
    if (!(brush.radius > 0.0F)) return usage_error("a brush needs a radius above zero");
    return brush;
}

// Applies `change` to the weights of every skinned mesh as one step.
template <typename Change>
void change_weights(Document& document, const char* name, const Change& change) {
    document.begin_gesture(name);
    for (std::size_t m = 0; m < document.character().meshes.size(); ++m) {
        const SkinnedMesh& mesh = document.character().meshes[m];
        if (!mesh.skin.hung) document.set_weights(m, change(mesh), name);
    }
    document.end_gesture();
}

SkinWeights smoothed(const SkinnedMesh& mesh, JointIndex joint, int rounds,
                     const LockedJoints& locks) {
    const auto slot = std::find(mesh.skin.joints.begin(), mesh.skin.joints.end(), joint);
    if (slot == mesh.skin.joints.end()) return mesh.weights;
    const auto locked = locked_slots(mesh.skin, locks);
    const WeightBrush brush{.slot = static_cast<JointIndex>(slot - mesh.skin.joints.begin()),
                            .mode = BrushMode::Smooth,
                            .locked = locked};
    return smooth_weights(mesh.weights, brush, rounds, BrushSurface(mesh.mesh));
}

SkinWeights mirrored(const SkinnedMesh& mesh, int axis, MirrorSource source) {
    const auto table = make_mirror(mesh.mesh.positions, bind_places(mesh.skin), axis);
    return mirror_weights(mesh.weights, mesh.mesh.positions, axis, source, table);
}

void answer_progress(const ErrorGraph& graph) {
    session().numbers = {static_cast<double>(graph.done()), static_cast<double>(graph.total())};
}

}  // namespace
}  // namespace isoskin::wasm

using namespace isoskin;
using namespace isoskin::wasm;

ISOSKIN_EXPORT int isoskin_begin_stroke(const double* numbers) {
    return with_joint(static_cast<int>(numbers[1]), [&](Document& document, JointIndex) -> Status {
        const auto brush = brush_of(numbers);
        if (!brush) return brush.error();
        document.begin_gesture(brush->target == PaintTarget::Weights ? "Paint weights"
                                                                     : "Paint a map");
        session().stroke.emplace(document, *brush);
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_dab(int pane, double x, double y, double z, double pressure) {
    return with_document([&](Document&) -> Status {
        Session& here = session();
        if (!here.stroke) return usage_error("no stroke was begun");
        if (pane < 0 || static_cast<std::size_t>(pane) >= here.panes.volumes().size())
            return usage_error("that pane is not shown");
        here.stroke->dab(here.panes.posed(static_cast<std::size_t>(pane)),
                         Vec3d(x, y, z).cast<float>(), static_cast<float>(pressure));
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_end_stroke() {
    return with_document([](Document& document) -> Status {
        session().stroke.reset();
        document.end_gesture();
        return Done{};
    });
}

/// Kinds as in core.ts: 0 normalise, 1 prune (below), 2 limit (influences), 3 smooth (joint,
/// rounds), 4 mirror (axis, 1: from the positive side).
ISOSKIN_EXPORT int isoskin_weights_command(int kind, double a, double b) {
    return with_document([&](Document& document) -> Status {
        const LockedJoints& locks = document.locks();
        const auto locked = [&](const SkinnedMesh& mesh) { return locked_slots(mesh.skin, locks); };
        if (kind == 0)
            change_weights(document, "Normalise weights",
                           [](const auto& mesh) { return normalise_weights(mesh.weights); });
        if (kind == 1)
            change_weights(document, "Prune weights", [&](const auto& mesh) {
                return prune_weights(mesh.weights, static_cast<float>(a), locked(mesh));
            });
        if (kind == 2)
            change_weights(document, "Limit influences", [&](const auto& mesh) {
                return limit_influences(mesh.weights, static_cast<std::size_t>(std::max(a, 1.0)),
                                        locked(mesh));
            });
        if (kind == 3)
            change_weights(document, "Smooth weights", [&](const auto& mesh) {
                return smoothed(mesh, static_cast<JointIndex>(a), static_cast<int>(b), locks);
            });
        if (kind == 4)
            change_weights(document, "Mirror weights", [&](const auto& mesh) {
                return mirrored(mesh, static_cast<int>(a) % 3,
                                b == 1.0 ? MirrorSource::Positive : MirrorSource::Negative);
            });
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_clear_paint(int joint) {
    return with_joint(joint, [](Document& document, JointIndex index) -> Status {
        JointVolumeSettings settings = document.joint_settings(index);
        settings.painted.clear();
        document.set_joint_settings(std::move(settings), "Clear a painted map");
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_set_lock(int joint, int locked) {
    return with_joint(joint, [&](Document& document, JointIndex index) -> Status {
        document.set_lock(index, locked != 0 ? LockState::Locked : LockState::Free);
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_locks() {
    return with_document([](Document& document) -> Status {
        session().numbers.assign(document.locks().begin(), document.locks().end());
        return Done{};
    });
}

/// Numbers: frames done and in all.
ISOSKIN_EXPORT int isoskin_begin_graph(double frames_per_second) {
    return with_document([&](Document& document) -> Status {
        if (!(frames_per_second > 0.0 && frames_per_second <= 1000.0))
            return usage_error("a graph needs between 0 and 1000 frames per second");
        session().graph = ErrorGraph::begin(document, frames_per_second);
        if (!session().graph) return usage_error("there is no clip to measure");
        answer_progress(*session().graph);
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_step_graph(int frames) {
    return with_document([&](Document& document) -> Status {
        auto& graph = session().graph;
        if (!graph) return usage_error("no graph was begun");
        if (!graph->is_fresh(document))
            graph.reset();
        else
            graph->step(document, session().panes.keeping(document),
                        static_cast<std::size_t>(std::max(frames, 0)));
        session().numbers.clear();
        if (graph) answer_progress(*graph);
        return Done{};
    });
}

/// Numbers: the worst frame, then times, skinned and corrected errors; none if there is no graph.
ISOSKIN_EXPORT int isoskin_graph() {
    return with_document([](Document& document) -> Status {
        auto& numbers = session().numbers;
        const auto& graph = session().graph;
        numbers.clear();
        if (!graph || !graph->is_fresh(document)) return Done{};
        numbers.push_back(static_cast<double>(graph->worst_frame()));
        for (const auto* values : {&graph->times(), &graph->skinned(), &graph->corrected()})
            numbers.insert(numbers.end(), values->begin(), values->end());
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_cancel_graph() {
    session().graph.reset();
    return done();
}
