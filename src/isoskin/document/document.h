#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isoskin/base/result.h"
#include "isoskin/document/history.h"
#include "isoskin/rig/inverse_kinematics.h"
#include "isoskin/weights/brush.h"

namespace isoskin {

enum class LockState { Free, Locked };

/// A character on the desk: everything a person changes about it, with undo.
///
/// The pose is never stored: it is that of the clip at the playhead, with the joints that were
/// moved but not keyed put in. Going elsewhere in time drops those; keying puts them into the clip.
/// Moving the playhead alone is no step of the history. See docs/studio.md.
class Document {
  public:
    /// Takes the volume settings and the lattice the character carries, or the defaults and none.
    /// Fails if the character does not hang together or carries settings that cannot be read.
    static Result<Document> create(Character character);

    /// Puts what was saved in place, as a fresh start without history.
    void start_from(Playhead playhead, LockedJoints locks, JointLimits limits, SkinMethod base,
                    TurnedParts turned, RigSketch sketch);
    /// The steps of a saved history, each of which fits this character.
    void start_history(std::vector<Step> done, std::vector<Step> undone);

    const Character& character() const { return character_; }
    const VolumeSettings& settings() const { return settings_; }
    const Playhead& playhead() const { return playhead_; }
    const LockedJoints& locks() const { return locks_; }
    const JointLimits& limits() const { return limits_; }
    /// The skinning that constant volume corrects.
    SkinMethod base() const { return base_; }
    /// Parts of the character that look the other way than in its file.
    const TurnedParts& turned_parts() const { return turned_; }
    const std::optional<DocumentLattice>& lattice() const { return lattice_; }
    const RigSketch& rig_sketch() const { return rig_sketch_; }
    std::span<const JointIndex> skin_joints() const { return skin_joints_; }

    /// Count up with every change: of anything; of weights and settings, which make deformers
    /// stale; of weights alone; of clips, which make reports stale; of the lattice; of faces, which
    /// are drawn.
    std::uint64_t revision() const { return revision_; }
    std::uint64_t shape_revision() const { return shape_revision_; }
    std::uint64_t weights_revision() const { return weights_revision_; }
    std::uint64_t clip_revision() const { return clip_revision_; }
    std::uint64_t lattice_revision() const { return lattice_revision_; }
    std::uint64_t faces_revision() const { return faces_revision_; }

    /// The pose as it is now, and without the edits that are not keyed.
    Pose pose() const;
    Pose unedited_pose() const;

    // Time.
    void set_clip(std::optional<std::size_t> clip);
    void set_time(double seconds);
    double duration() const;  ///< Of the clip; 0 without one.

    // Posing.
    /// What would turn a joint farther than its limit turns it up to there.
    void set_joint(JointIndex joint, const Transform& parent_from_joint);
    /// Turned from the stored pose by angles about its own axes, x first; in radians.
    void rotate_joint(JointIndex joint, const Vec3d& angles);
    void reset_joint(JointIndex joint);
    void reset_pose();
    /// Pulls a joint by inverse kinematics; `chain` ancestors turn, 0: the limb.
    IkReport pull(JointIndex joint, const IkTarget& target, std::size_t chain = 0);
    /// How far a joint may turn from the stored pose, in radians; empty: freely. A pose that is
    /// beyond it stays until the joint is moved.
    void set_limit(JointIndex joint, std::optional<double> angle);

    // Clips.
    void key_pose();
    void remove_key(double time);
    std::size_t add_clip(Clip clip);

    // Volume.
    void set_settings(VolumeSettings settings, std::string name);
    void set_base(SkinMethod base);
    /// The settings of one joint, empty ones if it has none.
    JointVolumeSettings joint_settings(JointIndex joint) const;
    void set_joint_settings(JointVolumeSettings settings, std::string name);

    // Weights.
    void set_weights(std::size_t mesh, SkinWeights weights, std::string name);
    void set_lock(JointIndex joint, LockState state);

    // A skeleton to be.
    void set_rig_sketch(RigSketch sketch, std::string name);

    // Faces.
    void set_turned_parts(TurnedParts turned, std::string name);

    // Lattice; commands that change it are in lattice_commands.h.
    void set_lattice(std::optional<DocumentLattice> lattice, std::string name);

    // History. Between begin and end all commands are one step.
    void begin_gesture(std::string name);
    void end_gesture();
    void cancel_gesture();
    bool in_gesture() const { return gesture_.has_value(); }
    const History& history() const { return history_; }
    std::optional<std::string> undo();
    std::optional<std::string> redo();

  private:
    Document(Character character, VolumeSettings settings, std::optional<DocumentLattice> lattice);

    void take_turned(TurnedParts& turned);
    template <typename Part>
    void replace(Part part, std::string name);
    void exchange(Piece& piece);
    void exchange_all(Step& step);

    Character character_;
    VolumeSettings settings_;
    Playhead playhead_;
    LockedJoints locks_;
    JointLimits limits_;
    SkinMethod base_ = SkinMethod::Linear;
    TurnedParts turned_;
    std::optional<DocumentLattice> lattice_;
    RigSketch rig_sketch_;
    std::vector<JointIndex> skin_joints_;
    History history_;
    std::optional<Step> gesture_;
    std::uint64_t revision_ = 0;
    std::uint64_t shape_revision_ = 0;
    std::uint64_t weights_revision_ = 0;
    std::uint64_t clip_revision_ = 0;
    std::uint64_t lattice_revision_ = 0;
    std::uint64_t faces_revision_ = 0;
};

}  // namespace isoskin
