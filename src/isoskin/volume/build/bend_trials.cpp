#include "isoskin/volume/build/bend_trials.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "isoskin/math/across.h"
#include "isoskin/volume/measure/triangle_sums.h"

namespace isoskin {
namespace {

// Closing, and neighbours that bend along, ask for more than a joint's own loss.
constexpr double kHarder = 1.4;

// How much the skin as it rests counts, against a bend.
constexpr double kAtRest = 2.0;

Mat3d rotation_about(const Vec3d& axis, double degrees) {
    return Eigen::AngleAxisd(degrees * kPi / 180.0, axis).toRotationMatrix();
}

// A limb that rests bent is a hinge: it goes on in that direction, and far; elsewhere a little. One
// that rests straight may go anywhere.
std::vector<Mat3d> trial_bends(const LimbFrame& limb) {
    constexpr double kBentAtRest = 0.1;  // sine
    const Vec3d ahead = (limb.child_bone.tail - limb.pivot).normalized();
    const Vec3d before = (limb.pivot - limb.parent_bone.head).normalized();
    const Vec3d hinge = before.cross(ahead);
    std::vector<Mat3d> bends;
    if (hinge.norm() > kBentAtRest) {
        const Vec3d across = hinge.normalized();
        const Vec3d other = limb.axis.cross(across).normalized();
        for (const double degrees : {30.0, 55.0, 80.0, 115.0})
            bends.push_back(rotation_about(across, degrees));
        for (const Vec3d& axis : {Vec3d(-across), other, Vec3d(-other)})
            bends.push_back(rotation_about(axis, 40.0));
    } else {
        const Vec3d across = any_across(limb.axis);
        const Vec3d other = limb.axis.cross(across);
        for (const Vec3d& axis : {across, Vec3d(-across), other, Vec3d(-other)})
            bends.push_back(rotation_about(axis, 70.0));
    }
    return bends;
}

}  // namespace

BendTrials::BendTrials(const BendPatch& patch, const LimbFrame& limb)
    : patch_(patch),
      skinned_(patch.size(), Vectors::zero()),
      direction_(patch.size(), Vectors::zero()),
      posed_(patch.size(), Vectors::zero()),
      area_(patch.triangles.size(), Vectors::zero()),
      slope_(patch.size(), Vectors::zero()) {
    for (const InteriorEdge& edge : patch.edges)
        add_fold(edge);
    const auto bends = trial_bends(limb);
    const auto count = static_cast<Eigen::Index>(bends.size());
    assert(count < kBends);
    for (Eigen::Index lane = 0; lane < kBends; ++lane)
        bend(lane, lane < count ? bends[static_cast<std::size_t>(lane)] : Mat3d::Identity(),
             1.0 / limb.radius);
    const Lanes rough = fold_angles(skinned_);
    for (Eigen::Index lane = 0; lane < count; ++lane) {
        if (!(rough[lane] > 0.0)) continue;
        share_[lane] = 1.0 / (rough[lane] * static_cast<double>(count));
        loss_[lane] = kHarder * lost_volume(bends[static_cast<std::size_t>(lane)]) / limb.radius;
    }
    // Motions that nobody thought of: the mean thickness on the skin as it rests.
    loss_[count] = loss_.abs().sum() / static_cast<double>(count);
    share_[count] = kAtRest * share_.sum() / static_cast<double>(count);
    if ((loss_ == 0.0).all()) folds_.clear();
}

void BendTrials::add_fold(const InteriorEdge& edge) {
    const auto apex_of = [&](const Triangle& t) {
        return t[0] + t[1] + t[2] - edge.from - edge.to;
    };
    const Triangle& left = patch_.triangles[edge.left];
    const Triangle& right = patch_.triangles[edge.right];
    const auto can_move = [&](Index point) { return patch_.map[point] > 0.0; };
    if (!std::any_of(left.begin(), left.end(), can_move) && !can_move(apex_of(right))) return;
    const double angle =
        dihedral_angle(patch_.bind[edge.to] - patch_.bind[edge.from],
                       area_vector(left, patch_.bind), area_vector(right, patch_.bind));
    folds_.push_back({edge, apex_of(left), apex_of(right), std::cos(angle), std::sin(angle)});
}

void BendTrials::bend(Eigen::Index lane, const Mat3d& turn, double unit) {
    const auto set = [&](Vectors& vectors, const Vec3d& value) {
        vectors.x[lane] = value.x();
        vectors.y[lane] = value.y();
        vectors.z[lane] = value.z();
    };
    for (std::size_t k = 0; k < patch_.size(); ++k) {
        const Mat3d blended = (1.0 - patch_.blend[k]) * Mat3d::Identity() + patch_.blend[k] * turn;
        set(skinned_[k], unit * (blended * patch_.bind[k]));
        set(direction_[k], blended * patch_.direction[k]);
    }
}

// Seen from the pivot, what turns rigidly encloses what it did; only what blends counts.
double BendTrials::lost_volume(const Mat3d& turn) const {
    std::vector<Vec3d> skinned;
    for (std::size_t k = 0; k < patch_.size(); ++k)
        skinned.push_back((1.0 - patch_.blend[k]) * patch_.bind[k] +
                          patch_.blend[k] * (turn * patch_.bind[k]));
    const Vec3d pivot = Vec3d::Zero();
    return (sum_determinants(patch_.triangles, patch_.bind, pivot) -
            sum_determinants(patch_.triangles, skinned, pivot)) /
           6.0;
}

double BendTrials::roughness(std::span<const double> map, std::span<double> by_map) {
    double gain = 0.0;
    for (std::size_t k = 0; k < map.size(); ++k)
        gain += patch_.gain[k] * map[k];
    if (!(gain > 0.0)) return std::numeric_limits<double>::infinity();
    const Lanes weight = loss_ / gain;
    for (std::size_t k = 0; k < map.size(); ++k) {
        posed_[k] = skinned_[k];
        posed_[k].add(weight * map[k], direction_[k]);
    }
    const double sum = (share_ * fold_angles(posed_)).sum();
    // The weight that a loss asks for falls as the map grows.
    const Lanes scale = share_ * weight;
    Lanes by_weight = Lanes::Zero();
    for (std::size_t k = 0; k < map.size(); ++k) {
        const Lanes along = scale * direction_[k].dot(slope_[k]);
        by_map[k] = along.sum();
        by_weight += map[k] * along;
    }
    for (std::size_t k = 0; k < map.size(); ++k)
        by_map[k] -= by_weight.sum() * patch_.gain[k] / gain;
    return sum;
}

// Sum of the changes x of dihedral angles, as chords 2 sin |x/2|, which need no arc functions;
// fills `slope_` with its derivative by the points. Flattened, or compilers call what is one line.
[[gnu::flatten]] BendTrials::Lanes BendTrials::fold_angles(std::span<const Vectors> points) {
    constexpr double kRound = 0.05;   // radians: below, a change counts by its square
    constexpr double kSliver = 1e-3;  // area over length²: thinner triangles count as so thin
    constexpr double kNothing = 1e-30;
    for (std::size_t t = 0; t < area_.size(); ++t) {
        const Triangle& corner = patch_.triangles[t];
        area_[t] =
            (points[corner[1]] - points[corner[0]]).cross(points[corner[2]] - points[corner[0]]);
    }
    std::fill(slope_.begin(), slope_.end(), Vectors::zero());
    Lanes sum = Lanes::Zero();
    for (const Fold& fold : folds_) {
        const InteriorEdge& edge = fold.edge;
        const Vectors& left = area_[edge.left];
        const Vectors& right = area_[edge.right];
        const Vectors along = points[edge.to] - points[edge.from];
        const Lanes left2 = left.dot(left);
        const Lanes right2 = right.dot(right);
        const Lanes length2 = along.dot(along) + kNothing;
        const Lanes length = length2.sqrt();
        const Lanes inverse_size = (left2 * right2 + kNothing).rsqrt();
        const Lanes cosine = left.dot(right) * inverse_size;
        const Lanes sine = along.dot(left.cross(right)) * inverse_size / length;
        const Lanes chord2 = 2.0 - 2.0 * (cosine * fold.rest_cosine + sine * fold.rest_sine);
        const Lanes rounded = (chord2.max(0.0) + kRound * kRound).sqrt();
        sum += rounded - kRound;
        const Lanes by_angle = (cosine * fold.rest_sine - sine * fold.rest_cosine) / rounded;
        const Lanes thin2 = kSliver * kSliver * length2.square();
        const auto pull = [&](Index apex, const Vectors& area, const Lanes& area2) {
            const Lanes slope = by_angle * length / (area2 + thin2);
            const Lanes at = (points[apex] - points[edge.from]).dot(along) / length2;
            slope_[apex].add(slope, area);
            slope_[edge.from].add((at - 1.0) * slope, area);
            slope_[edge.to].add(-at * slope, area);
        };
        pull(fold.left_apex, left, left2);
        pull(fold.right_apex, right, right2);
    }
    return sum;
}

}  // namespace isoskin
