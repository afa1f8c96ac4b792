#include "isoskin/document/error_graph.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace isoskin {
namespace {

constexpr double kMostFrames = 1e5;
constexpr double kRounding = 1e-6;  // of a frame: times of keys are float

double relative_error(double volume, double target) {
    return target != 0.0 ? volume / target - 1.0 : 0.0;
}

}  // namespace

ErrorGraph::ErrorGraph(const Document& document, Deformer plain, double frames_per_second)
    : plain_(std::move(plain)),
      posed_plain_(plain_.make_output()),
      clip_(*document.playhead().clip),
      shape_revision_(document.shape_revision()),
      clip_revision_(document.clip_revision()),
      lattice_revision_(document.lattice_revision()) {
    if (document.lattice() && !is_at_rest(document.lattice()->lattice))
        plain_.set_lattice(document.lattice()->lattice);
    const double last = std::floor(document.duration() * frames_per_second + kRounding);
    const auto count = static_cast<std::size_t>(std::clamp(last, 0.0, kMostFrames)) + 1;
    for (std::size_t i = 0; i < count; ++i)
        times_.push_back(static_cast<double>(i) / frames_per_second);
    skinned_.assign(count, std::numeric_limits<double>::quiet_NaN());
    corrected_ = skinned_;
}

std::optional<ErrorGraph> ErrorGraph::begin(const Document& document, double frames_per_second) {
    assert(frames_per_second > 0.0);
    if (!document.playhead().clip) return {};
    auto plain = Deformer::create(document.character(),
                                  {.skinning = SkinMethod::Linear, .normals = NormalOutput::None});
    assert(plain && "a document holds a character that fits together");
    return ErrorGraph(document, *std::move(plain), frames_per_second);
}

bool ErrorGraph::is_fresh(const Document& document) const {
    return document.shape_revision() == shape_revision_ &&
           document.clip_revision() == clip_revision_ &&
           document.lattice_revision() == lattice_revision_ && document.playhead().clip == clip_;
}

void ErrorGraph::step(const Document& document, Deformer& keeping, std::size_t frames) {
    assert(is_fresh(document));
    if (posed_kept_.empty()) posed_kept_ = keeping.make_output();
    const Character& character = document.character();
    for (std::size_t n = 0; n < frames && done_ < times_.size(); ++n, ++done_) {
        const Pose pose = clip_pose(character, character.clips[clip_], times_[done_]);
        plain_.deform(pose, posed_plain_);
        double target = 0.0;
        double kept = 0.0;
        for (const PartReport& part : keeping.deform(pose, posed_kept_).parts) {
            target += part.target;
            kept += part.corrected;
        }
        double skinned = 0.0;
        for (std::size_t m = 0; m < posed_plain_.size(); ++m)
            skinned += keeping.measure(m, posed_plain_[m].positions);
        skinned_[done_] = relative_error(skinned, target);
        corrected_[done_] = relative_error(kept, target);
    }
}

std::size_t ErrorGraph::worst_frame() const {
    std::size_t worst = 0;
    for (std::size_t i = 1; i < done_; ++i)
        if (std::abs(skinned_[i]) > std::abs(skinned_[worst])) worst = i;
    return worst;
}

}  // namespace isoskin
