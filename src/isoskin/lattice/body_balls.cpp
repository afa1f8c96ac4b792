#include "isoskin/lattice/body_balls.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <Eigen/Eigenvalues>

namespace isoskin {
namespace {

constexpr std::size_t kFewest = 8;  // points that make a ball
constexpr double kMaxBalls = 8.0;   // for one joint
constexpr double kOverlap = 0.8;    // distance of neighbours over their radius

Vec3d mean_of(std::span<const Vec3d> points) {
    Vec3d sum = Vec3d::Zero();
    for (const Vec3d& point : points)
        sum += point;
    return sum / static_cast<double>(points.size());
}

// The direction in which points spread most.
Vec3d long_axis(std::span<const Vec3d> points, const Vec3d& mean) {
    Mat3d spread = Mat3d::Zero();
    for (const Vec3d& point : points)
        spread += (point - mean) * (point - mean).transpose();
    return Eigen::SelfAdjointEigenSolver<Mat3d>(spread).eigenvectors().col(2);
}

double mean_distance_from_line(std::span<const Vec3d> points, const Vec3d& at, const Vec3d& axis) {
    double sum = 0.0;
    for (const Vec3d& point : points)
        sum += (point - at).cross(axis).norm();
    return sum / static_cast<double>(points.size());
}

// A limb is cut across its axis; each piece gets a ball as thick as it is.
void add_balls(JointIndex joint, std::span<const Vec3d> points, std::vector<BodyBall>& balls) {
    const Vec3d mean = mean_of(points);
    const Vec3d axis = long_axis(points, mean);
    const double thick = mean_distance_from_line(points, mean, axis);
    double low = 0.0;
    double high = 0.0;
    for (const Vec3d& point : points) {
        low = std::min(low, axis.dot(point - mean));
        high = std::max(high, axis.dot(point - mean));
    }
    if (!(thick > 0.0)) return;
    const double count = std::clamp(std::ceil((high - low) / (kOverlap * thick)), 1.0, kMaxBalls);
    std::vector<std::vector<Vec3d>> pieces(static_cast<std::size_t>(count));
    for (const Vec3d& point : points) {
        const double t = (axis.dot(point - mean) - low) / (high - low);
        pieces[static_cast<std::size_t>(std::min(count - 1.0, std::floor(t * count)))].push_back(
            point);
    }
    for (const std::vector<Vec3d>& piece : pieces) {
        if (piece.size() < kFewest) continue;
        const Vec3d centre = mean_of(piece);
        balls.push_back({joint, centre, mean_distance_from_line(piece, centre, axis)});
    }
}

}  // namespace

std::vector<BodyBall> body_balls(const Character& character) {
    std::vector<std::vector<Vec3d>> flesh(character.skeleton.joint_count());
    for (const SkinnedMesh& mesh : character.meshes)
        for (std::size_t i = 0; i < mesh.mesh.vertex_count(); ++i) {
            const JointIndex slot = mesh.weights.row(i).front().slot;
            flesh[mesh.skin.joints[slot]].push_back(mesh.skin.joint_from_bind[slot] *
                                                    mesh.mesh.positions[i].cast<double>());
        }
    std::vector<BodyBall> balls;
    for (std::size_t joint = 0; joint < flesh.size(); ++joint)
        if (flesh[joint].size() >= kFewest)
            add_balls(static_cast<JointIndex>(joint), flesh[joint], balls);
    // Radii so far are those of joint space, which a file may have scaled.
    std::vector<Affine> model_from_joint(character.skeleton.joint_count());
    compute_model_pose(character.skeleton, stored_pose(character).parent_from_joint,
                       model_from_joint);
    for (BodyBall& ball : balls)
        ball.radius *= std::cbrt(std::abs(model_from_joint[ball.joint].linear().determinant()));
    return balls;
}

std::vector<Ball> posed_balls(std::span<const BodyBall> body,
                              std::span<const Affine> model_from_joint, double margin,
                              std::span<const Ball> before, double seconds) {
    assert(before.empty() || before.size() == body.size());
    std::vector<Ball> balls;
    for (std::size_t i = 0; i < body.size(); ++i) {
        const Vec3d centre = model_from_joint[body[i].joint] * body[i].centre;
        balls.push_back({.centre = centre, .radius = body[i].radius + margin});
        if (!before.empty() && seconds > 0.0)
            balls.back().velocity = (centre - before[i].centre) / seconds;
    }
    return balls;
}

}  // namespace isoskin
