#include "isoskin/document/lattice_motion.h"

#include <algorithm>
#include <cmath>

namespace isoskin {
namespace {

constexpr double kStep = 1.0 / 120.0;  // seconds
constexpr double kMost = 0.25;         // seconds of a call; what is beyond is left out
constexpr double kLeap = 0.5;          // seconds: a playhead that goes further has not been played
constexpr double kStill = 1e-6;        // of the root box: moves below this are none

bool swings(const Document& document) {
    return document.lattice() && document.lattice()->swing.swings;
}

// How far the playhead went on, over the end of the clip if need be; 0: it leapt.
double played(const Document& document, double from) {
    const double now = document.playhead().time;
    const double on = now >= from ? now - from : now - from + document.duration();
    return on >= 0.0 && on < kLeap ? on : 0.0;
}

}  // namespace

bool LatticeMotion::is_fresh(const Document& document) const {
    return swing_ && lattice_revision_ == document.lattice_revision() &&
           weights_revision_ == document.weights_revision();
}

const Lattice* LatticeMotion::lattice(const Document& document) const {
    return swings(document) && is_fresh(document) ? &swing_->lattice() : nullptr;
}

void LatticeMotion::start(const Document& document) {
    clear();
    const DocumentLattice& own = *document.lattice();
    auto swing = LatticeSwing::create(document.character(), own.lattice, swing_settings(own.swing));
    if (!swing) return;
    swing_.emplace(*std::move(swing));
    lattice_revision_ = document.lattice_revision();
    weights_revision_ = document.weights_revision();
    vertices_ = own.lattice.tree().free_vertices();
    places_.resize(vertices_.size());
    model_from_joint_.resize(document.character().skeleton.joint_count());
    last_time_ = document.playhead().time;
    step(document, 0.0);
    note_places(swing_->lattice());
}

// To the pose the document had that long ago, if it was played.
void LatticeMotion::step(const Document& document, double time_behind) {
    const Playhead& playhead = document.playhead();
    const Character& character = document.character();
    const bool is_played = playhead.clip && playhead.edited.empty() && time_behind > 0.0;
    const Pose pose = is_played ? clip_pose(character, character.clips[*playhead.clip],
                                            playhead.time - time_behind, PlayMode::Loop)
                                : document.pose();
    compute_model_pose(character.skeleton, pose.parent_from_joint, model_from_joint_);
    swing_->step(model_from_joint_, kStep);
}

// Whether any vertex moved since the last time.
bool LatticeMotion::note_places(const Lattice& lattice) {
    double furthest = 0.0;
    for (std::size_t i = 0; i < vertices_.size(); ++i) {
        const Vec3d place = lattice.position(vertices_[i]);
        furthest = std::max(furthest, (place - places_[i]).cwiseAbs().maxCoeff());
        places_[i] = place;
    }
    return furthest > kStill * lattice.tree().grid().box().sizes().maxCoeff();
}

bool LatticeMotion::advance(const Document& document, double seconds) {
    // A hand that shapes the lattice sees it as it is.
    if (!swings(document) || (document.in_gesture() && !is_fresh(document))) {
        const bool shown = swing_.has_value();
        clear();
        return shown;
    }
    if (!is_fresh(document)) {
        start(document);
        return true;
    }
    const double on = played(document, last_time_);
    last_time_ = document.playhead().time;
    owed_ += std::clamp(seconds, 0.0, kMost);
    const double count = std::floor(owed_ / kStep);
    owed_ -= count * kStep;
    for (double k = 1.0; k <= count; ++k)
        step(document, on * (1.0 - k / count));
    return count > 0.0 && note_places(swing_->lattice());
}

}  // namespace isoskin
