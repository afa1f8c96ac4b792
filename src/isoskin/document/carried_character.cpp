#include "isoskin/document/carried_character.h"

#include <cassert>

#include "isoskin/deform/deformer.h"
#include "isoskin/lattice/deform_bind.h"

namespace isoskin {
namespace {

// Joints where they were bound to a skin: it is then drawn as it is bound.
std::vector<Affine> bound_joints(const Character& character, const Skin& skin) {
    std::vector<Affine> model_from_joint(character.skeleton.joint_count(), Affine::Identity());
    for (std::size_t slot = 0; slot < skin.joints.size(); ++slot)
        model_from_joint[skin.joints[slot]] = skin.joint_from_bind[slot].inverse();
    return model_from_joint;
}

}  // namespace

Character carried_character(const Document& document) {
    const Character& character = document.character();
    if (!document.lattice() || is_at_rest(document.lattice()->lattice)) return character;
    const Lattice& lattice = document.lattice()->lattice;
    auto deformer =
        Deformer::create(character, {.normals = NormalOutput::None, .volume = document.settings()});
    assert(deformer && "a document holds a character that fits together");
    deformer->set_lattice(lattice, defining_lattice(*document.lattice()));
    Character carried = deform_bind(character, lattice);
    const std::vector<float> no_morphs(first_morph(character).back(), 0.0F);
    auto posed = deformer->make_output();
    for (std::size_t m = 0; m < carried.meshes.size(); ++m) {
        deformer->deform(bound_joints(character, character.meshes[m].skin), no_morphs, posed);
        carried.meshes[m].mesh.positions = posed[m].positions;
    }
    return carried;
}

}  // namespace isoskin
