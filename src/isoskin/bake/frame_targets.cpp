#include "isoskin/bake/frame_targets.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include <Eigen/Eigenvalues>

namespace isoskin {
namespace {

constexpr std::size_t kMostVectors = 60'000'000;  // 720 MB

using Matrix = Eigen::MatrixXd;

Skeleton one_joint() {
    Joint root;
    root.name = "root";
    return *Skeleton::create({root});
}

// Sum over all vertices of the products of how two frames differ from the first.
Matrix gram_matrix(std::span<const std::vector<PosedMesh>> frames) {
    const auto count = static_cast<Eigen::Index>(frames.size());
    Matrix gram = Matrix::Zero(count, count);
    for (std::size_t mesh = 0; mesh < frames[0].size(); ++mesh) {
        const auto rows = static_cast<Eigen::Index>(3 * frames[0][mesh].positions.size());
        if (rows == 0) continue;
        Eigen::MatrixXf moves(rows, count);
        for (Eigen::Index frame = 0; frame < count; ++frame) {
            const auto& positions = frames[static_cast<std::size_t>(frame)][mesh].positions;
            moves.col(frame) =
                Eigen::Map<const Eigen::VectorXf>(positions[0].data(), rows) -
                Eigen::Map<const Eigen::VectorXf>(frames[0][mesh].positions[0].data(), rows);
        }
        gram += (moves.transpose() * moves).cast<double>();
    }
    return gram;
}

// Differences from the first frame, times weights: one vector per target and element.
template <typename Element>
std::vector<std::vector<Vec3>> project(std::span<const std::vector<PosedMesh>> frames,
                                       const Matrix& shares, const Element& element,
                                       std::size_t count) {
    std::vector<std::vector<Vec3>> targets(static_cast<std::size_t>(shares.cols()),
                                           std::vector<Vec3>(count, Vec3::Zero()));
    for (std::size_t frame = 1; frame < frames.size(); ++frame)
        for (std::size_t target = 0; target < targets.size(); ++target) {
            const auto share = static_cast<float>(
                shares(static_cast<Eigen::Index>(frame), static_cast<Eigen::Index>(target)));
            for (std::size_t i = 0; i < count; ++i)
                targets[target][i] += share * (element(frames[frame], i) - element(frames[0], i));
        }
    return targets;
}

// Weights of the targets in each frame, scaled so that the largest is one; and the shares of the
// frames in each target, which undo that.
struct Basis {
    Matrix weights;  // frames × targets
    Matrix shares;   // likewise
};

Basis basis_of(const Matrix& vectors, Eigen::Index target_count) {
    Basis basis{vectors.rightCols(target_count).rowwise().reverse(), {}};
    basis.shares = basis.weights;
    for (Eigen::Index target = 0; target < target_count; ++target) {
        const double largest = basis.weights.col(target).cwiseAbs().maxCoeff();
        if (!(largest > 0.0)) continue;
        basis.weights.col(target) /= largest;
        basis.shares.col(target) *= largest;
    }
    return basis;
}

std::vector<MorphTarget> morphs_of(std::span<const std::vector<PosedMesh>> frames,
                                   const Basis& basis, std::size_t mesh) {
    auto positions = project(
        frames, basis.shares,
        [&](const auto& frame, std::size_t i) -> const Vec3& { return frame[mesh].positions[i]; },
        frames[0][mesh].positions.size());
    auto normals = project(
        frames, basis.shares,
        [&](const auto& frame, std::size_t i) -> const Vec3& { return frame[mesh].normals[i]; },
        frames[0][mesh].normals.size());
    std::vector<MorphTarget> morphs;
    for (std::size_t target = 0; target < positions.size(); ++target)
        morphs.push_back({.name = "motion " + std::to_string(target + 1),
                          .positions = std::move(positions[target]),
                          .normals = std::move(normals[target]),
                          .tangents = {}});
    return morphs;
}

MorphTarget backwards(MorphTarget morph) {
    morph.name += ", back";
    for (Vec3& move : morph.positions.values())
        move = -move;
    for (Vec3& move : morph.normals.values())
        move = -move;
    return morph;
}

// Some players take weights below zero for zero: a target that goes both ways becomes two, which
// between two frames add up to the same line.
void split_by_sign(Basis& basis, Character& character) {
    const Matrix both = basis.weights;
    basis.weights = both.cwiseMax(0.0);
    for (Eigen::Index target = 0; target < both.cols(); ++target) {
        if (!(both.col(target).minCoeff() < 0.0)) continue;
        basis.weights.conservativeResize(Eigen::NoChange, basis.weights.cols() + 1);
        basis.weights.rightCols<1>() = (-both.col(target)).cwiseMax(0.0);
        for (SkinnedMesh& mesh : character.meshes)
            mesh.morphs.push_back(backwards(mesh.morphs[static_cast<std::size_t>(target)]));
    }
}

// As a player adds them, in float.
double largest_error(std::span<const std::vector<PosedMesh>> frames, const Character& character,
                     const Matrix& weights) {
    double largest = 0.0;
    for (std::size_t mesh = 0; mesh < character.meshes.size(); ++mesh) {
        const auto& morphs = character.meshes[mesh].morphs;
        for (std::size_t frame = 0; frame < frames.size(); ++frame) {
            std::vector<Vec3> played = frames[0][mesh].positions;
            for (std::size_t target = 0; target < morphs.size(); ++target) {
                const auto weight = static_cast<float>(
                    weights(static_cast<Eigen::Index>(frame), static_cast<Eigen::Index>(target)));
                morphs[target].positions.add_to(played, weight);
            }
            for (std::size_t i = 0; i < played.size(); ++i)
                largest = std::max<double>(largest,
                                           (played[i] - frames[frame][mesh].positions[i]).norm());
        }
    }
    return largest;
}

Clip clip_of(const Basis& basis, std::size_t mesh_count, const FrameTargetSettings& settings) {
    Clip clip{.name = settings.clip, .channels = {}};
    for (std::size_t mesh = 0; mesh < mesh_count; ++mesh) {
        Channel& channel = clip.channels.emplace_back();
        channel.path = ChannelPath::MorphWeights;
        channel.target = mesh;
        channel.interpolation = Interpolation::Linear;
        for (Eigen::Index frame = 0; frame < basis.weights.rows(); ++frame) {
            channel.times.push_back(
                static_cast<float>(static_cast<double>(frame) / settings.frames_per_second));
            for (Eigen::Index target = 0; target < basis.weights.cols(); ++target)
                channel.values.push_back(static_cast<float>(basis.weights(frame, target)));
        }
    }
    return clip;
}

double diagonal_of(std::span<const std::vector<PosedMesh>> frames) {
    Eigen::AlignedBox3f box;
    for (const PosedMesh& mesh : frames[0])
        box.extend(bounding_box(mesh.positions));
    return box.isEmpty() ? 0.0 : static_cast<double>(box.diagonal().norm());
}

}  // namespace

Character frozen_character(const Character& character, std::span<const PosedMesh> posed) {
    assert(posed.size() == character.meshes.size());
    Character frozen;
    frozen.name = character.name;
    frozen.skeleton = one_joint();
    frozen.materials = character.materials;
    frozen.images = character.images;
    for (std::size_t m = 0; m < posed.size(); ++m) {
        SkinnedMesh& mesh = frozen.meshes.emplace_back();
        mesh.mesh = character.meshes[m].mesh;
        mesh.mesh.positions = posed[m].positions;
        if (!posed[m].normals.empty()) mesh.mesh.normals = posed[m].normals;
        if (!posed[m].tangents.empty()) mesh.mesh.tangents = posed[m].tangents;
        mesh.skin = {
            .name = "", .joints = {0}, .joint_from_bind = {Affine::Identity()}, .hung = true};
        mesh.weights = SkinWeights::rigid(posed[m].positions.size(), 0);
        mesh.source_mesh = m;
    }
    return frozen;
}

Status FrameRecorder::add_frame(std::span<const PosedMesh> posed) {
    for (const PosedMesh& mesh : posed)
        held_ += mesh.positions.size() + mesh.normals.size();
    if (held_ > kMostVectors)
        return unsupported(
            "so many frames of so many vertices are too much for morph targets; "
            "write .pc2 or .mdd, or ask for fewer frames");
    frames_.emplace_back(posed.begin(), posed.end());
    return Done{};
}

FrameTargets FrameRecorder::merge(const FrameTargetSettings& settings) const {
    assert(!frames_.empty());
    FrameTargets merged{.character = frozen_character(character_, frames_[0]),
                        .frames = frames_.size()};
    merged.tolerance = settings.tolerance * diagonal_of(frames_);
    const Eigen::SelfAdjointEigenSolver<Matrix> solver(gram_matrix(frames_));
    const auto most = static_cast<Eigen::Index>(std::min(settings.max_targets, frames_.size()));
    Basis basis;
    // Doubling finds a count that is enough without trying them all.
    for (Eigen::Index count = std::min<Eigen::Index>(4, most);; count = std::min(2 * count, most)) {
        basis = basis_of(solver.eigenvectors(), count);
        for (std::size_t mesh = 0; mesh < merged.character.meshes.size(); ++mesh)
            merged.character.meshes[mesh].morphs = morphs_of(frames_, basis, mesh);
        split_by_sign(basis, merged.character);
        merged.largest_error = largest_error(frames_, merged.character, basis.weights);
        if (merged.largest_error <= merged.tolerance || count == most) break;
    }
    merged.targets = static_cast<std::size_t>(basis.weights.cols());
    for (SkinnedMesh& mesh : merged.character.meshes)
        mesh.stored_morph_weights.assign(merged.targets, 0.0F);
    merged.character.clips = {clip_of(basis, merged.character.meshes.size(), settings)};
    return merged;
}

}  // namespace isoskin
