#include "isoskin/lattice/refine.h"

#include <algorithm>
#include <cassert>

#include "isoskin/mesh/split_edges.h"
#include "isoskin/rig/subdivide_skinned.h"

namespace isoskin {
namespace {

// How far the straight edge lies off the curve at most, looked at in three places.
double bulge(const Lattice& lattice, const Vec3d& a, const Vec3d& b) {
    const Vec3d from = lattice.evaluate(a).position;
    const Vec3d to = lattice.evaluate(b).position;
    double largest = 0.0;
    for (const double t : {0.25, 0.5, 0.75}) {
        const Vec3d curve = lattice.evaluate((1.0 - t) * a + t * b).position;
        largest = std::max(largest, (curve - (1.0 - t) * from - t * to).norm());
    }
    return largest;
}

// Both sides of a seam have to come to the same answer, in the same bits: ends in a fixed order.
bool precedes(const Vec3& a, const Vec3& b) {
    return std::lexicographical_compare(a.data(), a.data() + 3, b.data(), b.data() + 3);
}

}  // namespace

RefinedShape refine_where_bent(const SkinnedMesh& shape, std::vector<Vec3> rest,
                               const Lattice& lattice, const RefineSettings& settings) {
    assert(rest.size() == shape.mesh.vertex_count());
    RefinedShape result{shape, std::move(rest), 0};
    const double allowed =
        settings.tolerance * static_cast<double>(bounding_box(result.rest).diagonal().norm());
    while (result.rounds < settings.max_rounds && result.rest.size() <= settings.max_vertices) {
        const auto is_bent = [&](Index a, Index b) {
            const bool in_order = precedes(result.rest[a], result.rest[b]);
            const Vec3d low = result.rest[in_order ? a : b].cast<double>();
            const Vec3d high = result.rest[in_order ? b : a].cast<double>();
            return bulge(lattice, low, high) > allowed;
        };
        Subdivided finer = split_edges(result.shape.mesh, is_bent);
        if (finer.mesh.vertex_count() == result.rest.size()) break;
        result.rest = apply<Vec3>(finer.vertices, result.rest);
        result.shape = carry_onto(std::move(finer), result.shape);
        ++result.rounds;
    }
    return result;
}

}  // namespace isoskin
