#pragma once

#include <optional>
#include <string>
#include <vector>

#include "isoskin/rig/character.h"

namespace isoskin {

/// A joint that is this part of the body, whatever it is called; a name that means nothing says
/// that it is none.
struct PartHint {
    std::size_t joint = 0;
    std::string body_name;  ///< A word of VRM, as "leftUpperArm".
};

/// A character's joints as retargeting sees them: where they were and how they were turned when
/// the mesh was bound to them. All in model space, one element per joint of the skeleton.
struct RestSkeleton {
    std::vector<std::string> names;
    std::vector<std::string> body_names;  ///< VRM's words where the file has them, else `names`.
    std::vector<std::optional<std::size_t>> parents;
    std::vector<std::vector<std::size_t>> children;
    std::vector<Vec3d> places;
    std::vector<Quatd> turns;
    std::vector<char>
        moves;  ///< Something hangs on it or it hangs between such: it may be matched.
    std::vector<std::optional<Vec3d>> flesh;  ///< Mean of the vertices that mostly follow it.
    std::vector<PartHint> hints;  ///< What a person says about joints; beats names and shape.
    double ground = 0.0;          ///< Height of the lowest vertex.

    std::size_t joint_count() const { return names.size(); }
};

/// The bind pose, laid so that the topmost joint of the first skin is where the file stored it;
/// joints of no skin stay where they are stored relative to their parents.
RestSkeleton rest_skeleton(const Character& character);

/// Whether `above` is `below` or one of the joints that carry it.
bool carries(const RestSkeleton& rest, std::size_t above, std::size_t below);

/// The joints from below `above` down to `below`, which it carries, in order.
std::vector<std::size_t> path_down(const RestSkeleton& rest, std::size_t above, std::size_t below);

}  // namespace isoskin
