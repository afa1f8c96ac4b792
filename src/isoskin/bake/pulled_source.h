#pragma once

#include "isoskin/bake/weight_source.h"

namespace isoskin {

struct PulledSettings {
    std::size_t most = 0;     ///< Targets at most; 0: as many as the tolerance asks for.
    double tolerance = 5e-5;  ///< Of the diagonal, over the poses of the list.
};

/// Morph targets for what is not a set of them: any method, scope and skinning a `Deformer` knows,
/// which must outlive the source.
///
/// Where a vertex is in a pose is pulled back through the inverse of its blended matrix, so that
/// plain skinning takes it there; the moves of all poses of the list are compressed to their
/// principal components, and the weights of a pose are the shares of these in its moves. A blend
/// that is nearly singular has no inverse: there the move is held back, and the notes say between
/// which joints. What all this costs has to be measured.
MorphSource pulled_source(Deformer& deformer, const Character& character, std::size_t mesh,
                          const PoseList& poses, const PulledSettings& settings);

}  // namespace isoskin
