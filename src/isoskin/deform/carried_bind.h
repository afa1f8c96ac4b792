#pragma once

#include <optional>
#include <span>
#include <vector>

#include "isoskin/lattice/embedding.h"
#include "isoskin/rig/character.h"

namespace isoskin {

/// The bind shape of one mesh in a lattice that moves: where it carries vertices, normals and
/// tangents, morph targets included. Points are embedded once for each tree.
class CarriedBind {
  public:
    /// `mesh` with the normals and tangents that have to go along; `lattice_from_bind` as in
    /// lattice/deform_bind.h.
    CarriedBind(const Mesh& mesh, std::span<const MorphTarget> morphs,
                const Affine& lattice_from_bind);

    /// What the lattice does to the bind shape, from now on.
    void set_lattice(const Lattice& lattice);
    /// Makes the shape for weights of the morph targets: they go along with the derivative of the
    /// lattice's map at the bind shape.
    void make_shape(std::span<const float> morph_weights);

    std::span<Vec3> positions() { return positions_; }
    std::span<const Vec3> normals() const { return normals_; }
    std::span<const Vec4> tangents() const { return tangents_; }
    /// How far the lattice moves each vertex over how far it moves any.
    std::span<const float> shares() const { return shares_; }

  private:
    void embed(const Lattice& lattice);
    void measure_shares();

    Mesh mesh_;
    std::vector<MorphTarget> morphs_;
    Affine lattice_from_bind_;
    Affine bind_from_lattice_;
    std::vector<TreeCell> cells_;  // of the tree that the points are embedded in
    std::optional<Embedding> embedding_;
    std::vector<Vec3> rest_;     // in the space of the lattice
    std::vector<Vec3> carried_;  // by the lattice alone, in bind space
    std::vector<Eigen::Matrix3f> gradients_;
    std::vector<float> shares_;
    std::vector<Vec3> positions_, normals_;
    std::vector<Vec4> tangents_;
};

}  // namespace isoskin
