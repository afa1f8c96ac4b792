// isoskin_sweeps [--most N] FILE|SCENE…
//
// Turns every joint of a character by itself about its three axes from 0 to 150° by half degrees
// and tells of every vertex that jumps: farther in one step than four times its median step and
// 1e-5 of the box. For each such sweep, which targets moved the vertex there. Exit code 1 if more
// than N sweeps jump in all.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "isoskin/deform/deformer.h"
#include "isoskin/io/character_file.h"
#include "scenes.h"

namespace isoskin {
namespace {

constexpr int kSteps = 300;
constexpr double kDegrees = 0.5;
constexpr double kMedians = 4.0;
constexpr double kUnseen = 1e-5;  // of the box

Pose turned(const Character& character, std::size_t joint, const Vec3d& axis, double degrees) {
    Pose pose = stored_pose(character);
    Quatd& rotation = pose.parent_from_joint[joint].rotation;
    rotation = rotation * Quatd(Eigen::AngleAxisd(degrees * kPi / 180.0, axis));
    return pose;
}

struct Jump {
    double beyond = 0.0;  // how far over what is allowed, of the box; no jump if it is not positive
    std::size_t mesh = 0;
    std::size_t vertex = 0;
    int step = 0;
    double length = 0.0;  // of the box
    double median = 0.0;
};

class Sweeper {
  public:
    Sweeper(const Character& character, Deformer deformer)
        : character_(character), deformer_(std::move(deformer)) {
        Eigen::AlignedBox3f box;
        for (const SkinnedMesh& mesh : character.meshes)
            box.extend(bounding_box(mesh.mesh.positions));
        size_ = static_cast<double>(box.diagonal().norm());
    }

    /// Returns how many sweeps jump.
    int run(const std::string& name) {
        int sweeps = 0;
        int jumps = 0;
        for (std::size_t joint = 0; joint < character_.skeleton.joint_count(); ++joint)
            for (int axis = 0; axis < 3; ++axis) {
                const Jump worst = sweep(joint, Vec3d::Unit(axis));
                ++sweeps;
                if (!(worst.beyond > 0.0)) continue;
                ++jumps;
                farthest_ = std::max(farthest_, worst.beyond);
                tell(joint, axis, worst);
            }
        std::printf("%s: %d of %d sweeps jump, by %.1e of the box beyond the bound at most\n",
                    name.c_str(), jumps, sweeps, farthest_);
        std::fflush(stdout);
        return jumps;
    }

  private:
    Jump sweep(std::size_t joint, const Vec3d& axis) {
        Jump worst;
        for (std::size_t mesh = 0; mesh < character_.meshes.size(); ++mesh)
            sweep_mesh(joint, axis, mesh, worst);
        return worst;
    }

    void sweep_mesh(std::size_t joint, const Vec3d& axis, std::size_t mesh, Jump& worst) {
        const std::size_t count = character_.meshes[mesh].mesh.vertex_count();
        std::vector<float> steps(count * kSteps);
        std::vector<Vec3d> last(count);
        std::vector<Vec3d> now(count);
        deformer_.deform_exact(turned(character_, joint, axis, 0.0), mesh, last);
        for (int k = 0; k < kSteps; ++k) {
            deformer_.deform_exact(turned(character_, joint, axis, kDegrees * (k + 1)), mesh, now);
            for (std::size_t i = 0; i < count; ++i)
                steps[i * kSteps + static_cast<std::size_t>(k)] =
                    static_cast<float>((now[i] - last[i]).norm());
            std::swap(now, last);
        }
        Eigen::AlignedBox3d box;
        for (const Vec3d& p : last)
            box.extend(p);
        const double size = box.diagonal().norm();
        std::vector<float> sorted(kSteps);
        for (std::size_t i = 0; i < count; ++i) {
            const auto begin = steps.begin() + static_cast<std::ptrdiff_t>(i * kSteps);
            std::copy(begin, begin + kSteps, sorted.begin());
            std::nth_element(sorted.begin(), sorted.begin() + kSteps / 2, sorted.end());
            const double median = static_cast<double>(sorted[kSteps / 2]) / size;
            const auto largest = std::max_element(begin, begin + kSteps);
            const double length = static_cast<double>(*largest) / size;
            const double beyond = length - kMedians * median - kUnseen;
            if (beyond > worst.beyond)
                worst = {beyond, mesh, i, static_cast<int>(largest - begin), length, median};
        }
    }

    // How far each kind of target moves a vertex between two angles, in the bind shape.
    struct Moves {
        double bends = 0.0;
        double radial = 0.0;
        double round = 0.0;
        std::string most;
    };
    Moves moves(std::size_t joint, int axis, const Jump& jump, int step) {
        const auto weights = [&](int k) {
            const auto found = deformer_.weights(
                turned(character_, joint, Vec3d::Unit(axis), kDegrees * k), jump.mesh);
            return std::vector<float>(found.begin(), found.end());
        };
        const auto before = weights(step);
        const auto after = weights(step + 1);
        Moves sums;
        double most = 0.0;
        const auto targets = deformer_.targets(jump.mesh);
        for (std::size_t k = 0; k < targets.size(); ++k) {
            const auto& map = targets[k].map;
            const auto at = std::find(map.vertices.begin(), map.vertices.end(), jump.vertex);
            if (at == map.vertices.end()) continue;
            const double move =
                static_cast<double>(
                    map.values[static_cast<std::size_t>(at - map.vertices.begin())]) *
                static_cast<double>(after[k] - before[k]) / size_;
            const std::string& name = targets[k].name;
            const bool is_bend = map.ways.empty();
            (is_bend ? sums.bends : name.back() < '3' ? sums.radial : sums.round) += move;
            if (std::abs(move) <= most) continue;
            most = std::abs(move);
            char text[200];
            std::snprintf(text, sizeof text, "%s: %.2g (weight %.3g)", name.c_str(), move,
                          static_cast<double>(before[k]));
            sums.most = text;
        }
        return sums;
    }

    void tell(std::size_t joint, int axis, const Jump& jump) {
        std::printf("  %s about %c at %.1f°: vertex %zu steps %.2g of the box, median %.2g\n",
                    character_.skeleton.joints()[joint].name.c_str(), "xyz"[axis],
                    kDegrees * jump.step, jump.vertex, jump.length, jump.median);
        for (const int step : {jump.step, 150}) {
            const Moves sums = moves(joint, axis, jump, step);
            std::printf("    %5.1f°: bends %8.1e, twists in %8.1e, round %8.1e; %s\n",
                        kDegrees * step, sums.bends, sums.radial, sums.round, sums.most.c_str());
        }
        const SkinnedMesh& mesh = character_.meshes[jump.mesh];
        std::printf("    weights:");
        for (const Influence& influence : mesh.weights.row(jump.vertex))
            if (influence.weight > 0.0F)
                std::printf(
                    " %s %.3f",
                    character_.skeleton.joints()[mesh.skin.joints[influence.slot]].name.c_str(),
                    static_cast<double>(influence.weight));
        std::printf("\n");
    }

    const Character& character_;
    Deformer deformer_;
    double size_ = 0.0;      // of the bind shape
    double farthest_ = 0.0;  // of all jumps: beyond the bound
};

int refuse(const Error& error) {
    std::fprintf(stderr, "isoskin_sweeps: %s\n", error.message.c_str());
    return 3;
}

int run(std::span<char*> names, int most) {
    int jumps = 0;
    for (const std::string name : names) {
        const auto character =
            std::filesystem::exists(name) ? read_character(name) : scenes::make_scene(name);
        if (!character) return refuse(character.error());
        auto deformer = Deformer::create(
            *character, {.normals = NormalOutput::None, .volume = VolumeSettings{}});
        if (!deformer) return refuse(deformer.error());
        jumps += Sweeper(*character, *std::move(deformer)).run(name);
    }
    return jumps <= most ? 0 : 1;
}

}  // namespace
}  // namespace isoskin

int main(int count, char** words) {
    std::span<char*> names(words + 1, static_cast<std::size_t>(count - 1));
    int most = std::numeric_limits<int>::max();
    const bool limited = names.size() > 1 && std::string_view(names[0]) == "--most";
    if (limited) {
        const std::string_view number = names[1];
        const auto read = std::from_chars(number.data(), number.data() + number.size(), most);
        if (read.ec != std::errc()) names = {};
    }
    names = names.subspan(limited && !names.empty() ? 2 : 0);
    if (names.empty()) {
        std::fputs("usage: isoskin_sweeps [--most N] FILE|SCENE…\n", stderr);
        return 2;
    }
    return isoskin::run(names, most);
}
