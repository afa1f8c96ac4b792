// Run-time data as a game opens it, solved for a pose wherever it is accepted.
#include "damaged.h"
#include "isoskin/bake/runtime_export.h"
#include "isoskin/isoskin.h"
#include "isoskin/runtime/runtime_file.h"
#include "scenes.h"

namespace {

std::vector<std::uint8_t> bake_tube() {
    const auto character = *isoskin::scenes::make_scene("tube");
    isoskin::BakeSettings settings;
    settings.keep = isoskin::KeepTargets::All;
    const auto baked = *isoskin::bake_morphs(character, settings);
    return isoskin::write_runtime(isoskin::make_runtime(character, settings, baked));
}

void solve_all(isoskin_runtime* runtime) {
    for (int mesh = 0; mesh < isoskin_runtime_mesh_count(runtime); ++mesh) {
        const auto joints = static_cast<std::size_t>(isoskin_runtime_joint_count(runtime, mesh));
        const auto count = static_cast<std::size_t>(isoskin_runtime_weight_count(runtime, mesh));
        std::vector<float> palette(16 * joints, 0.0F);
        for (std::size_t joint = 0; joint < joints; ++joint)
            for (std::size_t k = 0; k < 4; ++k)
                palette[16 * joint + 5 * k] = k == 1 && joint == 1 ? 0.8F : 1.0F;
        std::vector<float> weights(count);
        isoskin_runtime_solve(runtime, mesh, palette.data(), weights.data());
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const std::vector<std::uint8_t> sound = bake_tube();
    const auto bytes = damaged(sound, {data, size});
    isoskin_runtime* runtime = isoskin_runtime_open(bytes.data(), bytes.size());
    if (runtime == nullptr) return 0;
    solve_all(runtime);
    isoskin_runtime_close(runtime);
    return 0;
}
