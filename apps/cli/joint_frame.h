#pragma once

#include <span>

#include <Eigen/Geometry>

#include "isoskin/rig/character.h"

namespace isoskin::cli {

/// The box that a close-up of a joint shows, as posed: round the joint, wide enough for the flesh
/// that blends there. Empty if the joint moves no vertex.
Eigen::AlignedBox3f frame_joint(const Character& character, JointIndex joint,
                                std::span<const PosedMesh> posed,
                                std::span<const Affine> model_from_joint);

}  // namespace isoskin::cli
