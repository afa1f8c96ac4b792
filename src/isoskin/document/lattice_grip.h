#pragma once

#include "isoskin/document/document.h"
#include "isoskin/document/picking.h"

namespace isoskin {

/// A hand on the lattice of a document: on one of its vertices, or on the surface, where vertices
/// of one level follow. Drags count from where the hand was laid on.
class LatticeGrip {
  public:
    /// Refuses a vertex that is not there or may not be moved.
    static Result<LatticeGrip> on_vertex(const Document& document, const GridKey& vertex);
    static Result<LatticeGrip> on_surface(const Document& document, const SurfaceHit& hit,
                                          int level);

    /// By so much in model space, since the beginning. Refuses what vertices of the level do not
    /// reach; the document then stays as it is.
    Status drag(Document& document, const Vec3d& by) const;

  private:
    LatticeGrip(const Document& document, const Vec3d& rest);

    Vec3d rest_;             // of what is held, in the rest space of the lattice
    Vec3d from_;             // where it lies in the space that the lattice bends
    Mat3d bent_from_model_;  // of directions
    DocumentLattice start_;
    GridKey vertex_ = {};  // level alone counts where the surface is held
    bool is_surface_ = false;
};

}  // namespace isoskin
