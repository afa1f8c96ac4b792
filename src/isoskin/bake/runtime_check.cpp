#include "isoskin/bake/runtime_check.h"

#include <memory>
#include <random>
#include <string_view>

#include "isoskin/bake/plain_player.h"
#include "isoskin/bake/surface_match.h"
#include "isoskin/isoskin.h"

namespace isoskin {
namespace {

// The same numbers on every machine: the standard fixes the engine, not the distributions.
class Dice {
  public:
    double between(double low, double high) {
        return low + (high - low) * static_cast<double>(engine_()) / 4294967295.0;
    }

  private:
    std::mt19937 engine_{1};
};

Pose random_pose(const Character& character, Dice& dice) {
    constexpr double kMost = 40.0 * kPi / 180.0;
    Pose pose = stored_pose(character);
    for (const JointIndex joint : skin_joints(character)) {
        const Vec3d axis(dice.between(-1, 1), dice.between(-1, 1), dice.between(-1, 1));
        const double angle = dice.between(-kMost, kMost);
        Quatd& rotation = pose.parent_from_joint[joint].rotation;
        if (axis.norm() > 0.0)
            rotation = rotation * Quatd(Eigen::AngleAxisd(angle, axis.normalized()));
    }
    return pose;
}

/// The run-time as an engine has it: floats in, floats out.
class Engine {
  public:
    Engine(const Character& character, isoskin_runtime* runtime)
        : character_(character), runtime_(runtime, isoskin_runtime_close) {}

    // Weights of all morphs of all meshes, and whether any part was refused.
    bool solve(const Pose& pose, std::vector<std::vector<double>>& morphs) {
        std::vector<Affine> model(character_.skeleton.joint_count());
        compute_model_pose(character_.skeleton, pose.parent_from_joint, model);
        for (std::size_t m = 0; m < character_.meshes.size(); ++m) {
            const auto& stored = character_.meshes[m].stored_morph_weights;
            morphs[m].assign(stored.begin(), stored.end());
        }
        int unreached = 0;
        std::vector<char> solved(character_.meshes.size(), 0);
        for (int at = 0; at < isoskin_runtime_mesh_count(runtime_.get()); ++at) {
            const std::size_t m = find_mesh(isoskin_runtime_mesh_name(runtime_.get(), at), solved);
            if (m == solved.size()) continue;
            solved[m] = 1;
            unreached += solve_mesh(character_.meshes[m], at, model, morphs[m]);
        }
        return unreached == 0;
    }

  private:
    // The first of a name that is not solved yet.
    std::size_t find_mesh(std::string_view name, std::span<const char> solved) const {
        std::size_t m = 0;
        while (m < solved.size() && (solved[m] != 0 || character_.meshes[m].mesh.name != name))
            ++m;
        return m;
    }

    int solve_mesh(const SkinnedMesh& mesh, int at, std::span<const Affine> model,
                   std::vector<double>& morphs) {
        std::vector<Affine> palette(mesh.skin.joints.size());
        compute_palette(mesh.skin, model, palette);
        std::vector<float> numbers;
        for (const Affine& motion : palette) {
            const Eigen::Matrix4f matrix = motion.matrix().cast<float>();
            numbers.insert(numbers.end(), matrix.data(), matrix.data() + 16);
        }
        const int count = isoskin_runtime_weight_count(runtime_.get(), at);
        std::vector<float> weights(static_cast<std::size_t>(count));
        const int unreached =
            isoskin_runtime_solve(runtime_.get(), at, numbers.data(), weights.data());
        std::copy(weights.begin(), weights.end(), morphs.end() - count);
        return unreached;
    }

    const Character& character_;
    std::unique_ptr<isoskin_runtime, decltype(&isoskin_runtime_close)> runtime_;
};

}  // namespace

Result<RuntimeCheck> check_runtime(const Character& original, const Character& baked,
                                   std::span<const std::uint8_t> runtime_bytes,
                                   const BakeSettings& settings, std::size_t poses) {
    isoskin_runtime* opened = isoskin_runtime_open(runtime_bytes.data(), runtime_bytes.size());
    if (opened == nullptr) return invalid(isoskin_runtime_error());
    Engine engine(baked, opened);
    auto matched = SurfaceMatch::create(original, baked, settings);
    if (!matched) return matched.error();

    RuntimeCheck check;
    ErrorTally plain(check.plain);
    ErrorTally volume(check.volume);
    ErrorTally distance(check.distance);
    PlainPlayer player(baked);
    Dice dice;
    std::vector<std::vector<double>> morphs(baked.meshes.size());
    for (; check.poses < poses; ++check.poses) {
        const Pose pose = random_pose(original, dice);
        if (!engine.solve(pose, morphs)) {
            ++check.refused;
            continue;
        }
        player.go_to(pose.parent_from_joint, morphs);
        const SurfaceFigures figures = matched->measure(pose, player);
        const auto moment = static_cast<double>(check.poses);
        plain.add(figures.plain_error, moment);
        volume.add(figures.volume_error, moment);
        distance.add(figures.distance, moment);
    }
    return check;
}

}  // namespace isoskin
