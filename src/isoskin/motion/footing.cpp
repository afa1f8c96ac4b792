#include "isoskin/motion/footing.h"

#include <algorithm>

namespace isoskin {

Soles::Soles(const BodyJoints& body, const PosedJoints& standing, double ground) {
    for (const LimbJoints& leg : body.legs) {
        const auto joint = leg.end ? leg.end : leg.lower ? leg.lower : leg.upper;
        if (!joint) continue;
        for (const auto above : {joint, leg.toe}) {
            if (!above) continue;
            Vec3d point = standing.places[*above];
            point.y() = ground;
            const Vec3d offset =
                standing.turns[*joint].conjugate() * (point - standing.places[*joint]);
            points_.push_back({*joint, offset});
        }
    }
}

std::optional<double> Soles::lowest(const PosedJoints& posed) const {
    std::optional<double> lowest;
    for (const Point& point : points_) {
        const double height =
            (posed.places[point.joint] + posed.turns[point.joint] * point.joint_from_point).y();
        lowest = std::min(lowest.value_or(height), height);
    }
    return lowest;
}

double ground_of(const std::vector<double>& lowest_of_frames) {
    if (lowest_of_frames.empty()) return 0.0;
    std::vector<double> heights = lowest_of_frames;
    std::sort(heights.begin(), heights.end());
    return heights[heights.size() / 20];
}

double leg_length(const BodyJoints& body, const PosedJoints& posed) {
    const auto way = [&](std::size_t a, std::size_t b) {
        return (posed.places[a] - posed.places[b]).norm();
    };
    double length = 0.0;
    for (const LimbJoints& leg : body.legs) {
        if (!leg.upper || !leg.lower || !leg.end) continue;
        length += 0.5 * (way(*leg.upper, *leg.lower) + way(*leg.lower, *leg.end));
    }
    return length;
}

}  // namespace isoskin
