// Bends the arm of the scenes with a biceps drawn as a profile curve, and writes before and after.
#include <cstdio>

#include "isoskin/deform/deformer.h"
#include "isoskin/io/character_file.h"
#include "scenes.h"

int main(int argc, char** argv) {
    if (argc != 3) return std::puts("usage: 03_draw_a_bulge PLAIN.obj BULGE.obj"), 2;
    const auto arm = isoskin::scenes::make_scene("arm");
    if (!arm) return std::puts(arm.error().message.c_str()), 6;

    // From -1, the far end of the upper arm, over 0, the elbow, to 1, the wrist.
    isoskin::VolumeSettings settings;
    settings.joints = {{.joint = arm->skeleton.joints()[1].name,
                        .profile = {{-0.8, 0.0}, {-0.45, 1.0}, {-0.1, 0.15}, {0.3, 0.0}},
                        .flexor = 0.8}};
    const auto pose = isoskin::clip_pose(*arm, arm->clips[0], arm->clips[0].duration() / 2.0);
    const auto write = [&](const char* path, const isoskin::DeformSettings& with) {
        auto deformer = isoskin::Deformer::create(*arm, with);
        if (!deformer) return std::puts(deformer.error().message.c_str()), false;
        auto posed = deformer->make_output();
        deformer->deform(pose, posed);
        return isoskin::write_posed(path, *arm, posed).has_value();
    };
    return write(argv[1], {}) && write(argv[2], {.volume = settings}) ? 0 : 5;
}
