#include "comparison.h"

#include <algorithm>
#include <cmath>

namespace isoskin::cli {
namespace {

// A film keeps one scale: what an artist would see as a clear change of a limb.
constexpr float kHeatRange = 0.15F;

}  // namespace

Comparison::Comparison(Deformer plain, Deformer keeping)
    : plain_(std::move(plain)),
      keeping_(std::move(keeping)),
      skinned_(plain_.make_output()),
      corrected_(keeping_.make_output()) {}

Result<Comparison> Comparison::create(const Character& character, SkinMethod skinning,
                                      const VolumeSettings& settings, NormalOutput normals) {
    VolumeSettings none = settings;
    none.method = VolumeMethod::None;
    VolumeSettings kept = settings;
    if (kept.method == VolumeMethod::None) kept.method = VolumeSettings{}.method;
    auto plain = Deformer::create(
        character, {.skinning = skinning, .normals = normals, .volume = std::move(none)});
    if (!plain) return plain.error();
    auto keeping = Deformer::create(
        character, {.skinning = skinning, .normals = normals, .volume = std::move(kept)});
    if (!keeping) return keeping.error();
    return Comparison(*std::move(plain), *std::move(keeping));
}

void Comparison::go_to(const Pose& pose) {
    skinned_volume_ = report::sum_volumes(plain_.deform(pose, skinned_).parts);
    corrected_volume_ = report::sum_volumes(keeping_.deform(pose, corrected_).parts);
}

render::ScalarOverlay Comparison::heat() {
    render::ScalarOverlay overlay;
    overlay.map = render::ColorMap::Diverging;
    overlay.low = -kHeatRange;
    overlay.high = kHeatRange;
    overlay.label = "flesh lost / radius";
    for (std::size_t m = 0; m < skinned_.size(); ++m) {
        auto& values = overlay.values.emplace_back(skinned_[m].positions.size());
        keeping_.heat(m, skinned_[m].positions, corrected_[m].positions, values);
    }
    return overlay;
}

}  // namespace isoskin::cli
