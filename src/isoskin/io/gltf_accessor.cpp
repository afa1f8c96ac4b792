#include "isoskin/io/gltf_accessor.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace isoskin::gltf {
namespace {

constexpr std::uint64_t kBudgetBase = std::uint64_t{16} << 20U;
constexpr std::uint64_t kBudgetPerByte = 256;

template <typename Raw>
Raw load(const std::uint8_t* bytes) {
    Raw value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
}

// glTF's rule for integers that stand for fractions; 0 for components taken as they are.
float normalisation(const Accessor& accessor) {
    if (!accessor.normalized) return 0.0F;
    switch (accessor.component) {
        case ComponentType::Int8:
            return 127.0F;
        case ComponentType::UInt8:
            return 255.0F;
        case ComponentType::Int16:
            return 32767.0F;
        case ComponentType::UInt16:
            return 65535.0F;
        default:
            return 0.0F;
    }
}

template <typename Raw, typename T>
T convert(const std::uint8_t* bytes, float scale) {
    const Raw raw = load<Raw>(bytes);
    if constexpr (std::is_same_v<T, float>)
        return scale > 0.0F ? std::max(static_cast<float>(raw) / scale, -1.0F)
                            : static_cast<float>(raw);
    else
        return static_cast<T>(raw);
}

template <typename T>
using Converter = T (*)(const std::uint8_t*, float);

template <typename T>
Converter<T> converter(ComponentType type) {
    switch (type) {
        case ComponentType::Int8:
            return convert<std::int8_t, T>;
        case ComponentType::UInt8:
            return convert<std::uint8_t, T>;
        case ComponentType::Int16:
            return convert<std::int16_t, T>;
        case ComponentType::UInt16:
            return convert<std::uint16_t, T>;
        case ComponentType::UInt32:
            return convert<std::uint32_t, T>;
        case ComponentType::Float:
            if constexpr (std::is_same_v<T, float>) return convert<float, T>;
            break;
    }
    return nullptr;
}

bool is_unsigned(ComponentType type) {
    return type == ComponentType::UInt8 || type == ComponentType::UInt16 ||
           type == ComponentType::UInt32;
}

std::string ends_beyond(std::size_t end, std::size_t size) {
    return " ends at byte " + std::to_string(end) + ", beyond the " + std::to_string(size) +
           " bytes of ";
}

}  // namespace

Budget::Budget(std::size_t file_bytes) : left_(kBudgetBase + kBudgetPerByte * file_bytes) {}

bool Budget::take(std::size_t count, std::size_t size) {
    if (size != 0 && count > left_ / size) return false;
    left_ -= std::uint64_t{count} * size;
    return true;
}

AccessorReader::AccessorReader(const Model& model, const Container& container, Diagnosis& diagnosis)
    : model_(&model),
      container_(&container),
      diagnosis_(&diagnosis),
      budget_(container.byte_count) {}

std::span<const std::uint8_t> AccessorReader::view_bytes(std::size_t index,
                                                         const std::string& place) {
    const BufferView& view = model_->views[index];
    const Bytes& buffer = container_->buffers[view.buffer];
    if (view.offset > buffer.size() || view.length > buffer.size() - view.offset) {
        diagnosis_->refuse(place, "buffer view " + std::to_string(index) +
                                      ends_beyond(view.offset + view.length, buffer.size()) +
                                      "buffer " + std::to_string(view.buffer));
        return {};
    }
    return std::span(buffer).subspan(view.offset, view.length);
}

std::optional<AccessorReader::Run> AccessorReader::locate(const Accessor& accessor,
                                                          std::size_t view, std::size_t offset,
                                                          std::size_t count,
                                                          const std::string& place) {
    const auto bytes = view_bytes(view, place);
    if (bytes.empty()) return std::nullopt;
    const std::size_t size = accessor.element_size();
    const std::size_t stride = std::max(model_->views[view].stride, size);
    // Divided, not multiplied: counts of hostile files overflow.
    const bool fits = offset <= bytes.size() && size <= bytes.size() - offset &&
                      count - 1 <= (bytes.size() - offset - size) / stride;
    if (!fits) {
        diagnosis_->refuse(place, std::to_string(count) + " elements from byte " +
                                      std::to_string(offset) + " on do not fit into the " +
                                      std::to_string(bytes.size()) + " bytes of buffer view " +
                                      std::to_string(view));
        return std::nullopt;
    }
    return Run{.data = bytes.data() + offset, .stride = stride};
}

template <typename Visit>
void AccessorReader::visit_sparse(const Accessor& accessor, const std::string& place,
                                  const Visit& visit) {
    const SparseValues& sparse = *accessor.sparse;
    if (sparse.count == 0 || sparse.count > accessor.count || !is_unsigned(sparse.index_type))
        return diagnosis_->refuse(place, "its sparse values are not between 1 and its count");
    Accessor indices;
    indices.component = sparse.index_type;
    const auto index_run =
        locate(indices, sparse.index_view, sparse.index_offset, sparse.count, place);
    const auto value_run =
        locate(accessor, sparse.value_view, sparse.value_offset, sparse.count, place);
    if (!index_run || !value_run) return;

    const auto to_index = converter<std::uint32_t>(sparse.index_type);
    for (std::size_t i = 0; i < sparse.count; ++i) {
        const std::size_t element = to_index(index_run->data + i * index_run->stride, 0.0F);
        if (element >= accessor.count)
            return diagnosis_->refuse(place, "sparse index " + std::to_string(element) +
                                                 " is beyond its " +
                                                 std::to_string(accessor.count) + " elements");
        visit(element, value_run->data + i * value_run->stride);
    }
}

template <typename T>
void AccessorReader::apply_sparse(const Accessor& accessor, std::vector<T>& values,
                                  const std::string& place) {
    const auto to_value = converter<T>(accessor.component);
    const float scale = normalisation(accessor);
    const std::size_t size = component_size(accessor.component);
    visit_sparse(accessor, place, [&](std::size_t element, const std::uint8_t* bytes) {
        for (std::size_t c = 0; c < accessor.width; ++c)
            values[element * accessor.width + c] = to_value(bytes + c * size, scale);
    });
}

template <typename T>
std::vector<T> AccessorReader::read(std::size_t index, const std::string& user) {
    const Accessor& accessor = model_->accessors[index];
    const std::string place = user + ", accessor " + std::to_string(index);
    Run run;
    if (accessor.view) {
        const auto located =
            locate(accessor, *accessor.view, accessor.offset, accessor.count, place);
        if (!located) return {};
        run = *located;
    }
    if (!budget_.take(accessor.count, accessor.width * sizeof(T))) {
        diagnosis_->refuse(place, std::to_string(accessor.count) +
                                      " elements are more than a file of this size may ask for");
        return {};
    }
    std::vector<T> values(accessor.count * accessor.width);
    const auto to_value = converter<T>(accessor.component);
    const std::size_t size = component_size(accessor.component);
    const float scale = normalisation(accessor);
    if (run.data)
        for (std::size_t i = 0; i < accessor.count; ++i)
            for (std::size_t c = 0; c < accessor.width; ++c)
                values[i * accessor.width + c] =
                    to_value(run.data + i * run.stride + c * size, scale);
    if (accessor.sparse) apply_sparse(accessor, values, place);
    return diagnosis_->failed() ? std::vector<T>{} : values;
}

std::vector<float> AccessorReader::floats(std::size_t accessor, const std::string& place) {
    return read<float>(accessor, place);
}

Offsets AccessorReader::offsets(std::size_t index, const std::string& user) {
    const Accessor& accessor = model_->accessors[index];
    assert(accessor.width == 3);
    const auto read_all = [&] {
        const auto numbers = floats(index, user);
        std::vector<Vec3> all;
        for (std::size_t i = 0; i + 2 < numbers.size(); i += 3)
            all.emplace_back(numbers[i], numbers[i + 1], numbers[i + 2]);
        return Offsets(all);
    };
    if (accessor.view) return read_all();
    if (!accessor.sparse) return Offsets(accessor.count, {}, {});
    const std::string place = user + ", accessor " + std::to_string(index);
    const auto to_value = converter<float>(accessor.component);
    const float scale = normalisation(accessor);
    const std::size_t size = component_size(accessor.component);
    std::vector<Index> places;
    std::vector<Vec3> values;
    bool in_order = true;
    visit_sparse(accessor, place, [&](std::size_t element, const std::uint8_t* bytes) {
        in_order = in_order && (places.empty() || element > places.back());
        places.push_back(static_cast<Index>(element));
        values.emplace_back(to_value(bytes, scale), to_value(bytes + size, scale),
                            to_value(bytes + 2 * size, scale));
    });
    if (diagnosis_->failed()) return {};
    return in_order ? Offsets(accessor.count, std::move(places), std::move(values)) : read_all();
}

std::vector<std::uint32_t> AccessorReader::integers(std::size_t accessor,
                                                    const std::string& place) {
    if (!is_unsigned(model_->accessors[accessor].component)) {
        diagnosis_->refuse(place, "accessor " + std::to_string(accessor) +
                                      " does not hold unsigned whole numbers");
        return {};
    }
    return read<std::uint32_t>(accessor, place);
}

}  // namespace isoskin::gltf
