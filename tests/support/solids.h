#pragma once

#include "isoskin/mesh/mesh.h"

namespace isoskin {

/// A box of six quads around the origin, outward, one wedge per vertex; volume 8 times the product.
inline Mesh make_box(const Vec3& half = Vec3::Ones()) {
    Mesh box;
    box.name = "box";
    for (int corner = 0; corner < 8; ++corner)
        box.positions.emplace_back((corner & 1) != 0 ? half.x() : -half.x(),
                                   (corner & 2) != 0 ? half.y() : -half.y(),
                                   (corner & 4) != 0 ? half.z() : -half.z());
    box.faces = {make_quad(0, 2, 3, 1), make_quad(4, 5, 7, 6), make_quad(0, 1, 5, 4),
                 make_quad(2, 6, 7, 3), make_quad(0, 4, 6, 2), make_quad(1, 3, 7, 5)};
    box.sections = {{.name = "box", .face_count = 6, .vertex_count = 8}};
    return box;
}

/// The same box with every face's corners split, as a file with hard edges stores it.
inline Mesh make_split_box(const Vec3& half = Vec3::Ones()) {
    const Mesh box = make_box(half);
    Mesh split;
    split.name = "split box";
    for (const Face& face : box.faces) {
        const auto first = static_cast<Index>(split.positions.size());
        const Vec3 u = box.positions[face.vertices[1]] - box.positions[face.vertices[0]];
        const Vec3 v = box.positions[face.vertices[3]] - box.positions[face.vertices[0]];
        for (const Index vertex : face.vertices) {
            split.positions.push_back(box.positions[vertex]);
            split.normals.push_back(u.cross(v).normalized());
        }
        split.faces.push_back(make_quad(first, first + 1, first + 2, first + 3));
    }
    split.sections = {{.name = "split box", .face_count = 6, .vertex_count = 24}};
    return split;
}

}  // namespace isoskin
