// Bends the tube of the papers by 10…90° and prints what each method leaves of its volume, then
// how long a frame takes on the tube and on our walking creature.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <utility>
#include <vector>

#include "isoskin/deform/deformer.h"
#include "scenes.h"

namespace {

using isoskin::Character;
using isoskin::Deformer;
using isoskin::VolumeMethod;

constexpr std::pair<const char*, VolumeMethod> kMethods[] = {
    {"linear skinning", VolumeMethod::None},
    {"linearised axes", VolumeMethod::LinearAxes},
    {"linearised normal", VolumeMethod::LinearNormal},
    {"axes", VolumeMethod::Axes},
    {"free", VolumeMethod::Free},
    {"normal", VolumeMethod::Normal}};

Deformer make_deformer(const Character& character, VolumeMethod method,
                       isoskin::VolumeCheck check) {
    isoskin::VolumeSettings settings;
    settings.method = method;
    // The characters are our own: nothing is wrong with them.
    return *Deformer::create(character, {.volume = settings, .check = check});
}

isoskin::Pose pose_at(const Character& character, double fraction) {
    return clip_pose(character, character.clips[0], fraction * character.clips[0].duration());
}

void print_errors(const Character& tube) {
    std::printf("%-20s %8s %8s %8s %8s %8s   volume error in %%\n", "degrees", "10", "30", "50",
                "70", "90");
    for (const auto& [name, method] : kMethods) {
        Deformer deformer = make_deformer(tube, method, isoskin::VolumeCheck::Measure);
        auto posed = deformer.make_output();
        std::printf("%-20s", name);
        for (const double degrees : {10.0, 30.0, 50.0, 70.0, 90.0}) {
            const auto report = deformer.deform(pose_at(tube, degrees / 90.0), posed);
            const auto& part = report.parts[0];
            std::printf(" %8.4f", 100.0 * (part.corrected / part.target - 1.0));
        }
        std::puts("");
    }
}

// Median over the clip, normals included, on all the machine's threads.
double milliseconds_a_frame(const Character& character, VolumeMethod method) {
    constexpr int kFrames = 101;
    Deformer deformer = method == VolumeMethod::None
                            ? *Deformer::create(character, {})
                            : make_deformer(character, method, isoskin::VolumeCheck::Skip);
    auto posed = deformer.make_output();
    std::vector<double> times;
    for (int frame = 0; frame < kFrames; ++frame) {
        const auto pose = pose_at(character, static_cast<double>(frame) / kFrames);
        const auto start = std::chrono::steady_clock::now();
        deformer.deform(pose, posed);
        times.push_back(
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
                .count());
    }
    std::nth_element(times.begin(), times.begin() + kFrames / 2, times.end());
    return times[kFrames / 2];
}

void print_times(const Character& tube, const Character& creature) {
    std::printf("\n%-20s %10s %10s   milliseconds a frame\n", "", "tube", "creature");
    for (const auto& [name, method] : kMethods)
        std::printf("%-20s %10.4f %10.4f\n", name, milliseconds_a_frame(tube, method),
                    milliseconds_a_frame(creature, method));
}

}  // namespace

int main() {
    const auto tube = isoskin::scenes::make_scene("tube");
    const auto creature = isoskin::scenes::make_scene("creature");
    if (!tube || !creature) return std::puts("the scenes cannot be made"), 6;
    print_errors(*tube);
    print_times(*tube, *creature);
}
