#include "isoskin/bake/pulled_source.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "isoskin/bake/principal_moves.h"
#include "isoskin/bake/pulled_moves.h"
#include "isoskin/volume/measure/surface.h"

namespace isoskin {
namespace {

constexpr std::size_t kMostComponents = 128;
constexpr Eigen::Index kStride = 4;  // counts of components that are tried

// ∂V/∂p of each part that encloses something, as moves of all vertices: what the moves left out
// have none of changes no volume, to first order.
Eigen::MatrixXf volume_gradients(const SkinnedMesh& mesh) {
    constexpr Eigen::Index kMostParts = 8;
    const VolumeSurface surface = make_volume_surface(mesh);
    std::vector<Vec3d> points(surface.total_point_count());
    gather_points(surface, mesh.mesh.positions, points);
    std::vector<float> shared(surface.point_count, 0.0F);  // vertices at each point
    for (const Index point : surface.weld.point_of_vertex)
        if (point < shared.size()) shared[point] += 1.0F;
    const auto vertex_count = static_cast<Eigen::Index>(mesh.mesh.vertex_count());
    Eigen::MatrixXf gradients(3 * vertex_count, 0);
    for (const VolumePart& part : surface.parts) {
        if (part.refusal || gradients.cols() == kMostParts) continue;
        std::vector<Vec3d> of_point(points.size(), Vec3d::Zero());
        add_volume_gradient(surface, part, points, of_point);
        Eigen::VectorXf gradient = Eigen::VectorXf::Zero(3 * vertex_count);
        for (Eigen::Index v = 0; v < vertex_count; ++v) {
            const Index point = surface.weld.point_of_vertex[static_cast<std::size_t>(v)];
            if (point >= shared.size()) continue;
            gradient.segment<3>(3 * v) = of_point[point].cast<float>() / shared[point];
        }
        if (!(gradient.norm() > 0.0F)) continue;
        gradients.conservativeResize(Eigen::NoChange, gradients.cols() + 1);
        gradients.rightCols<1>() = gradient.normalized();
    }
    return gradients;
}

float farthest_move(const Eigen::VectorXf& moves) {
    float farthest = 0.0F;
    for (Eigen::Index v = 0; v < moves.size(); v += 3)
        farthest = std::max(farthest, moves.segment<3>(v).squaredNorm());
    return std::sqrt(farthest);
}

/// Moves of poses, their components, and how well so many of these do.
class Compression {
  public:
    Compression(Deformer& deformer, const Character& character, std::size_t mesh,
                const PulledSettings& settings)
        : moves_(deformer, character, mesh),
          mesh_(character.meshes[mesh]),
          settings_(settings),
          size_(static_cast<double>(bounding_box(mesh_.mesh.positions).diagonal().norm())),
          pulled_(3 * static_cast<Eigen::Index>(mesh_.mesh.vertex_count())) {}

    void learn(const PoseList& poses);
    std::vector<TargetShape> shapes() const;
    std::vector<std::string> notes() const;
    void weights(const Pose& pose, std::span<float> weights);

  private:
    const Eigen::VectorXf& pull(const Pose& pose) {
        constexpr double kUnseenOfTolerance = 0.01;
        const std::span vertices(reinterpret_cast<Vec3*>(pulled_.data()),
                                 mesh_.mesh.vertex_count());
        moves_.pull(pose, kUnseenOfTolerance * settings_.tolerance * size_, vertices);
        return pulled_;
    }
    void choose(const PoseList& poses);

    PulledMoves moves_;
    const SkinnedMesh& mesh_;
    PulledSettings settings_;
    double size_;
    Eigen::VectorXf pulled_;
    Eigen::MatrixXf basis_;
    Eigen::VectorXf largest_;  // weight of each component over the poses
    double left_out_ = 0.0;    // farthest move the components do not have, over the diagonal
};

void Compression::learn(const PoseList& poses) {
    const std::size_t most = settings_.most > 0 ? settings_.most : kMostComponents;
    PrincipalMoves principal(pulled_.size(), static_cast<Eigen::Index>(most));
    const auto visit = [&](const Pose& pose, std::span<float>) { principal.add(pull(pose)); };
    poses({.width = 0, .visit = visit});
    basis_ = principal.basis(volume_gradients(mesh_));
    if (settings_.most > 0 && basis_.cols() > static_cast<Eigen::Index>(most))
        basis_.conservativeResize(Eigen::NoChange, static_cast<Eigen::Index>(most));
    choose(poses);
}

// As few components as leave out less than the tolerance in every pose.
void Compression::choose(const PoseList& poses) {
    largest_ = Eigen::VectorXf::Zero(basis_.cols());
    std::vector<double> left_out(static_cast<std::size_t>(basis_.cols() / kStride + 1), 0.0);
    const auto visit = [&](const Pose& pose, std::span<float>) {
        Eigen::VectorXf rest = pull(pose);
        for (Eigen::Index k = 0; k < basis_.cols(); ++k) {
            if (k % kStride == 0) {
                double& worst = left_out[static_cast<std::size_t>(k / kStride)];
                worst = std::max(worst, static_cast<double>(farthest_move(rest)) / size_);
            }
            const float weight = basis_.col(k).dot(rest);
            largest_[k] = std::max(largest_[k], std::abs(weight));
            rest -= weight * basis_.col(k);
        }
        left_out_ = std::max(left_out_, static_cast<double>(farthest_move(rest)) / size_);
    };
    poses({.width = 0, .visit = visit});
    for (std::size_t k = 0; k < left_out.size(); ++k) {
        if (left_out[k] > 0.5 * settings_.tolerance) continue;
        const auto few = std::min(static_cast<Eigen::Index>(k) * kStride, basis_.cols());
        basis_.conservativeResize(Eigen::NoChange, few);
        left_out_ = left_out[k];
        break;
    }
}

std::vector<TargetShape> Compression::shapes() const {
    std::vector<TargetShape> shapes;
    for (Eigen::Index k = 0; k < basis_.cols(); ++k) {
        TargetShape& shape = shapes.emplace_back();
        shape.name = "volume " + std::to_string(k + 1);
        const float scale = largest_[k] > 0.0F ? largest_[k] : 1.0F;
        std::vector<Vec3> moves;
        for (Eigen::Index v = 0; v < basis_.rows(); v += 3)
            moves.emplace_back(scale * basis_.col(k).segment<3>(v));
        shape.offsets = moves;
    }
    return shapes;
}

std::vector<std::string> Compression::notes() const {
    std::vector<std::string> notes = moves_.notes();
    if (left_out_ > settings_.tolerance)
        notes.push_back("mesh '" + mesh_.mesh.name + "': " + std::to_string(basis_.cols()) +
                        " targets leave out moves of up to " + std::to_string(left_out_) +
                        " of the diagonal");
    return notes;
}

void Compression::weights(const Pose& pose, std::span<float> weights) {
    const Eigen::VectorXf shares = basis_.transpose() * pull(pose);
    for (std::size_t k = 0; k < weights.size(); ++k) {
        const auto at = static_cast<Eigen::Index>(k);
        weights[k] = largest_[at] > 0.0F ? shares[at] / largest_[at] : shares[at];
    }
}

}  // namespace

MorphSource pulled_source(Deformer& deformer, const Character& character, std::size_t mesh,
                          const PoseList& poses, const PulledSettings& settings) {
    const auto compression = std::make_shared<Compression>(deformer, character, mesh, settings);
    compression->learn(poses);
    MorphSource source;
    source.shapes = compression->shapes();
    source.notes = compression->notes();
    source.weights = [compression](const Pose& pose, std::span<float> weights) {
        compression->weights(pose, weights);
    };
    return source;
}

}  // namespace isoskin
