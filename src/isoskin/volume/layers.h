#pragma once

namespace isoskin {

/// What is done with parts that lie on others, as clothes do.
enum class Layers {
    Follow,  ///< They move with what they lie on (build/followers.h), where the method has weights.
    Alone,   ///< Each is corrected by itself, or not at all.
};

}  // namespace isoskin
