#pragma once

#include <string>

#include "isoskin/base/keep_on.h"
#include "isoskin/weights/bind_body.h"
#include "isoskin/weights/weight_quality.h"

namespace isoskin {

enum class WeightMethod { Distance, Heat, Voxel, Auto };

struct WeightSettings {
    WeightMethod method = WeightMethod::Auto;
    std::size_t max_influences = 4;  ///< At least 1.
    KeepOn keep_on = {};             ///< Told how far it is; false ends it.
};

/// How some parts of the body were bound, and why so.
struct BoundParts {
    std::string method;  ///< heat, voxel, distance, follow, transfer, in-painting
    std::string reason;
    std::size_t parts = 0;
    std::size_t vertices = 0;
    bool fallback = false;  ///< Not what was asked for.
};

struct BoundWeights {
    SkinWeights weights;  ///< One row per vertex of the body, slots are joints.
    std::vector<BoundParts> parts;
    std::vector<std::string> notes;  ///< Bones that do not pull, a sentence each.
    WeightQuality quality;
};

/// Weights for all vertices of a body. Coincident vertices get equal rows. Fails if no bone lies in
/// the body, on bodies larger than memory is kept for, and if it was ended.
Result<BoundWeights> bind_weights(const BindBody& body, const Skeleton& skeleton,
                                  const WeightSettings& settings = {});

}  // namespace isoskin
