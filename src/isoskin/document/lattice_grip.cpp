#include "isoskin/document/lattice_grip.h"

#include <array>

#include "isoskin/document/lattice_commands.h"
#include "isoskin/lattice/deform_bind.h"
#include "isoskin/lattice/manipulate.h"
#include "isoskin/lattice/vertex_skin.h"

namespace isoskin {
namespace {

// Of the root box: what a drag may be missed by.
constexpr double kReached = 1e-4;

// How the skin near a place goes from there to model space, in the pose as it is.
Mat3d model_from_rest(const Document& document, const Vec3d& place) {
    const Skeleton& skeleton = document.character().skeleton;
    std::vector<Affine> model_from_joint(skeleton.joint_count());
    compute_model_pose(skeleton, document.pose().parent_from_joint, model_from_joint);
    std::array<Affine, 1> motion;
    VertexSkin(document.character(), std::array{place}).blend(model_from_joint, motion);
    return motion[0].linear();
}

Vec3d rest_of(const Character& character, const SurfaceHit& hit) {
    Vec3d bind = Vec3d::Zero();
    for (std::size_t corner = 0; corner < 3; ++corner)
        bind += hit.corner_shares[corner] *
                character.meshes[hit.mesh].mesh.positions[hit.triangle[corner]].cast<double>();
    return lattice_from_bind(character, hit.mesh) * bind;
}

}  // namespace

LatticeGrip::LatticeGrip(const Document& document, const Vec3d& rest)
    : rest_(rest),
      from_(document.lattice()->lattice.evaluate(rest).position),
      bent_from_model_(model_from_rest(document, rest).inverse()),
      start_(*document.lattice()) {}

Result<LatticeGrip> LatticeGrip::on_vertex(const Document& document, const GridKey& key) {
    if (!document.lattice()) return usage_error("there is no lattice to take hold of");
    const Lattice& lattice = document.lattice()->lattice;
    const auto vertex = movable_vertex(lattice, key);
    if (!vertex) return vertex.error();
    LatticeGrip grip(document, lattice.tree().rest_position(*vertex));
    grip.from_ = lattice.position(*vertex);
    grip.vertex_ = key;
    return grip;
}

Result<LatticeGrip> LatticeGrip::on_surface(const Document& document, const SurfaceHit& hit,
                                            int level) {
    if (!document.lattice()) return usage_error("there is no lattice to take hold of");
    LatticeGrip grip(document, rest_of(document.character(), hit));
    grip.vertex_.level = level;
    grip.is_surface_ = true;
    return grip;
}

Status LatticeGrip::drag(Document& document, const Vec3d& by) const {
    if (!by.allFinite()) return usage_error("a lattice is dragged to finite places only");
    DocumentLattice next = start_;
    const Vec3d target = from_ + bent_from_model_ * by;
    if (!is_surface_) {
        const auto vertex = movable_vertex(next.lattice, vertex_);
        if (!vertex) return vertex.error();
        next.lattice.set_position(*vertex, target);
        document.set_lattice(std::move(next), "Move a vertex");
        return Done{};
    }
    const std::array drags{Drag{.rest = rest_, .target = target}};
    const DragReport report = drag_points(next.lattice, drags, vertex_.level);
    const std::string level = "level " + std::to_string(vertex_.level);
    if (report.out_of_reach > 0)
        return usage_error("no vertex of " + level +
                           " reaches this place: choose a coarser level, or subdivide there");
    const double size = next.lattice.tree().grid().box().sizes().maxCoeff();
    if (report.largest_miss > kReached * size)
        return usage_error("vertices of " + level + " cannot take the surface that far");
    document.set_lattice(std::move(next), "Drag the surface");
    return Done{};
}

}  // namespace isoskin
