#pragma once

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "isoskin/volume/closing.h"
#include "isoskin/volume/correction_maps.h"
#include "isoskin/volume/loss_shares.h"
#include "isoskin/volume/mesh_work.h"
#include "isoskin/volume/part_model.h"
#include "isoskin/volume/pose_loss.h"
#include "isoskin/volume/posed_volume.h"
#include "isoskin/volume/reduced_form.h"
#include "isoskin/volume/settings.h"

namespace isoskin {

/// Why a target is not reached: what `PartOutcome::trouble` points to.
inline constexpr const char* kFold = "no step reaches the volume without folding the surface";
inline constexpr const char* kNothingMoves = "no vertex may move";
inline constexpr const char* kSingular = "its scale is zero";
inline constexpr const char* kCapped = "it would have to move farther than allowed";

/// What became of a part in one pose.
struct PartOutcome {
    double target = 0.0;            ///< Volume it ought to enclose.
    double skinned = 0.0;           ///< Volume before the correction.
    bool reached = false;           ///< False: see `trouble`.
    std::size_t capped = 0;         ///< Joints held at the largest displacement allowed.
    bool evened = false;            ///< Joints could not each have their share; all grew alike.
    const char* trouble = "";       ///< Why the target was not reached; a constant sentence.
    Index trouble_node = kNoIndex;  ///< The joint at fault, if it is one.
};

/// Whether the surface under correction is the linear blend or another one.
enum class SkinBase { Linear, Other };

/// Whether the posed mesh is made anyway, so that summing it may be the cheapest way to a volume.
enum class MeshUse { AtHand, None };

/// How much is made anew when single joints are asked for something else.
enum class Reshaping {
    Draft,  ///< What a moving hand waits for: maps. The weights of the same shapes are solved for
            ///< on the posed mesh, which may change their last bits.
    Complete,  ///< All, as if built with these settings.
};

/// Puts back the volume of one part, by any method and scope. Allocates nothing after construction,
/// but for the first exact correction over another base than the linear blend.
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

    const PartModel& part() const { return part_; }
    std::span<const CorrectionTarget> targets() const { return targets_; }
    std::span<const JointLoss> losses() const { return losses_; }  ///< Of the last pose, per node.

    /// Makes `points` (apexes included) the shape whose volume is kept, as morph targets ask for.
    void set_bind(std::span<const Vec3d> points);

    /// Takes back what `set_bind` did; `points` is the shape it was built with.
    void restore_bind(std::span<const Vec3d> points);

    /// True if weights can be solved for without touching the mesh.
    bool is_reduced() const { return reduced_ && !rebound_; }

    /// The same in two steps, for who can make the posed mesh: `propose` fills weights and in
    /// which proportion they may grow, and no skinned volume; where it leaves the closing open,
    /// `settle` takes the shape skinned with these weights and the field of that growth, and moves
    /// weights on. An open closing needs the shape made anew. Over another base than the linear
    /// blend all moved joints grow from nothing, in proportion to what a linear blend would lose.
    /// A closing that fails leaves the weights that come nearest to the volume.
    PartOutcome propose(std::span<const Affine> palette, SkinBase base, MeshUse mesh,
                        std::span<double> weights, std::span<double> growth);
    void settle(std::span<const Vec3> vertices, std::span<const Vec3> field,
                std::span<double> weights, std::span<double> growth, PartOutcome& outcome);
    const Closing& closing() const { return closing_; }

    /// Volume the part ought to enclose in a pose.
    double target_volume(std::span<const Affine> palette);

    /// Volume of the part under linear skinning alone; without touching the mesh where there is a
    /// closed form of it.
    double skinned_volume(std::span<const Affine> palette);

    /// Weights of the targets for a linearly skinned pose: the method `Normal` in scope `Joints`.
    PartOutcome solve_weights(std::span<const Affine> palette, std::span<double> weights);

    /// The same for who has the skinned surface in double: moves `points`, apexes included.
    PartOutcome thicken(std::span<const Affine> palette, std::span<Vec3d> points);

    /// True if that is all there is to the method; if not, `correct` does the rest.
    bool is_closed_form(SkinBase base) const;

    /// Moves the points of `mesh_work()`, which are to be taken from the skinned surface and kept
    /// in `skinned` there, by the method and scope of the settings. Over another base than the
    /// linear blend, `carried` there says where it takes the directions. `still` is the volume of
    /// what stands still, seen from the first of the points.
    PartOutcome correct(std::span<const Affine> palette, SkinBase base, double still);
    MeshWork& mesh_work();  ///< Made once.

    /// Largest move of what the map of a node reaches in the last `correct`, in bind units: its own
    /// and that of neighbours who move the same points. 0 if it did not move, or by weights.
    double largest_move_on_mesh(Index node) const;

    /// Volume between `centre` and what `correct` lets stand, if there is a closed form of it.
    std::optional<double> still_volume(std::span<const Affine> palette, SkinBase base,
                                       const Vec3d& centre);

  private:
    friend class MeshSteps;

    void prepare_posed_volume();
    void draft_posed_volume();  // the same for the next of many like it
    void let_grow(std::vector<char> grows);
    void prepare_closed_form();
    void prepare_mesh_methods();
    void update_loss_shares();  // after maps were made
    void fill_axis_shares(std::span<const std::string> joint_names);
    ClosingTask closing_task(const PartOutcome& outcome) const;
    void end_closing(PartOutcome& outcome) const;
    Cubic volume_along_on_mesh(std::span<const Affine> palette, std::span<const double> weights,
                               std::span<const double> growth);
    PartOutcome begin(std::span<const Affine> palette);
    void make_field(std::span<const Affine> palette, std::span<const double> weights,
                    std::span<Vec3d> field) const;

    PartModel part_;
    VolumeSettings settings_;
    std::vector<CorrectionTarget> targets_;
    SparseField global_map_;
    std::vector<std::optional<std::array<double, 3>>> axis_shares_;  // per node
    PoseLoss pose_loss_;
    std::vector<WorstLoss> worst_losses_;      // per node
    std::optional<ReducedForm> reduced_;       // where it is cheaper than to skin and sum the mesh
    bool form_pays_in_frames_ = false;         // it is cheaper than to sum a mesh already skinned
    std::optional<ReducedForm> skinned_form_;  // without targets, of all triangles
    std::optional<ReducedForm> still_form_;    // the same of those that mesh methods let stand
    std::vector<Index> vertex_of_point_;       // of the surface
    std::size_t vertex_count_ = 0;             // of the mesh
    std::vector<char> grows_;                  // points that posed_ lets grow
    std::optional<PosedVolume> posed_;
    std::optional<MeshWork> mesh_work_;  // where weights are not all there is to it
    double corrected_scale_ = 0.0;       // of the pose that `correct` moved last; 0: none did
    // Kept once maps were made anew:
    std::optional<TargetGround> ground_;
    std::map<Index, SparseField> unpainted_bends_;  // by node
    bool rebound_ = false;   // the bind shape is no longer that of these forms
    bool is_draft_ = false;  // forms were left out
    Closing closing_;
    std::vector<JointLoss> losses_;
    std::vector<double> weights_;
    std::vector<double> growth_;
    std::vector<Vec3d> base_;  // skinned points
    std::vector<Vec3d> moved_;
    std::vector<Vec3d> field_;
    std::vector<Affine> scales_;
    std::vector<Affine> partial_;
    std::vector<double> sequential_loss_;  // per node
    std::vector<double> units_;            // per node: model volume of a unit of its bind space
};

}  // namespace isoskin
