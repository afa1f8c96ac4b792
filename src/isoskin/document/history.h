#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "isoskin/deform/deformer.h"
#include "isoskin/document/document_lattice.h"
#include "isoskin/document/turned_parts.h"
#include "isoskin/rig/character.h"
#include "isoskin/volume/settings.h"

namespace isoskin {

/// Where a document stands in time, and the joints that were moved there but not keyed.
struct Playhead {
    std::optional<std::size_t> clip = {};         ///< Empty: the pose the file was stored in.
    double time = 0.0;                            ///< Seconds.
    std::map<JointIndex, Transform> edited = {};  ///< Local transforms that replace the clip's.
};

struct MeshWeights {
    std::size_t mesh = 0;
    SkinWeights weights;
};

using LockedJoints = std::set<JointIndex>;

/// How far joints may turn from the stored pose, in radians; those that are not in it turn freely.
using JointLimits = std::map<JointIndex, double>;

/// Joints that are being laid into a character without a skeleton, as JSON of the page;
/// empty: none. The document keeps them with everything else that can be undone.
struct RigSketch {
    std::string text;
    friend bool operator==(const RigSketch&, const RigSketch&) = default;
};

/// A part of a document that commands change as a whole.
using Piece =
    std::variant<Playhead, VolumeSettings, MeshWeights, std::vector<Clip>, LockedJoints,
                 std::optional<DocumentLattice>, JointLimits, SkinMethod, TurnedParts, RigSketch>;

/// True if one stands for the same part of a document as the other.
bool is_same_part(const Piece& a, const Piece& b);

/// A step of the history. Its pieces hold what the document does not: before it is undone what was
/// there before, afterwards what will be there again. Undo and redo both exchange the two, so that
/// every bit comes back and nothing is kept twice.
struct Step {
    std::string name;
    std::vector<Piece> pieces;

    std::size_t byte_count() const;
};

/// Steps done and steps undone. The oldest are forgotten when all together grow too large.
class History {
  public:
    explicit History(std::size_t max_bytes = std::size_t{128} << 20U) : max_bytes_(max_bytes) {}

    /// A new step; what was undone cannot be redone after it.
    void add(Step step);
    /// How often that happened, since the history began.
    std::uint64_t added() const { return added_; }

    /// The step to exchange next, or null. `undone` and `redone` tell that it was.
    Step* to_undo() { return done_.empty() ? nullptr : &done_.back(); }
    Step* to_redo() { return undone_.empty() ? nullptr : &undone_.back(); }
    void undone();
    void redone();

    /// The steps, oldest first; those undone, the first that was undone first.
    const std::deque<Step>& done() const { return done_; }
    const std::vector<Step>& undone_steps() const { return undone_; }
    /// A history that was kept elsewhere.
    void start_from(std::vector<Step> done, std::vector<Step> undone);

    /// Names, the next one first.
    std::vector<std::string> undo_names() const;
    std::vector<std::string> redo_names() const;

  private:
    std::deque<Step> done_;
    std::vector<Step> undone_;
    std::size_t max_bytes_;
    std::size_t bytes_ = 0;  // of done_
    std::uint64_t added_ = 0;
};

}  // namespace isoskin
