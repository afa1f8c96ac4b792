#pragma once

#include <span>
#include <vector>

#include "isoskin/mesh/mesh.h"
#include "isoskin/mesh/weld.h"

namespace isoskin {

/// Which faces make up the normal of each wedge, found once for a mesh and used for any shape of
/// it.
///
/// Wedges at one position share a normal unless the mesh says otherwise: where it has normals,
/// those that differ by more than about a degree stay apart (a hard edge); where it has none, the
/// whole surface is smooth.
class NormalTable {
  public:
    explicit NormalTable(const Mesh& mesh);

    std::size_t wedge_count() const { return group_of_wedge_.size(); }
    std::size_t group_count() const { return offsets_.size() - 1; }

    /// Area-weighted unit normals of `positions` (one per vertex of the mesh) into `normals` (one
    /// per wedge). `face_normals` is scratch, one per face of the mesh. A wedge without area gets
    /// (0, 0, 0). Same bits on any number of threads.
    void compute(std::span<const Vec3> positions, std::span<Vec3> face_normals,
                 std::span<Vec3> normals) const;

    std::size_t face_count() const { return faces_.size(); }

  private:
    std::vector<Face> faces_;
    std::vector<Index> group_of_wedge_;
    std::vector<Index> offsets_;  // per group, into face_of_group_
    std::vector<Index> face_of_group_;
    std::vector<Index> group_wedge_offsets_;  // per group, into wedges_of_group_
    std::vector<Index> wedges_of_group_;
};

/// One-shot: the normals of `mesh` in the shape `positions`.
std::vector<Vec3> compute_normals(const Mesh& mesh, std::span<const Vec3> positions);

}  // namespace isoskin
