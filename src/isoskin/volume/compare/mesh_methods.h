#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "isoskin/volume/build/table_builder.h"
#include "isoskin/volume/compare/mesh_work.h"
#include "isoskin/volume/solve/part_solver.h"

namespace isoskin {

/// What settings ask for besides targets.
struct MeshWishes {
    SparseField global_map;  ///< Of the scope `Global`; else empty.
    std::vector<std::optional<std::array<double, 3>>> axis_shares;  ///< Per node, for `Axes`.
};
MeshWishes make_mesh_wishes(const PartModel& part, const VolumeSurface& surface,
                            std::span<const std::string> joint_names,
                            const VolumeSettings& settings);

/// The sources' methods and scopes, which walk over the posed mesh: all but the weights of targets
/// over the linear blend. Points that no map reaches stand still and count once. Allocates nothing
/// after construction.
class MeshMethods {
  public:
    MeshMethods(const TableBuilder& builder, const CorrectionTable& table,
                const VolumeSettings& settings, MeshWishes wishes, Reshaping reshaping);

    /// Where the posed points are to be put, and found again: `points` and `skinned` alike. Over
    /// another base than the linear blend `carried` says where it takes the directions.
    MeshWork& work() { return work_; }

    struct Input {
        const CorrectionTable& table;
        std::span<const Affine> palette;  ///< One motion per slot.
        SkinBase base = SkinBase::Linear;
        double still = 0.0;  ///< Volume of what stands still, seen from the first point.
    };
    /// Moves the points of `work()` by the method and scope of the settings.
    PartOutcome correct(const Input& input, PartSolver& solver);

    /// Volume between `centre` and what stands still under linear skinning, if there is a closed
    /// form of it. One motion per node.
    std::optional<double> still_volume(std::span<const Affine> motions, const Vec3d& centre);

    /// Largest move of what the map of a node reaches in the last `correct`, in bind units: its own
    /// and that of neighbours who move the same points.
    double largest_move(const CorrectionTable& table, Index node) const;

  private:
    VolumeSettings settings_;
    MeshWork work_;
    std::vector<std::optional<std::array<double, 3>>> axis_shares_;
    std::optional<ReducedForm> still_form_;
    ReducedFormWork still_work_;
    std::vector<double> sequential_loss_;  // per node
    std::vector<Affine> partial_;          // per node
    double scale_ = 0.0;                   // of the pose that was moved last; 0: none was
};

}  // namespace isoskin
