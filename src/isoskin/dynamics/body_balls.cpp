#include "isoskin/dynamics/body_balls.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace isoskin {
namespace {

constexpr std::size_t kFewest = 8;       // points that make a body
constexpr std::size_t kMaxSeeds = 1500;  // points of a mesh that balls are first hung from
constexpr std::size_t kMaxSkin = 8000;   // points of a mesh that balls are kept within
constexpr std::size_t kMaxBalls = 256;   // for one mesh
constexpr int kMaxShrinks = 100;
constexpr double kGrain = 0.01;  // over the diagonal: how far skin may stand out of the balls
constexpr double kRough = 0.97;  // skin is this far from the middle of a ball, over its radius

struct Surface {
    std::vector<Vec3d> points;
    std::vector<Vec3d> normals;
    std::vector<std::size_t> vertices;
};

// Turned outwards also where the mesh is inside out.
std::vector<Vec3d> outward_normals(const Mesh& mesh) {
    std::vector<Vec3d> normals(mesh.vertex_count(), Vec3d::Zero());
    const Vec3d middle = bounding_box(mesh.positions).center().cast<double>();
    double volume = 0.0;
    for (const Triangle& triangle : triangulate(mesh.faces)) {
        const Vec3d a = mesh.positions[triangle[0]].cast<double>() - middle;
        const Vec3d b = mesh.positions[triangle[1]].cast<double>() - middle;
        const Vec3d c = mesh.positions[triangle[2]].cast<double>() - middle;
        const Vec3d area = (b - a).cross(c - a);
        volume += a.dot(area);
        for (const Index vertex : triangle)
            normals[vertex] += area;
    }
    for (Vec3d& normal : normals)
        normal = (volume < 0.0 ? -1.0 : 1.0) * normal.normalized();
    return normals;
}

// Not every vertex of a dense mesh.
Surface surface_of(const Mesh& mesh) {
    const std::vector<Vec3d> normals = outward_normals(mesh);
    const std::size_t stride = 1 + mesh.vertex_count() / kMaxSkin;
    Surface surface;
    for (std::size_t i = 0; i < mesh.vertex_count(); i += stride) {
        surface.points.push_back(mesh.positions[i].cast<double>());
        surface.normals.push_back(normals[i]);
        surface.vertices.push_back(i);
    }
    return surface;
}

struct Inscribed {
    Vec3d centre = Vec3d::Zero();
    double radius = 0.0;
    std::size_t seed = 0;
};

// The largest ball within the skin that touches it at a point: shrunk from the largest thinkable
// one until nothing is inside (Ma, Bae, Choi 2012).
Inscribed inscribe(const Surface& surface, std::size_t seed, double largest) {
    const Vec3d& at = surface.points[seed];
    const Vec3d& normal = surface.normals[seed];
    Inscribed ball{at - largest * normal, largest, seed};
    for (int i = 0; i < kMaxShrinks; ++i) {
        double nearest = kRough * kRough * ball.radius * ball.radius;
        const Vec3d* touched = nullptr;
        for (const Vec3d& point : surface.points)
            if (const double square = (point - ball.centre).squaredNorm(); square < nearest) {
                nearest = square;
                touched = &point;
            }
        if (touched == nullptr) break;
        const Vec3d chord = at - *touched;
        const double inwards = normal.dot(chord);
        if (!(inwards > 0.0)) break;
        const double radius = chord.squaredNorm() / (2.0 * inwards);
        ball = {at - radius * normal, radius, seed};
    }
    return ball;
}

// Balls that were chosen, and what of the skin is near them.
struct Cover {
    std::vector<Inscribed> balls;
    std::vector<std::uint8_t> covered;

    void add(const Inscribed& ball, const Surface& surface, double grain) {
        if (covered[ball.seed] != 0 || balls.size() >= kMaxBalls) return;
        balls.push_back(ball);
        const double reach = ball.radius + grain;
        for (std::size_t i = 0; i < covered.size(); ++i)
            if ((surface.points[i] - ball.centre).squaredNorm() < reach * reach) covered[i] = 1;
    }
};

// Large ones first, from some of the skin; then from what is left, until all of it is near one.
std::vector<Inscribed> balls_within(const Surface& surface) {
    Eigen::AlignedBox3d box;
    for (const Vec3d& point : surface.points)
        box.extend(point);
    const double largest = 0.5 * box.sizes().minCoeff();
    const double grain = kGrain * box.sizes().norm();
    std::vector<Inscribed> first;
    const std::size_t stride = 1 + surface.points.size() / kMaxSeeds;
    for (std::size_t seed = 0; seed < surface.points.size(); seed += stride)
        first.push_back(inscribe(surface, seed, largest));
    std::stable_sort(first.begin(), first.end(),
                     [](const Inscribed& a, const Inscribed& b) { return a.radius > b.radius; });
    Cover cover{{}, std::vector<std::uint8_t>(surface.points.size(), 0)};
    for (const Inscribed& ball : first)
        cover.add(ball, surface, grain);
    for (std::size_t seed = 0; seed < surface.points.size(); ++seed)
        if (cover.covered[seed] == 0) cover.add(inscribe(surface, seed, largest), surface, grain);
    return cover.balls;
}

// How much larger a joint makes the bind shape in the stored pose.
double enlargement(const SkinnedMesh& mesh, std::span<const Affine> model_from_joint,
                   std::size_t slot) {
    const Affine model_from_bind =
        model_from_joint[mesh.skin.joints[slot]] * mesh.skin.joint_from_bind[slot];
    return std::cbrt(std::abs(model_from_bind.linear().determinant()));
}

}  // namespace

std::vector<BodyBall> body_balls(const Character& character) {
    std::vector<Affine> model_from_joint(character.skeleton.joint_count());
    compute_model_pose(character.skeleton, stored_pose(character).parent_from_joint,
                       model_from_joint);
    std::vector<BodyBall> balls;
    for (const SkinnedMesh& mesh : character.meshes) {
        if (mesh.mesh.vertex_count() < kFewest) continue;
        const Surface surface = surface_of(mesh.mesh);
        for (const Inscribed& ball : balls_within(surface)) {
            const std::size_t slot = mesh.weights.row(surface.vertices[ball.seed]).front().slot;
            balls.push_back({.joint = mesh.skin.joints[slot],
                             .centre = mesh.skin.joint_from_bind[slot] * ball.centre,
                             .radius = ball.radius * enlargement(mesh, model_from_joint, slot)});
        }
    }
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
