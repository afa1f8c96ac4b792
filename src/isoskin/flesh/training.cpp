#include "isoskin/flesh/training.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "isoskin/flesh/compression.h"
#include "isoskin/math/smoothstep.h"
#include "isoskin/math/svd3.h"
#include "isoskin/math/turn_about.h"

namespace isoskin {
namespace {

// Flesh is simulated so far from the joint, in limb radii: at least clear of the crook, at most
// what cells of one size can carry. Blended flesh beyond it stays as skinned.
constexpr double kLeastReach = 3.5;
constexpr double kMostReach = 4.5;
// Round the border the result fades out over so many limb radii.
constexpr double kFade = 0.75;
// Flesh that skin would have to follow farther than this, in limb radii, ends the range: what plays
// it holds a whole part back from 1.2 on (`max_displacement`), and the closing needs a share.
constexpr double kFarthest = 1.0;
// Every second equilibrium is a sample of the splines.
constexpr int kStepsPerSample = 2;

// The bone of a leaf ends in the middle of its flesh, which goes about twice as far.
std::vector<BoneSegment> bones_to_the_ends(const PartModel& part) {
    std::vector<char> is_leaf(part.node_count(), 1);
    for (std::size_t node = 1; node < part.node_count(); ++node)
        is_leaf[part.tree.nodes[node].parent] = 0;
    std::vector<BoneSegment> bones;
    for (std::size_t node = 0; node < part.node_count(); ++node) {
        bones.push_back(part.limbs[node].child_bone);
        if (is_leaf[node] != 0) bones.back().tail += bones.back().tail - bones.back().head;
    }
    return bones;
}

// One way of bending: out from rest to its end.
struct Way {
    Eigen::Vector2d end = Eigen::Vector2d::Zero();
};

std::vector<Way> ways_of(const FleshRange& range) {
    std::vector<Way> ways;
    const auto add = [&](double first, double second) {
        if (first != 0.0 || second != 0.0) ways.push_back({{first, second}});
    };
    add(range.extent[0], 0.0);
    add(-range.extent[1], 0.0);
    add(0.0, range.extent[2]);
    add(0.0, -range.extent[3]);
    const double diagonal = std::sqrt(0.5);
    for (const double first : {range.extent[0], -range.extent[1]})
        for (const double second : {range.extent[2], -range.extent[3]})
            if (first != 0.0 && second != 0.0) add(diagonal * first, diagonal * second);
    return ways;
}

class Trainer {
  public:
    Trainer(const PartModel& part, std::size_t node, const FleshRange& range,
            const FleshQuality& quality)
        : part_(part),
          blend_(blend_with_caps(part, node)),
          problem_(make_problem(part, node, blend_)),
          quality_(quality),
          flesh_(problem_, quality) {
        training_.cells = flesh_.region().cells.cells.size();
        training_.function.limb = part.limbs[node].axis;
        training_.function.across = range.across;
        list_points();
        judge_.emplace(part_, blend_, fade_);
    }

    FleshTraining run(const FleshRange& range, const std::function<bool(double)>& keep_on) {
        if (flesh_.region().free_count == 0 || fade_.empty()) {
            training_.trouble = "no flesh round it";
            return std::move(training_);
        }
        const auto ways = ways_of(range);
        double done = 0.0;
        double all = 0.0;
        for (const Way& way : ways)
            all += way.end.norm();
        for (const Way& way : ways) {
            const auto told = [&](double angle) { return keep_on((done + angle) / all); };
            if (!bend(way, told)) {
                training_.trouble = "interrupted";
                return std::move(training_);
            }
            done += way.end.norm();
        }
        if (samples_.empty()) {
            if (training_.trouble.empty()) training_.trouble = "nothing to bend";
            return std::move(training_);
        }
        training_.shape = judge_->shape();
        if (training_.shape.is_mended())
            finish();
        else
            training_.trouble = "flesh mends nothing there: no fewer crossings, and no smoother";
        return std::move(training_);
    }

  private:
    void list_points() {
        for (std::size_t point = 0; point < part_.point_count(); ++point) {
            if (flesh_.region().places[point].cell == kNoIndex) continue;
            const double inside = problem_.reach - flesh_.region().cells.side -
                                  (part_.bind[point] - problem_.pivot).norm();
            const double fade = smoothstep(inside / (kFade * problem_.radius));
            if (fade > 0.0) fade_.push_back({static_cast<Index>(point), fade});
        }
    }

    // From rest to the end of a way, or as far as the flesh goes along. False: interrupted.
    template <typename Told>
    bool bend(const Way& way, const Told& told) {
        flesh_.restart();
        const double end = way.end.norm();
        const int per_sample = kStepsPerSample;
        const int samples =
            std::max(1, static_cast<int>(std::lround(end / (per_sample * quality_.step))));
        const int steps = samples * per_sample;
        double reached = 0.0;
        for (int step = 1; step <= steps; ++step) {
            const double share = double(step) / steps;
            if (!told(share * end)) return false;
            const Eigen::Vector2d bend = share * way.end;
            Affine motion = Affine::Identity();
            motion.linear() = turn_of(training_.function, bend).toRotationMatrix();
            motion.translation() = problem_.pivot - motion.linear() * problem_.pivot;
            const FleshOutcome outcome = flesh_.settle(motion);
            auto moves = pulled_back(motion);
            if (!(outcome.least_dilatation > 0.0) || !(std::abs(outcome.volume_error) < 1e-2) ||
                is_too_far(moves, motion)) {
                training_.trouble = "flesh gives way at " +
                                    std::to_string(std::lround(share * end * 180.0 / kPi)) +
                                    " degrees; the range ends before it";
                break;
            }
            if (!outcome.settled) ++training_.unsettled;
            ++training_.poses;
            if (step % per_sample != 0) continue;
            training_.worst_volume =
                std::max(training_.worst_volume, std::abs(outcome.volume_error));
            reached = share;
            judge_->look(motion, moves);
            samples_.push_back({bend, std::move(moves)});
        }
        hold(reached * way.end);
        return true;
    }

    bool is_too_far(std::span<const Vec3d> moves, const Affine& motion) const {
        for (std::size_t k = 0; k < moves.size(); ++k) {
            const Index point = fade_[k].point;
            const double blend = blend_[point];
            const Vec3d carried = moves[k] + blend * (motion.linear() * moves[k] - moves[k]);
            if (carried.norm() > kFarthest * std::max(problem_.radius, part_.bone_distance[point]))
                return true;
        }
        return false;
    }

    void hold(const Eigen::Vector2d& reached) {
        auto& range = training_.function.range;
        if (reached[1] == 0.0) range[reached[0] > 0.0 ? 0 : 1] = std::abs(reached[0]);
        if (reached[0] == 0.0) range[reached[1] > 0.0 ? 2 : 3] = std::abs(reached[1]);
    }

    // What takes the bind shape to where skinning carries it to the flesh.
    std::vector<Vec3d> pulled_back(const Affine& motion) const {
        std::vector<Vec3d> moves;
        for (const auto& [point, fade] : fade_) {
            const double blend = blend_[point];
            const Mat3d linear = Mat3d::Identity() + blend * (motion.linear() - Mat3d::Identity());
            const Vec3d skinned = linear * part_.bind[point] + blend * motion.translation();
            moves.push_back(fade * (pseudo_inverse(linear) * (flesh_.points()[point] - skinned)));
        }
        return moves;
    }

    void finish() {
        auto compressed = compress(samples_, problem_.radius);
        training_.compression = compressed.error;
        training_.function.samples.push_back(Eigen::Vector2d::Zero());
        for (const BendSample& sample : samples_)
            training_.function.samples.push_back(sample.bend);
        training_.function.count = compressed.targets.size();
        std::vector<double> values(training_.function.count, 0.0);
        values.insert(values.end(), compressed.weights.begin(), compressed.weights.end());
        fit(values, training_.function);
        training_.targets = std::move(compressed.targets);
        training_.fade = fade_;
        training_.usable = training_.function.count > 0;
        if (!training_.usable) training_.trouble = "its flesh does not move";
    }

    const PartModel& part_;
    std::vector<double> blend_;
    FleshProblem problem_;
    FleshQuality quality_;
    Equilibrium flesh_;
    SparseField fade_;
    std::vector<BendSample> samples_;
    std::optional<ShapeJudge> judge_;  // once the points are known
    FleshTraining training_;
};

}  // namespace

std::vector<double> blend_with_caps(const PartModel& part, std::size_t node) {
    std::vector<double> blend = subtree_blend(part, node);
    blend.resize(part.bind.size(), 0.0);
    for (const Cap& cap : part.caps) {
        double sum = 0.0;
        for (const Index point : cap.loop)
            sum += blend[point];
        blend[cap.apex] = sum / static_cast<double>(cap.loop.size());
    }
    return blend;
}

FleshProblem make_problem(const PartModel& part, std::size_t node, std::span<const double> blend) {
    FleshProblem problem;
    problem.points = part.bind;
    problem.triangles = part.triangles;
    problem.blend = blend;
    problem.pivot = part.limbs[node].pivot;
    problem.radius = part.limbs[node].radius;
    problem.volume = part.volume;
    problem.bones = bones_to_the_ends(part);
    double farthest = 0.0;
    for (std::size_t point = 0; point < part.point_count(); ++point) {
        const double distance = (part.bind[point] - problem.pivot).norm();
        double& extent = problem.extents[blend[point] > 0.5 ? 1 : 0];
        extent = std::max(extent, distance);
        if (blend[point] > 0.02 && blend[point] < 0.98) farthest = std::max(farthest, distance);
    }
    problem.reach = std::clamp(farthest + problem.radius, kLeastReach * problem.radius,
                               kMostReach * problem.radius);
    return problem;
}

FleshTraining train_joint(const PartModel& part, std::size_t node, const FleshRange& range,
                          const FleshQuality& quality, const std::function<bool(double)>& keep_on) {
    return Trainer(part, node, range, quality).run(range, keep_on);
}

}  // namespace isoskin
