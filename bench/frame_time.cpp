// How long one frame of the studio takes natively, to be compared with WebAssembly by
// tests/node/core: prints the median of many in milliseconds. Usage: frame_time SCENE|FILE
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "isoskin/base/parallel.h"
#include "isoskin/document/panes.h"
#include "isoskin/io/character_file.h"
#include "scenes.h"

namespace isoskin {
namespace {

double milliseconds_of(Panes& panes, const Document& document) {
    const auto start = std::chrono::steady_clock::now();
    panes.update(document);
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
        .count();
}

// Moves through the clip, or turns one joint where there is none.
void move_on(Document& document, int frame) {
    const JointIndex joint = document.skin_joints()[document.skin_joints().size() / 2];
    if (document.duration() > 0.0)
        document.set_time(document.duration() * (frame % 60) / 60.0);
    else
        document.rotate_joint(joint, Vec3d(0.01 * frame, 0.0, 0.0));
}

int run(const std::string& name) {
    auto character =
        name.find('.') == std::string::npos ? scenes::make_scene(name) : read_character(name);
    if (!character) return std::fprintf(stderr, "%s\n", character.error().message.c_str()), 3;
    auto document = Document::create(*std::move(character));
    if (!document) return 3;
    Panes panes;
    panes.show({PaneMethod::Isoskin});
    std::vector<double> times;
    for (int frame = 0; frame < 80; ++frame) {
        move_on(*document, frame);
        times.push_back(milliseconds_of(panes, *document));
    }
    std::nth_element(times.begin(), times.begin() + 40, times.end());
    std::printf("%.4f\n", times[40]);
    return 0;
}

}  // namespace
}  // namespace isoskin

int main(int argc, char** argv) {
    const isoskin::ThreadLimit one(1);  // as in a page
    return isoskin::run(argc > 1 ? argv[1] : "creature");
}
