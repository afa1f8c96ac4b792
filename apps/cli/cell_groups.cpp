#include "cell_groups.h"

#include <algorithm>
#include <array>

#include "isoskin/lattice/deform_bind.h"

namespace isoskin::cli {
namespace {

// sRGB, as in 0xRRGGBB.
constexpr std::array<unsigned, 7> kLevelColors{0x46505f, 0x2b62a8, 0x138f8a, 0x5f9a26,
                                               0xd98a12, 0xd0432f, 0x8b46b5};

std::vector<Index> cells_of(const Character& character, const CharacterLattice& shape,
                            CellChoice choice) {
    const Octree& tree = shape.lattice.tree();
    if (choice == CellChoice::All) return tree.leaves();
    return leaves_with_shape(tree, shape.rest, lattice_triangles(character));
}

render::LineGroup group_of(int level) {
    render::LineGroup group;
    group.color = level_color(level);
    group.width = std::max(2.4F - 0.35F * static_cast<float>(level), 1.0F);
    group.opacity = std::max(0.95F - 0.1F * static_cast<float>(level), 0.5F);
    group.label = "level " + std::to_string(level);
    return group;
}

}  // namespace

Vec3 level_color(int level) {
    const unsigned rgb = kLevelColors[static_cast<std::size_t>(level) % kLevelColors.size()];
    const auto channel = [&](unsigned shift) {
        return static_cast<float>(rgb >> shift & 0xffU) / 255.0F;
    };
    return {channel(16), channel(8), channel(0)};
}

CellGroups::CellGroups(const Character& character, const CharacterLattice& shape, CellChoice choice)
    : cells_(character, shape.lattice, cells_of(character, shape, choice),
             double{bounding_box(shape.rest).center().z()}) {}

std::vector<render::LineGroup> CellGroups::lines(const Lattice& lattice,
                                                 std::span<const Affine> model_from_joint) {
    const Octree& tree = lattice.tree();
    cells_.place(lattice, model_from_joint);
    std::vector<render::LineGroup> groups;
    for (int level = tree.depth(); level >= 0; --level)
        groups.push_back(group_of(level));
    const auto group_at = [&](int level) -> render::LineGroup& {
        return groups[static_cast<std::size_t>(tree.depth() - level)];
    };
    for (const CellLine& line : cells_.lines())
        group_at(line.level).segments.push_back({line.from, line.to});
    for (const Index vertex : tree.free_vertices()) {
        const Index finest = tree.finest(vertex);
        if (!cells_.has(finest) || lattice.detail(vertex) == VertexDetail{}) continue;
        const Vec3d place = lattice.evaluate(cells_.rest(finest)).position;
        group_at(tree.vertex(vertex).key.level)
            .dots.push_back((cells_.model_from_rest(finest) * place).cast<float>());
    }
    std::erase_if(groups, [](const render::LineGroup& group) {
        return group.segments.empty() && group.dots.empty();
    });
    return groups;
}

}  // namespace isoskin::cli
