#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "isoskin/rig/character.h"

namespace isoskin::scenes {

/// A corner of a cage: where it is and which joints it follows, with shares of any sum.
struct CageVertex {
    Vec3d position = Vec3d::Zero();
    std::vector<std::pair<JointIndex, double>> weights;
};

/// Some faces of a cage that will be pulled out, and where each of their vertices lies among them:
/// coordinates in [−1, 1]², (0, 0) the middle.
struct Patch {
    std::vector<std::size_t> faces;
    std::map<Index, Eigen::Vector2d> places;
};

/// A coarse surface of quads, shaped by pulling patches out of it, rounded off by subdivision.
/// Weights are painted on the few vertices of the cage; subdivision makes them smooth.
class Cage {
  public:
    Index add_vertex(CageVertex vertex);
    std::size_t add_quad(Index a, Index b, Index c, Index d);

    CageVertex& vertex(Index index) { return vertices_[index]; }
    std::size_t face_count() const { return faces_.size(); }

    /// Pulls a patch out by one ring of quads. `place(u, v)` says where its vertices go: the rim
    /// moves as copies of itself, vertices inside go along.
    template <typename Place>
    void extrude(Patch& patch, const Place& place) {
        raise_rim(patch);
        for (const auto& [index, uv] : patch.places)
            vertices_[index] = place(uv.x(), uv.y());
    }

    /// The cage subdivided `levels` times after Catmull and Clark, bound to `skin`, four joints per
    /// vertex at most.
    SkinnedMesh smooth(const std::string& name, const Skin& skin, int levels) const;

  private:
    void raise_rim(Patch& patch);

    std::vector<CageVertex> vertices_;
    std::vector<Face> faces_;
};

}  // namespace isoskin::scenes
