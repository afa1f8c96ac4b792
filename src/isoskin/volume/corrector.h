#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "isoskin/base/progress.h"
#include "isoskin/rig/character.h"
#include "isoskin/volume/carried_part.h"
#include "isoskin/volume/layers.h"
#include "isoskin/volume/part_corrector.h"
#include "isoskin/volume/refusal.h"
#include "isoskin/volume/settings.h"
#include "isoskin/volume/vertex_target.h"

namespace isoskin {

/// Vertices that follow each other.
struct VertexRange {
    Index first = 0;
    Index count = 0;
};

class VolumeCorrector;

/// A mesh made ready before, whose parts those of another may lie on.
struct HostMesh {
    std::size_t mesh = 0;  ///< Of the character.
    const SkinnedMesh* source = nullptr;
    const VolumeCorrector* corrector = nullptr;
};

/// A target of a part of another mesh, that parts of this one follow.
struct GuestTarget {
    std::size_t mesh = 0;    ///< Of the character.
    std::size_t target = 0;  ///< Of its corrector.
};

/// Constant volume for one mesh, part by part.
class VolumeCorrector {
  public:
    VolumeCorrector(const SkinnedMesh& mesh, const Skeleton& skeleton,
                    const VolumeSettings& settings, const Progress& progress = {},
                    Layers layers = Layers::Follow, std::span<const HostMesh> hosts = {});

    /// Follows settings that differ from those it was built with in what single joints ask for.
    /// The shape is then the one it was built with. `hosts` are those it was built with, reshaped
    /// already. Returns the targets that changed.
    std::vector<std::size_t> reshape(const VolumeSettings& settings, Reshaping reshaping,
                                     std::span<const HostMesh> hosts = {});

    std::span<const PartCorrector> parts() const { return parts_; }
    /// Parts that follow others and are not among `parts`.
    std::span<const CarriedPart> carried_parts() const { return carried_parts_; }
    std::span<const Refusal> refusals() const { return refusals_; }
    /// Of all parts in the bind shape, in squared mesh units.
    double surface_area() const { return surface_area_; }

    /// Targets of all parts, part after part, then those of other meshes that parts of this one
    /// follow, whose weights are theirs; and the direction along which a vertex thickens.
    std::span<const VertexTarget> targets() const { return targets_; }
    std::span<const GuestTarget> guest_targets() const { return guests_; }
    std::size_t own_target_count() const { return targets_.size() - guests_.size(); }
    std::span<const Vec3> directions() const { return directions_; }

    /// The vertices of the limb a target is of, where the joint or its parent move any.
    std::vector<Index> limb_vertices(std::size_t target) const;

    /// True if the correction is a set of weights of these targets, set before skinning.
    bool thickens() const;
    /// True if besides the weights follow from the joint matrices alone.
    bool is_by_targets(SkinBase base) const { return thickens() && base == SkinBase::Linear; }

    /// The weights of all targets in a pose in two steps (part_corrector.h). `propose` returns
    /// whether any part has to be settled on the mesh. `settle` takes `vertices` skinned with these
    /// weights and the `field` of their growth, moves vertices and weights to the volume, and
    /// returns whether the mesh has to be skinned again because a part was held back. Both leave
    /// the weights of guest targets alone.
    bool propose(std::span<const Affine> palette, SkinBase base, MeshUse mesh,
                 std::span<float> weights, std::span<float> growth,
                 std::span<PartOutcome> outcomes);
    bool settle(std::span<Vec3> vertices, std::span<const Vec3> field, std::span<float> weights,
                std::span<PartOutcome> outcomes);

    /// Fills in what each part encloses under linear skinning alone.
    void measure_skinned(std::span<const Affine> palette, std::span<PartOutcome> outcomes);

    /// Moves skinned vertices; one outcome per part. Vertices of refused parts stay. Over another
    /// base than the linear blend, `posed_from_bind` has what it does to each vertex.
    void correct(std::span<const Affine> palette, SkinBase base,
                 std::span<const Affine> posed_from_bind, std::span<Vec3> vertices,
                 std::span<PartOutcome> outcomes);
    void correct(std::span<const Affine> palette, SkinBase base,
                 std::span<const Affine> posed_from_bind, std::span<Vec3d> vertices,
                 std::span<PartOutcome> outcomes);
    /// Moves skinned vertices of parts that follow, after the second kind of `correct` by targets:
    /// `weights` are those of guest targets, `rows` of the vertices.
    void correct_followers(const SkinWeights& rows, std::span<const Affine> palette,
                           std::span<const float> guest_weights, std::span<Vec3d> vertices) const;
    /// Whether `posed_from_bind` is asked for at all.
    bool needs_posed_from_bind(SkinBase base) const {
        return base == SkinBase::Other && isoskin::thickens(settings_.method);
    }

    /// Volume of each part in the shape `vertices`.
    void measure(std::span<const Vec3> vertices, std::span<double> volumes);

    /// The heat map of a pose over the vertices (heat.h): `outcomes` are those of that pose,
    /// vertices of refused parts get 0.
    void heat(std::span<const Vec3> skinned, std::span<const Vec3> corrected,
              std::span<const PartOutcome> outcomes, std::span<float> heat);

    /// Makes `bind` (one position per vertex) the shape whose volume is kept, as morph targets of
    /// the file ask for.
    void set_bind(std::span<const Vec3> bind);

    /// Moves a bind shape along the directions, each vertex in proportion to its share, until every
    /// part encloses what `volumes` says, one per part. A part without shares stays as it is.
    void restore_bind(std::span<const double> volumes, std::span<const float> shares,
                      std::span<Vec3> bind);

  private:
    /// The vertices that a pass over the posed mesh may move, with their points in that pass.
    struct MovingVertices {
        std::vector<Index> vertices;
        std::vector<Index> points;
        std::vector<Index> vertex_of_point;  ///< Real points, first and last point apart.
    };

    std::span<Vec3d> gather(const PartModel& part, std::span<const Vec3> vertices,
                            std::vector<Vec3d>& points) const;
    std::span<Vec3d> gather(const PartModel& part, std::span<const Vec3d> vertices,
                            std::vector<Vec3d>& points) const;
    template <typename Vector>
    void correct_on_mesh(std::span<const Affine> palette, SkinBase base,
                         std::span<const Affine> posed_from_bind, std::span<Vector> vertices,
                         std::span<PartOutcome> outcomes);
    const MovingVertices& moving_vertices(std::size_t part);
    std::span<double> weights_of(std::size_t part);
    std::span<double> growth_of(std::size_t part);
    void list_vertices(std::size_t part);
    void list_movable(std::size_t part);
    VertexMap spread_to_vertices(std::size_t part, const CorrectionTarget& target) const;
    void list_targets();
    void list_guests(const SkinnedMesh& mesh, std::span<const HostMesh> hosts);
    VertexMap guest_map(const VolumeCorrector& host, std::size_t host_mesh,
                        std::size_t target) const;
    void find_parts(const SkinnedMesh& mesh, const Skeleton& skeleton, Layers layers,
                    std::span<const HostMesh> hosts, std::vector<std::optional<PartModel>>& models);
    std::size_t part_of_target(std::size_t target) const;

    VolumeSurface surface_;
    std::vector<std::string> joint_names_;  // per slot
    VolumeSettings settings_;
    std::vector<PartCorrector> parts_;
    std::vector<CarriedPart> carried_parts_;
    std::vector<GuestTarget> guests_;
    std::vector<Refusal> refusals_;
    double surface_area_ = 0.0;
    std::vector<VertexTarget> targets_;
    std::vector<Vec3> directions_;
    std::vector<std::vector<Index>> vertices_of_part_;  // with their points beside them
    std::vector<std::vector<Index>> points_of_part_;
    std::vector<std::vector<VertexRange>> movable_;  // vertices of each part that a bend moves
    std::vector<std::optional<MovingVertices>> moving_vertices_;
    std::vector<std::size_t> first_target_;  // of each part
    std::vector<double> weights_;
    std::vector<double> growth_;
    std::vector<Vec3d> points_;
    std::vector<Vec3d> skinned_;
    std::vector<Vec3d> carried_;
};

}  // namespace isoskin
