#pragma once

#include <span>
#include <vector>

#include "isoskin/volume/measure/skinned_surface.h"
#include "isoskin/volume/solve/posed_volume_kernel.h"

namespace isoskin {

/// The volume of a part straight from the vertices of a posed mesh: float products, double sums,
/// the same bits on any number of threads.
///
/// Triangles are kept apart by whether a correction can move them, so that those it cannot are
/// summed without it, or not at all if their volume is known otherwise.
class PosedVolume {
  public:
    /// `vertex_of_point` has a vertex of the mesh for every real point of the part; `can_move` says
    /// of each whether any field moves it. The mesh has `vertex_count` vertices.
    PosedVolume(const SkinnedSurface& part, std::span<const Index> vertex_of_point,
                std::span<const char> can_move, std::size_t vertex_count);

    /// How many triangles no field moves.
    std::size_t still_count() const { return still_count_; }

    /// Some place on the posed part, to take as centre.
    Vec3 any_vertex(std::span<const Vec3> vertices) const {
        return vertices[vertex_of_point_.front()];
    }

    /// Volume between `centre` and the triangles that a field can move, along vertices + ε field.
    Cubic moving_along(std::span<const Vec3> vertices, std::span<const Vec3> field,
                       const Vec3& centre);
    /// Volume between `centre` and all other triangles.
    double still_volume(std::span<const Vec3> vertices, const Vec3& centre);

  private:
    /// Strips of one length, as the kernel takes them, in pieces of a size for one thread.
    struct Run {
        std::size_t length = 0;
        std::vector<StripRow> rows;
        std::size_t piece_rows() const;
        std::size_t piece_count() const;
    };
    /// Triangles of one kind: those the kernel can read, and the rest.
    struct Batch {
        std::vector<Run> runs;
        std::vector<Triangle> rest;  ///< Points: those with an apex, or at the end of the mesh.
        double share = 0.0;          ///< Of six volumes: a half for one of two ways to cut a quad.
    };
    Batch make_batch(std::span<const Triangle> triangles, double share);
    std::vector<Run> make_runs(std::span<const Triangle> triangles) const;
    Cubic sum(const Batch& batch, const PosedShape& shape);
    Cubic sum_rest(const Batch& batch, const PosedShape& shape) const;
    Vec3d point_at(const float* numbers, Index point) const;

    std::vector<Index> vertex_of_point_;
    std::vector<Cap> caps_;
    Index last_vertex_ = 0;
    std::size_t still_count_ = 0;
    std::vector<Batch> moving_;
    std::vector<Batch> standing_;
    std::vector<Cubic> piece_sums_;  // of the run being summed
};

}  // namespace isoskin
