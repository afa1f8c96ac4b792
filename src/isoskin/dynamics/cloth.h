#pragma once

#include <span>
#include <vector>

#include "isoskin/base/result.h"
#include "isoskin/dynamics/dynamics.h"
#include "isoskin/lattice/embedding.h"

namespace isoskin {

/// A rectangle of cloth and how it lies at first; lengths in model units.
struct ClothSettings {
    double width = 1.0;
    double height = 1.0;
    int depth = 4;                  ///< Of its quadtree: 2^depth cells along each side.
    int quads = 48;                 ///< Of its mesh, along each side.
    Vec3d corner = Vec3d::Zero();   ///< Where its upper left corner lies,
    Vec3d across = Vec3d::UnitX();  ///< which way from there to the right, unit length,
    Vec3d down = -Vec3d::UnitY();   ///< and which way to the hem, unit length.
    DynamicsSettings dynamics{
        .mass = 0.3, .stiffness = 300.0, .damping = 0.01, .drag = 0.4, .bend_stiffness = 0.05};
};

/// A sheet that hangs, falls and drapes: a lattice of two axes in motion and a mesh in it.
///
/// Its rest space is the rectangle from (0, 0) to (width, height) in the plane z = 0, y upwards.
class Cloth {
  public:
    /// Refuses a rectangle without extent, depths out of range, settings out of range.
    static Result<Cloth> create(const ClothSettings& settings);

    /// Pin, drive, set obstacles here. The points of the mesh are its matter.
    LatticeDynamics& dynamics() { return dynamics_; }
    const LatticeDynamics& dynamics() const { return dynamics_; }

    /// Vertices of the lattice along the upper border, left to right; the ends are its corners.
    std::span<const Index> upper_edge() const { return upper_edge_; }

    /// Moves on and carries the mesh along.
    void step(double seconds);
    /// Carries the mesh along after vertices were set by hand.
    void update();

    /// Positions and normals are those of now; faces and texture coordinates stay.
    const Mesh& mesh() const { return mesh_; }

  private:
    Cloth(LatticeDynamics dynamics, Mesh mesh);

    LatticeDynamics dynamics_;
    Mesh mesh_;
    Embedding embedding_;
    std::vector<Index> upper_edge_;
};

}  // namespace isoskin
