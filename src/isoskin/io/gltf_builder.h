#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isoskin/io/gltf_container.h"
#include "isoskin/math/types.h"
#include "isoskin/mesh/mesh.h"
#include "isoskin/rig/offsets.h"

namespace isoskin::gltf {

/// What the elements of a new accessor are for; decides the target of their buffer view and
/// whether least and greatest values are written.
enum class Usage { Position, Attribute, Indices, Time, Other };

/// A document being written: JSON to edit freely, and new accessors put into one more buffer.
/// Accessors nobody refers to any more are left behind when it is packed.
class Builder {
  public:
    Builder();                              ///< An empty document.
    explicit Builder(Container container);  ///< One to be changed.

    Json& document() { return container_.document; }
    /// An array of the document, made if there is none.
    Json& array(const char* key);

    std::size_t add_floats(std::span<const float> values, std::size_t width, Usage usage);
    std::size_t add_vec3s(std::span<const Vec3> values, Usage usage);
    /// Offsets of morph targets, in the way that takes the fewest bytes and loses nothing: sparse
    /// or not; those of directions as bytes where they are whole 127ths (KHR_mesh_quantization).
    std::size_t add_offsets(const Offsets& offsets, Usage usage);
    std::size_t add_indices(std::span<const Index> indices);
    /// Four joints to an element, as bytes if they fit.
    std::size_t add_joints(std::span<const std::uint16_t> joints);
    std::size_t add_view(std::span<const std::uint8_t> bytes);

    /// Drops what is unused and moves everything into one buffer: the document and its bytes.
    Container finish() &&;

  private:
    std::size_t add_accessor(std::size_t view, int component, std::size_t width, std::size_t count);
    std::size_t add_view(std::span<const std::uint8_t> bytes, Usage usage);
    Json make_sparse(std::size_t size, std::span<const Index> places,
                     std::span<const std::uint8_t> values);
    void require_extension(const char* name);

    Container container_;
};

/// A GLB, or a .gltf with everything inside if `path` ends so; written at once or not at all.
Status save(const std::filesystem::path& path, const Container& container);

/// Part of `Builder::finish`, in gltf_compact.cpp: removes accessors and buffer views nothing
/// refers to, and merges all buffers into one. If an extension is used whose references are not
/// known, nothing is removed.
void compact(Container& container);

}  // namespace isoskin::gltf
