#pragma once

#include <span>
#include <vector>

#include "isoskin/io/gltf_builder.h"
#include "isoskin/io/gltf_document.h"
#include "isoskin/rig/character.h"

/// The pieces the writer is made of.
namespace isoskin::gltf {

/// The part of a mesh that becomes one primitive.
struct PrimitiveShape {
    std::vector<Index> wedges;   ///< The vertices of the primitive, as wedges of the mesh.
    std::vector<Index> indices;  ///< Corners of triangles, counted in `wedges`.
};

/// One shape per section. Vertices stay together and in order: all those of a section that owns a
/// range, else those its faces use.
std::vector<PrimitiveShape> cut_into_primitives(const Mesh& mesh);

/// Nodes that stand for the joints and meshes of a character.
struct NodeMap {
    std::vector<std::size_t> node_of_joint;
    std::vector<std::size_t> node_of_mesh;
};

Json make_primitive(const SkinnedMesh& mesh, std::size_t section, const PrimitiveShape& shape,
                    Builder& builder);
void set_shape_attributes(const Mesh& mesh, const PrimitiveShape& shape, Builder& builder,
                          Json& attributes);
void set_weights(const SkinnedMesh& mesh, const PrimitiveShape& shape, Builder& builder,
                 Json& attributes);
/// Morph targets from the `first`-th on; those before stay as the primitive has them.
void set_targets(const SkinnedMesh& mesh, const PrimitiveShape& shape, std::size_t first,
                 Builder& builder, Json& primitive);
void set_target_names(const SkinnedMesh& mesh, Json& json);

Json make_mesh(const SkinnedMesh& mesh, Builder& builder);
Json make_skin(const Skin& skin, const NodeMap& nodes, Builder& builder);
/// Channels and samplers of a clip, put into `animation`.
void set_channels(const Clip& clip, const NodeMap& nodes, const Character& character,
                  Builder& builder, Json& animation);
/// Puts the channels of morph weights of a clip in place of those `animation` has; all others stay
/// as they stand in the document.
void replace_morph_channels(const Clip& clip, const NodeMap& nodes, const Character& character,
                            Builder& builder, Json& animation);
void set_transform(const Transform& transform, Json& node);

/// Materials with one texture each, and the pictures they show, for a document that has none.
void add_materials(const Character& character, Builder& builder);
/// What isoskin knows of a material, over what the document says of it; it shows `image` of the
/// document, if any.
void set_material(const Material& material, Reference image, Builder& builder, Json& json);
/// Moves a picture into the document; its reference to a file or URI goes.
void embed_image(const Image& image, Builder& builder, Json& json);

/// A document made from the character alone, or the one it came from brought up to date.
void build_from_scratch(const Character& character, Builder& builder);
void update(const Character& character, const Interpretation& original, Builder& builder);
/// Whether the character still has the joints and meshes it was read with; skinned meshes may have
/// been added.
bool has_same_structure(const Character& character, const Character& original);
/// And whether its meshes still have the same faces.
bool has_same_topology(const Character& character, const Character& original);

}  // namespace isoskin::gltf
