#include "isoskin/document/crossings.h"

#include <algorithm>
#include <cassert>

#include "isoskin/document/turned_parts.h"
#include "isoskin/mesh/quality.h"
#include "isoskin/mesh/weld.h"

namespace isoskin {

CrossingFinder::CrossingFinder(const Character& character) {
    std::vector<PosedMesh> bind;
    for (const SkinnedMesh& skinned : character.meshes) {
        const Weld weld = weld_by_position(skinned.mesh.positions);
        const std::vector<std::size_t> part_of = parts_of_faces(skinned);
        Surface surface{.vertex_of_point = weld.vertex_of_point, .parts = {}};
        Index drawn = 0;
        for (std::size_t f = 0; f < skinned.mesh.faces.size(); ++f) {
            if (part_of[f] >= surface.parts.size()) surface.parts.resize(part_of[f] + 1);
            Part& part = surface.parts[part_of[f]];
            for (Triangle t : triangulate(std::span(&skinned.mesh.faces[f], 1))) {
                for (Index& corner : t)
                    corner = weld.point_of_vertex[corner];
                part.triangles.push_back(t);
                part.drawn.push_back(drawn++);
            }
        }
        surfaces_.push_back(std::move(surface));
        bind.push_back({.positions = skinned.mesh.positions, .normals = {}, .tangents = {}});
    }
    bind_pairs_ = find(bind).pairs;
}

SkinCrossings CrossingFinder::find(std::span<const PosedMesh> posed) const {
    assert(posed.size() == surfaces_.size());
    SkinCrossings found;
    for (std::size_t m = 0; m < surfaces_.size(); ++m) {
        const Surface& surface = surfaces_[m];
        std::vector<Vec3d> points;
        for (const Index vertex : surface.vertex_of_point)
            points.push_back(posed[m].positions[vertex].cast<double>());
        std::vector<Index> crossing;
        for (const Part& part : surface.parts)
            for (const auto& pair : find_self_intersections(part.triangles, points)) {
                ++found.pairs;
                for (const Index triangle : pair)
                    crossing.push_back(part.drawn[triangle]);
            }
        std::sort(crossing.begin(), crossing.end());
        crossing.erase(std::unique(crossing.begin(), crossing.end()), crossing.end());
        found.triangles.push_back(std::move(crossing));
    }
    return found;
}

}  // namespace isoskin
