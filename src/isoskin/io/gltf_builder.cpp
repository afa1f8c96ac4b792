#include "isoskin/io/gltf_builder.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>

#include "isoskin/io/file.h"

namespace isoskin::gltf {
namespace {

constexpr int kByte = 5120;
constexpr int kUnsignedByte = 5121;
constexpr int kUnsignedShort = 5123;
constexpr int kUnsignedInt = 5125;
constexpr int kFloat = 5126;
constexpr int kArrayBuffer = 34962;
constexpr int kElementArrayBuffer = 34963;

const char* type_name(std::size_t width) {
    switch (width) {
        case 1:
            return "SCALAR";
        case 2:
            return "VEC2";
        case 3:
            return "VEC3";
        case 4:
            return "VEC4";
        default:
            assert(width == 16);
            return "MAT4";
    }
}

template <typename T>
std::span<const std::uint8_t> bytes_of(std::span<const T> values) {
    return {reinterpret_cast<const std::uint8_t*>(values.data()), values.size_bytes()};
}

void add_bounds(Json& accessor, std::span<const float> values, std::size_t width) {
    std::vector<float> least(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(width));
    std::vector<float> greatest = least;
    for (std::size_t i = 0; i < values.size(); ++i) {
        least[i % width] = std::min(least[i % width], values[i]);
        greatest[i % width] = std::max(greatest[i % width], values[i]);
    }
    accessor["min"] = least;
    accessor["max"] = greatest;
}

// Of all offsets, zeros included.
void add_bounds(Json& accessor, const Offsets& offsets) {
    std::vector<float> ends;
    if (offsets.places().size() < offsets.size()) ends.resize(3, 0.0F);
    for (const Vec3& value : offsets.values())
        ends.insert(ends.end(), value.data(), value.data() + 3);
    add_bounds(accessor, ends, 3);
}

// Three signed bytes an entry if these stand for the same numbers.
std::optional<Bytes> as_bytes(const Offsets& offsets) {
    Bytes bytes;
    for (const Vec3& value : offsets.values())
        for (const float number : value) {
            const float whole = std::round(127.0F * number);
            if (!(std::abs(whole) <= 127.0F) || whole / 127.0F != number) return std::nullopt;
            bytes.push_back(static_cast<std::uint8_t>(static_cast<std::int8_t>(whole)));
        }
    return bytes;
}

// Every element, at a distance of four bytes.
Bytes spread(const Offsets& offsets, std::span<const std::uint8_t> values) {
    Bytes all(4 * offsets.size(), 0);
    for (std::size_t i = 0; i < offsets.places().size(); ++i)
        std::copy_n(&values[3 * i], 3, &all[4 * std::size_t{offsets.places()[i]}]);
    return all;
}

}  // namespace

Builder::Builder() {
    container_.document["asset"] = {{"version", "2.0"}, {"generator", "isoskin"}};
    container_.buffers.emplace_back();
    array("buffers").push_back(Json::object());
}

Builder::Builder(Container container) : container_(std::move(container)) {
    container_.buffers.emplace_back();
    array("buffers").push_back(Json::object());
}

Json& Builder::array(const char* key) {
    Json& value = container_.document[key];
    if (!value.is_array()) value = Json::array();
    return value;
}

std::size_t Builder::add_view(std::span<const std::uint8_t> bytes, Usage usage) {
    Bytes& buffer = container_.buffers.back();
    buffer.resize((buffer.size() + 3) / 4 * 4);
    Json view{{"buffer", container_.buffers.size() - 1},
              {"byteOffset", buffer.size()},
              {"byteLength", bytes.size()}};
    if (usage == Usage::Position || usage == Usage::Attribute) view["target"] = kArrayBuffer;
    if (usage == Usage::Indices) view["target"] = kElementArrayBuffer;
    buffer.insert(buffer.end(), bytes.begin(), bytes.end());
    array("bufferViews").push_back(std::move(view));
    return array("bufferViews").size() - 1;
}

std::size_t Builder::add_view(std::span<const std::uint8_t> bytes) {
    return add_view(bytes, Usage::Other);
}

std::size_t Builder::add_accessor(std::size_t view, int component, std::size_t width,
                                  std::size_t count) {
    array("accessors")
        .push_back({{"bufferView", view},
                    {"componentType", component},
                    {"count", count},
                    {"type", type_name(width)}});
    return array("accessors").size() - 1;
}

std::size_t Builder::add_floats(std::span<const float> values, std::size_t width, Usage usage) {
    assert(!values.empty() && values.size() % width == 0);
    const std::size_t view = add_view(bytes_of(values), usage);
    const std::size_t accessor = add_accessor(view, kFloat, width, values.size() / width);
    if (usage == Usage::Position || usage == Usage::Time)
        add_bounds(array("accessors")[accessor], values, width);
    return accessor;
}

std::size_t Builder::add_vec3s(std::span<const Vec3> values, Usage usage) {
    static_assert(sizeof(Vec3) == 3 * sizeof(float));
    return add_floats({values.data()->data(), values.size() * 3}, 3, usage);
}

Json Builder::make_sparse(std::size_t size, std::span<const Index> places,
                          std::span<const std::uint8_t> values) {
    const bool narrow = size <= 65536;
    const std::vector<std::uint16_t> shorts(places.begin(), narrow ? places.end() : places.begin());
    return {{"count", places.size()},
            {"indices",
             {{"bufferView",
               narrow ? add_view(bytes_of(std::span(shorts))) : add_view(bytes_of(places))},
              {"componentType", narrow ? kUnsignedShort : kUnsignedInt}}},
            {"values", {{"bufferView", add_view(values)}}}};
}

void Builder::require_extension(const char* name) {
    for (const char* list : {"extensionsUsed", "extensionsRequired"})
        if (Json& names = array(list); std::find(names.begin(), names.end(), name) == names.end())
            names.push_back(name);
}

std::size_t Builder::add_offsets(const Offsets& offsets, Usage usage) {
    assert(!offsets.empty());
    constexpr std::size_t kViewBytes = 200;  // what two more views cost in the JSON
    const auto bytes = usage == Usage::Position ? std::nullopt : as_bytes(offsets);
    const std::size_t width = bytes ? 3 : sizeof(Vec3);
    const std::size_t entry = width + (offsets.size() <= 65536 ? 2 : 4);
    Json accessor{{"componentType", bytes ? kByte : kFloat},
                  {"count", offsets.size()},
                  {"type", type_name(3)}};
    if (bytes) accessor["normalized"] = true;
    if (offsets.places().size() * entry + kViewBytes < offsets.size() * (bytes ? 4 : width)) {
        if (!offsets.places().empty())
            accessor["sparse"] =
                make_sparse(offsets.size(), offsets.places(),
                            bytes ? std::span<const std::uint8_t>(*bytes)
                                  : bytes_of(std::span<const Vec3>(offsets.values())));
    } else if (bytes) {
        accessor["bufferView"] = add_view(spread(offsets, *bytes), usage);
        array("bufferViews").back()["byteStride"] = 4;
    } else {
        const std::vector<Vec3> all = offsets.all();
        accessor["bufferView"] = add_view(bytes_of(std::span<const Vec3>(all)), usage);
    }
    if (bytes) require_extension("KHR_mesh_quantization");
    if (usage == Usage::Position) add_bounds(accessor, offsets);
    array("accessors").push_back(std::move(accessor));
    return array("accessors").size() - 1;
}

std::size_t Builder::add_indices(std::span<const Index> indices) {
    assert(!indices.empty());
    // The largest value of each type restarts a primitive and is not an index.
    const Index largest = *std::max_element(indices.begin(), indices.end());
    if (largest >= 65535)
        return add_accessor(add_view(bytes_of(indices), Usage::Indices), kUnsignedInt, 1,
                            indices.size());
    const std::vector<std::uint16_t> narrow(indices.begin(), indices.end());
    return add_accessor(add_view(bytes_of(std::span(narrow)), Usage::Indices), kUnsignedShort, 1,
                        indices.size());
}

std::size_t Builder::add_joints(std::span<const std::uint16_t> joints) {
    assert(!joints.empty() && joints.size() % 4 == 0);
    const std::uint16_t largest = *std::max_element(joints.begin(), joints.end());
    if (largest > 255)
        return add_accessor(add_view(bytes_of(joints), Usage::Attribute), kUnsignedShort, 4,
                            joints.size() / 4);
    const std::vector<std::uint8_t> narrow(joints.begin(), joints.end());
    return add_accessor(add_view(narrow, Usage::Attribute), kUnsignedByte, 4, joints.size() / 4);
}

Container Builder::finish() && {
    compact(container_);
    return std::move(container_);
}

Status save(const std::filesystem::path& path, const Container& container) {
    const Bytes none;
    const Bytes& binary = container.buffers.empty() ? none : container.buffers.front();
    if (binary.size() > std::size_t{0xFFFF0000})
        return cannot_write("cannot write '" + path.string() + "': glTF holds at most 4 gigabytes");
    if (path.extension() != ".gltf") return write_bytes(path, make_glb(container.document, binary));
    Json document = container.document;
    if (!binary.empty())
        document["buffers"][0]["uri"] =
            "data:application/octet-stream;base64," + encode_base64(binary);
    return write_text(path, document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace isoskin::gltf
