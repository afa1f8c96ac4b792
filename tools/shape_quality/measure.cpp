#include "measure.h"

#include <algorithm>
#include <cmath>

#include "isoskin/mesh/quality.h"

namespace isoskin::shape_quality {
namespace {

DeformSettings settings_of(Method method) {
    DeformSettings settings{.normals = NormalOutput::Normals, .volume = VolumeSettings{}};
    settings.volume->method = method == Method::Axes     ? VolumeMethod::Axes
                              : method == Method::Normal ? VolumeMethod::Normal
                                                         : VolumeMethod::None;
    if (method == Method::Dual) settings.skinning = SkinMethod::DualQuaternion;
    return settings;
}

double distance_from_axis(const Vec3d& p, const Vec3d& at, const Vec3d& axis) {
    const Vec3d offset = p - at;
    return (offset - offset.dot(axis) * axis).norm();
}

}  // namespace

const char* name_of(Method method) {
    constexpr const char* kNames[] = {"linear", "dual", "normal", "axes"};
    return kNames[static_cast<std::size_t>(method)];
}

Bench::Bench(const Character& character, std::size_t mesh)
    : character_(character),
      mesh_(mesh),
      weld_(weld_by_position(character.meshes[mesh].mesh.positions)) {
    for (const Method method : kMethods)
        deformers_.push_back(std::move(*Deformer::create(character, settings_of(method))));
    const Mesh& bind = character.meshes[mesh].mesh;
    triangles_ = triangulate(weld_faces(bind.faces, weld_).faces);
    rest_ = points(bind.positions);
    linear_ = deformers_.front().make_output();
    out_ = linear_;
}

std::vector<Vec3d> Bench::points(std::span<const Vec3> vertices) const {
    std::vector<Vec3d> result;
    for (const Index vertex : weld_.vertex_of_point)
        result.push_back(vertices[vertex].cast<double>());
    return result;
}

Shape Bench::run(Method method, std::span<const Affine> model_from_joint) {
    const auto morphs = stored_pose(character_).morph_weights;
    deformers_.front().deform(model_from_joint, morphs, linear_);
    return measure(
        deformers_[static_cast<std::size_t>(method)].deform(model_from_joint, morphs, out_),
        linear_[mesh_].positions);
}

Shape Bench::run(Method method, const Pose& pose) {
    std::vector<Affine> model_from_joint(character_.skeleton.joint_count());
    compute_model_pose(character_.skeleton, pose.parent_from_joint, model_from_joint);
    return run(method, model_from_joint);
}

Shape Bench::measure(const DeformReport& report, std::span<const Vec3> linear) const {
    Shape shape;
    const auto posed = points(out_[mesh_].positions);
    shape.roughness = roughness(triangles_, rest_, posed);
    shape.crossings = count_self_intersections(triangles_, posed);
    const auto before = points(linear);
    for (std::size_t i = 0; i < posed.size(); ++i)
        shape.displacement = std::max(shape.displacement, (posed[i] - before[i]).norm());
    shape.displacement /= static_cast<double>(bounding_box(linear).diagonal().norm());
    for (const PartReport& part : report.parts) {
        const double error = part.corrected / part.target - 1.0;
        if (std::abs(error) > std::abs(shape.volume_error)) shape.volume_error = error;
    }
    return shape;
}

double Bench::radius_kept(const LimbMotion& limb) const {
    const auto posed = points(out_[mesh_].positions);
    const double slab = 0.06 * limb.length;
    double least = 1e300;
    for (const double place : {-0.1, 0.0, 0.1, 0.2}) {
        const Vec3d centre = limb.pivot + place * limb.length * limb.axis;
        double bind = 0.0;
        double now = 0.0;
        for (std::size_t i = 0; i < posed.size(); ++i) {
            const double radius = distance_from_axis(rest_[i], centre, limb.axis);
            const bool near =
                std::abs((rest_[i] - centre).dot(limb.axis)) < slab && radius < 0.7 * limb.length;
            if (!near) continue;
            bind += radius;
            now += distance_from_axis(posed[i], centre, limb.axis);
        }
        if (bind > 0.0) least = std::min(least, now / bind);
    }
    return least;
}

}  // namespace isoskin::shape_quality
