// The lattice: made, shaped, drawn, let swing.
#include "isoskin/document/lattice_commands.h"
#include "isoskin/document/picking.h"
#include "json_text.h"
#include "session.h"

namespace isoskin::wasm {
namespace {

GridKey key_of(const int* key) {
    return {key[0], {key[1], key[2], key[3]}};
}

// A level, and a vertex of it if there is one: a negative place stands for none.
LatticeSpot spot_of(const int* key) {
    LatticeSpot spot{.level = key[0]};
    if (key[1] >= 0) spot.vertex = {key[1], key[2], key[3]};
    return spot;
}

json json_of(const DocumentLattice& lattice) {
    const Octree& tree = lattice.lattice.tree();
    json levels = json::array();
    for (int level = 0; level <= tree.depth(); ++level) {
        std::size_t moved = 0;
        const auto free = tree.free_vertices_of_level(level);
        for (const Index vertex : free)
            if (lattice.lattice.detail(vertex) != VertexDetail{}) ++moved;
        levels.push_back({{"cells", tree.cells_of_level(level).size()},
                          {"vertices", free.size()},
                          {"moved", moved}});
    }
    return {{"levels", std::move(levels)},
            {"volume", lattice.volume == LatticeVolume::Free ? "free" : "keep"},
            {"swing",
             {{"on", lattice.swing.swings},
              {"stiffness", lattice.swing.stiffness},
              {"damping", lattice.swing.damping},
              {"returnRate", lattice.swing.return_rate}}}};
}

// As the page reads them: lines end to end, their levels, places of handles.
void fill_buffers(const LatticeDrawing& drawing, LatticeBuffers& buffers) {
    buffers.lines.clear();
    buffers.levels.clear();
    buffers.handles.clear();
    for (const CellLine& line : drawing.lines()) {
        buffers.lines.insert(buffers.lines.end(), {line.from, line.to});
        buffers.levels.push_back(static_cast<float>(line.level));
    }
    for (const LatticeHandle& handle : drawing.handles())
        buffers.handles.push_back(handle.place);
}

const float* floats_of(const std::vector<Vec3>& points) {
    return points.empty() ? nullptr : points.front().data();
}

}  // namespace
}  // namespace isoskin::wasm

using namespace isoskin;
using namespace isoskin::wasm;

/// `from` as `TreeSource`: 0 points, 1 matter, 2 box.
ISOSKIN_EXPORT int isoskin_make_lattice(int from, int depth, int points) {
    return with_document([&](Document& document) -> Status {
        if (from < 0 || from > 2 || points < 1)
            return usage_error("a lattice follows the surface, its points, or nothing");
        return make_lattice(
            document,
            {.from = static_cast<TreeSource>(from),
             .settings = {.max_depth = depth, .max_points = static_cast<std::size_t>(points)}});
    });
}

ISOSKIN_EXPORT int isoskin_remove_lattice() {
    return with_document([](Document& document) -> Status {
        remove_lattice(document);
        return Done{};
    });
}

/// The text is JSON, null if there is no lattice.
ISOSKIN_EXPORT int isoskin_lattice() {
    return with_document([](Document& document) -> Status {
        answer(document.lattice() ? json_of(*document.lattice()) : json());
        return Done{};
    });
}

ISOSKIN_EXPORT double isoskin_lattice_revision() {
    return session().document ? static_cast<double>(session().document->lattice_revision()) : 0.0;
}

/// Lays the drawing out for the pose as it is. Numbers: its structure, counts of lines and handles.
ISOSKIN_EXPORT int isoskin_draw_lattice(int level) {
    return with_document([&](Document& document) -> Status {
        Session& here = session();
        here.drawing.show_level(level);
        if (document.lattice())
            here.drawing.update(document, here.motion.lattice(document));
        else
            here.drawing.clear();
        fill_buffers(here.drawing, here.lattice);
        here.numbers = {static_cast<double>(here.drawing.structure()),
                        static_cast<double>(here.lattice.levels.size()),
                        static_cast<double>(here.lattice.handles.size())};
        return Done{};
    });
}

ISOSKIN_EXPORT const float* isoskin_lattice_lines() {
    return floats_of(session().lattice.lines);
}
ISOSKIN_EXPORT const float* isoskin_lattice_line_levels() {
    return session().lattice.levels.data();
}
ISOSKIN_EXPORT const float* isoskin_lattice_handles() {
    return floats_of(session().lattice.handles);
}

/// Numbers, for each handle: three of its place on the grid, 1 if it was moved.
ISOSKIN_EXPORT int isoskin_lattice_handle_keys() {
    return with_document([](Document&) -> Status {
        auto& numbers = session().numbers;
        numbers.clear();
        for (const LatticeHandle& handle : session().drawing.handles()) {
            for (const std::int32_t at : handle.vertex.at)
                numbers.push_back(at);
            numbers.push_back(handle.is_edited ? 1.0 : 0.0);
        }
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_subdivide_lattice(const int* spot) {
    return with_document(
        [&](Document& document) { return subdivide_lattice(document, spot_of(spot)); });
}

ISOSKIN_EXPORT int isoskin_simplify_lattice(const int* spot) {
    return with_document(
        [&](Document& document) { return simplify_lattice(document, spot_of(spot)); });
}

ISOSKIN_EXPORT int isoskin_lattice_offset(const int* vertex) {
    return with_document([&](Document& document) -> Status {
        const auto offset = vertex_offset(document, key_of(vertex));
        if (!offset) return offset.error();
        session().numbers = {offset->x(), offset->y(), offset->z()};
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_set_lattice_offset(const int* vertex, double x, double y, double z) {
    return with_document([&](Document& document) {
        return set_vertex_offset(document, key_of(vertex), {x, y, z});
    });
}

ISOSKIN_EXPORT int isoskin_reset_lattice_vertex(const int* vertex) {
    return with_document(
        [&](Document& document) { return reset_vertex(document, key_of(vertex)); });
}

ISOSKIN_EXPORT int isoskin_reset_lattice() {
    return with_document([](Document& document) { return reset_lattice(document); });
}

ISOSKIN_EXPORT int isoskin_grip_lattice_vertex(const int* vertex) {
    return with_document([&](Document& document) -> Status {
        auto grip = LatticeGrip::on_vertex(document, key_of(vertex));
        if (!grip) return grip.error();
        session().grip = *std::move(grip);
        return Done{};
    });
}

/// Where a ray meets the surface of a pane. Numbers: the point; none if nothing is hit.
ISOSKIN_EXPORT int isoskin_grip_surface(int pane, const double* ray, int level) {
    return with_document([&](Document& document) -> Status {
        Session& here = session();
        here.numbers.clear();
        here.grip.reset();
        if (pane < 0 || static_cast<std::size_t>(pane) >= here.panes.volumes().size())
            return usage_error("that pane is not shown");
        const auto hit =
            pick_surface(document.character(), here.panes.posed(static_cast<std::size_t>(pane)),
                         Vec3d(ray[0], ray[1], ray[2]), Vec3d(ray[3], ray[4], ray[5]));
        if (!hit) return Done{};
        auto grip = LatticeGrip::on_surface(document, *hit, level);
        if (!grip) return grip.error();
        here.grip = *std::move(grip);
        here.numbers = {hit->point.x(), hit->point.y(), hit->point.z()};
        return Done{};
    });
}

/// By so much in model space since the grip.
ISOSKIN_EXPORT int isoskin_drag_lattice(double x, double y, double z) {
    return with_document([&](Document& document) -> Status {
        if (!session().grip) return usage_error("nothing of the lattice is held");
        return session().grip->drag(document, {x, y, z});
    });
}

ISOSKIN_EXPORT int isoskin_set_swing(int swings, double stiffness, double damping,
                                     double return_rate) {
    return with_document([&](Document& document) {
        return set_swing(document, {.swings = swings != 0,
                                    .stiffness = stiffness,
                                    .damping = damping,
                                    .return_rate = return_rate});
    });
}

ISOSKIN_EXPORT int isoskin_set_lattice_volume(int free) {
    return with_document([&](Document& document) {
        return set_lattice_volume(document, free != 0 ? LatticeVolume::Free : LatticeVolume::Keep);
    });
}

/// 1 if flesh has moved.
ISOSKIN_EXPORT double isoskin_advance_swing(double seconds) {
    bool moved = false;
    with_document([&](Document& document) -> Status {
        moved = session().motion.advance(document, seconds);
        return Done{};
    });
    return moved ? 1.0 : 0.0;
}
