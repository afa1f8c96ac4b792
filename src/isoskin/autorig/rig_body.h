#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "isoskin/autorig/rig_template.h"
#include "isoskin/base/keep_on.h"

namespace isoskin {

struct RigSettings {
    std::optional<Vec3d> up;      ///< Found if not given.
    std::optional<Vec3d> facing;  ///< The same.
    KeepOn keep_on = {};          ///< Told how far it is; false ends it.
};

/// How sure a joint's place is, and why not if it is not.
struct RiggedJoint {
    std::string name;
    double confidence = 1.0;  ///< 0 to 1.
    std::vector<std::string> reasons;
};

/// A template laid into a body.
struct RiggedBody {
    Skeleton skeleton;  ///< Stored in the places where the body holds it.
    std::string template_name;
    std::string reason;  ///< Why this template, if there was a choice.
    double confidence = 0.0;
    std::vector<std::string> reasons;  ///< Of doubts that concern the whole.
    std::vector<RiggedJoint> joints;   ///< In the order of the skeleton.
    std::vector<std::string> missing;  ///< Limbs of the template that the body lacks.
    bool symmetric = false;
    Vec3d up = Vec3d::UnitY();
    Vec3d facing = Vec3d::UnitZ();
};

/// Finds the skeleton of a bare body: of several templates the one that fits it best.
///
/// Bodies need not be closed. Refuses one without surface, flat, at no finite place, or with more
/// triangles than memory is kept for; fails if it was ended. See docs/autorig.md.
Result<RiggedBody> rig_body(std::span<const Vec3> positions, std::span<const Face> faces,
                            std::span<const RigTemplate> templates,
                            const RigSettings& settings = {});

}  // namespace isoskin
