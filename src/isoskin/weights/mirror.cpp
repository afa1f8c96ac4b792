// The part of brush.h that looks across a plane.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>

#include "isoskin/weights/brush.h"

namespace isoskin {
namespace {

constexpr float kVertexTolerance = 1e-3F;  // of the mesh's size
constexpr float kJointTolerance = 1e-2F;

Vec3 mirrored(Vec3 p, int axis) {
    p[axis] = -p[axis];
    return p;
}

/// Points in cells as wide as the search is, so that a match lies in one of 27.
class PointGrid {
  public:
    PointGrid(std::span<const Vec3> points, float width) : points_(points), width_(width) {
        for (std::size_t i = 0; i < points.size(); ++i)
            cells_[cell_of(points[i])].push_back(static_cast<Index>(i));
    }

    Index nearest(const Vec3& p) const {
        Index best = kNoIndex;
        float distance = width_;
        const Cell center = cell_of(p);
        for (int k = 0; k < 27; ++k) {
            const auto cell = cells_.find(
                {center[0] + k % 3 - 1, center[1] + k / 3 % 3 - 1, center[2] + k / 9 - 1});
            if (cell == cells_.end()) continue;
            for (const Index i : cell->second) {
                if (!((points_[i] - p).norm() < distance)) continue;
                distance = (points_[i] - p).norm();
                best = i;
            }
        }
        return best;
    }

  private:
    using Cell = std::array<int, 3>;
    Cell cell_of(const Vec3& p) const {
        const auto at = [&](int axis) { return static_cast<int>(std::floor(p[axis] / width_)); };
        return {at(0), at(1), at(2)};
    }

    std::span<const Vec3> points_;
    float width_;
    std::map<Cell, std::vector<Index>> cells_;
};

}  // namespace

MirrorTable make_mirror(std::span<const Vec3> positions, std::span<const Vec3> joint_places,
                        int axis) {
    assert(axis >= 0 && axis < 3);
    const auto box = bounding_box(positions);
    const float size = positions.empty() ? 1.0F : std::max(box.diagonal().norm(), 1e-30F);
    MirrorTable table;
    const PointGrid vertices(positions, kVertexTolerance * size);
    for (const Vec3& p : positions)
        table.vertex.push_back(vertices.nearest(mirrored(p, axis)));
    const PointGrid joints(joint_places, kJointTolerance * size);
    for (std::size_t slot = 0; slot < joint_places.size(); ++slot) {
        const Index other = joints.nearest(mirrored(joint_places[slot], axis));
        table.slot.push_back(static_cast<JointIndex>(other == kNoIndex ? slot : other));
    }
    return table;
}

SkinWeights mirror_weights(const SkinWeights& weights, std::span<const Vec3> positions, int axis,
                           MirrorSource source, const MirrorTable& table) {
    assert(positions.size() == weights.vertex_count() &&
           table.vertex.size() == weights.vertex_count());
    std::vector<std::size_t> vertices;
    std::vector<std::vector<Influence>> rows;
    for (std::size_t vertex = 0; vertex < positions.size(); ++vertex) {
        const float side =
            source == MirrorSource::Positive ? positions[vertex][axis] : -positions[vertex][axis];
        const Index other = table.vertex[vertex];
        if (side > 0.0F || other == kNoIndex) continue;
        std::vector<Influence> row;
        for (const Influence& influence : weights.row(other))
            row.push_back({table.slot[influence.slot], influence.weight});
        if (side == 0.0F)  // in the middle: half of each side
            row.insert(row.end(), weights.row(vertex).begin(), weights.row(vertex).end());
        vertices.push_back(vertex);
        rows.push_back(std::move(row));
    }
    return weights.with_rows(vertices, rows);
}

}  // namespace isoskin
