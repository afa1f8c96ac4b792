// Bends the tube of the papers by 10…90° and prints what each method leaves of its volume.
#include <cstdio>
#include <utility>

#include "isoskin/deform/deformer.h"
#include "scenes.h"

using isoskin::VolumeMethod;

int main() {
    const auto tube = isoskin::scenes::make_scene("tube");
    if (!tube) return std::puts(tube.error().message.c_str()), 6;
    const std::pair<const char*, VolumeMethod> methods[] = {
        {"linear skinning", VolumeMethod::None},
        {"linearised axes", VolumeMethod::LinearAxes},
        {"linearised normal", VolumeMethod::LinearNormal},
        {"axes", VolumeMethod::Axes},
        {"free", VolumeMethod::Free},
        {"normal", VolumeMethod::Normal}};

    std::printf("%-20s %8s %8s %8s %8s %8s   volume error in %%\n", "degrees", "10", "30", "50",
                "70", "90");
    for (const auto& [name, method] : methods) {
        isoskin::VolumeSettings settings;
        settings.method = method;
        auto deformer = isoskin::Deformer::create(*tube, {.volume = settings});
        if (!deformer) return std::puts(deformer.error().message.c_str()), 6;
        auto posed = deformer->make_output();
        std::printf("%-20s", name);
        for (const double degrees : {10.0, 30.0, 50.0, 70.0, 90.0}) {
            const auto pose = isoskin::clip_pose(*tube, tube->clips[0],
                                                 tube->clips[0].duration() * degrees / 90.0);
            const auto report = deformer->deform(pose, posed);
            const auto& part = report.parts[0];
            std::printf(" %8.4f", 100.0 * (part.corrected / part.target - 1.0));
        }
        std::puts("");
    }
}
