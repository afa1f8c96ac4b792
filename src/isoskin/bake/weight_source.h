#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "isoskin/bake/morph_shapes.h"
#include "isoskin/deform/deformer.h"

namespace isoskin {

/// Who wants to see poses: `visit` fills `moves` with `width` numbers, parts of the diagonal that
/// something moves by in the pose. Where they bend between two poses, those between are shown too.
struct PoseVisit {
    std::size_t width = 0;
    std::function<void(const Pose& pose, std::span<float> moves)> visit;
};

/// Shows every pose a bake has to show well.
using PoseList = std::function<void(const PoseVisit&)>;

/// One side of a target of the `Deformer` as a morph target: its weight is that of the target over
/// `scale`, or zero where that is negative.
struct TargetSide {
    std::size_t target = 0;
    double scale = 1.0;  ///< Negative for the side where the target's weights are.
};

/// What a bake adds to one mesh: morph targets, and their weights in any pose.
struct MorphSource {
    std::vector<TargetShape> shapes;
    std::vector<TargetSide> sides;  ///< Per shape, if they come from targets one by one.
    /// One weight per shape.
    std::function<void(const Pose&, std::span<float>)> weights;
    std::vector<std::string> notes;  ///< What was left out or bounded, a sentence each.
};

/// Which targets are worth their bytes.
enum class KeepTargets {
    Moved,  ///< Those that some pose of the list moves visibly.
    All,    ///< Those of joints at rest too, for poses that come later.
};

struct SourceSettings {
    KeepTargets keep = KeepTargets::Moved;
    double unseen = 5e-7;   ///< Targets that move less than this part of the diagonal are not made.
    double left_out = 0.0;  ///< Nor do targets move vertices that would go less than this part.
};

/// The targets of a `Deformer` in closed form, exactly; it must outlive the source.
///
/// Weights go from zero to one over the poses of the list, because sliders and importers of many
/// programs end there; a target that poses drive to both sides becomes two, one of them reversed.
MorphSource closed_form_source(Deformer& deformer, const Character& character, std::size_t mesh,
                               const PoseList& poses, const SourceSettings& settings);

}  // namespace isoskin
