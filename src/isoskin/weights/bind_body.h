#pragma once

#include "isoskin/base/result.h"
#include "isoskin/rig/character.h"
#include "isoskin/weights/distance_weights.h"

namespace isoskin {

/// All meshes of a character and its bones in one space: what is bound together, because a button
/// has to follow the shirt it sits on even if both are meshes of their own.
struct BindBody {
    std::vector<Vec3> positions;            ///< Mesh after mesh.
    std::vector<Face> faces;                ///< Over `positions`.
    std::vector<Bone> bones;                ///< Slots are joints of the skeleton.
    std::vector<std::size_t> first_vertex;  ///< Per mesh, and one past the last.
    std::vector<Affine> joint_from_body;    ///< Per joint: the inverse bind matrix.
    std::vector<Affine> body_from_bind;     ///< Per mesh.
};

/// The body of a character's own skins, in the bind space of its first skinned mesh; meshes that
/// hang on one joint stay as they are and are left out. A bone leads from a joint to each child; a
/// joint at the end of a limb gets one as its end node has it, or half as long as its parent's.
/// Refuses a character without bones, and places that are not finite, by name.
Result<BindBody> bind_body(const Character& character);

/// Hangs every mesh of `character` on the joints of another file in the places both show as they
/// are stored. Joints of the same names are not joined: a file's own nodes stay what they are.
Result<Character> with_skeleton(const Character& character, const Character& rig);

/// Puts weights over joints, one row per vertex of the body, into the skins of the character; a
/// skin that lacks a joint gets it.
void apply_weights(const BindBody& body, const SkinWeights& weights, Character& character);

}  // namespace isoskin
