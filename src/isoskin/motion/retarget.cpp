#include "isoskin/motion/retarget.h"

#include <algorithm>
#include <cmath>

#include "isoskin/motion/alignment.h"
#include "isoskin/motion/footing.h"
#include "isoskin/motion/source_frames.h"

namespace isoskin {
namespace {

// Soles this share of a leg above the ground are in the air, and the hips alone say how high.
constexpr double kInTheAir = 0.5;

/// Carries frame after frame from one skeleton to the other.
class Retargeter {
  public:
    Retargeter(const RestSkeleton& source, const SourceFrames& motion, const Character& character,
               const RestSkeleton& target, const JointMatch& match)
        : source_(source),
          motion_(motion),
          target_(target),
          match_(match),
          reference_(choose_reference(source, motion.frames, target, match)),
          aligned_(align_rest(source, reference_, target, match)),
          follow_of_joint_(target.joint_count()),
          leads_to_follower_(target.joint_count(), 0),
          carried_(target.joint_count(), 0) {
        for (const FollowedJoint& follow : match.follows)
            follow_of_joint_[follow.target] = follow;
        for (std::size_t i = target.joint_count(); i-- > 0;)
            if (target.parents[i] && (follow_of_joint_[i] || leads_to_follower_[i]))
                leads_to_follower_[*target.parents[i]] = 1;
        stored_.resize(target.joint_count());
        compute_model_pose(character.skeleton, stored_pose(character.skeleton).parent_from_joint,
                           stored_);
        find_root();
        for (std::size_t i = 0; i < target.joint_count(); ++i)
            carried_[i] = i == root_ || (target.parents[i] && carried_[*target.parents[i]]);
        measure();
    }

    Clip run() const {
        Clip clip;
        std::vector<Channel> turns(target_.joint_count());
        Channel path;
        path.path = ChannelPath::Translation;
        path.target = root_;
        path.times = motion_.times;
        for (std::size_t frame = 0; frame < motion_.frames.size(); ++frame) {
            const PosedJoints posed = pose_at(frame);
            add_turns(posed, turns);
            add_place(posed, path);
        }
        for (std::size_t joint = 0; joint < turns.size(); ++joint) {
            if (turns[joint].values.empty()) continue;
            turns[joint].target = joint;
            turns[joint].times = motion_.times;
            clip.channels.push_back(std::move(turns[joint]));
        }
        clip.channels.push_back(std::move(path));
        return clip;
    }

    const ReferencePose& reference() const { return reference_; }

  private:
    // The joint that carries all that follow: the hips of a body.
    void find_root() {
        root_ = match_.is_body ? *match_.target.hips : match_.follows.front().target;
        source_root_ = match_.is_body ? *match_.source.hips : match_.follows.front().source;
    }

    // The middle between the legs: hips are put in many places, legs begin in one.
    Vec3d centre(const BodyJoints& body, std::size_t root, const PosedJoints& posed) const {
        if (!match_.is_body) return posed.places[root];
        return 0.5 * (posed.places[*body.legs[0].upper] + posed.places[*body.legs[1].upper]);
    }

    void measure() {
        const PosedJoints bind = at_rest(target_);
        if (match_.is_body) {
            const double own = leg_length(match_.target, bind);
            const double foreign = leg_length(match_.source, reference_.posed);
            const double own_trunk = trunk_length(match_.target, bind);
            const double foreign_trunk = trunk_length(match_.source, reference_.posed);
            if (own > 0.0 && foreign > 0.0)
                scale_ = own / foreign;
            else if (own_trunk > 0.0 && foreign_trunk > 0.0)
                scale_ = own_trunk / foreign_trunk;
            leg_ = foreign;
            find_ground(bind);
        }
        start_ = centre(match_.source, source_root_, motion_.frames[0]);
        centre_ = centre(match_.target, root_, bind);
    }

    static double trunk_length(const BodyJoints& body, const PosedJoints& posed) {
        return (posed.places[*body.arms[0].upper] - posed.places[*body.legs[0].upper]).norm();
    }

    void find_ground(const PosedJoints& bind) {
        target_soles_ = Soles(match_.target, bind, target_.ground);
        double ground = reference_.posed.places[*match_.source.hips].y();
        for (const LimbJoints& leg : match_.source.legs)
            for (std::size_t i = 0; i < source_.joint_count(); ++i)
                if (leg.upper && carries(source_, *leg.upper, i))
                    ground = std::min(ground, reference_.posed.places[i].y());
        const Soles soles(match_.source, reference_.posed, ground);
        for (const PosedJoints& frame : motion_.frames)
            if (const auto lowest = soles.lowest(frame)) source_lowest_.push_back(*lowest);
        source_ground_ = ground_of(source_lowest_);
    }

    Quatd turned_since_reference(std::size_t joint, const PosedJoints& posed) const {
        return posed.turns[joint] * reference_.posed.turns[joint].conjugate();
    }

    PosedJoints pose_at(std::size_t frame) const {
        const PosedJoints& moved = motion_.frames[frame];
        PosedJoints posed;
        posed.places.resize(target_.joint_count());
        posed.turns.resize(target_.joint_count());
        for (std::size_t joint = 0; joint < target_.joint_count(); ++joint) {
            const auto parent = target_.parents[joint];
            if (!carried_[joint]) {
                posed.turns[joint] = to_transform(stored_[joint]).rotation.normalized();
                posed.places[joint] = stored_[joint].translation();
                continue;
            }
            const Quatd since_rest =
                parent ? Quatd(posed.turns[*parent] * target_.turns[*parent].conjugate())
                       : Quatd::Identity();
            if (const auto& follow = follow_of_joint_[joint]) {
                Quatd turn = turned_since_reference(follow->source, moved);
                if (follow->next != follow->source)
                    turn = turn.slerp(follow->blend, turned_since_reference(follow->next, moved));
                posed.turns[joint] = (turn * aligned_[joint] * target_.turns[joint]).normalized();
            } else {
                posed.turns[joint] = (since_rest * target_.turns[joint]).normalized();
            }
            posed.places[joint] = target_.places[joint];
            if (joint != root_)
                posed.places[joint] =
                    posed.places[*parent] +
                    since_rest * (target_.places[joint] - target_.places[*parent]);
        }
        set_down(frame, moved, posed);
        return posed;
    }

    // Moves the whole pose to where the hips go, and up or down until soles are as high as those of
    // the motion.
    void set_down(std::size_t frame, const PosedJoints& moved, PosedJoints& posed) const {
        const Vec3d way = scale_ * (centre(match_.source, source_root_, moved) - start_);
        Vec3d place = centre_ + way;
        if (!source_lowest_.empty())
            place.y() = target_.ground +
                        scale_ * (centre(match_.source, source_root_, moved).y() - source_ground_);
        shift(place - centre(match_.target, root_, posed), posed);
        if (source_lowest_.empty()) return;
        const double height = source_lowest_[frame] - source_ground_;
        const double share =
            std::clamp(1.0 - height / (kInTheAir * std::max(leg_, 1e-9)), 0.0, 1.0);
        const double wanted = target_.ground + scale_ * height;
        const double missing = wanted - target_soles_->lowest(posed).value_or(wanted);
        shift(Vec3d(0.0, share * missing, 0.0), posed);
    }

    void shift(const Vec3d& way, PosedJoints& posed) const {
        for (std::size_t joint = root_; joint < posed.places.size(); ++joint)
            if (carried_[joint]) posed.places[joint] += way;
    }

    void add_turns(const PosedJoints& posed, std::vector<Channel>& turns) const {
        for (std::size_t joint = root_; joint < posed.turns.size(); ++joint) {
            if (!carried_[joint] || !(follow_of_joint_[joint] || leads_to_follower_[joint]))
                continue;
            const auto parent = target_.parents[joint];
            const Quatd above = parent ? posed.turns[*parent] : Quatd::Identity();
            Quatd local = (above.conjugate() * posed.turns[joint]).normalized();
            auto& values = turns[joint].values;
            if (values.size() >= 4) {
                const Eigen::Map<const Eigen::Vector4f> last(&values[values.size() - 4]);
                if (local.coeffs().dot(last.cast<double>()) < 0.0) local.coeffs() *= -1.0;
            }
            for (const double c : {local.x(), local.y(), local.z(), local.w()})
                values.push_back(static_cast<float>(c));
        }
    }

    void add_place(const PosedJoints& posed, Channel& path) const {
        const auto parent = target_.parents[root_];
        const Vec3d place =
            parent ? Vec3d(stored_[*parent].inverse() * posed.places[root_]) : posed.places[root_];
        for (const double c : {place.x(), place.y(), place.z()})
            path.values.push_back(static_cast<float>(c));
    }

    const RestSkeleton& source_;
    const SourceFrames& motion_;
    const RestSkeleton& target_;
    const JointMatch& match_;
    ReferencePose reference_;
    std::vector<Quatd> aligned_;
    std::vector<std::optional<FollowedJoint>> follow_of_joint_;
    std::vector<char> leads_to_follower_;
    std::vector<char> carried_;  // by the root
    std::vector<Affine> stored_;
    std::size_t root_ = 0;
    std::size_t source_root_ = 0;
    double scale_ = 1.0;
    double leg_ = 0.0;              // of the motion
    Vec3d start_ = Vec3d::Zero();   // of the motion's hips
    Vec3d centre_ = Vec3d::Zero();  // of ours at rest
    std::optional<Soles> target_soles_;
    std::vector<double> source_lowest_;  // per frame
    double source_ground_ = 0.0;
};

std::string reference_note(const ReferencePose& reference, const SourceFrames& motion) {
    std::string seconds = std::to_string(motion.times[*reference.frame]);
    seconds.resize(seconds.find('.') + 3);
    return "nobody stands as the rest pose of the motion does; its pose at " + seconds +
           " s was laid on the bind pose instead";
}

}  // namespace

Result<RetargetedMotion> retarget(const Character& source, const Clip& motion,
                                  const Character& target, const JointMap& map) {
    if (target.skeleton.joint_count() < 2)
        return unsupported("a motion needs joints, and '" + target.name +
                           "' is a mesh without any; 'isoskin weights' binds it to a skeleton");
    const auto frames = sample_frames(source, motion);
    if (!frames) return frames.error();
    if (frames->frames.empty()) return invalid("the motion has no frames");
    const RestSkeleton from = rest_skeleton(source);
    const RestSkeleton to = rest_skeleton(target);
    auto match = match_joints(from, frames->moved, to, map);
    if (!match) return match.error();
    const Retargeter retargeter(from, *frames, target, to, *match);
    RetargetedMotion result;
    result.clip = retargeter.run();
    result.clip.name = motion.name;
    result.clip.notes.push_back(match_summary(*match, from));
    if (retargeter.reference().frame)
        result.clip.notes.push_back(reference_note(retargeter.reference(), *frames));
    for (const FollowedJoint& follow : match->follows)
        result.pairs.push_back({follow.blend > 0.5 ? follow.next : follow.source, follow.target});
    result.unmatched = match->unmatched;
    return result;
}

}  // namespace isoskin
