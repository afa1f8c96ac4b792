#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "isoskin/base/note.h"
#include "isoskin/base/result.h"
#include "isoskin/math/transform.h"

namespace isoskin {

using JointIndex = std::uint16_t;

/// A frame of the hierarchy: a joint of a skin, or any other node that carries joints or meshes.
struct Joint {
    std::string name;
    std::optional<std::size_t> parent;  ///< Empty for a root, whose parent is model space.
    Transform parent_from_joint;        ///< As stored in the file: the pose a viewer shows.
};

/// A hierarchy of joints in its stored pose: immutable, and valid if it exists.
///
/// Every parent precedes its children, so one forward pass visits the tree in dependency order.
/// Names are unique and not empty.
class Skeleton {
  public:
    Skeleton() = default;

    /// Refuses a list that breaks an invariant above, naming the offending joint.
    static Result<Skeleton> create(std::vector<Joint> joints);

    std::span<const Joint> joints() const { return joints_; }
    std::size_t joint_count() const { return joints_.size(); }
    std::optional<JointIndex> find(std::string_view name) const;

  private:
    explicit Skeleton(std::vector<Joint> joints) : joints_(std::move(joints)) {}

    std::vector<Joint> joints_;
};

/// Whether a turn of `above` takes `below` along: it is the joint itself or one above it.
bool carries(const Skeleton& skeleton, std::size_t above, std::size_t below);

/// A skeleton made from joints in any order, and where each of them went.
struct ImportedSkeleton {
    Skeleton skeleton;
    std::vector<JointIndex> joint_of_input;
    std::vector<Note> notes;  ///< What was changed: names made up or made unique.
};

/// Orders parents before children (keeping the given order otherwise), makes names unique by
/// appending ".2", ".3", …, and refuses cycles and missing parents by name.
Result<ImportedSkeleton> import_skeleton(std::vector<Joint> joints_in_any_order);

}  // namespace isoskin
