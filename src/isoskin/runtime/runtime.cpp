#include "isoskin/runtime.h"

#include <cmath>

#include "isoskin/runtime/runtime_file.h"

/// One mesh of an opened run-time, and where it works.
struct isoskin_runtime {
    struct Mesh {
        isoskin::RuntimeMesh data;
        std::vector<isoskin::Affine> palette;
        std::vector<std::vector<double>> weights;  // per part
    };
    std::vector<Mesh> meshes;
};

namespace isoskin {
namespace {

std::string& last_error() {
    static thread_local std::string error;
    return error;
}

void read_palette(const float* numbers, std::span<Affine> palette) {
    for (std::size_t slot = 0; slot < palette.size(); ++slot)
        for (Eigen::Index column = 0; column < 4; ++column)
            for (Eigen::Index row = 0; row < 3; ++row)
                palette[slot].matrix()(row, column) =
                    static_cast<double>(numbers[16 * slot + 4 * static_cast<std::size_t>(column) +
                                                static_cast<std::size_t>(row)]);
}

}  // namespace
}  // namespace isoskin

extern "C" {

isoskin_runtime* isoskin_runtime_open(const void* bytes, size_t size) {
    auto data = isoskin::read_runtime({static_cast<const std::uint8_t*>(bytes), size});
    if (!data) {
        isoskin::last_error() = data.error().message;
        return nullptr;
    }
    auto* runtime = new isoskin_runtime;
    for (isoskin::RuntimeMesh& mesh : data->meshes) {
        auto& opened = runtime->meshes.emplace_back();
        opened.palette.assign(mesh.slot_count, isoskin::Affine::Identity());
        for (const isoskin::RuntimePart& part : mesh.parts)
            opened.weights.emplace_back(part.table().targets.size());
        opened.data = std::move(mesh);
    }
    return runtime;
}

const char* isoskin_runtime_error(void) {
    return isoskin::last_error().c_str();
}

void isoskin_runtime_close(isoskin_runtime* runtime) {
    delete runtime;
}

int isoskin_runtime_mesh_count(const isoskin_runtime* runtime) {
    return static_cast<int>(runtime->meshes.size());
}

const char* isoskin_runtime_mesh_name(const isoskin_runtime* runtime, int mesh) {
    return runtime->meshes[static_cast<std::size_t>(mesh)].data.name.c_str();
}

int isoskin_runtime_joint_count(const isoskin_runtime* runtime, int mesh) {
    return static_cast<int>(runtime->meshes[static_cast<std::size_t>(mesh)].data.slot_count);
}

int isoskin_runtime_weight_count(const isoskin_runtime* runtime, int mesh) {
    return static_cast<int>(runtime->meshes[static_cast<std::size_t>(mesh)].data.weights.size());
}

const char* isoskin_runtime_weight_name(const isoskin_runtime* runtime, int mesh, int weight) {
    return runtime->meshes[static_cast<std::size_t>(mesh)]
        .data.weights[static_cast<std::size_t>(weight)]
        .name.c_str();
}

int isoskin_runtime_solve(isoskin_runtime* runtime, int mesh, const float* palette,
                          float* weights) {
    isoskin_runtime::Mesh& at = runtime->meshes[static_cast<std::size_t>(mesh)];
    isoskin::read_palette(palette, at.palette);
    int unreached = 0;
    for (std::size_t part = 0; part < at.data.parts.size(); ++part)
        unreached += at.data.parts[part].solve(at.palette, at.weights[part]) ? 0 : 1;
    for (std::size_t k = 0; k < at.data.weights.size(); ++k) {
        const isoskin::RuntimeWeight& weight = at.data.weights[k];
        weights[k] = static_cast<float>(
            std::fmax(0.0, at.weights[weight.part][weight.target] / weight.scale));
    }
    return unreached;
}

}  // extern "C"
