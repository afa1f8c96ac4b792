#include "isoskin/document/lattice_commands.h"

#include <set>

#include "isoskin/lattice/cell_lines.h"
#include "isoskin/lattice/deform_bind.h"

namespace isoskin {
namespace {

// More than a page can draw, and than a person can want.
constexpr int kDeepest = 8;
constexpr std::size_t kMostCells = 8192;

Error no_lattice() {
    return usage_error("there is no lattice yet: make one first");
}

Error too_many(std::size_t count, const std::string& advice) {
    return usage_error("the lattice would have " + std::to_string(count) + " cells, and " +
                       std::to_string(kMostCells) + " are the most that can be shown: " + advice);
}

std::string level_words(int level) {
    return "level " + std::to_string(level);
}

// Changes a copy and puts it in place if that went well.
template <typename Change>
Status change_lattice(Document& document, const std::string& name, const Change& change) {
    if (!document.lattice()) return no_lattice();
    DocumentLattice next = *document.lattice();
    if (const Status done = change(next); !done) return done;
    document.set_lattice(std::move(next), name);
    return Done{};
}

template <typename Change>
Status change_vertex(Document& document, const GridKey& key, const std::string& name,
                     const Change& change) {
    return change_lattice(document, name, [&](DocumentLattice& next) -> Status {
        const auto vertex = movable_vertex(next.lattice, key);
        if (!vertex) return vertex.error();
        change(next.lattice, *vertex);
        return Done{};
    });
}

// Cells of a level that have the vertex as a corner.
std::vector<Index> cells_round(const Octree& tree, int level, const TreePlace::GridPlace& vertex) {
    std::vector<Index> cells;
    for (unsigned side = 0; side < tree.grid().corner_count(); ++side) {
        GridKey key{level, vertex};
        for (unsigned axis = 0; axis < 3; ++axis)
            key.at[axis] -= static_cast<std::int32_t>(side >> axis & 1U);
        if (const auto cell = tree.find_cell(key)) cells.push_back(*cell);
    }
    return cells;
}

Result<std::vector<Index>> cells_at(const Document& document, const LatticeSpot& spot) {
    if (!document.lattice()) return no_lattice();
    const Octree& tree = document.lattice()->lattice.tree();
    if (spot.level < 0 || spot.level > tree.depth())
        return usage_error("the lattice has no " + level_words(spot.level));
    if (spot.vertex) return cells_round(tree, spot.level, *spot.vertex);
    const auto leaves = leaves_with_shape(tree, lattice_points(document.character()),
                                          lattice_triangles(document.character()));
    std::vector<Index> cells;
    for (const Index cell : cut_at_level(tree, leaves, spot.level))
        if (tree.cell(cell).key.level == spot.level) cells.push_back(cell);
    return cells;
}

}  // namespace

Result<Index> movable_vertex(const Lattice& lattice, const GridKey& key) {
    const auto vertex = lattice.tree().find_vertex(key);
    if (!vertex) return usage_error("there is no vertex " + to_string(key));
    if (!lattice.tree().vertex(*vertex).is_free())
        return usage_error("vertex " + to_string(key) +
                           " follows its neighbours, for not all cells round it are divided: "
                           "subdivide there, or move one of a coarser level");
    return *vertex;
}

Status make_lattice(Document& document, const TreeRecipe& recipe) {
    if (recipe.settings.max_depth < 0 || recipe.settings.max_depth > kDeepest)
        return usage_error("a lattice is 0 to " + std::to_string(kDeepest) + " levels deep");
    auto tree = make_tree(recipe, lattice_points(document.character()),
                          lattice_triangles(document.character()));
    if (!tree) return tree.error();
    if (tree->cell_count() > kMostCells) return too_many(tree->cell_count(), "choose less depth");
    DocumentLattice lattice{.lattice = Lattice(*std::move(tree))};
    if (document.character().clips.empty()) lattice.volume = LatticeVolume::Free;
    if (document.lattice()) {
        lattice.swing = document.lattice()->swing;
        lattice.volume = document.lattice()->volume;
    }
    document.set_lattice(std::move(lattice), "Make a lattice");
    return Done{};
}

void remove_lattice(Document& document) {
    if (document.lattice()) document.set_lattice({}, "Remove the lattice");
}

Status subdivide_lattice(Document& document, const LatticeSpot& spot) {
    const auto cells = cells_at(document, spot);
    if (!cells) return cells.error();
    if (spot.level >= kDeepest)
        return usage_error("cells of " + level_words(spot.level) + " are as small as they get");
    std::vector<GridKey> leaves;
    const Octree& tree = document.lattice()->lattice.tree();
    for (const Index cell : *cells)
        if (tree.cell(cell).is_leaf()) leaves.push_back(tree.cell(cell).key);
    if (leaves.empty())
        return usage_error("all these cells are divided already: go to " +
                           level_words(spot.level + 1));
    const std::size_t count = tree.cell_count() + tree.grid().corner_count() * leaves.size();
    if (count > kMostCells) return too_many(count, "choose a vertex to divide round it alone");
    return change_lattice(document, "Subdivide", [&](DocumentLattice& next) -> Status {
        for (const GridKey& leaf : leaves)
            if (const Status done =
                    apply_edit(SubdivideEdit{.cells = {leaf.level, leaf.at}}, next.lattice);
                !done)
                return done;
        return Done{};
    });
}

Status simplify_lattice(Document& document, const LatticeSpot& spot) {
    auto cells = cells_at(document, spot);
    if (!cells) return cells.error();
    if (!spot.vertex) *cells = document.lattice()->lattice.tree().cells_of_level(spot.level);
    if (spot.level == 0)
        return usage_error("the one cell of level 0 is the whole lattice: remove that instead");
    std::set<Index> parents;
    for (const Index cell : *cells)
        parents.insert(document.lattice()->lattice.tree().cell(cell).parent);
    return change_lattice(document, "Simplify", [&](DocumentLattice& next) -> Status {
        for (const Index parent : parents)
            next.lattice.simplify(parent);
        return Done{};
    });
}

Result<Vec3d> vertex_offset(const Document& document, const GridKey& key) {
    if (!document.lattice()) return no_lattice();
    const auto vertex = movable_vertex(document.lattice()->lattice, key);
    if (!vertex) return vertex.error();
    return document.lattice()->lattice.detail(*vertex).shift;
}

Status set_vertex_offset(Document& document, const GridKey& key, const Vec3d& offset) {
    if (!offset.allFinite()) return usage_error("a vertex goes to finite places only");
    return change_vertex(document, key, "Move a vertex", [&](Lattice& lattice, Index vertex) {
        lattice.set_detail(vertex, {.shift = offset, .turn = lattice.detail(vertex).turn});
    });
}

Status reset_vertex(Document& document, const GridKey& key) {
    return change_vertex(document, key, "Reset a vertex",
                         [](Lattice& lattice, Index vertex) { lattice.set_detail(vertex, {}); });
}

Status reset_lattice(Document& document) {
    return change_lattice(document, "Reset the lattice", [](DocumentLattice& next) -> Status {
        next.lattice.reset();
        return Done{};
    });
}

Status set_lattice_volume(Document& document, LatticeVolume volume) {
    if (document.lattice() && document.lattice()->volume == volume) return Done{};
    const char* name = volume == LatticeVolume::Free ? "Let the lattice define the volume"
                                                     : "Keep the volume under the lattice";
    return change_lattice(document, name, [&](DocumentLattice& next) -> Status {
        next.volume = volume;
        return Done{};
    });
}

Status set_swing(Document& document, const SwingChoice& choice) {
    if (const Status fits = check_swing(choice); !fits) return fits;
    if (document.lattice() && document.lattice()->swing == choice) return Done{};
    const bool turned = document.lattice() && document.lattice()->swing.swings != choice.swings;
    const char* name = !turned ? "Swing" : choice.swings ? "Let it swing" : "Stop swinging";
    return change_lattice(document, name, [&](DocumentLattice& next) -> Status {
        next.swing = choice;
        return Done{};
    });
}

}  // namespace isoskin
