#include "isoskin/bake/pulled_moves.h"

#include <algorithm>
#include <cassert>

#include "isoskin/math/svd3.h"

namespace isoskin {
namespace {

// Of the largest stretch of a blend: where it is flatter than this, its inverse is held back.
constexpr double kFlat = 0.05;

// The move that a blend takes to `posed`, and whether it had to be held back.
struct Pulled {
    Vec3d move = Vec3d::Zero();
    bool held = false;
};

Pulled pull_through(const Mat3d& blend, const Vec3d& posed) {
    const double size = blend.cwiseAbs().maxCoeff();
    // Twice as flat in volume is not yet flat in any direction: most blends end here.
    if (std::abs(blend.determinant()) > 4.0 * kFlat * size * size * size)
        return {.move = blend.inverse() * posed, .held = false};
    const auto [U, stretch, V] = decompose(blend);
    const double least = kFlat * stretch[0];
    Vec3d along = U.transpose() * posed;
    for (int axis = 0; axis < 3; ++axis) {
        const double damped = std::max(stretch[axis], least);
        along[axis] *= damped > 0.0 ? stretch[axis] / (damped * damped) : 0.0;
    }
    return {.move = V * along, .held = stretch[2] < least};
}

}  // namespace

PulledMoves::PulledMoves(Deformer& deformer, const Character& character, std::size_t mesh)
    : deformer_(deformer),
      character_(character),
      mesh_(character.meshes[mesh]),
      number_(mesh),
      first_morph_(first_morph(character)[mesh]),
      posed_(deformer.make_output()),
      model_from_joint_(character.skeleton.joint_count()),
      palette_(mesh_.skin.joints.size()) {}

void PulledMoves::add_old_morphs(std::span<const float> weights) {
    bind_.clear();
    for (const Vec3& p : mesh_.mesh.positions)
        bind_.push_back(p.cast<double>());
    for (std::size_t k = 0; k < mesh_.morphs.size(); ++k) {
        const auto weight = static_cast<double>(weights[first_morph_ + k]);
        if (weight == 0.0) continue;
        for (std::size_t v = 0; v < mesh_.morphs[k].positions.size(); ++v)
            bind_[v] += weight * mesh_.morphs[k].positions[v].cast<double>();
    }
}

void PulledMoves::note_singular(std::size_t vertex) {
    const auto row = mesh_.weights.row(vertex);
    const auto name = [&](std::size_t k) {
        return "'" + character_.skeleton.joints()[mesh_.skin.joints[row[k].slot]].name + "'";
    };
    const std::string between = row.size() > 1 ? "between " + name(0) + " and " + name(1)
                                : row.empty()  ? "nowhere"
                                               : "at " + name(0);
    if (std::find(singular_.begin(), singular_.end(), between) == singular_.end())
        singular_.push_back(between);
}

void PulledMoves::pull(const Pose& pose, double least, std::span<Vec3> moves) {
    assert(moves.size() == mesh_.mesh.vertex_count());
    deformer_.deform(pose, posed_);
    compute_model_pose(character_.skeleton, pose.parent_from_joint, model_from_joint_);
    compute_palette(mesh_.skin, model_from_joint_, palette_);
    add_old_morphs(pose.morph_weights);
    for (std::size_t v = 0; v < moves.size(); ++v) {
        Eigen::Matrix<double, 3, 4> blend = Eigen::Matrix<double, 3, 4>::Zero();
        for (const auto& [slot, weight] : mesh_.weights.row(v))
            blend += static_cast<double>(weight) * palette_[slot].matrix().topRows<3>();
        const Vec3d skinned = blend.leftCols<3>() * bind_[v] + blend.col(3);
        const Vec3d missing = posed_[number_].positions[v].cast<double>() - skinned;
        moves[v] = Vec3::Zero();
        if (!(missing.norm() > least)) continue;
        const Pulled pulled = pull_through(blend.leftCols<3>(), missing);
        if (pulled.held) note_singular(v);
        moves[v] = pulled.move.cast<float>();
    }
}

std::vector<std::string> PulledMoves::notes() const {
    constexpr std::size_t kMostNamed = 8;
    std::vector<std::string> notes;
    for (const std::string& between : singular_) {
        if (notes.size() == kMostNamed) {
            notes.push_back("the same at " + std::to_string(singular_.size() - kMostNamed) +
                            " more places");
            break;
        }
        notes.push_back("mesh '" + mesh_.mesh.name + "', " + between +
                        ": skinning is nearly singular in a pose; moves are held back there");
    }
    return notes;
}

}  // namespace isoskin
