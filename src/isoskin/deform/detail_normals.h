#pragma once

#include <span>
#include <vector>

#include "isoskin/mesh/normals.h"

namespace isoskin {

/// Normals and tangents of a mesh in any shape, as its faces now lie, with what an artist gave the
/// file beyond that: a bind normal that differs from its faces' keeps its angle to them.
class DetailNormals {
  public:
    /// `mesh` is in bind space and has normals.
    explicit DetailNormals(const Mesh& mesh);

    /// `positions` per vertex; `normals` and `tangents` per wedge, either may be empty.
    void compute(std::span<const Vec3> positions, std::span<Vec3> normals,
                 std::span<Vec4> tangents);

  private:
    // A bind vector in the frame that a wedge's face normal and one edge span.
    struct Detail {
        Index vertex = 0;
        Index along = 0;  // other end of the edge
        Vec3 normal = Vec3::UnitX();
        Vec3 tangent = Vec3::Zero();
    };

    NormalTable table_;
    std::vector<Detail> details_;
    std::vector<float> tangent_signs_;
    std::vector<Vec3> face_normals_;
    std::vector<Vec3> smooth_;
};

}  // namespace isoskin
