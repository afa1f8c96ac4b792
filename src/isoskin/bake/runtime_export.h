#pragma once

#include "isoskin/bake/morph_bake.h"
#include "isoskin/runtime/runtime_file.h"

namespace isoskin {

/// What poses made live need of a character that was baked in closed form: its meshes with targets,
/// in order. `character` is the one that was baked, with the same settings.
RuntimeData make_runtime(const Character& character, const BakeSettings& settings,
                         const BakedCharacter& baked);

}  // namespace isoskin
