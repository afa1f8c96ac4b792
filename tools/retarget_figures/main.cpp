// How near motions come on characters they were not made for: the table of docs/retarget.md.
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "isoskin/io/character_file.h"
#include "isoskin/motion/fidelity.h"

namespace {

namespace fs = std::filesystem;
using namespace isoskin;

constexpr const char* kMotions[] = {
    "bvh-cmu-a/02_01.bvh",  "bvh-cmu-a/16_11.bvh", "bvh-cmu-a/35_17.bvh",
    "bvh-cmu-a/56_01.bvh",  "bvh-cmu-a/88_01.bvh", "makehuman/walk1.bvh",
    "makehuman/dance1.bvh", "makehuman/tpose.bvh", "cesium-man/CesiumMan.glb"};
constexpr const char* kCharacters[] = {"cesium-man/CesiumMan.glb", "makehuman/makehuman_body.glb",
                                       "avatar-valid-military/AIAN_M_1_Milit.plain.glb",
                                       "greenman-raylib/greenman.glb"};

bool print_row(const fs::path& motion_path, const fs::path& character_path) {
    const auto source = read_character(motion_path);
    const auto target = read_character(character_path);
    if (!source || !target) return false;
    const auto fitted = read_motion(motion_path, *target);
    if (!fitted) {
        std::printf("| %s | %s | %s |\n", motion_path.filename().c_str(),
                    character_path.filename().c_str(), fitted.error().message.c_str());
        return false;
    }
    const auto near = compare_motion(*source, source->clips.front(), *target, fitted->clip);
    if (!near) return false;
    const double degrees = 180.0 / kPi;
    std::printf(
        "| %s | %s | %s | %zu | %.3f | %.3f | %.1f | %.2f |\n", motion_path.filename().c_str(),
        character_path.stem().c_str(),
        fitted->clip.notes.front().substr(0, fitted->clip.notes.front().find(" joints")).c_str(),
        near->bones, near->mean_deviation * degrees, near->worst_deviation * degrees,
        100.0 * near->through_trunk, 100.0 * near->sole_error);
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "isoskin_retarget_figures SHARED-DATA\n");
        return 2;
    }
    const fs::path folder(argv[1]);
    std::printf(
        "| motion | character | joints followed | limb bones | mean ° | worst ° | limb in "
        "trunk, %% of frames | soles, %% of leg |\n|---|---|---|---|---|---|---|---|\n");
    bool good = true;
    for (const char* motion : kMotions)
        for (const char* character : kCharacters)
            good = print_row(folder / motion, folder / character) && good;
    return good ? 0 : 1;
}
