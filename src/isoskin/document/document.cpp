#include "isoskin/document/document.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>

#include "isoskin/deform/check_character.h"
#include "isoskin/document/document_text.h"
#include "isoskin/rig/clip_edit.h"
#include "isoskin/rig/natural_bend.h"
#include "isoskin/volume/settings_json.h"

namespace isoskin {
namespace {

constexpr double kNewClipDuration = 2.0;  // seconds, for a clip keyed from nothing

// Turned from the stored pose by no more than a limit.
Quatd held_to(const Quatd& stored, const Quatd& wanted, double limit) {
    const double angle = stored.angularDistance(wanted);
    return angle > limit ? stored.slerp(limit / angle, wanted) : wanted;
}

// Per joint of a chain but the last; empty if none of them has a limit.
std::vector<double> limits_of(const IkChain& chain, const JointLimits& limits) {
    std::vector<double> angles;
    bool is_limited = false;
    for (std::size_t k = 0; k + 1 < chain.joints.size(); ++k) {
        const auto limit = limits.find(chain.joints[k]);
        is_limited = is_limited || limit != limits.end();
        angles.push_back(limit == limits.end() ? kPi : limit->second);
    }
    return is_limited ? angles : std::vector<double>{};
}

Result<VolumeSettings> carried_settings(const Character& character) {
    if (character.settings_json.empty()) return VolumeSettings{};
    return parse_volume_settings(character.settings_json, "the volume settings in the file");
}

}  // namespace

Document::Document(Character character, VolumeSettings settings,
                   std::optional<DocumentLattice> lattice)
    : character_(std::move(character)),
      settings_(std::move(settings)),
      lattice_(std::move(lattice)),
      skin_joints_(isoskin::skin_joints(character_)) {
    if (!character_.clips.empty()) playhead_.clip = 0;
}

Result<Document> Document::create(Character character) {
    if (const Status fits = check_character(character); !fits) return fits.error();
    auto settings = carried_settings(character);
    if (!settings) return settings.error();
    settings = fit_paint(character, *std::move(settings));
    if (!settings) return settings.error();
    auto lattice = carried_lattice(character);
    if (!lattice) return lattice.error();
    // From here on the document has it, and the character is one without.
    if (*lattice) character.settings_json = volume_settings_text(*settings);
    return Document(std::move(character), *std::move(settings), *std::move(lattice));
}

// Whatever a piece holds and the document holds trade places.
void Document::exchange(Piece& piece) {
    ++revision_;
    if (auto* playhead = std::get_if<Playhead>(&piece)) std::swap(*playhead, playhead_);
    if (auto* locks = std::get_if<LockedJoints>(&piece)) std::swap(*locks, locks_);
    if (auto* limits = std::get_if<JointLimits>(&piece)) std::swap(*limits, limits_);
    if (auto* sketch = std::get_if<RigSketch>(&piece)) std::swap(*sketch, rig_sketch_);
    if (auto* base = std::get_if<SkinMethod>(&piece)) {
        std::swap(*base, base_);
        ++shape_revision_;
        ++weights_revision_;  // what is built on the other skinning is of no use
    }
    if (auto* clips = std::get_if<std::vector<Clip>>(&piece)) {
        std::swap(*clips, character_.clips);
        ++clip_revision_;
    }
    if (auto* settings = std::get_if<VolumeSettings>(&piece)) {
        std::swap(*settings, settings_);
        ++shape_revision_;
    }
    if (auto* lattice = std::get_if<std::optional<DocumentLattice>>(&piece)) {
        std::swap(*lattice, lattice_);
        ++lattice_revision_;
    }
    if (auto* turned = std::get_if<TurnedParts>(&piece)) take_turned(*turned);
    if (auto* mesh = std::get_if<MeshWeights>(&piece)) {
        std::swap(mesh->weights, character_.meshes[mesh->mesh].weights);
        ++shape_revision_;
        ++weights_revision_;
    }
}

// What is in one set and not in the other looks the other way from now on.
void Document::take_turned(TurnedParts& turned) {
    TurnedParts differing;
    std::set_symmetric_difference(turned.begin(), turned.end(), turned_.begin(), turned_.end(),
                                  std::inserter(differing, differing.end()));
    turn_parts(differing, character_);
    std::swap(turned, turned_);
    ++shape_revision_;
    ++weights_revision_;  // deformers know faces and normals
    ++faces_revision_;
}

void Document::exchange_all(Step& step) {
    for (auto piece = step.pieces.rbegin(); piece != step.pieces.rend(); ++piece)
        exchange(*piece);
    std::reverse(step.pieces.begin(), step.pieces.end());
    // The playhead moves without steps, so it may stand in a clip that was just taken back.
    if (playhead_.clip && *playhead_.clip >= character_.clips.size()) {
        playhead_.clip.reset();
        if (!character_.clips.empty()) playhead_.clip = character_.clips.size() - 1;
    }
}

// Within a gesture the oldest state of each part is what undo goes back to.
template <typename Part>
void Document::replace(Part part, std::string name) {
    Piece piece(std::move(part));
    exchange(piece);
    if (!gesture_) {
        Step step{.name = std::move(name), .pieces = {}};
        step.pieces.push_back(std::move(piece));
        history_.add(std::move(step));
        return;
    }
    for (const Piece& kept : gesture_->pieces)
        if (is_same_part(kept, piece)) return;
    gesture_->pieces.push_back(std::move(piece));
}

void Document::start_from(Playhead playhead, LockedJoints locks, JointLimits limits,
                          SkinMethod base, TurnedParts turned, RigSketch sketch) {
    take_turned(turned);
    rig_sketch_ = std::move(sketch);
    playhead_ = std::move(playhead);
    locks_ = std::move(locks);
    limits_ = std::move(limits);
    base_ = base;
    history_ = History();
    gesture_.reset();
    ++revision_;
}

void Document::start_history(std::vector<Step> done, std::vector<Step> undone) {
    history_.start_from(std::move(done), std::move(undone));
}

Pose Document::unedited_pose() const {
    if (!playhead_.clip) return stored_pose(character_);
    return clip_pose(character_, character_.clips[*playhead_.clip], playhead_.time);
}

Pose Document::pose() const {
    Pose pose = unedited_pose();
    for (const auto& [joint, transform] : playhead_.edited)
        pose.parent_from_joint[joint] = transform;
    return pose;
}

double Document::duration() const {
    return playhead_.clip ? character_.clips[*playhead_.clip].duration() : 0.0;
}

void Document::set_clip(std::optional<std::size_t> clip) {
    assert(!clip || *clip < character_.clips.size());
    if (clip == playhead_.clip) return;
    Playhead next{.clip = clip, .time = 0.0, .edited = {}};
    if (!playhead_.edited.empty()) return replace(std::move(next), "Leave the pose");
    playhead_ = std::move(next);
    ++revision_;
}

void Document::set_time(double seconds) {
    const double time = std::isfinite(seconds) ? std::max(seconds, 0.0) : 0.0;
    if (time == playhead_.time) return;
    Playhead next{.clip = playhead_.clip, .time = time, .edited = {}};
    if (!playhead_.edited.empty()) return replace(std::move(next), "Leave the pose");
    playhead_ = std::move(next);
    ++revision_;
}

void Document::set_joint(JointIndex joint, const Transform& parent_from_joint) {
    assert(joint < character_.skeleton.joint_count());
    Transform held = parent_from_joint;
    if (const auto limit = limits_.find(joint); limit != limits_.end())
        held.rotation = held_to(character_.skeleton.joints()[joint].parent_from_joint.rotation,
                                held.rotation, limit->second);
    Playhead next = playhead_;
    next.edited[joint] = held;
    replace(std::move(next), "Move " + character_.skeleton.joints()[joint].name);
}

void Document::rotate_joint(JointIndex joint, const Vec3d& angles) {
    Transform turned = pose().parent_from_joint[joint];
    turned.rotation = character_.skeleton.joints()[joint].parent_from_joint.rotation *
                      rotation_from_euler_xyz(angles);
    set_joint(joint, turned);
}

void Document::reset_joint(JointIndex joint) {
    if (!playhead_.edited.contains(joint)) return;
    Playhead next = playhead_;
    next.edited.erase(joint);
    replace(std::move(next), "Reset " + character_.skeleton.joints()[joint].name);
}

void Document::reset_pose() {
    if (playhead_.edited.empty()) return;
    replace(Playhead{.clip = playhead_.clip, .time = playhead_.time, .edited = {}},
            "Reset the pose");
}

IkReport Document::pull(JointIndex joint, const IkTarget& target, std::size_t chain) {
    IkChain limb = limb_of(character_.skeleton, skin_joints_, joint);
    if (chain > 0) {
        limb.joints = {joint};
        for (auto up = character_.skeleton.joints()[joint].parent;
             up && limb.joints.size() <= chain; up = character_.skeleton.joints()[*up].parent)
            limb.joints.insert(limb.joints.begin(), static_cast<JointIndex>(*up));
    }
    if (limb.joints.size() < 2) return {.reached = false, .distance = 0.0};
    limb.max_angles = limits_of(limb, limits_);
    if (!target.pole) limb.bend_axes = natural_bends(character_, limb);
    Pose now = pose();
    const IkReport report = solve_ik(character_.skeleton, limb, target, now.parent_from_joint);
    Playhead next = playhead_;
    for (std::size_t k = 0; k + 1 < limb.joints.size(); ++k)
        next.edited[limb.joints[k]] = now.parent_from_joint[limb.joints[k]];
    replace(std::move(next), "Pull " + character_.skeleton.joints()[joint].name);
    return report;
}

void Document::set_limit(JointIndex joint, std::optional<double> angle) {
    JointLimits next = limits_;
    if (angle)
        next[joint] = *angle;
    else
        next.erase(joint);
    if (next == limits_) return;
    replace(std::move(next), "Limit " + character_.skeleton.joints()[joint].name);
}

void Document::key_pose() {
    const Pose shown = unedited_pose();
    const Pose wanted = pose();
    const bool own_gesture = !gesture_;
    if (own_gesture) begin_gesture("Key the pose");
    if (!playhead_.clip) {
        Clip clip{.name = "poses", .channels = {}};
        for (const JointIndex joint : skin_joints_) {
            const Eigen::Vector4f q =
                shown.parent_from_joint[joint].rotation.coeffs().cast<float>();
            clip.channels.push_back(
                {.path = ChannelPath::Rotation,
                 .target = joint,
                 .times = {0.0F, static_cast<float>(kNewClipDuration)},
                 .values = {q.x(), q.y(), q.z(), q.w(), q.x(), q.y(), q.z(), q.w()}});
        }
        const double time = std::min(playhead_.time, kNewClipDuration);
        const std::size_t index = add_clip(std::move(clip));
        replace(Playhead{.clip = index, .time = time, .edited = playhead_.edited}, "");
    }
    std::vector<Clip> clips = character_.clips;
    for (const auto& [joint, transform] : playhead_.edited)
        key_joint(clips[*playhead_.clip], joint, playhead_.time, shown.parent_from_joint[joint],
                  wanted.parent_from_joint[joint]);
    replace(std::move(clips), "Key the pose");
    replace(Playhead{.clip = playhead_.clip, .time = playhead_.time, .edited = {}}, "");
    if (own_gesture) end_gesture();
}

void Document::remove_key(double time) {
    if (!playhead_.clip) return;
    std::vector<Clip> clips = character_.clips;
    remove_keys(clips[*playhead_.clip], time);
    replace(std::move(clips), "Remove a key");
}

std::size_t Document::add_clip(Clip clip) {
    std::vector<Clip> clips = character_.clips;
    const std::string name = "Add the clip " + clip.name;
    clips.push_back(std::move(clip));
    replace(std::move(clips), name);
    return character_.clips.size() - 1;
}

void Document::set_settings(VolumeSettings settings, std::string name) {
    if (settings == settings_) return;
    replace(std::move(settings), std::move(name));
}

void Document::set_base(SkinMethod base) {
    if (base != base_) replace(base, "Change the base of the correction");
}

JointVolumeSettings Document::joint_settings(JointIndex joint) const {
    const std::string& name = character_.skeleton.joints()[joint].name;
    for (const JointVolumeSettings& known : settings_.joints)
        if (known.joint == name) return known;
    return {.joint = name};
}

void Document::set_joint_settings(JointVolumeSettings settings, std::string name) {
    VolumeSettings next = settings_;
    const auto known = std::find_if(
        next.joints.begin(), next.joints.end(),
        [&](const JointVolumeSettings& other) { return other.joint == settings.joint; });
    const bool is_empty = settings == JointVolumeSettings{.joint = settings.joint};
    if (known == next.joints.end()) {
        if (!is_empty) next.joints.push_back(std::move(settings));
    } else if (is_empty) {
        next.joints.erase(known);
    } else {
        *known = std::move(settings);
    }
    set_settings(std::move(next), std::move(name));
}

void Document::set_weights(std::size_t mesh, SkinWeights weights, std::string name) {
    assert(weights.vertex_count() == character_.meshes[mesh].weights.vertex_count());
    if (weights == character_.meshes[mesh].weights) return;
    replace(MeshWeights{.mesh = mesh, .weights = std::move(weights)}, std::move(name));
}

void Document::set_lock(JointIndex joint, LockState state) {
    LockedJoints next = locks_;
    if (state == LockState::Locked)
        next.insert(joint);
    else
        next.erase(joint);
    if (next == locks_) return;
    replace(std::move(next), (state == LockState::Locked ? "Lock " : "Unlock ") +
                                 character_.skeleton.joints()[joint].name);
}

void Document::set_rig_sketch(RigSketch sketch, std::string name) {
    if (sketch != rig_sketch_) replace(std::move(sketch), std::move(name));
}

void Document::set_turned_parts(TurnedParts turned, std::string name) {
    if (turned != turned_) replace(std::move(turned), std::move(name));
}

void Document::set_lattice(std::optional<DocumentLattice> lattice, std::string name) {
    replace(std::move(lattice), std::move(name));
}

void Document::begin_gesture(std::string name) {
    if (gesture_) end_gesture();
    gesture_ = Step{.name = std::move(name), .pieces = {}};
}

void Document::end_gesture() {
    if (!gesture_) return;
    Step step = *std::move(gesture_);
    gesture_.reset();
    if (!step.pieces.empty()) history_.add(std::move(step));
}

void Document::cancel_gesture() {
    if (!gesture_) return;
    exchange_all(*gesture_);
    gesture_.reset();
}

std::optional<std::string> Document::undo() {
    end_gesture();
    Step* step = history_.to_undo();
    if (step == nullptr) return {};
    exchange_all(*step);
    std::string name = step->name;
    history_.undone();
    return name;
}

std::optional<std::string> Document::redo() {
    end_gesture();
    Step* step = history_.to_redo();
    if (step == nullptr) return {};
    exchange_all(*step);
    std::string name = step->name;
    history_.redone();
    return name;
}

}  // namespace isoskin
