#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "isoskin/bake/morph_shapes.h"
#include "isoskin/deform/deformer.h"

namespace isoskin {

/// Calls `visit` with every pose a bake has to show well.
using PoseVisit = std::function<void(const Pose&)>;
using PoseList = std::function<void(const PoseVisit&)>;

/// What a bake adds to one mesh: morph targets, and their weights in any pose.
struct MorphSource {
    std::vector<TargetShape> shapes;
    /// One weight per shape.
    std::function<void(const Pose&, std::span<float>)> weights;
    std::vector<std::string> notes;  ///< What was left out or bounded, a sentence each.
};

/// Which targets are worth their bytes.
enum class KeepTargets {
    Moved,  ///< Those that some pose of the list moves visibly.
    All,    ///< Those of joints at rest too, for poses that come later.
};

/// The targets of a `Deformer` in closed form, as they are. It must outlive the source.
MorphSource closed_form_source(Deformer& deformer, const Character& character, std::size_t mesh,
                               const PoseList& poses, KeepTargets keep);

}  // namespace isoskin
