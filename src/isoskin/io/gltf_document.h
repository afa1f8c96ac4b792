#pragma once

#include <string>
#include <vector>

#include "isoskin/io/gltf_accessor.h"
#include "isoskin/io/gltf_container.h"
#include "isoskin/io/gltf_model.h"
#include "isoskin/rig/character.h"

namespace isoskin::gltf {

/// Which entries of a document became which parts of a character.
struct Links {
    std::vector<std::size_t> node_of_joint;
    std::vector<std::size_t> node_of_mesh;  ///< Per `SkinnedMesh`.
    std::vector<Index> joint_of_node;       ///< kNoIndex for nodes that are no joints.
    std::vector<Index> mesh_of_node;        ///< Index of a `SkinnedMesh`, or kNoIndex.
};

/// A glTF file as it was read, without compression: what the writer starts from.
struct Document : SourceDocument {
    Container container;
    std::filesystem::path path;
};

struct Interpretation {
    Character character;  ///< Without its source.
    Links links;
    Model model;
};

/// Makes a character of a document without compression. Called by the reader, and again by the
/// writer to see what was changed since.
Result<Interpretation> interpret(const Container& container, const std::filesystem::path& path);

/// Where a document carries volume settings: `extras.isoskin` of the scene it shows, which other
/// programs keep as a custom property. Empty text if there is none.
std::string carried_settings(const Json& document);

/// Which joints are which bones of a body, from the humanoid block of VRM 0.x and 1.0; in
/// gltf_humanoid.cpp. What is not a node of the scene is left out.
std::vector<HumanBone> read_human_bones(const Json& document, const Links& links);

/// One mesh of the file, whatever nodes show it.
struct MeshData {
    Mesh mesh;
    SkinWeights weights;
    std::vector<MorphTarget> morphs;
    bool has_joints = false;
    JointIndex largest_slot = 0;
};

/// The triangles of a mesh; points, lines and primitives without positions are left out.
std::vector<const Primitive*> drawn_primitives(const MeshEntry& mesh);

/// The primitives of one mesh one after the other, in gltf_mesh.cpp.
MeshData read_mesh(const MeshEntry& entry, const std::string& place, AccessorReader& reader,
                   Diagnosis& diagnosis);

/// Motions, in gltf_clip.cpp; what moves nodes that are no joints is left out.
std::vector<Clip> read_clips(const Model& model, const Links& links,
                             const std::vector<SkinnedMesh>& meshes, AccessorReader& reader,
                             Diagnosis& diagnosis);

/// False and refused if one of `values` is not finite.
bool check_finite(std::span<const float> values, std::size_t width, const std::string& place,
                  Diagnosis& diagnosis);

}  // namespace isoskin::gltf
