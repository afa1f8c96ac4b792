#include "character_lattice.h"

#include <algorithm>

#include <fmt/core.h>

#include "isoskin/io/lattice_json.h"
#include "isoskin/lattice/deform_bind.h"
#include "pose_options.h"

namespace isoskin::cli {

Result<CharacterLattice> make_character_lattice(const LatticeEdits& edits,
                                                const PoseOptions& options,
                                                const Character& character) {
    std::vector<Vec3> rest = lattice_points(character);
    auto tree = make_tree(edits.tree, rest, lattice_triangles(character));
    if (!tree)
        return invalid(fmt::format("{}: no octree round '{}': {}", options.lattice.string(),
                                   options.file.string(), tree.error().message));
    Lattice lattice(*std::move(tree), edits.settings);
    if (const auto done = apply_edits(edits.edits, lattice); !done)
        return invalid(options.lattice.string() + ": " + done.error().message);
    return CharacterLattice{std::move(lattice), std::move(rest)};
}

Result<CharacterLattice> read_character_lattice(const PoseOptions& options,
                                                const Character& character) {
    const auto edits = read_lattice_json(options.lattice);
    if (!edits) return edits.error();
    return make_character_lattice(*edits, options, character);
}

LatticeFigures measure(const CharacterLattice& shape) {
    const Octree& tree = shape.lattice.tree();
    LatticeFigures figures{
        .cells = tree.cell_count(),
        .free_vertices = tree.free_count(),
        .level_cells = std::vector<std::size_t>(static_cast<std::size_t>(tree.depth()) + 1)};
    for (const Index leaf : tree.leaves())
        ++figures.level_cells[static_cast<std::size_t>(tree.cell(leaf).key.level)];
    for (const Index vertex : tree.free_vertices())
        figures.edits += shape.lattice.detail(vertex) == VertexDetail{} ? 0U : 1U;
    for (const Vec3& point : shape.rest) {
        const Vec3d rest = point.cast<double>();
        const Jet jet = shape.lattice.evaluate(rest);
        figures.largest_move = std::max(figures.largest_move, (jet.position - rest).norm());
        figures.folded += jet.gradient.determinant() <= 0.0 ? 1U : 0U;
    }
    return figures;
}

}  // namespace isoskin::cli
