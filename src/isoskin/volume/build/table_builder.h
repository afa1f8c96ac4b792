#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "isoskin/base/progress.h"
#include "isoskin/volume/build/correction_maps.h"
#include "isoskin/volume/build/loss_shares.h"

namespace isoskin {

/// Makes the correction table of a part, and makes it anew where single joints ask for something
/// else.
class TableBuilder {
  public:
    TableBuilder(PartModel part, const VolumeSettings& settings);

    const PartModel& part() const { return part_; }

    /// `joint_names` has one element per slot.
    CorrectionTable build(const VolumeSurface& surface, std::span<const std::string> joint_names,
                          const Progress& progress);

    /// Follows settings that differ from those before in what single joints ask for. Returns the
    /// targets that changed.
    std::vector<std::size_t> reshape(const VolumeSurface& surface,
                                     std::span<const std::string> joint_names,
                                     const VolumeSettings& settings, Reshaping reshaping,
                                     CorrectionTable& table);

    /// A reduced form of triangles of the part, if it has few enough numbers to be worth `worth`
    /// of them.
    std::optional<ReducedForm> make_form(std::span<const Triangle> whole,
                                         std::span<const Triangle> half,
                                         std::span<const CorrectionTarget> targets,
                                         double worth) const;

  private:
    void finish(std::span<const std::string> joint_names, CorrectionTable& table);
    void set_amounts(std::span<const std::string> joint_names, CorrectionTable& table) const;
    void make_forms(CorrectionTable& table) const;

    PartModel part_;
    VolumeSettings settings_;
    std::vector<MostLoss> most_losses_;  // per node
    // Kept once maps were made anew:
    std::optional<TargetGround> ground_;
    std::map<Index, SparseField> unpainted_bends_;  // by node
    bool is_draft_ = false;                         // forms were left out
};

/// How many numbers of a reduced form may stand against one triangle that is summed instead.
inline constexpr double kFormPerMovingTriangle = 20.0;  ///< If a target moves it.
inline constexpr double kFormPerStillTriangle = 9.0;
inline constexpr double kFormPerTriangleOfFrame = 8.5;  ///< If the mesh is skinned anyway.

/// True if the correction by these settings is the weights of targets.
inline bool is_by_targets(const VolumeSettings& settings) {
    return thickens(settings.method) && settings.scope == VolumeScope::Joints;
}

}  // namespace isoskin
