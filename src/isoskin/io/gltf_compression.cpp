#include "isoskin/io/gltf_compression.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <memory>

#include <draco/compression/decode.h>
#include <meshoptimizer.h>

#include "isoskin/io/gltf_accessor.h"

namespace isoskin::gltf {
namespace {

constexpr const char* kMeshoptNames[] = {"EXT_meshopt_compression", "KHR_meshopt_compression"};
constexpr const char* kDracoName = "KHR_draco_mesh_compression";

void erase_extension(Json& object, const char* name) {
    const auto extensions = object.find("extensions");
    if (extensions == object.end()) return;
    extensions->erase(name);
    if (extensions->empty()) object.erase("extensions");
}

void unlist_extension(Json& document, const char* name) {
    for (const char* key : {"extensionsUsed", "extensionsRequired"}) {
        const auto list = document.find(key);
        if (list == document.end()) continue;
        list->erase(std::remove(list->begin(), list->end(), name), list->end());
        if (list->empty()) document.erase(key);
    }
}

bool has_compression(const Model& model) {
    for (const BufferView& view : model.views)
        if (view.meshopt) return true;
    for (const MeshEntry& mesh : model.meshes)
        for (const Primitive& primitive : mesh.primitives)
            if (primitive.draco) return true;
    return false;
}

/// Decodes into one new buffer, rewriting the document as it goes.
class Unpacker {
  public:
    Unpacker(Container& container, Model model, Diagnosis& diagnosis)
        : container_(container),
          model_(std::move(model)),
          diagnosis_(diagnosis),
          reader_(model_, container, diagnosis) {}

    void unpack_views();
    void unpack_primitives();
    void finish();

  private:
    void unpack_view(std::size_t index, const MeshoptSource& source);
    void unpack_primitive(const Primitive& primitive, Json& json);
    void store_attribute(const draco::Mesh& mesh, const std::string& name, std::size_t id,
                         const Primitive& primitive);
    void store_indices(const draco::Mesh& mesh, const Primitive& primitive);
    void redirect_accessor(std::size_t accessor, Bytes bytes, std::size_t stride, int target);
    std::size_t append(std::span<const std::uint8_t> bytes);

    Container& container_;
    Model model_;
    Diagnosis& diagnosis_;
    AccessorReader reader_;
    Bytes decoded_;
};

bool is_decodable(const MeshoptSource& source) {
    const bool index_size = source.stride == 2 || source.stride == 4;
    if (source.mode == "TRIANGLES") return index_size && source.count % 3 == 0;
    if (source.mode == "INDICES") return index_size;
    return source.mode == "ATTRIBUTES" && source.stride % 4 == 0 && source.stride > 0 &&
           source.stride <= 256;
}

bool is_filterable(const MeshoptSource& source) {
    if (source.filter.empty() || source.filter == "NONE") return true;
    if (source.mode != "ATTRIBUTES") return false;
    if (source.filter == "OCTAHEDRAL") return source.stride == 4 || source.stride == 8;
    if (source.filter == "QUATERNION") return source.stride == 8;
    return source.filter == "EXPONENTIAL";
}

bool decode_meshopt(const MeshoptSource& source, std::span<const std::uint8_t> packed, Bytes& out) {
    if (source.mode == "TRIANGLES")
        return meshopt_decodeIndexBuffer(out.data(), source.count, source.stride, packed.data(),
                                         packed.size()) == 0;
    if (source.mode == "INDICES")
        return meshopt_decodeIndexSequence(out.data(), source.count, source.stride, packed.data(),
                                           packed.size()) == 0;
    if (meshopt_decodeVertexBuffer(out.data(), source.count, source.stride, packed.data(),
                                   packed.size()) != 0)
        return false;
    // The filters work on whole groups of four elements and on nothing less.
    out.resize((source.count + 3) / 4 * 4 * source.stride);
    const std::size_t count = (source.count + 3) / 4 * 4;
    if (source.filter == "OCTAHEDRAL") meshopt_decodeFilterOct(out.data(), count, source.stride);
    if (source.filter == "QUATERNION") meshopt_decodeFilterQuat(out.data(), count, source.stride);
    if (source.filter == "EXPONENTIAL") meshopt_decodeFilterExp(out.data(), count, source.stride);
    out.resize(source.count * source.stride);
    return true;
}

std::size_t Unpacker::append(std::span<const std::uint8_t> bytes) {
    decoded_.resize((decoded_.size() + 3) / 4 * 4);
    const std::size_t offset = decoded_.size();
    decoded_.insert(decoded_.end(), bytes.begin(), bytes.end());
    return offset;
}

void Unpacker::unpack_view(std::size_t index, const MeshoptSource& source) {
    const std::string place = "buffer view " + std::to_string(index);
    if (!is_decodable(source) || !is_filterable(source))
        return diagnosis_.refuse(place, "its meshopt mode '" + source.mode + "', filter '" +
                                            source.filter + "' and stride do not go together");
    const Bytes& buffer = container_.buffers[source.buffer];
    if (source.offset > buffer.size() || source.length > buffer.size() - source.offset)
        return diagnosis_.refuse(
            place, "its packed bytes end beyond buffer " + std::to_string(source.buffer));
    if (!reader_.budget().take(source.count, source.stride))
        return diagnosis_.refuse(place, "unpacks to more than a file of this size may ask for");
    Bytes out(source.count * source.stride);
    if (!decode_meshopt(source, std::span(buffer).subspan(source.offset, source.length), out))
        return diagnosis_.refuse(place, "its meshopt data are damaged");

    Json& view = container_.document["bufferViews"][index];
    view["buffer"] = container_.buffers.size();
    view["byteOffset"] = append(out);
    view["byteLength"] = out.size();
    for (const char* name : kMeshoptNames)
        erase_extension(view, name);
}

void Unpacker::unpack_views() {
    for (std::size_t i = 0; i < model_.views.size() && !diagnosis_.failed(); ++i)
        if (model_.views[i].meshopt) unpack_view(i, *model_.views[i].meshopt);
}

void Unpacker::redirect_accessor(std::size_t accessor, Bytes bytes, std::size_t stride,
                                 int target) {
    Json view{{"buffer", container_.buffers.size()},
              {"byteOffset", append(bytes)},
              {"byteLength", bytes.size()},
              {"target", target}};
    if (stride > 0) view["byteStride"] = stride;
    Json& views = container_.document["bufferViews"];
    views.push_back(std::move(view));
    Json& json = container_.document["accessors"][accessor];
    json["bufferView"] = views.size() - 1;
    json.erase("byteOffset");
}

template <typename T>
bool convert_values(const draco::PointAttribute& attribute, std::size_t width, std::size_t stride,
                    Bytes& bytes, std::size_t count) {
    std::vector<T> element(width);
    for (std::size_t i = 0; i < count; ++i) {
        const auto value = attribute.mapped_index(draco::PointIndex(static_cast<std::uint32_t>(i)));
        if (value.value() >= attribute.size()) return false;
        if (!attribute.ConvertValue<T>(value, static_cast<std::int8_t>(width), element.data()))
            return false;
        std::memcpy(&bytes[i * stride], element.data(), width * sizeof(T));
    }
    return true;
}

bool convert_values(ComponentType type, const draco::PointAttribute& attribute, std::size_t width,
                    std::size_t stride, Bytes& bytes, std::size_t count) {
    switch (type) {
        case ComponentType::Int8:
            return convert_values<std::int8_t>(attribute, width, stride, bytes, count);
        case ComponentType::UInt8:
            return convert_values<std::uint8_t>(attribute, width, stride, bytes, count);
        case ComponentType::Int16:
            return convert_values<std::int16_t>(attribute, width, stride, bytes, count);
        case ComponentType::UInt16:
            return convert_values<std::uint16_t>(attribute, width, stride, bytes, count);
        case ComponentType::UInt32:
            return convert_values<std::uint32_t>(attribute, width, stride, bytes, count);
        case ComponentType::Float:
            return convert_values<float>(attribute, width, stride, bytes, count);
    }
    return false;
}

void Unpacker::store_attribute(const draco::Mesh& mesh, const std::string& name, std::size_t id,
                               const Primitive& primitive) {
    const std::string place = primitive.place + ", " + name;
    const Reference index = find(primitive.attributes, name);
    const draco::PointAttribute* attribute =
        mesh.GetAttributeByUniqueId(static_cast<std::uint32_t>(id));
    if (!index || !attribute)
        return diagnosis_.refuse(place, "is missing from the Draco data or the attributes");
    const Accessor& accessor = reader_.accessor(*index);
    const std::size_t count = mesh.num_points();
    if (accessor.count != count ||
        accessor.width != static_cast<std::size_t>(attribute->num_components()))
        return diagnosis_.refuse(place, "does not have the size of its Draco data");
    const std::size_t size = accessor.element_size();
    const std::size_t stride = (size + 3) / 4 * 4;
    if (!reader_.budget().take(count, stride))
        return diagnosis_.refuse(place, "unpacks to more than a file of this size may ask for");
    Bytes bytes(count * stride);
    if (!convert_values(accessor.component, *attribute, accessor.width, stride, bytes, count))
        return diagnosis_.refuse(place, "its Draco data cannot be converted");
    redirect_accessor(*index, std::move(bytes), stride == size ? 0 : stride, 34962);
}

void Unpacker::store_indices(const draco::Mesh& mesh, const Primitive& primitive) {
    if (!primitive.indices)
        return diagnosis_.refuse(primitive.place, "has Draco data but no 'indices'");
    const Accessor& accessor = reader_.accessor(*primitive.indices);
    const std::size_t count = std::size_t{mesh.num_faces()} * 3;
    if (accessor.count != count || accessor.width != 1)
        return diagnosis_.refuse(primitive.place,
                                 "its indices do not have the size of its Draco data");
    const std::size_t size = component_size(accessor.component);
    if (!reader_.budget().take(count, size))
        return diagnosis_.refuse(primitive.place,
                                 "unpacks to more than a file of this size may ask for");
    Bytes bytes(count * size);
    for (std::size_t i = 0; i < count; ++i) {
        const auto face = mesh.face(draco::FaceIndex(static_cast<std::uint32_t>(i / 3)));
        const std::uint32_t corner = face[i % 3].value();
        std::memcpy(&bytes[i * size], &corner, size);  // little endian, as glTF
    }
    redirect_accessor(*primitive.indices, std::move(bytes), 0, 34963);
}

std::unique_ptr<draco::Mesh> decode_draco(std::span<const std::uint8_t> packed,
                                          std::string& reason) {
    draco::DecoderBuffer buffer;
    buffer.Init(reinterpret_cast<const char*>(packed.data()), packed.size());
    try {
        draco::Decoder decoder;
        auto mesh = decoder.DecodeMeshFromBuffer(&buffer);
        if (mesh.ok()) return std::move(mesh).value();
        reason = mesh.status().error_msg_string();
    } catch (const std::exception& failure) {
        reason = failure.what();  // damaged data make Draco ask for absurd amounts of memory
    }
    return nullptr;
}

void Unpacker::unpack_primitive(const Primitive& primitive, Json& json) {
    const auto packed = reader_.view_bytes(primitive.draco->view, primitive.place);
    if (diagnosis_.failed()) return;
    std::string reason;
    const auto mesh = decode_draco(packed, reason);
    if (!mesh) return diagnosis_.refuse(primitive.place, "its Draco data are damaged: " + reason);
    store_indices(*mesh, primitive);
    for (const auto& [name, id] : primitive.draco->ids) {
        if (diagnosis_.failed()) return;
        store_attribute(*mesh, name, id, primitive);
    }
    json["mode"] = 4;
    erase_extension(json, kDracoName);
}

void Unpacker::unpack_primitives() {
    for (std::size_t m = 0; m < model_.meshes.size(); ++m) {
        const auto& primitives = model_.meshes[m].primitives;
        for (std::size_t p = 0; p < primitives.size(); ++p) {
            if (diagnosis_.failed()) return;
            if (primitives[p].draco)
                unpack_primitive(primitives[p], container_.document["meshes"][m]["primitives"][p]);
        }
    }
}

void Unpacker::finish() {
    Json& document = container_.document;
    if (document.contains("buffers"))
        for (Json& buffer : document["buffers"])
            for (const char* name : kMeshoptNames)
                erase_extension(buffer, name);
    for (const char* name : kMeshoptNames)
        unlist_extension(document, name);
    unlist_extension(document, kDracoName);
    document["buffers"].push_back({{"byteLength", decoded_.size()}});
    container_.buffers.push_back(std::move(decoded_));
}

}  // namespace

Status decompress(Container& container, const std::string& file) {
    Diagnosis diagnosis(file);
    Model model = parse_model(container.document, diagnosis);
    if (diagnosis.failed()) return diagnosis.error();
    if (!has_compression(model)) return Done{};
    Unpacker unpacker(container, std::move(model), diagnosis);
    unpacker.unpack_views();
    if (!diagnosis.failed()) unpacker.unpack_primitives();
    if (diagnosis.failed()) return diagnosis.error();
    unpacker.finish();
    return Done{};
}

}  // namespace isoskin::gltf
