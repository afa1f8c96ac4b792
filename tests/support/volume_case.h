#pragma once

#include <array>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "isoskin/deform/deformer.h"
#include "scenes.h"

/// What the laws of constant volume are stated over: methods, scopes, bases, and how to pose.
namespace isoskin::testing {

#ifdef __SANITIZE_ADDRESS__
inline constexpr bool kSlowBuild = true;
#else
inline constexpr bool kSlowBuild = false;
#endif

struct VolumeCase {
    VolumeMethod method = VolumeMethod::Normal;
    VolumeScope scope = VolumeScope::Joints;
    SkinMethod skinning = SkinMethod::Linear;

    DeformSettings settings() const {
        return {.skinning = skinning,
                .normals = NormalOutput::None,
                .volume = VolumeSettings{.method = method, .scope = scope}};
    }
    bool is_exact() const {
        return method != VolumeMethod::LinearAxes && method != VolumeMethod::LinearNormal;
    }
};

inline std::string to_string(const VolumeCase& c) {
    constexpr std::array kMethods{"none", "axes", "normal", "free", "linear_axes", "linear_normal"};
    constexpr std::array kScopes{"joints", "sequential", "global"};
    constexpr std::array kBases{"rigid", "linear", "dual"};
    return std::string(kMethods[static_cast<std::size_t>(c.method)]) + "_" +
           kScopes[static_cast<std::size_t>(c.scope)] + "_" +
           kBases[static_cast<std::size_t>(c.skinning)];
}
inline void PrintTo(const VolumeCase& c, std::ostream* out) {
    *out << to_string(c);
}

inline std::vector<VolumeCase> volume_cases(std::initializer_list<VolumeMethod> methods,
                                            std::initializer_list<SkinMethod> bases) {
    std::vector<VolumeCase> cases;
    for (const VolumeMethod method : methods)
        for (const VolumeScope scope :
             {VolumeScope::Joints, VolumeScope::Sequential, VolumeScope::Global})
            for (const SkinMethod base : bases)
                cases.push_back({method, scope, base});
    return cases;
}
inline std::vector<VolumeCase> all_cases() {
    return volume_cases({VolumeMethod::Axes, VolumeMethod::Normal, VolumeMethod::Free,
                         VolumeMethod::LinearAxes, VolumeMethod::LinearNormal},
                        {SkinMethod::Linear, SkinMethod::DualQuaternion});
}
inline std::vector<VolumeCase> exact_cases() {
    return volume_cases({VolumeMethod::Axes, VolumeMethod::Normal, VolumeMethod::Free},
                        {SkinMethod::Linear, SkinMethod::DualQuaternion});
}

inline Character make_scene(std::string_view name) {
    auto made = scenes::make_scene(name);
    EXPECT_TRUE(made) << name;
    return *std::move(made);
}

inline Deformer make_deformer(const Character& character, const DeformSettings& settings) {
    auto made = Deformer::create(character, settings);
    EXPECT_TRUE(made) << character.name;
    return *std::move(made);
}

inline std::vector<PosedMesh> deform(Deformer& deformer, const Pose& pose) {
    auto out = deformer.make_output();
    deformer.deform(pose, out);
    return out;
}

inline std::vector<PosedMesh> skin_only(const Character& character, const Pose& pose,
                                        SkinMethod skinning) {
    Deformer plain =
        make_deformer(character, {.skinning = skinning, .normals = NormalOutput::None});
    return deform(plain, pose);
}

inline std::vector<Vec3d> deform_exact(Deformer& deformer, const Character& character,
                                       const Pose& pose, std::size_t mesh = 0) {
    std::vector<Vec3d> positions(character.meshes[mesh].mesh.vertex_count());
    deformer.deform_exact(pose, mesh, positions);
    return positions;
}

inline double size_of(const SkinnedMesh& mesh) {
    return static_cast<double>(bounding_box(mesh.mesh.positions).diagonal().norm());
}

/// The largest distance between two shapes of as many vertices.
template <typename A, typename B>
double largest_distance(const std::vector<A>& a, const std::vector<B>& b) {
    double largest = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i)
        largest =
            std::max(largest, (a[i].template cast<double>() - b[i].template cast<double>()).norm());
    return largest;
}

inline Quatd turn(double degrees, const Vec3d& axis) {
    return Quatd(Eigen::AngleAxisd(degrees * kPi / 180.0, axis.normalized()));
}

/// The stored pose with one joint turned on top of how it is stored.
inline Pose turned(const Character& character, std::size_t joint, double degrees,
                   const Vec3d& axis) {
    Pose pose = stored_pose(character);
    Quatd& rotation = pose.parent_from_joint[joint].rotation;
    rotation = rotation * turn(degrees, axis);
    return pose;
}

/// Half a step between floats as large as the coordinates of a shape.
inline double float_rounding(const std::vector<Vec3>& positions) {
    float largest = 0.0F;
    for (const Vec3& p : positions)
        largest = std::max(largest, p.cwiseAbs().maxCoeff());
    return 0.5 * static_cast<double>(std::nextafter(largest, 1e30F) - largest);
}

/// Every part meets its target within `tolerance`, or the failure says who did not.
inline ::testing::AssertionResult keeps_volume(const DeformReport& report, double tolerance) {
    for (const PartReport& part : report.parts) {
        const double error = part.corrected / part.target - 1.0;
        if (part.reached && std::abs(error) <= tolerance) continue;
        return ::testing::AssertionFailure() << part.label << ": error " << error << ", skinned "
                                             << part.skinned / part.target - 1.0 << ", "
                                             << part.trouble << " " << part.trouble_joint;
    }
    return ::testing::AssertionSuccess();
}

}  // namespace isoskin::testing
