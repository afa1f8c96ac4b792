#pragma once

#include <span>
#include <vector>

#include "isoskin/rig/character.h"

namespace isoskin {

/// Plays a character as any viewer of glTF does: keys, hierarchy, morph targets, linear skinning.
///
/// Written out in plain loops of double and sharing nothing with `Deformer` or the clip sampler,
/// so that what a bake claims is measured by something else than what made it. The character must
/// outlive it.
class PlainPlayer {
  public:
    explicit PlainPlayer(const Character& character);

    /// Goes to a moment; without a clip the nodes are as the file stores them.
    void go_to(const Clip* clip, double time);

    /// Goes to a pose and to weights of morph targets that come from elsewhere.
    void go_to(std::span<const Transform> parent_from_joint,
               std::span<const std::vector<double>> morph_weights);

    /// Vertices of one mesh in model space, one element per vertex.
    void positions(std::size_t mesh, std::span<Vec3d> out) const;

    std::span<const double> morph_weights(std::size_t mesh) const { return morphs_[mesh]; }

  private:
    struct Local {
        Vec3d translation = Vec3d::Zero();
        Eigen::Vector4d rotation{0.0, 0.0, 0.0, 1.0};  // x y z w
        Vec3d scale = Vec3d::Ones();
    };
    void apply(const Channel& channel, double time);
    void place_joints();

    const Character* character_;
    std::vector<Local> locals_;
    std::vector<Eigen::Matrix4d> model_from_joint_;
    std::vector<std::vector<double>> morphs_;
};

}  // namespace isoskin
