#include "isoskin/runtime/runtime_file.h"

#include <bit>

#include "isoskin/runtime/byte_stream.h"
#include "isoskin/runtime/table_bytes.h"

namespace isoskin {
namespace {

using runtime::ByteReader;
using runtime::ByteWriter;
using runtime::read_table;
using runtime::write_table;

static_assert(std::endian::native == std::endian::little, "numbers are written as they lie");

constexpr std::uint64_t kMagic = 0x6E69'6B73'6F73'69'52ULL;  // "Risoskin" as it lies
// 8: joints have an amount; versions before it were never released.
constexpr std::uint32_t kVersion = 8;

void write_mesh(const RuntimeMesh& mesh, ByteWriter& out) {
    out.put_text(mesh.name);
    out.put_count(mesh.slot_count);
    out.put_count(mesh.parts.size());
    for (const RuntimePart& part : mesh.parts)
        write_table(part.table(), out);
    out.put_count(mesh.weights.size());
    for (const RuntimeWeight& weight : mesh.weights) {
        out.put_text(weight.name);
        out.put_count(weight.mesh);
        out.put_count(weight.part);
        out.put_count(weight.target);
        out.put(weight.scale);
    }
}

// `before` are the meshes read already.
RuntimeMesh read_mesh(std::span<const RuntimeMesh> before, ByteReader& in) {
    RuntimeMesh mesh;
    mesh.name = in.get_text();
    mesh.slot_count = in.get<std::uint32_t>() & 0xFFFFU;
    const std::size_t parts = in.get_count(32);
    for (std::size_t k = 0; k < parts && !in.failed(); ++k)
        if (auto table = read_table(in, mesh.slot_count))
            mesh.parts.emplace_back(*std::move(table));
    const std::size_t weights = in.get_count(24);
    for (std::size_t k = 0; k < weights && !in.failed(); ++k) {
        RuntimeWeight weight;
        weight.name = in.get_text();
        weight.mesh = in.get_index(before.size() + 1);
        if (in.failed()) break;
        const RuntimeMesh& of = weight.mesh < before.size() ? before[weight.mesh] : mesh;
        weight.part = in.get_index(of.parts.size());
        if (in.failed()) break;
        weight.target = in.get_index(of.parts[weight.part].table().targets.size());
        weight.scale = in.get<double>();
        mesh.weights.push_back(std::move(weight));
    }
    return mesh;
}

}  // namespace

std::vector<std::uint8_t> write_runtime(const RuntimeData& data) {
    ByteWriter out;
    out.put(kMagic);
    out.put(kVersion);
    out.put_count(data.meshes.size());
    for (const RuntimeMesh& mesh : data.meshes)
        write_mesh(mesh, out);
    return out.take();
}

Result<RuntimeData> read_runtime(std::span<const std::uint8_t> bytes) {
    ByteReader in(bytes);
    if (in.get<std::uint64_t>() != kMagic) return invalid("this is no run-time data of isoskin");
    if (in.get<std::uint32_t>() != kVersion)
        return unsupported("this run-time data is of another version; bake the file again");
    RuntimeData data;
    const std::size_t meshes = in.get_count(16);
    for (std::size_t k = 0; k < meshes && !in.failed(); ++k)
        data.meshes.push_back(read_mesh(data.meshes, in));
    if (!in.at_end()) return invalid("this run-time data is broken or cut short");
    return data;
}

}  // namespace isoskin
