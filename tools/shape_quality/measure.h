#pragma once

#include <optional>
#include <span>
#include <vector>

#include "isoskin/deform/deformer.h"
#include "isoskin/mesh/weld.h"
#include "subjects.h"

namespace isoskin::shape_quality {

/// What one method makes of one pose.
struct Shape {
    double roughness = 0.0;     ///< Radians, against the bind shape.
    double displacement = 0.0;  ///< Largest move against linear skinning over the box.
    std::size_t crossings = 0;  ///< Self-intersecting pairs of triangles.
    double volume_error = 0.0;  ///< Largest over all parts, signed.
};

enum class Method { Linear, Dual, Normal, Axes };
inline constexpr Method kMethods[] = {Method::Linear, Method::Dual, Method::Normal, Method::Axes};
const char* name_of(Method method);

/// One character under all methods.
class Bench {
  public:
    Bench(const Character& character, std::size_t mesh);

    /// Poses the character by one method, and measures. The shape stays until the next call.
    Shape run(Method method, std::span<const Affine> model_from_joint);
    Shape run(Method method, const Pose& pose);
    std::span<const PosedMesh> posed() const { return out_; }

    /// Least of the mean radii of slabs next to the joint, over those of the bind shape.
    double radius_kept(const LimbMotion& limb) const;

  private:
    Shape measure(const DeformReport& report, std::span<const Vec3> linear) const;
    std::vector<Vec3d> points(std::span<const Vec3> vertices) const;

    const Character& character_;
    std::size_t mesh_;
    std::vector<Deformer> deformers_;
    Weld weld_;
    std::vector<Triangle> triangles_;
    std::vector<Vec3d> rest_;
    std::vector<PosedMesh> linear_;
    std::vector<PosedMesh> out_;
};

}  // namespace isoskin::shape_quality
