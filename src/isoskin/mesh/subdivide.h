#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "isoskin/mesh/mesh.h"

namespace isoskin {

/// For each new element the old ones it is made of: new = Σ weight · old, with weights that sum to
/// one. Whatever hangs on the old elements is carried along by the same rows.
struct StencilTable {
    struct Entry {
        Index source = 0;
        double weight = 0.0;
    };
    std::vector<std::size_t> offsets{0};  ///< Where each row starts, and one past the last.
    std::vector<Entry> entries;

    std::size_t row_count() const { return offsets.size() - 1; }
    std::span<const Entry> row(std::size_t element) const {
        return std::span(entries).subspan(offsets[element],
                                          offsets[element + 1] - offsets[element]);
    }
};

/// Blends vectors by a table; as many values come out as the table has rows. Sums in double.
template <typename Vector>
std::vector<Vector> apply(const StencilTable& table, std::span<const Vector> old_values) {
    std::vector<Vector> values(table.row_count());
    for (std::size_t element = 0; element < values.size(); ++element) {
        Eigen::Matrix<double, Vector::RowsAtCompileTime, 1> sum;
        sum.setZero();
        for (const StencilTable::Entry& entry : table.row(element))
            sum += entry.weight * old_values[entry.source].template cast<double>();
        values[element] = sum.template cast<float>();
    }
    return values;
}

enum class SubdivisionScheme {
    Linear,        ///< New vertices in the middle of edges and faces: same shape, same volume.
    CatmullClark,  ///< Rounds the shape off (Catmull & Clark 1978); boundaries become curves.
};

struct Subdivided {
    Mesh mesh;
    StencilTable vertices;  ///< Rows for whatever hangs on vertices: positions, weights, morphs.
    StencilTable wedges;    ///< Rows for whatever hangs on wedges: always linear within a face.
};

/// Cuts every face into as many quads as it has corners: about four times the vertices.
///
/// Closed stays closed, seams between wedges stay seams. Old vertices keep their numbers; then come
/// edge points, then face points. Quads of one old face follow each other, so sections last.
/// Normals and tangents are blended and renormalised. An edge of one face, or of more than two, is
/// a crease: it is divided as a curve of its own. Linear in the size of the mesh.
Subdivided subdivide(const Mesh& mesh, SubdivisionScheme scheme);

/// Fills what hangs on wedges of a finer mesh (normals, tangents, uvs, colours) by its rows.
/// Normals and tangents are renormalised.
void carry_wedges(const Mesh& mesh, const StencilTable& wedges, Mesh& finer);

}  // namespace isoskin
