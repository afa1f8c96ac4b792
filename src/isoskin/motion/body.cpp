#include "isoskin/motion/body.h"

#include <algorithm>

#include "isoskin/motion/body_shape.h"

namespace isoskin {
namespace {

using Found = std::optional<std::size_t>;
constexpr std::array<BodySide, 2> kSides{BodySide::Left, BodySide::Right};

// A joint nearer to the one above than this share of the bone before it only divides the bone, as
// for a twist.
constexpr double kLeastBone = 0.4;

// More than any name has.
constexpr int kHintStrength = 10;

/// What a limb's parts are called, from the top.
struct LimbWords {
    BodyPart upper;
    BodyPart lower;
    BodyPart end;
};
constexpr LimbWords kArm{BodyPart::UpperArm, BodyPart::LowerArm, BodyPart::Hand};
constexpr LimbWords kLeg{BodyPart::UpperLeg, BodyPart::LowerLeg, BodyPart::Foot};

class BodyFinder {
  public:
    explicit BodyFinder(const RestSkeleton& rest)
        : rest_(rest), branch_length_(branch_lengths(rest)) {
        for (const std::string& name : rest.body_names)
            names_.push_back(read_body_name(name));
        for (const PartHint& hint : rest.hints) {
            names_[hint.joint] = read_body_name(hint.body_name);
            for (NamedPart& part : names_[hint.joint].parts)
                part.strength += kHintStrength;
        }
    }

    BodyJoints run() {
        find_starts();
        for (std::size_t side = 0; side < 2; ++side) {
            find_rest_of_limb(kArm, kSides[side], body_.arms[side]);
            find_rest_of_limb(kLeg, kSides[side], body_.legs[side]);
            LimbJoints& leg = body_.legs[side];
            if (leg.end) leg.toe = named(BodyPart::Toe, kSides[side], leg.end, leg.end);
            if (leg.end && !leg.toe) leg.toe = main_child(rest_, *leg.end);
        }
        find_trunk();
        find_fingers();
        return body_;
    }

  private:
    // The joint that is called so most surely, the topmost of several; below `above` if given.
    Found named(BodyPart part, BodySide side, Found above, Found other_than) const {
        Found best;
        int best_strength = -1;
        for (std::size_t i = 0; i < names_.size(); ++i) {
            if (!rest_.moves[i] || names_[i].side != side || other_than == i) continue;
            if (above && (i == *above || !carries(rest_, *above, i))) continue;
            for (const NamedPart& name : names_[i].parts)
                if (name.part == part && name.strength > best_strength) {
                    best = i;
                    best_strength = name.strength;
                }
        }
        return best;
    }

    // A rig of few joints calls an arm of one piece a hand.
    Found start_of(const LimbWords& words, BodySide side) const {
        Found start = named(words.upper, side, {}, {});
        for (const BodyPart part : {words.lower, words.end}) {
            if (start) break;
            start = named(part, side, {}, {});
        }
        return start;
    }

    void find_starts() {
        bool complete = true;
        for (std::size_t side = 0; side < 2; ++side) {
            body_.arms[side].upper = start_of(kArm, kSides[side]);
            body_.legs[side].upper = start_of(kLeg, kSides[side]);
            complete = complete && body_.arms[side].upper && body_.legs[side].upper;
        }
        if (complete) return;
        const auto shape = find_limbs_by_shape(rest_, branch_length_);
        if (!shape) return;
        const bool arms_named = body_.arms[0].upper && body_.arms[1].upper;
        const bool legs_named = body_.legs[0].upper && body_.legs[1].upper;
        for (std::size_t side = 0; side < 2; ++side) {
            if (!arms_named) body_.arms[side].upper = shape->arms[side];
            if (!legs_named) body_.legs[side].upper = shape->legs[side];
        }
    }

    double distance(std::size_t a, std::size_t b) const {
        return (rest_.places[a] - rest_.places[b]).norm();
    }

    // The next joint down the limb that is at least `length` away.
    Found next_down(std::size_t joint, double length) const {
        for (Found at = main_child(rest_, joint); at; at = main_child(rest_, *at))
            if (distance(joint, *at) >= length) return at;
        return {};
    }

    // Of the joints between two, the one that divides the way most evenly.
    Found between(std::size_t above, std::size_t below) const {
        Found best;
        double best_product = 0.0;
        for (const std::size_t joint : path_down(rest_, above, below)) {
            const double product = distance(above, joint) * distance(joint, below);
            if (joint == below || product <= best_product) continue;
            best = joint;
            best_product = product;
        }
        return best;
    }

    void find_rest_of_limb(const LimbWords& words, BodySide side, LimbJoints& limb) const {
        if (!limb.upper) return;
        limb.lower = named(words.lower, side, limb.upper, limb.upper);
        limb.end = named(words.end, side, limb.lower ? limb.lower : limb.upper, limb.upper);
        if (!limb.lower && limb.end) limb.lower = between(*limb.upper, *limb.end);
        if (!limb.lower && !limb.end)
            limb.lower = next_down(*limb.upper, 0.5 * kLeastBone * branch_length_[*limb.upper]);
        if (limb.lower && !limb.end)
            limb.end = next_down(*limb.lower, kLeastBone * distance(*limb.upper, *limb.lower));
    }

    Found common(Found a, Found b) const {
        if (!a || !b) return {};
        for (Found at = a; at; at = rest_.parents[*at])
            if (carries(rest_, *at, *b)) return at;
        return {};
    }

    void find_trunk() {
        const Found pelvis = common(body_.legs[0].upper, body_.legs[1].upper);
        const Found chest = common(body_.arms[0].upper, body_.arms[1].upper);
        body_.hips = common(pelvis, chest);
        if (!body_.hips || !chest) return;
        body_.spine = path_down(rest_, *body_.hips, *chest);
        for (LimbJoints& arm : body_.arms)
            find_collar(*chest, arm);
        find_head(*chest);
    }

    void find_collar(std::size_t chest, LimbJoints& arm) const {
        for (const std::size_t joint : path_down(rest_, chest, *arm.upper)) {
            if (joint == *arm.upper) return;
            if (!arm.collar) arm.collar = joint;
            for (const NamedPart& name : names_[joint].parts)
                if (name.part == BodyPart::Clavicle) {
                    arm.collar = joint;
                    return;
                }
        }
    }

    void find_head(std::size_t chest) {
        body_.head = named(BodyPart::Head, BodySide::Middle, body_.hips, {});
        if (!body_.head) body_.head = head_by_shape(chest);
        if (!body_.head) return;
        const Found branch = common(chest, body_.head);
        body_.neck = path_down(rest_, *branch, *body_.head);
        if (!body_.neck.empty()) body_.neck.pop_back();
    }

    // Up the longest branch of the chest that is no arm, until it divides or ends.
    Found head_by_shape(std::size_t chest) const {
        Found at;
        double longest = -1.0;
        for (const std::size_t child : rest_.children[chest]) {
            const bool arm = carries(rest_, child, *body_.arms[0].upper) ||
                             carries(rest_, child, *body_.arms[1].upper);
            const double length = branch_length_[child] + distance(chest, child);
            if (arm || !rest_.moves[child] || length <= longest) continue;
            at = child;
            longest = length;
        }
        while (at) {
            const auto& below = rest_.children[*at];
            const bool ends = below.size() != 1 || rest_.children[below[0]].empty();
            if (ends) break;
            at = below[0];
        }
        return at;
    }

    // The joints of a finger in order, whatever they count from.
    void find_fingers() {
        for (std::size_t i = 0; i < names_.size(); ++i) {
            if (names_[i].finger == 0 || names_[i].side == BodySide::Middle || !rest_.moves[i])
                continue;
            const std::size_t side = names_[i].side == BodySide::Left ? 0 : 1;
            auto& finger = body_.fingers[side][static_cast<std::size_t>(names_[i].finger) - 1];
            const LimbJoints& arm = body_.arms[side];
            if (!arm.upper || !carries(rest_, *arm.upper, i) || finger.size() == 3) continue;
            if (finger.empty() || carries(rest_, finger.back(), i)) finger.push_back(i);
        }
    }

    const RestSkeleton& rest_;
    std::vector<double> branch_length_;
    std::vector<BodyName> names_;
    BodyJoints body_;
};

}  // namespace

std::vector<double> branch_lengths(const RestSkeleton& rest) {
    std::vector<double> lengths(rest.joint_count(), 0.0);
    for (std::size_t i = rest.joint_count(); i-- > 0;)
        if (const auto parent = rest.parents[i])
            lengths[*parent] = std::max(
                lengths[*parent], lengths[i] + (rest.places[i] - rest.places[*parent]).norm());
    return lengths;
}

std::optional<std::size_t> main_child(const RestSkeleton& rest, std::size_t joint) {
    std::optional<std::size_t> best;
    double longest = -1.0;
    for (const std::size_t child : rest.children[joint]) {
        double length = (rest.places[child] - rest.places[joint]).norm();
        for (const std::size_t below : rest.children[child])
            length += (rest.places[below] - rest.places[child]).norm();
        if (!rest.moves[child] || length <= longest) continue;
        best = child;
        longest = length;
    }
    return best;
}

BodyJoints find_body(const RestSkeleton& rest) {
    return BodyFinder(rest).run();
}

std::vector<std::string> missing_parts(const BodyJoints& body) {
    std::vector<std::string> missing;
    if (!body.hips) missing.emplace_back("hips");
    if (body.spine.empty()) missing.emplace_back("a spine");
    for (const std::size_t side : {0U, 1U}) {
        if (!body.arms[side].upper) missing.push_back(side == 0 ? "a left arm" : "a right arm");
        if (!body.legs[side].upper) missing.push_back(side == 0 ? "a left leg" : "a right leg");
    }
    return missing;
}

}  // namespace isoskin
