#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "isoskin/volume/build/table_builder.h"
#include "isoskin/volume/compare/mesh_methods.h"
#include "isoskin/volume/settings.h"
#include "isoskin/volume/solve/part_solver.h"
#include "isoskin/volume/solve/posed_volume.h"

namespace isoskin {

/// Whether the posed mesh is made anyway, so that summing it may be the cheapest way to a volume.
enum class MeshUse { AtHand, None };

/// Constant volume of one part: its table, what builds it and what solves it, and where the method
/// is another, what walks over the mesh. Allocates nothing after construction, but for the first
/// correction on the mesh.
class PartCorrector {
  public:
    PartCorrector(PartModel part, const VolumeSurface& surface,
                  std::span<const std::string> joint_names, const VolumeSettings& settings,
                  const Progress& progress = {});

    /// Follows settings that differ from those it was built with in what single joints ask for;
    /// the bind shape has to be the one it was built with. Returns the targets that changed.
    std::vector<std::size_t> reshape(const VolumeSurface& surface,
                                     std::span<const std::string> joint_names,
                                     const VolumeSettings& settings, Reshaping reshaping);

    const PartModel& part() const { return builder_.part(); }
    const CorrectionTable& table() const { return table_; }
    std::span<const CorrectionTarget> targets() const { return table_.targets; }
    std::span<const JointLoss> losses() const { return solver_.losses(); }  ///< Of the last pose.

    /// Makes `points` (apexes included) the shape whose volume is kept, as morph targets ask for.
    void set_bind(std::span<const Vec3d> points) { solver_.set_bind(table_, points); }
    /// Takes back what `set_bind` did.
    void restore_bind() { solver_.restore_bind(table_); }

    /// Weights in two steps, for who can make the posed mesh: `propose` fills weights and in which
    /// proportion they may grow, and no skinned volume; where it leaves the closing open, `settle`
    /// takes the shape skinned with these weights and the field of that growth, moves weights on
    /// and returns by how much of the growth. Over another base than the linear blend all moved
    /// joints grow from nothing, in proportion to what a linear blend would lose.
    PartOutcome propose(std::span<const Affine> palette, SkinBase base, MeshUse mesh,
                        std::span<double> weights, std::span<double> growth);
    bool is_open() const { return solver_.is_open(); }
    double settle(std::span<const Vec3> vertices, std::span<const Vec3> field,
                  std::span<double> weights, std::span<const double> growth, PartOutcome& outcome);

    /// Volume of the part under linear skinning alone; without touching the mesh where there is a
    /// closed form of it.
    double skinned_volume(std::span<const Affine> palette);

    /// For who has the skinned surface in double: moves `points`, apexes included, by `weights()`.
    PartOutcome thicken(std::span<const Affine> palette, std::span<Vec3d> points);
    std::span<const double> weights() const { return weights_; }

    /// True if weights are all there is to the method; if not, `correct` does the rest.
    bool is_by_targets(SkinBase base) const {
        return isoskin::is_by_targets(settings_) && base == SkinBase::Linear;
    }

    /// Moves the points of `mesh_work()` (compare/mesh_methods.h) by the method and scope of the
    /// settings. `still` is the volume of what stands still, seen from the first of the points.
    PartOutcome correct(std::span<const Affine> palette, SkinBase base, double still);
    MeshWork& mesh_work() { return mesh_methods().work(); }

    /// Largest move of what the map of a node reaches in the last `correct`, in bind units; 0 if it
    /// did not move, or by weights.
    double largest_move_on_mesh(Index node) const;

    /// Volume between `centre` and what `correct` lets stand, if there is a closed form of it.
    std::optional<double> still_volume(std::span<const Affine> palette, SkinBase base,
                                       const Vec3d& centre);

  private:
    MeshMethods& mesh_methods();
    std::vector<char> points_that_grow() const;
    void let_grow(std::vector<char> grows);
    void play_in_part(PartOutcome& outcome);
    void find_amounts(const MovingPart& moving);

    VolumeSettings settings_;
    TableBuilder builder_;
    CorrectionTable table_;
    PartSolver solver_;
    Reshaping built_ = Reshaping::Complete;
    std::vector<Index> vertex_of_point_;  // of the surface
    std::size_t vertex_count_ = 0;        // of the mesh
    std::vector<char> grows_;             // points that posed_ lets grow
    std::optional<PosedVolume> posed_;
    std::optional<MeshMethods> mesh_methods_;  // where weights are not all there is to it
    MeshWishes wishes_;                        // while these are not made
    std::vector<double> amounts_;              // per point of the mesh work, once they are needed
    std::vector<double> weights_;
    std::vector<Vec3d> field_;
    std::vector<Affine> motions_;
};

}  // namespace isoskin
