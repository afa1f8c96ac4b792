#include "isoskin/io/bare_mesh.h"

#include <cassert>

namespace isoskin {

void add_bare_mesh(Mesh mesh, Character& character) {
    assert(character.skeleton.joint_count() == 0);
    Joint root;
    root.name = "root";
    character.skeleton = *Skeleton::create({root});

    SkinnedMesh skinned;
    skinned.weights = SkinWeights::rigid(mesh.vertex_count(), 0);
    skinned.mesh = std::move(mesh);
    skinned.skin.joints = {0};
    skinned.skin.joint_from_bind = {Affine::Identity()};
    skinned.skin.hung = true;
    character.meshes.push_back(std::move(skinned));
}

}  // namespace isoskin
