// Writes EXT_meshopt_compression, without loss: every view decodes to the bytes it had.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <optional>

#include <meshoptimizer.h>

#include "isoskin/io/gltf_accessor.h"
#include "isoskin/io/gltf_compression.h"

namespace isoskin::gltf {
namespace {

constexpr const char* kName = "EXT_meshopt_compression";
constexpr std::size_t kSmallest = 256;  // bytes; below it the words in the JSON cost more

/// What one view holds, if all its users agree.
struct Content {
    std::size_t stride = 0;
    bool is_index = false;
    bool is_float = false;
    bool is_known = true;
};

/// Finds what the views of a document hold.
class Survey {
  public:
    explicit Survey(const Model& model) : contents_(model.views.size()) {
        for (const Accessor& accessor : model.accessors)
            add_accessor(model, accessor);
        for (const MeshEntry& mesh : model.meshes)
            for (const Primitive& primitive : mesh.primitives)
                if (primitive.indices && model.accessors[*primitive.indices].view)
                    contents_[*model.accessors[*primitive.indices].view].is_index = true;
    }
    const Content& content(std::size_t view) const { return contents_[view]; }

  private:
    void add_accessor(const Model& model, const Accessor& accessor) {
        const bool is_float = accessor.component == ComponentType::Float;
        if (accessor.view) {
            const std::size_t own = model.views[*accessor.view].stride;
            add(*accessor.view,
                {.stride = own > 0 ? own : accessor.element_size(), .is_float = is_float});
        }
        if (!accessor.sparse) return;
        add(accessor.sparse->index_view,
            {.stride = component_size(accessor.sparse->index_type), .is_index = true});
        add(accessor.sparse->value_view, {.stride = accessor.element_size(), .is_float = is_float});
    }

    void add(std::size_t view, const Content& content) {
        Content& known = contents_[view];
        if (known.stride == 0)
            known = content;
        else
            known.is_known = known.is_known && known.stride == content.stride &&
                             known.is_index == content.is_index &&
                             known.is_float == content.is_float;
    }

    std::vector<Content> contents_;
};

/// Packed bytes, and how to unpack them.
struct Packed {
    Bytes bytes;
    std::size_t stride = 0;
    std::size_t count = 0;
    const char* mode = "ATTRIBUTES";
    const char* filter = nullptr;
};

// Floats as whole numbers of a common power of two, which pack far better, if that is exact.
std::optional<Bytes> as_whole_numbers(const Bytes& plain) {
    int least = 127;
    int most = -126;
    const auto at = [&](std::size_t i) {
        float value = 0.0F;
        std::memcpy(&value, &plain[i], sizeof value);
        return value;
    };
    for (std::size_t i = 0; i < plain.size(); i += sizeof(float)) {
        const float value = at(i);
        if (!std::isfinite(value) || (value == 0.0F && std::signbit(value))) return std::nullopt;
        if (value == 0.0F) continue;
        int exponent = 0;
        auto mantissa = static_cast<std::int32_t>(std::ldexp(std::frexp(value, &exponent), 24));
        most = std::max(most, exponent);
        exponent -= 24;
        for (; mantissa % 2 == 0; mantissa /= 2)
            ++exponent;
        least = std::min(least, exponent);
    }
    if (least < -100 || most - least > 22) return std::nullopt;
    Bytes whole(plain.size());
    for (std::size_t i = 0; i < plain.size(); i += sizeof(float)) {
        const auto mantissa = static_cast<std::int32_t>(std::ldexp(at(i), -least));
        const std::uint32_t word = (static_cast<std::uint32_t>(least) << 24U) |
                                   (static_cast<std::uint32_t>(mantissa) & 0xFFFFFFU);
        std::memcpy(&whole[i], &word, sizeof word);
    }
    return whole;
}

Packed pack_indices(const Bytes& plain, std::size_t stride) {
    Packed packed{.bytes = {}, .stride = stride, .count = plain.size() / stride, .mode = "INDICES"};
    std::vector<std::uint32_t> indices(packed.count, 0);
    std::uint32_t largest = 0;
    for (std::size_t i = 0; i < packed.count; ++i) {
        std::memcpy(&indices[i], &plain[i * stride], stride);
        largest = std::max(largest, indices[i]);
    }
    packed.bytes.resize(meshopt_encodeIndexSequenceBound(packed.count, std::size_t{largest} + 1));
    packed.bytes.resize(meshopt_encodeIndexSequence(packed.bytes.data(), packed.bytes.size(),
                                                    indices.data(), packed.count));
    return packed;
}

Packed pack_values(Bytes plain, const Content& content) {
    const std::size_t stride = std::lcm(content.stride, std::size_t{4});
    plain.resize((plain.size() + stride - 1) / stride * stride, 0);
    Packed packed{.bytes = {}, .stride = stride, .count = plain.size() / stride};
    if (content.is_float)
        if (auto whole = as_whole_numbers(plain)) {
            plain = *std::move(whole);
            packed.filter = "EXPONENTIAL";
        }
    packed.bytes.resize(meshopt_encodeVertexBufferBound(packed.count, stride));
    packed.bytes.resize(meshopt_encodeVertexBuffer(packed.bytes.data(), packed.bytes.size(),
                                                   plain.data(), packed.count, stride));
    return packed;
}

std::optional<Packed> pack(const Bytes& plain, const Content& content) {
    if (!content.is_known || content.stride == 0 || plain.size() < kSmallest) return std::nullopt;
    const bool whole = plain.size() % content.stride == 0;
    const bool index = content.is_index && (content.stride == 2 || content.stride == 4) && whole;
    if (!index && std::lcm(content.stride, std::size_t{4}) > 256) return std::nullopt;
    Packed packed = index ? pack_indices(plain, content.stride) : pack_values(plain, content);
    if (packed.bytes.size() >= plain.size()) return std::nullopt;
    return packed;
}

std::size_t append(std::span<const std::uint8_t> bytes, Bytes& buffer) {
    buffer.resize((buffer.size() + 3) / 4 * 4);
    const std::size_t offset = buffer.size();
    buffer.insert(buffer.end(), bytes.begin(), bytes.end());
    return offset;
}

}  // namespace

Status compress(Container& container) {
    meshopt_encodeIndexVersion(1);  // what the extension asks for
    Diagnosis diagnosis("what is being written");
    const Model model = parse_model(container.document, diagnosis);
    if (diagnosis.failed()) return diagnosis.error();
    if (model.views.empty()) return Done{};
    const Survey survey(model);
    Bytes kept;
    std::size_t unpacked_size = 0;
    Json& views = container.document["bufferViews"];
    for (std::size_t v = 0; v < model.views.size(); ++v) {
        const BufferView& view = model.views[v];
        const auto begin =
            container.buffers[view.buffer].begin() + static_cast<std::ptrdiff_t>(view.offset);
        const Bytes plain(begin, begin + static_cast<std::ptrdiff_t>(view.length));
        const auto packed = pack(plain, survey.content(v));
        if (!packed) {
            views[v]["byteOffset"] = append(plain, kept);
            continue;
        }
        Json how{{"buffer", 0},
                 {"byteOffset", append(packed->bytes, kept)},
                 {"byteLength", packed->bytes.size()},
                 {"byteStride", packed->stride},
                 {"count", packed->count},
                 {"mode", packed->mode}};
        if (packed->filter != nullptr) how["filter"] = packed->filter;
        views[v]["buffer"] = 1;
        views[v]["byteOffset"] = (unpacked_size + 3) / 4 * 4;
        views[v]["byteLength"] = packed->count * packed->stride;
        views[v]["extensions"][kName] = std::move(how);
        unpacked_size = (unpacked_size + 3) / 4 * 4 + packed->count * packed->stride;
    }
    if (unpacked_size == 0) return Done{};
    container.document["buffers"][0]["byteLength"] = kept.size();
    container.document["buffers"].push_back(
        {{"byteLength", unpacked_size}, {"extensions", {{kName, {{"fallback", true}}}}}});
    for (const char* list : {"extensionsUsed", "extensionsRequired"})
        container.document[list].push_back(kName);
    container.buffers.front() = std::move(kept);
    return Done{};
}

}  // namespace isoskin::gltf
