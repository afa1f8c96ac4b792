#include <cmath>
#include <exception>
#include <memory>
#include <string>

#include "isoskin/isoskin.h"
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

std::unique_ptr<isoskin_runtime> open_runtime(std::span<const std::uint8_t> bytes) {
    auto data = read_runtime(bytes);
    if (!data) {
        last_error() = data.error().message;
        return nullptr;
    }
    auto runtime = std::make_unique<isoskin_runtime>();
    for (RuntimeMesh& mesh : data->meshes) {
        auto& opened = runtime->meshes.emplace_back();
        opened.palette.assign(mesh.slot_count, Affine::Identity());
        for (const RuntimePart& part : mesh.parts)
            opened.weights.emplace_back(part.table().targets.size());
        opened.data = std::move(mesh);
    }
    return runtime;
}

const isoskin_runtime::Mesh* mesh_at(const isoskin_runtime* runtime, int mesh) {
    const auto at = static_cast<std::size_t>(mesh);
    const bool is_there = runtime != nullptr && mesh >= 0 && at < runtime->meshes.size();
    return is_there ? &runtime->meshes[at] : nullptr;
}

}  // namespace
}  // namespace isoskin

extern "C" {

isoskin_runtime* isoskin_runtime_open(const void* bytes, size_t size) {
    const std::span all(static_cast<const std::uint8_t*>(bytes), bytes != nullptr ? size : 0);
#ifdef __cpp_exceptions  // the module for pages is compiled without: there memory that ends, ends
                         // it
    try {
        return isoskin::open_runtime(all).release();
    } catch (const std::exception& failure) {
        isoskin::last_error() = failure.what();
        return nullptr;
    }
#else
    return isoskin::open_runtime(all).release();
#endif
}

const char* isoskin_runtime_error(void) {
    return isoskin::last_error().c_str();
}

void isoskin_runtime_close(isoskin_runtime* runtime) {
    delete runtime;
}

int isoskin_runtime_mesh_count(const isoskin_runtime* runtime) {
    return runtime != nullptr ? static_cast<int>(runtime->meshes.size()) : 0;
}

const char* isoskin_runtime_mesh_name(const isoskin_runtime* runtime, int mesh) {
    const auto* at = isoskin::mesh_at(runtime, mesh);
    return at != nullptr ? at->data.name.c_str() : "";
}

int isoskin_runtime_joint_count(const isoskin_runtime* runtime, int mesh) {
    const auto* at = isoskin::mesh_at(runtime, mesh);
    return at != nullptr ? static_cast<int>(at->data.slot_count) : 0;
}

int isoskin_runtime_weight_count(const isoskin_runtime* runtime, int mesh) {
    const auto* at = isoskin::mesh_at(runtime, mesh);
    return at != nullptr ? static_cast<int>(at->data.weights.size()) : 0;
}

const char* isoskin_runtime_weight_name(const isoskin_runtime* runtime, int mesh, int weight) {
    if (weight < 0 || weight >= isoskin_runtime_weight_count(runtime, mesh)) return "";
    return isoskin::mesh_at(runtime, mesh)
        ->data.weights[static_cast<std::size_t>(weight)]
        .name.c_str();
}

int isoskin_runtime_solve(isoskin_runtime* runtime, int mesh, const float* palette,
                          float* weights) {
    if (isoskin::mesh_at(runtime, mesh) == nullptr) {
        isoskin::last_error() = "there is no mesh " + std::to_string(mesh);
        return -1;
    }
    isoskin_runtime::Mesh& at = runtime->meshes[static_cast<std::size_t>(mesh)];
    isoskin::read_palette(palette, at.palette);
    int unreached = 0;
    for (std::size_t part = 0; part < at.data.parts.size(); ++part)
        unreached += at.data.parts[part].solve(at.palette, at.weights[part]) ? 0 : 1;
    for (std::size_t k = 0; k < at.data.weights.size(); ++k) {
        const isoskin::RuntimeWeight& weight = at.data.weights[k];
        weights[k] = static_cast<float>(std::fmax(
            0.0, runtime->meshes[weight.mesh].weights[weight.part][weight.target] / weight.scale));
    }
    return unreached;
}

}  // extern "C"
