#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "isoskin/io/gltf_json.h"
#include "isoskin/math/transform.h"
#include "isoskin/rig/clip.h"

/// The parts of a glTF document isoskin interprets, as plain structures whose references are known
/// to exist and whose numbers are in range. Whether the buffers hold what the accessors promise is
/// the business of gltf_accessor.h.
namespace isoskin::gltf {

using Reference = std::optional<std::size_t>;

/// EXT_meshopt_compression of a buffer view.
struct MeshoptSource {
    std::size_t buffer = 0;
    std::size_t offset = 0;
    std::size_t length = 0;
    std::size_t stride = 0;
    std::size_t count = 0;
    std::string mode;
    std::string filter;
};

struct BufferView {
    std::size_t buffer = 0;
    std::size_t offset = 0;
    std::size_t length = 0;
    std::size_t stride = 0;  ///< 0: elements follow each other without gaps.
    std::optional<MeshoptSource> meshopt;
};

enum class ComponentType {
    Int8 = 5120,
    UInt8 = 5121,
    Int16 = 5122,
    UInt16 = 5123,
    UInt32 = 5125,
    Float = 5126,
};
std::size_t component_size(ComponentType type);

struct SparseValues {
    std::size_t count = 0;
    std::size_t index_view = 0;
    std::size_t index_offset = 0;
    ComponentType index_type = ComponentType::UInt32;
    std::size_t value_view = 0;
    std::size_t value_offset = 0;
};

struct Accessor {
    Reference view;  ///< None: all zero.
    std::size_t offset = 0;
    std::size_t count = 0;
    ComponentType component = ComponentType::Float;
    std::string type;       ///< As in "VEC3".
    std::size_t width = 1;  ///< Components of an element.
    bool normalized = false;
    std::optional<SparseValues> sparse;

    std::size_t element_size() const { return width * component_size(component); }
};

using Attributes = std::vector<std::pair<std::string, std::size_t>>;
Reference find(const Attributes& attributes, std::string_view name);

/// KHR_draco_mesh_compression of a primitive: attribute name to Draco's attribute id.
struct DracoSource {
    std::size_t view = 0;
    Attributes ids;
};

enum class PrimitiveMode { Triangles = 4, TriangleStrip = 5, TriangleFan = 6 };

struct Primitive {
    std::string place;  ///< As in "mesh 0, primitive 1".
    Attributes attributes;
    Reference indices;
    std::size_t mode = 4;
    Reference material;
    std::vector<Attributes> targets;
    std::optional<DracoSource> draco;
};

struct MeshEntry {
    std::string name;
    std::vector<Primitive> primitives;
    std::vector<float> weights;
    std::vector<std::string> target_names;  ///< From extras, as every exporter writes them.
};

struct SkinEntry {
    std::string place;
    std::string name;
    std::vector<std::size_t> joints;
    Reference inverse_bind_matrices;
};

struct Node {
    std::string name;
    std::vector<std::size_t> children;
    Reference parent;
    Reference mesh;
    Reference skin;
    Transform parent_from_node;
    std::vector<float> weights;
};

struct AnimationChannel {
    std::string place;
    ChannelPath path = ChannelPath::Rotation;
    std::size_t node = 0;
    Interpolation interpolation = Interpolation::Linear;
    std::size_t input = 0;
    std::size_t output = 0;
};

struct Animation {
    std::string name;
    std::vector<AnimationChannel> channels;
};

struct ImageEntry {
    std::string place;
    std::string name;
    std::string mime_type;
    std::string uri;
    Reference view;
};

struct MaterialEntry {
    std::string name;
    std::array<float, 4> base_color{1, 1, 1, 1};
    Reference base_color_image;
    float roughness = 1.0F;
    float metallic = 1.0F;
    bool double_sided = false;
    float alpha_cutoff = -1.0F;
};

struct Model {
    std::vector<BufferView> views;
    std::vector<Accessor> accessors;
    std::vector<MeshEntry> meshes;
    std::vector<SkinEntry> skins;
    std::vector<Node> nodes;
    std::vector<Animation> animations;
    std::vector<ImageEntry> images;
    std::vector<MaterialEntry> materials;
    std::vector<std::size_t> scene_roots;  ///< Of the default scene, or all roots if none is named.
};

/// Reads the model, refusing through `diagnosis` what does not fit together.
Model parse_model(const Json& document, Diagnosis& diagnosis);

/// Parts of `parse_model`, in gltf_entries.cpp; each needs what stands above it.
void parse_materials(const Object& root, Model& model);
void parse_meshes(const Object& root, const Json& document, Model& model);
void parse_skins(const Object& root, std::size_t node_count, Model& model);
void parse_animations(const Object& root, Model& model);

}  // namespace isoskin::gltf
