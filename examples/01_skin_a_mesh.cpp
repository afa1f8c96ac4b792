// Reads a rigged character, poses it at half a second of its first clip, and writes the mesh.
#include <cstdio>

#include "isoskin/deform/deformer.h"
#include "isoskin/io/character_file.h"

int main(int argc, char** argv) {
    if (argc != 3) return std::puts("usage: 01_skin_a_mesh CHARACTER.glb POSED.obj"), 2;
    const auto character = isoskin::read_character(argv[1]);
    if (!character) return std::puts(character.error().message.c_str()), 3;

    auto deformer = isoskin::Deformer::create(*character);
    if (!deformer) return std::puts(deformer.error().message.c_str()), 3;
    auto posed = deformer->make_output();
    const auto pose = character->clips.empty()
                          ? isoskin::stored_pose(*character)
                          : isoskin::clip_pose(*character, character->clips[0], 0.5);
    deformer->deform(pose, posed);

    const auto written = isoskin::write_posed(argv[2], *character, posed);
    return written ? 0 : (std::puts(written.error().message.c_str()), 5);
}
