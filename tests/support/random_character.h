#pragma once

#include <cstdint>
#include <random>

#include "isoskin/weights/distance_weights.h"
#include "rigging.h"
#include "ring_tube.h"

/// Characters, and poses for them, made at random from a seed: same seed, same bits.
namespace isoskin::testing {

class Dice {
  public:
    explicit Dice(std::uint32_t seed) : engine_(seed) {}

    double between(double low, double high) {
        return low + (high - low) * static_cast<double>(engine_()) / 4294967295.0;
    }
    Vec3d direction() {
        for (;;) {
            const Vec3d v(between(-1, 1), between(-1, 1), between(-1, 1));
            if (v.norm() > 0.1 && v.norm() < 1.0) return v.normalized();
        }
    }

  private:
    std::mt19937 engine_;
};

/// A limb of a blob: flesh heaped up in one direction from the middle.
struct Lobe {
    Vec3d direction;
    double height = 1.0;
    double width = 0.1;  ///< About the square of the angle it spans.
};

inline double blob_radius(const std::vector<Lobe>& lobes, const Vec3d& direction) {
    double radius = 1.0;
    for (const Lobe& lobe : lobes)
        radius += lobe.height * std::exp((lobe.direction.dot(direction) - 1.0) / lobe.width);
    return radius;
}

inline Mesh make_blob_mesh(const std::vector<Lobe>& lobes) {
    const auto rings =
        scenes::make_rings(scenes::evenly(-0.97, 0.97, 25), scenes::Ring{}, [](double at) {
            const double r = std::sqrt(1.0 - at * at);
            return scenes::RingSize{r, r};
        });
    Mesh mesh = scenes::make_ring_tube("blob", rings, 30);
    for (Vec3& p : mesh.positions) {
        const Vec3d direction = p.cast<double>().normalized();
        p = (blob_radius(lobes, direction) * direction).cast<float>();
    }
    return mesh;
}

/// A closed, smooth body with three to five limbs of two joints each on a root in its middle, bones
/// off centre, weights smooth.
inline Character random_blob(std::uint32_t seed) {
    Dice dice(seed);
    std::vector<Lobe> lobes;
    while (lobes.size() < 3 + seed % 3) {
        const Vec3d direction = dice.direction();
        bool free = true;
        for (const Lobe& other : lobes)
            free = free && direction.dot(other.direction) < 0.3;
        if (free) lobes.push_back({direction, dice.between(0.6, 1.6), dice.between(0.06, 0.14)});
    }
    std::vector<scenes::JointPlace> places{{"root", -1, 0.2 * dice.direction()}};
    std::vector<Bone> bones;
    for (std::size_t k = 0; k < lobes.size(); ++k) {
        const double length = blob_radius(lobes, lobes[k].direction);
        const auto at = [&](double fraction) {
            return Vec3d(fraction * length * lobes[k].direction + 0.08 * dice.direction());
        };
        const auto upper = static_cast<int>(places.size());
        places.push_back({"upper_" + std::to_string(k), 0, at(0.4)});
        places.push_back({"lower_" + std::to_string(k), upper, at(0.7)});
        const Vec3d& elbow = places.back().position;
        const Vec3d& shoulder = places[places.size() - 2].position;
        bones.push_back({places[0].position, shoulder, 0});
        bones.push_back({shoulder, elbow, static_cast<JointIndex>(upper)});
        bones.push_back({elbow, at(0.97), static_cast<JointIndex>(upper + 1)});
    }
    Mesh mesh = make_blob_mesh(lobes);
    SkinWeights weights = distance_weights(mesh.positions, bones);
    return scenes::make_character("blob " + std::to_string(seed), scenes::make_skeleton(places),
                                  std::move(mesh), std::move(weights), Vec4::Ones());
}

/// A closed tube of uneven thickness with two to five joints along it, bones off centre.
inline Character random_tube(std::uint32_t seed) {
    Dice dice(seed);
    const std::size_t joints = 2 + seed % 4;
    const double length = 2.5 * static_cast<double>(joints);
    const double phase = dice.between(0, 6);
    const double wave = dice.between(0.1, 0.3);
    const auto rings = scenes::make_rings(
        scenes::towards_ends(0.0, length, 12 * joints), scenes::Ring{}, [&](double at) {
            const double end = scenes::round_ends(at, -0.02, length + 0.02, 0.7);
            return scenes::RingSize{end * (0.7 + wave * std::sin(1.7 * at + phase)),
                                    end * (0.7 + wave * std::cos(1.3 * at - phase))};
        });
    Mesh mesh = scenes::make_ring_tube("tube", rings, 18);
    std::vector<scenes::JointPlace> places;
    for (std::size_t k = 0; k < joints; ++k) {
        const Vec3d off(dice.between(-0.25, 0.25), dice.between(-0.25, 0.25), 0.0);
        places.push_back({"joint_" + std::to_string(k), static_cast<int>(k) - 1,
                          off + 2.5 * static_cast<double>(k) * Vec3d::UnitZ()});
    }
    std::vector<Bone> bones;
    for (std::size_t k = 0; k < joints; ++k)
        bones.push_back({places[k].position,
                         k + 1 < joints ? places[k + 1].position : Vec3d(length * Vec3d::UnitZ()),
                         static_cast<JointIndex>(k)});
    SkinWeights weights = distance_weights(mesh.positions, bones);
    return scenes::make_character("tube " + std::to_string(seed), scenes::make_skeleton(places),
                                  std::move(mesh), std::move(weights), Vec4::Ones());
}

/// Even seeds give a blob, odd ones a tube.
inline Character random_character(std::uint32_t seed) {
    return seed % 2 == 0 ? random_blob(seed) : random_tube(seed);
}

/// Turns about half of the joints by up to `largest` radians about any axis; the root anyhow.
inline Pose random_pose(const Character& character, std::uint32_t seed, double largest) {
    Dice dice(seed + 1000);
    Pose pose = stored_pose(character);
    for (std::size_t joint = 0; joint < pose.parent_from_joint.size(); ++joint) {
        const Quatd turn(Eigen::AngleAxisd(dice.between(-largest, largest), dice.direction()));
        const bool moves = joint == 0 || dice.between(0, 1) < 0.5;
        if (moves) pose.parent_from_joint[joint].rotation = turn;
    }
    return pose;
}

}  // namespace isoskin::testing
