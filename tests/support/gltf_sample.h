#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace isoskin {

/// A small glTF file put together by a test: JSON to edit at will, and numbers for its accessors.
class GltfSample {
  public:
    GltfSample();

    nlohmann::json json;

    /// Appends an accessor over `values`, as `add<float>({…}, 5126, "VEC3")`; returns its index.
    template <typename T>
    std::size_t add(const std::vector<T>& values, int component_type, const std::string& type) {
        const std::size_t view = add_view(values.data(), values.size() * sizeof(T));
        return add_accessor(view, values.size() / width(type), component_type, type);
    }
    std::size_t add_view(const void* data, std::size_t size);
    std::size_t add_accessor(std::size_t view, std::size_t count, int component_type,
                             const std::string& type);

    /// The file, a GLB.
    std::vector<std::uint8_t> bytes() const;

  private:
    static std::size_t width(const std::string& type);

    std::vector<std::uint8_t> binary_;
};

/// A triangle in the plane z = 0, on one node.
GltfSample triangle_sample();

/// The triangle skinned to two joints, 1 above 0, with a clip "turn" that turns the second by 90°
/// about z within one second, a morph target, a material and things isoskin does not interpret.
GltfSample rigged_sample();

}  // namespace isoskin
