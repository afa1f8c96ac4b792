#pragma once

#include <vector>

#include "isoskin/motion/posture.h"

namespace isoskin {

/// Points under the ankles and toes of a body that stands on the ground in `standing`; each moves
/// rigidly with the lowest joint of its leg.
class Soles {
  public:
    /// `ground` is the height that the soles have in `standing`.
    Soles(const BodyJoints& body, const PosedJoints& standing, double ground);

    /// Height of the lowest of them; nothing without legs.
    std::optional<double> lowest(const PosedJoints& posed) const;

  private:
    struct Point {
        std::size_t joint;
        Vec3d joint_from_point;  // in the frame of the joint
    };
    std::vector<Point> points_;
};

/// The height that the lowest soles come back to: below it they are in one frame of twenty only.
double ground_of(const std::vector<double>& lowest_of_frames);

/// Length of thigh and shin together, the mean of both legs; of the trunk if there are no shins.
double leg_length(const BodyJoints& body, const PosedJoints& posed);

}  // namespace isoskin
