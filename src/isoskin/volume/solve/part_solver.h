#pragma once

#include <span>
#include <vector>

#include "isoskin/volume/solve/closing.h"
#include "isoskin/volume/solve/correction_table.h"
#include "isoskin/volume/solve/pose_loss.h"

namespace isoskin {

/// Why a target is not reached: what `PartOutcome::trouble` points to.
inline constexpr const char* kFold = "no step reaches the volume without folding the surface";
inline constexpr const char* kNothingMoves = "no vertex may move";
inline constexpr const char* kSingular = "its scale is zero";
inline constexpr const char* kHeldBack =
    "the correction is held back: a vertex would move farther than allowed";

inline constexpr const char* kInPart =
    "a part of the correction is asked for (an amount below 1), so its volume is not kept";

/// What became of a part in one pose.
struct PartOutcome {
    double target = 0.0;            ///< Volume it ought to enclose.
    double skinned = 0.0;           ///< Volume before the correction.
    bool reached = false;           ///< False: see `trouble`.
    double kept = 1.0;              ///< Share of the correction; below 1 it was held back.
    double amount = 1.0;            ///< Least that is asked for of a joint that moved.
    const char* trouble = "";       ///< Why the target was not reached; a constant sentence.
    Index trouble_node = kNoIndex;  ///< The joint at fault, if it is one.
};

/// Whether the surface under correction is the linear blend or another one.
enum class SkinBase { Linear, Other };

/// From a pose to the weights of a part's targets, over its table alone: losses, weights that put
/// them back, one cubic that closes the sum, and one factor that keeps every point within its
/// limit. Allocates nothing after construction. The table that is given is always the same.
class PartSolver {
  public:
    explicit PartSolver(const CorrectionTable& table);

    /// Keeps the volume of another bind shape, as morph targets ask for; `points` has apexes.
    void set_bind(const CorrectionTable& table, std::span<const Vec3d> points);
    /// That of the table again.
    void restore_bind(const CorrectionTable& table);
    bool is_rebound() const { return rebound_; }
    double bind_volume() const { return volume_; }
    std::span<const Vec3d> bind(const CorrectionTable& table) const {
        return rebound_ ? std::span<const Vec3d>(bind_) : table.bind;
    }

    /// Takes up a pose: `palette` has one motion per slot of the skin. Finds what the part ought to
    /// enclose and what its joints lose. The outcome names a joint that cannot be undone.
    PartOutcome begin(const CorrectionTable& table, std::span<const Affine> palette);
    std::span<const Affine> motions() const { return motions_; }   ///< Of the pose, per node.
    std::span<const JointLoss> losses() const { return losses_; }  ///< The same.

    /// Begins, and fills the weights that put losses back and in which proportion they may grow.
    /// Over another base than the linear blend all moved joints grow from nothing.
    PartOutcome propose(const CorrectionTable& table, std::span<const Affine> palette,
                        SkinBase base, std::span<double> weights, std::span<double> growth);
    /// Whether `close` is still to come.
    bool is_open() const { return open_; }

    /// Moves weights to where `volume`, that along weights + ε growth, is met, or as near as the
    /// skin allows. Returns ε. Then scales weights by what is asked for of their joints and, if the
    /// outcome has kept less than all, by that.
    double close(const CorrectionTable& table, const Cubic& volume, std::span<double> weights,
                 std::span<const double> growth, PartOutcome& outcome);

    /// All of it, in double, on the surface of the table or by its reduced form.
    PartOutcome solve(const CorrectionTable& table, std::span<const Affine> palette,
                      std::span<double> weights);

    /// Volume of the part under linear skinning of the last pose, or of any motions.
    double skinned_volume(const CorrectionTable& table) { return skinned_volume(table, motions_); }
    double skinned_volume(const CorrectionTable& table, std::span<const Affine> motions);
    /// What motions, one per node, ought to enclose.
    double target_volume(const CorrectionTable& table, std::span<const Affine> motions);

    /// Volume along weights + ε growth in the last pose by the table's reduced form, which it has.
    Cubic reduced_volume_along(const CorrectionTable& table, std::span<const double> weights,
                               std::span<const double> growth);

  private:
    static void play_in_part(const CorrectionTable& table, std::span<double> weights,
                             PartOutcome& outcome);
    Cubic volume_along(const CorrectionTable& table, std::span<const double> weights,
                       std::span<const double> growth);

    bool open_ = false;
    bool rebound_ = false;
    std::vector<Vec3d> bind_;  // if rebound
    double volume_ = 0.0;      // of the bind shape
    MoveBound bound_;
    ReducedFormWork reduced_;
    std::vector<Affine> motions_;
    std::vector<Affine> scales_;
    std::vector<JointLoss> losses_;
    std::vector<double> growth_;
    std::vector<Vec3d> points_;
    std::vector<Vec3d> field_;
};

}  // namespace isoskin
