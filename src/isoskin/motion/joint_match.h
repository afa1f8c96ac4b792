#pragma once

#include <string>
#include <utility>
#include <vector>

#include "isoskin/base/result.h"
#include "isoskin/motion/body.h"

namespace isoskin {

/// What a person says about two skeletons; see docs/formats/map_json.md.
struct JointMap {
    using Names = std::vector<std::pair<std::string, std::string>>;
    Names joints;        ///< Joint of the motion, joint of the character; empty: leave it out.
    Names source_parts;  ///< Part of the body in VRM's words, joint of the motion.
    Names target_parts;  ///< The same for joints of the character.
};

/// A joint of the character and what it follows: one joint of the motion, or in a spine or neck of
/// other length the way from one to the next.
struct FollowedJoint {
    std::size_t target = 0;
    std::size_t source = 0;
    std::size_t next = 0;  ///< Equal to `source` unless blended.
    double blend = 0.0;    ///< 0 is `source`, 1 is `next`.
};

struct JointMatch {
    BodyJoints source;
    BodyJoints target;
    std::vector<FollowedJoint> follows;  ///< Each target once, in skeleton order.
    std::vector<std::size_t> unmatched;  ///< Joints of the motion that nothing follows.
    std::size_t source_count = 0;        ///< Joints of the motion that could be followed.
    bool is_body = true;                 ///< False: two skeletons of one make that are no bodies.
};

/// Finds both bodies and pairs their parts, then joints of equal names. `moved` tells for each
/// joint of `source` whether the motion turns it.
///
/// Refuses, with what would help: names of the map that do not exist, and skeletons of which hips,
/// spine and four limbs cannot be paired, unless most names are equal.
Result<JointMatch> match_joints(RestSkeleton source, const std::vector<char>& moved,
                                RestSkeleton target, const JointMap& map);

/// "19 of 22 joints of the motion are followed; no counterpart for 'LThumb', …".
std::string match_summary(const JointMatch& match, const RestSkeleton& source);

}  // namespace isoskin
