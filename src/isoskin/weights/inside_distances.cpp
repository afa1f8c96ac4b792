#include "isoskin/weights/inside_distances.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <queue>

#include "isoskin/base/parallel.h"

namespace isoskin {
namespace {

// What is farther from a point than its nearest joint by so many limb radii is another limb.
constexpr double kLimbReach = 2.0;
constexpr double kFar = std::numeric_limits<double>::infinity();

struct CellStep {
    double distance = 0.0;
    std::size_t cell = 0;
    friend bool operator>(const CellStep& a, const CellStep& b) {
        return a.distance != b.distance ? a.distance > b.distance : a.cell > b.cell;
    }
};
using CellQueue = std::priority_queue<CellStep, std::vector<CellStep>, std::greater<>>;

/// Shortest ways from bones over the solid cells, which are numbered by themselves.
class CellWays {
  public:
    explicit CellWays(const SolidVoxels& solid) : solid_(solid) {
        for (int z = -1; z <= 1; ++z)
            for (int y = -1; y <= 1; ++y)
                for (int x = -1; x <= 1; ++x)
                    if (x != 0 || y != 0 || z != 0) around_.emplace_back(x, y, z);
        distance_.assign(solid.cell_count(), kFar);
    }

    void start_from(const Bone& bone) {
        const double length = (bone.end - bone.start).norm();
        const int steps = static_cast<int>(std::ceil(2.0 * length / solid_.cell_width()));
        for (int i = 0; i <= steps; ++i) {
            const double t = steps > 0 ? static_cast<double>(i) / steps : 0.0;
            const auto cell = solid_.cell_at(bone.start + t * (bone.end - bone.start));
            const Vec3d center = solid_.center_of(cell);
            offer(solid_.index_of(cell), (center - nearest_on_bone(center, bone)).norm());
        }
    }

    /// Walks on while the way is within `limit(cell)`.
    template <typename Limit>
    void walk(const Limit& limit) {
        while (!queue_.empty()) {
            const auto [distance, index] = queue_.top();
            queue_.pop();
            if (distance > distance_[index] || distance > limit(index)) continue;
            const auto cell = solid_.cell_of(index);
            for (const auto& step : around_) {
                const SolidVoxels::Cell next = cell + step;
                if ((next.array() < 0).any() || (next.array() >= solid_.size().array()).any())
                    continue;
                offer(solid_.index_of(next),
                      distance + solid_.cell_width() * step.cast<double>().norm());
            }
        }
    }

    double distance(std::size_t cell) const { return distance_[cell]; }
    const std::vector<double>& distances() const { return distance_; }

    void clear() {
        for (const std::size_t cell : touched_)
            distance_[cell] = kFar;
        touched_.clear();
    }

  private:
    void offer(std::size_t cell, double distance) {
        if (!solid_.is_solid(cell) || distance >= distance_[cell]) return;
        if (distance_[cell] == kFar) touched_.push_back(cell);
        distance_[cell] = distance;
        queue_.push({distance, cell});
    }

    const SolidVoxels& solid_;
    std::vector<SolidVoxels::Cell> around_;
    std::vector<double> distance_;
    std::vector<std::size_t> touched_;
    CellQueue queue_;
};

std::vector<std::vector<Bone>> bones_by_joint(std::span<const Bone> bones,
                                              std::size_t joint_count) {
    std::vector<std::vector<Bone>> by_joint(joint_count);
    for (const Bone& bone : bones)
        by_joint[bone.slot].push_back(bone);
    return by_joint;
}

// The straight distance where it stays in the solid, else the way over the cells.
JointReach reach_of(const Vec3d& point, std::span<const Bone> bones, double way,
                    const SolidVoxels& solid) {
    JointReach reach{bones.front().slot, kFar, false};
    for (const Bone& bone : bones) {
        const Vec3d foot = nearest_on_bone(point, bone);
        const double straight = (point - foot).norm();
        if (straight < reach.distance && solid.sees(point, foot))
            reach = {bone.slot, straight, true};
    }
    if (!reach.seen) reach.distance = way;
    return reach;
}

// Limb radii are only known when all joints have been walked from, but how far the nearest bone is
// bounds the walks: three times that, and a twentieth of the box beside a bone that lies shallow.
std::vector<double> walk_limits(std::span<const Bone> bones, const SolidVoxels& solid,
                                double diagonal) {
    CellWays ways(solid);
    for (const Bone& bone : bones)
        ways.start_from(bone);
    ways.walk([](std::size_t) { return kFar; });
    std::vector<double> limits = ways.distances();
    for (double& limit : limits)
        limit = 3.0 * limit + 0.05 * diagonal;
    return limits;
}

void trim(InsideReach& reach, std::size_t joint_count) {
    std::vector<double> sum(joint_count, 0.0);
    std::vector<double> count(joint_count, 0.0);
    for (auto& row : reach.of_point) {
        std::stable_sort(row.begin(), row.end(), [](const JointReach& a, const JointReach& b) {
            return a.distance < b.distance;
        });
        if (row.empty()) continue;
        sum[row[0].joint] += row[0].distance;
        count[row[0].joint] += 1.0;
    }
    reach.limb_radius.resize(joint_count);
    for (std::size_t j = 0; j < joint_count; ++j)
        reach.limb_radius[j] = count[j] > 0.0 ? sum[j] / count[j] : 0.0;
    for (auto& row : reach.of_point) {
        if (row.empty()) continue;
        const double most = row[0].distance + kLimbReach * reach.limb_radius[row[0].joint];
        std::erase_if(row, [&](const JointReach& other) { return other.distance > most; });
    }
}

}  // namespace

double share_of_limb(const InsideReach& reach, std::size_t point, JointIndex joint) {
    const auto& row = reach.of_point[point];
    for (const JointReach& other : row) {
        if (other.joint != joint) continue;
        const double beyond = other.distance - row[0].distance;
        const double radius = reach.limb_radius[row[0].joint];
        return radius > 0.0 ? std::clamp(kLimbReach - beyond / radius, 0.0, 1.0) : 1.0;
    }
    return 0.0;
}

Vec3d nearest_on_bone(const Vec3d& point, const Bone& bone) {
    const Vec3d along = bone.end - bone.start;
    const double length2 = along.squaredNorm();
    const double t =
        length2 > 0.0 ? std::clamp((point - bone.start).dot(along) / length2, 0.0, 1.0) : 0.0;
    return bone.start + t * along;
}

InsideReach inside_reach(std::span<const Vec3> points, std::span<const Bone> bones,
                         std::size_t joint_count, const SolidVoxels& solid, const KeepOn& keep_on) {
    const double diagonal = bounding_box(points).diagonal().norm();
    const auto limits = walk_limits(bones, solid, diagonal);
    const auto by_joint = bones_by_joint(bones, joint_count);
    std::vector<std::size_t> cell_of_point;
    for (const Vec3& point : points)
        cell_of_point.push_back(solid.index_of(solid.cell_at(point.cast<double>())));

    InsideReach reach;
    reach.of_point.resize(points.size());
    CellWays ways(solid);
    for (std::size_t joint = 0; joint < joint_count; ++joint) {
        if (by_joint[joint].empty()) continue;
        if (keep_on && !keep_on(static_cast<double>(joint) / static_cast<double>(joint_count)))
            return reach;
        ways.clear();
        for (const Bone& bone : by_joint[joint])
            ways.start_from(bone);
        ways.walk([&](std::size_t cell) { return limits[cell]; });
        parallel_chunks(points.size(), 4096, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                const double way = ways.distance(cell_of_point[i]);
                if (way == kFar) continue;
                reach.of_point[i].push_back(
                    reach_of(points[i].cast<double>(), by_joint[joint], way, solid));
            }
        });
    }
    trim(reach, joint_count);
    return reach;
}

}  // namespace isoskin
