#include "isoskin/io/bvh_retarget.h"

#include <algorithm>
#include <cmath>

#include "isoskin/io/binding.h"
#include "isoskin/io/joint_match.h"
#include "isoskin/io/text.h"

namespace isoskin {
namespace {

// Both skeletons in model space at rest, and who follows whom.
class Retargeter {
  public:
    Retargeter(const BvhFile& bvh, const Character& character, const ReadOptions& options)
        : bvh_(bvh),
          joints_(character.skeleton.joints()),
          upright_(upright_from_file(options.up_axis == UpAxis::Stored ? guess_up_axis(bvh)
                                                                       : options.up_axis)),
          source_of_joint_(joints_.size()) {
        find_rest(character.skeleton);
        match(character.skeleton);
        align();
    }

    std::size_t matched_count() const { return matched_count_; }

    Clip run() const {
        Clip clip;
        std::vector<Channel> rotations(joints_.size());
        for (std::size_t frame = 0; frame < bvh_.frame_count; ++frame)
            add_frame(frame, rotations);
        const auto times = frame_times(bvh_);
        for (std::size_t joint = 0; joint < joints_.size(); ++joint) {
            if (!source_of_joint_[joint]) continue;
            rotations[joint].target = joint;
            rotations[joint].times = times;
            clip.channels.push_back(std::move(rotations[joint]));
        }
        add_root_path(times, clip);
        add_notes(clip);
        return clip;
    }

  private:
    Vec3d place(std::size_t joint) const { return rest_[joint].translation(); }

    void find_rest(const Skeleton& skeleton) {
        rest_.resize(joints_.size());
        compute_model_pose(skeleton, stored_pose(skeleton).parent_from_joint, rest_);
        for (const Affine& model_from_joint : rest_)
            rest_turn_.push_back(to_transform(model_from_joint).rotation);
        for (const BvhJoint& joint : bvh_.joints)
            source_place_.push_back((joint.parent ? source_place_[*joint.parent] : Vec3d(0, 0, 0)) +
                                    upright_ * joint.offset);
    }

    // Some programs put a joint before a bone that does not begin where its parent ends, and call
    // it as the bone with underscores in front. It is no counterpart of anything.
    bool is_connector(const BvhJoint& joint) const {
        const auto name = joint.name.find_first_not_of('_');
        if (name == 0 || name == std::string::npos) return false;
        return std::any_of(bvh_.joints.begin(), bvh_.joints.end(), [&](const BvhJoint& other) {
            return !other.end_site && other.name == joint.name.substr(name);
        });
    }

    void match(const Skeleton& skeleton) {
        std::vector<std::string> from;
        for (const BvhJoint& joint : bvh_.joints)
            from.push_back(joint.end_site || is_connector(joint) ? "" : joint.name);
        std::vector<std::string> to;
        for (const Joint& joint : skeleton.joints())
            to.push_back(joint.name);
        const auto matches = match_joints(from, to);
        for (std::size_t source = 0; source < matches.size(); ++source) {
            if (from[source].empty()) continue;
            if (!matches[source]) {
                unmatched_.push_back(bvh_.joints[source].name);
                continue;
            }
            source_of_joint_[*matches[source]] = source;
            ++matched_count_;
        }
    }

    std::optional<std::size_t> matched_ancestor(std::size_t joint) const {
        for (auto at = joints_[joint].parent; at; at = joints_[*at].parent)
            if (source_of_joint_[*at]) return at;
        return std::nullopt;
    }

    // Where the bones of a joint point, as seen in both rest poses: to the mean of the next matched
    // joints below it. A joint without any keeps to the turn of the one above.
    void align() {
        std::vector<Vec3d> own(joints_.size(), Vec3d::Zero());
        std::vector<Vec3d> foreign(joints_.size(), Vec3d::Zero());
        for (std::size_t joint = 0; joint < joints_.size(); ++joint) {
            const auto above = source_of_joint_[joint] ? matched_ancestor(joint) : std::nullopt;
            if (!above) continue;
            own[*above] += place(joint) - place(*above);
            foreign[*above] +=
                source_place_[*source_of_joint_[joint]] - source_place_[*source_of_joint_[*above]];
        }
        alignment_.assign(joints_.size(), Quatd::Identity());
        for (std::size_t joint = 0; joint < joints_.size(); ++joint) {
            if (!source_of_joint_[joint]) continue;
            if (own[joint].norm() > 1e-9 && foreign[joint].norm() > 1e-9)
                alignment_[joint] = Quatd::FromTwoVectors(own[joint], foreign[joint]);
            else if (const auto above = matched_ancestor(joint))
                alignment_[joint] = alignment_[*above];
        }
    }

    void add_frame(std::size_t frame, std::vector<Channel>& rotations) const {
        std::vector<Quatd> source_turn(bvh_.joints.size());
        for (std::size_t i = 0; i < bvh_.joints.size(); ++i) {
            const Quatd local = local_transform(bvh_, i, frame).rotation;
            const auto parent = bvh_.joints[i].parent;
            source_turn[i] = parent ? source_turn[*parent] * local : local;
        }
        std::vector<Quatd> turn(joints_.size());
        for (std::size_t joint = 0; joint < joints_.size(); ++joint) {
            const auto parent = joints_[joint].parent;
            const Quatd above = parent ? turn[*parent] : Quatd::Identity();
            const auto source = source_of_joint_[joint];
            if (!source) {
                turn[joint] = above * joints_[joint].parent_from_joint.rotation;
                continue;
            }
            const Quatd moved = upright_ * source_turn[*source] * upright_.conjugate();
            turn[joint] = (moved * alignment_[joint] * rest_turn_[joint]).normalized();
            const Quatd local = (above.conjugate() * turn[joint]).normalized();
            for (const double c : {local.x(), local.y(), local.z(), local.w()})
                rotations[joint].values.push_back(static_cast<float>(c));
        }
    }

    // How much larger the character is than the skeleton of the file, by the spread of what
    // matches.
    double size_ratio(std::size_t root) const {
        double own = 0.0;
        double foreign = 0.0;
        for (std::size_t joint = 0; joint < joints_.size(); ++joint) {
            if (!source_of_joint_[joint]) continue;
            own += (place(joint) - place(root)).norm();
            foreign +=
                (source_place_[*source_of_joint_[joint]] - source_place_[*source_of_joint_[root]])
                    .norm();
        }
        return own > 1e-9 && foreign > 1e-9 ? own / foreign : 1.0;
    }

    void add_root_path(const std::vector<float>& times, Clip& clip) const {
        for (std::size_t root = 0; root < joints_.size(); ++root) {
            const auto source = source_of_joint_[root];
            if (!source || bvh_.joints[*source].parent) continue;
            const auto parent = joints_[root].parent;
            const Mat3d parent_from_model =
                parent ? rest_[*parent].linear().inverse().eval() : Mat3d(Mat3d::Identity());
            const double scale = size_ratio(root);
            const Vec3d start = local_transform(bvh_, *source, 0).translation;
            Channel path;
            path.path = ChannelPath::Translation;
            path.target = root;
            path.times = times;
            for (std::size_t frame = 0; frame < bvh_.frame_count; ++frame) {
                const Vec3d way = local_transform(bvh_, *source, frame).translation - start;
                const Vec3d place = joints_[root].parent_from_joint.translation +
                                    parent_from_model * (scale * (upright_ * way));
                for (const double c : {place.x(), place.y(), place.z()})
                    path.values.push_back(static_cast<float>(c));
            }
            clip.channels.push_back(std::move(path));
            return;
        }
    }

    void add_notes(Clip& clip) const {
        if (unmatched_.empty()) return;
        std::string names;
        for (std::size_t i = 0; i < unmatched_.size() && i < 8; ++i)
            names += (i == 0 ? "" : ", ") + in_quotes(unmatched_[i]);
        if (unmatched_.size() > 8) names += " and others";
        clip.notes.push_back(std::to_string(unmatched_.size()) + " of " +
                             std::to_string(unmatched_.size() + matched_count_) +
                             " joints of the motion have no counterpart: " + names);
    }

    const BvhFile& bvh_;
    std::span<const Joint> joints_;
    Quatd upright_;
    std::vector<std::optional<std::size_t>> source_of_joint_;
    std::size_t matched_count_ = 0;
    std::vector<std::string> unmatched_;
    std::vector<Affine> rest_;      // model_from_joint at rest
    std::vector<Quatd> rest_turn_;  // its rotation
    std::vector<Vec3d> source_place_;
    std::vector<Quatd> alignment_;  // carries our bones at rest to those of the file
};

}  // namespace

Result<Clip> retarget_bvh(const BvhFile& bvh, const Character& character,
                          const ReadOptions& options, std::string_view name) {
    const Retargeter retargeter(bvh, character, options);
    if (retargeter.matched_count() == 0)
        return invalid(std::string(name) + ": no joint of the motion is one of the character");
    return retargeter.run();
}

}  // namespace isoskin
