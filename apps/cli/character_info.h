#pragma once

#include <optional>
#include <string>
#include <vector>

#include "isoskin/base/result.h"
#include "isoskin/rig/character.h"

namespace isoskin::cli {

/// One mesh of the file; drawn several times, it is still one.
struct MeshInfo {
    std::string name;
    std::size_t instances = 1;
    std::size_t vertices = 0;
    std::size_t triangles = 0;  ///< After quads are cut in two.
    std::size_t quads = 0;
    std::size_t parts = 0;
    std::size_t boundary_edges = 0;
    bool closed = false;
    /// Of the bind shape under the file's scales, holes capped and every part the right way out:
    /// what a pose ought to enclose. This and all below: over all instances.
    double volume = 0.0;
    /// Of the pose the file's nodes hold: the signed sum over the triangles as they stand, about
    /// the origin. What they enclose if the surface is closed and the right way out, else a number
    /// to compare files by.
    double stored_volume = 0.0;
    double stored_capped_volume = 0.0;  ///< The same pose measured like `volume`.
};

struct JointInfo {
    std::string name;
    std::optional<std::string> parent;  ///< The nearest ancestor that is a joint too.
};

struct SkinInfo {
    std::string name;
    std::size_t joints = 0;
};

/// What there is to know about a character before one works with it.
struct CharacterInfo {
    std::vector<MeshInfo> meshes;
    std::vector<JointInfo> joints;  ///< Of the first instance of each mesh.
    std::vector<SkinInfo> skins;
    std::size_t influences = 0;  ///< The most joints that one vertex follows.
};

/// Poses the character as stored and measures it.
Result<CharacterInfo> inspect(const Character& character);

}  // namespace isoskin::cli
