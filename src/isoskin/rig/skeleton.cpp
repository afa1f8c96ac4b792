#include "isoskin/rig/skeleton.h"

#include <algorithm>
#include <limits>
#include <unordered_set>

namespace isoskin {
namespace {

constexpr std::size_t kMaxJoints = std::numeric_limits<JointIndex>::max();

std::optional<Error> find_defect(std::span<const Joint> joints) {
    if (joints.size() > kMaxJoints)
        return invalid("a skeleton holds at most " + std::to_string(kMaxJoints) + " joints, not " +
                       std::to_string(joints.size()));
    std::unordered_set<std::string_view> names;
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const Joint& joint = joints[i];
        if (joint.name.empty()) return invalid("joint " + std::to_string(i) + " has no name");
        if (!names.insert(joint.name).second)
            return invalid("two joints are named '" + joint.name + "'");
        if (joint.parent && *joint.parent >= i)
            return invalid("joint '" + joint.name + "' precedes its parent");
    }
    return std::nullopt;
}

std::string label(const Joint& joint, std::size_t index) {
    return joint.name.empty() ? "joint " + std::to_string(index) : "joint '" + joint.name + "'";
}

// Depth of each joint below its root; a walk longer than the number of joints has met a cycle.
Result<std::vector<std::size_t>> depths(std::span<const Joint> joints) {
    std::vector<std::size_t> depth(joints.size(), 0);
    std::vector<char> known(joints.size(), 0);
    std::vector<std::size_t> path;
    for (std::size_t start = 0; start < joints.size(); ++start) {
        path.clear();
        std::size_t at = start;
        while (!known[at]) {
            path.push_back(at);
            if (path.size() > joints.size())
                return invalid(label(joints[at], at) + " is its own ancestor");
            const auto parent = joints[at].parent;
            if (!parent) break;
            if (*parent >= joints.size())
                return invalid(label(joints[at], at) + " has parent " + std::to_string(*parent) +
                               ", which does not exist");
            at = *parent;
        }
        std::size_t level = known[at] ? depth[at] + 1 : 0;
        while (!path.empty()) {
            depth[path.back()] = level++;
            known[path.back()] = 1;
            path.pop_back();
        }
    }
    return depth;
}

bool parents_first(std::span<const Joint> joints) {
    for (std::size_t i = 0; i < joints.size(); ++i)
        if (joints[i].parent && *joints[i].parent >= i) return false;
    return true;
}

void make_names_unique(std::vector<Joint>& joints, std::vector<Note>& notes) {
    std::unordered_set<std::string> names;
    for (const Joint& joint : joints)
        names.insert(joint.name);
    std::unordered_set<std::string> used;
    for (std::size_t i = 0; i < joints.size(); ++i) {
        Joint& joint = joints[i];
        if (joint.name.empty()) joint.name = "joint " + std::to_string(i);
        if (used.insert(joint.name).second) continue;
        std::string fresh;
        for (int copy = 2; fresh.empty() || names.count(fresh) || used.count(fresh); ++copy)
            fresh = joint.name + "." + std::to_string(copy);
        notes.push_back(
            {.kind = NoteKind::Repaired,
             .what = "a second joint named '" + joint.name + "' is called '" + fresh + "'",
             .reason = "a joint whose name another has is called otherwise"});
        joint.name = fresh;
        used.insert(fresh);
    }
}

}  // namespace

Result<Skeleton> Skeleton::create(std::vector<Joint> joints) {
    if (auto defect = find_defect(joints)) return *std::move(defect);
    return Skeleton(std::move(joints));
}

std::optional<JointIndex> Skeleton::find(std::string_view name) const {
    const auto it = std::find_if(joints_.begin(), joints_.end(),
                                 [&](const Joint& joint) { return joint.name == name; });
    if (it == joints_.end()) return std::nullopt;
    return static_cast<JointIndex>(it - joints_.begin());
}

bool carries(const Skeleton& skeleton, std::size_t above, std::size_t below) {
    std::optional<std::size_t> at = below;
    while (at && *at != above)
        at = skeleton.joints()[*at].parent;
    return at.has_value();
}

Result<ImportedSkeleton> import_skeleton(std::vector<Joint> joints) {
    const auto depth = depths(joints);
    if (!depth) return depth.error();
    if (joints.size() > kMaxJoints)
        return invalid("a skeleton holds at most " + std::to_string(kMaxJoints) + " joints, not " +
                       std::to_string(joints.size()));

    std::vector<std::size_t> order(joints.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    if (!parents_first(joints))
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return (*depth)[a] < (*depth)[b]; });

    ImportedSkeleton imported;
    imported.joint_of_input.resize(joints.size());
    for (std::size_t place = 0; place < order.size(); ++place)
        imported.joint_of_input[order[place]] = static_cast<JointIndex>(place);
    std::vector<Joint> sorted;
    sorted.reserve(joints.size());
    for (const std::size_t input : order) {
        Joint joint = std::move(joints[input]);
        if (joint.parent) joint.parent = imported.joint_of_input[*joint.parent];
        sorted.push_back(std::move(joint));
    }
    make_names_unique(sorted, imported.notes);

    auto skeleton = Skeleton::create(std::move(sorted));
    if (!skeleton) return skeleton.error();
    imported.skeleton = *std::move(skeleton);
    return imported;
}

}  // namespace isoskin
