#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "isoskin/mesh/mesh.h"
#include "isoskin/rig/clip.h"
#include "isoskin/rig/offsets.h"
#include "isoskin/rig/pose.h"
#include "isoskin/rig/skin_weights.h"

namespace isoskin {

/// Which joints a mesh follows, and where they were when it was bound to them.
struct Skin {
    std::string name;
    std::vector<JointIndex> joints;       ///< Per slot.
    std::vector<Affine> joint_from_bind;  ///< Per slot: the inverse bind matrix.
    bool hung = false;  ///< Not a skin of the file: a rigid mesh that hangs on one joint.
};

/// Offsets from the bind shape; empty where the target leaves that attribute alone.
struct MorphTarget {
    std::string name;
    Offsets positions;  ///< Per vertex.
    Offsets normals;    ///< Per wedge.
    Offsets tangents;   ///< Per wedge.
};

/// A mesh as it hangs in the character. A rigid mesh is one that follows a single joint.
struct SkinnedMesh {
    Mesh mesh;  ///< In bind space.
    Skin skin;
    SkinWeights weights;
    std::vector<MorphTarget> morphs;
    std::vector<float> stored_morph_weights;  ///< One per morph.
    std::size_t source_mesh =
        0;  ///< Meshes of one file entry drawn several times share this number.
};

/// An encoded picture, PNG or JPEG as a rule, as it stood in the file.
struct Image {
    std::string name;
    std::string mime_type;
    std::vector<std::uint8_t> bytes;
};

/// What the renderer needs of a material; everything else travels in the source document.
struct Material {
    std::string name;
    Vec4 base_color = Vec4::Ones();  ///< Linear RGBA, multiplies texture and vertex colour.
    int base_color_image = -1;       ///< Index into the character's images, or -1.
    float roughness = 1.0F;
    float metallic = 0.0F;
    bool double_sided = false;
    float alpha_cutoff = -1.0F;  ///< Below it a texel is a hole; negative: opaque.
};

/// Whatever a file held that isoskin does not interpret, kept by its reader for its writer.
struct SourceDocument {
    SourceDocument() = default;
    SourceDocument(const SourceDocument&) = default;
    SourceDocument& operator=(const SourceDocument&) = default;
    virtual ~SourceDocument() = default;
};

/// What a file says itself about a joint: which bone of a human body it is, in the words of VRM.
struct HumanBone {
    std::string name;  ///< As "leftUpperArm".
    JointIndex joint = 0;
};

/// Everything that moves together: meshes, the skeleton they follow, and its motions.
struct Character {
    std::string name;
    Skeleton skeleton;
    std::vector<SkinnedMesh> meshes;
    std::vector<Clip> clips;
    std::vector<Material> materials;
    std::vector<Image> images;
    std::vector<HumanBone> human_bones;  ///< Empty unless the file has a humanoid block.
    std::vector<Note> notes;             ///< What the reader found, repaired or left out.
    std::string settings_json;  ///< How its volume is kept, as text; read by volume/settings_json.
    std::shared_ptr<const SourceDocument> source;
};

/// The shape of one mesh of a character at some moment, in model space.
struct PosedMesh {
    std::vector<Vec3> positions;  ///< Per vertex.
    std::vector<Vec3> normals;    ///< Per wedge, unit length; empty if not asked for.
    std::vector<Vec4> tangents;   ///< Per wedge; empty if the mesh has none.
};

/// Where the morph weights of each mesh start in a pose, and one past the last: meshes + 1 entries.
std::vector<std::size_t> first_morph(const Character& character);

/// The pose the file was stored in, morph weights included.
Pose stored_pose(const Character& character);

/// The pose of `clip` at `time` seconds, on top of the stored pose.
Pose clip_pose(const Character& character, const Clip& clip, double time,
               PlayMode mode = PlayMode::Clamp);

/// For each slot of a skin the motion that carries a bind point to its posed place in model space.
/// `palette` has one element per slot.
void compute_palette(const Skin& skin, std::span<const Affine> model_from_joint,
                     std::span<Affine> palette);

/// Joints that some skin of the file names, in skeleton order, each once: what people call the
/// joints of a character, as against the nodes that only carry things.
std::vector<JointIndex> skin_joints(const Character& character);

}  // namespace isoskin
