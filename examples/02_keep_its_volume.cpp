// Plays the first clip of a character at constant volume and prints what each frame would have
// lost.
#include <cstdio>

#include "isoskin/deform/deformer.h"
#include "isoskin/io/character_file.h"

int main(int argc, char** argv) {
    if (argc != 2) return std::puts("usage: 02_keep_its_volume CHARACTER.glb"), 2;
    const auto character = isoskin::read_character(argv[1]);
    if (!character) return std::puts(character.error().message.c_str()), 3;
    if (character->clips.empty()) return std::puts("the character has no clip"), 3;

    auto deformer = isoskin::Deformer::create(*character, {.volume = isoskin::VolumeSettings{}});
    if (!deformer) return std::puts(deformer.error().message.c_str()), 3;
    for (const auto& refusal : deformer->refusals())
        std::printf("%s is left alone: %s\n", refusal.part.c_str(), refusal.reason.c_str());

    auto posed = deformer->make_output();
    const auto& clip = character->clips[0];
    for (int frame = 0; frame <= 10; ++frame) {
        const double time = clip.duration() * frame / 10.0;
        const auto report = deformer->deform(isoskin::clip_pose(*character, clip, time), posed);
        for (const auto& part : report.parts)
            std::printf("%5.2f s  %-20.*s  skinned %+8.4f %%  kept %+.6f %%\n", time,
                        static_cast<int>(part.label.size()), part.label.data(),
                        100.0 * (part.skinned / part.target - 1.0),
                        100.0 * (part.corrected / part.target - 1.0));
    }
}
