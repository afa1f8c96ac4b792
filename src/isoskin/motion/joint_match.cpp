#include "isoskin/motion/joint_match.h"

#include <algorithm>
#include <map>
#include <set>

namespace isoskin {
namespace {

using Found = std::optional<std::size_t>;

// Two skeletons with this share of names in common are of one make, body or not.
constexpr double kOneMake = 0.75;

struct PartWordOf {
    const char* word;
    BodyPart part;
};
constexpr std::array<PartWordOf, 8> kSidedParts{{{"Shoulder", BodyPart::Clavicle},
                                                 {"UpperArm", BodyPart::UpperArm},
                                                 {"LowerArm", BodyPart::LowerArm},
                                                 {"Hand", BodyPart::Hand},
                                                 {"UpperLeg", BodyPart::UpperLeg},
                                                 {"LowerLeg", BodyPart::LowerLeg},
                                                 {"Foot", BodyPart::Foot},
                                                 {"Toes", BodyPart::Toe}}};

// The joint of each part that a hint can name.
std::map<std::string, std::size_t> words_of_parts(const BodyJoints& body) {
    std::map<std::string, std::size_t> joints;
    const auto add = [&](const std::string& word, Found joint) {
        if (joint) joints[word] = *joint;
    };
    add("head", body.head);
    for (const std::size_t side : {0U, 1U}) {
        const std::string prefix = side == 0 ? "left" : "right";
        const LimbJoints& arm = body.arms[side];
        const LimbJoints& leg = body.legs[side];
        const std::array<Found, 8> parts{arm.collar, arm.upper, arm.lower, arm.end,
                                         leg.upper,  leg.lower, leg.end,   leg.toe};
        for (std::size_t i = 0; i < parts.size(); ++i)
            add(prefix + kSidedParts[i].word, parts[i]);
    }
    return joints;
}

std::string word_of(const BodyJoints& body, std::size_t joint) {
    for (const auto& [word, at] : words_of_parts(body))
        if (at == joint) return word;
    return {};
}

Result<std::size_t> find_joint(const RestSkeleton& rest, const std::string& name,
                               const char* whose) {
    const auto at = std::find(rest.names.begin(), rest.names.end(), name);
    if (at != rest.names.end()) return static_cast<std::size_t>(at - rest.names.begin());
    return usage_error("the map names '" + name + "', which is no joint of the " + whose);
}

Status add_hints(const JointMap::Names& parts, const char* whose, RestSkeleton& rest) {
    for (const auto& [word, name] : parts) {
        if (read_body_name(word).parts.empty())
            return usage_error("the map names '" + word +
                               "', which is no part of a body; parts are called as in VRM, as "
                               "'leftUpperArm'");
        const auto joint = find_joint(rest, name, whose);
        if (!joint) return joint.error();
        rest.hints.push_back({*joint, word});
    }
    return Done{};
}

class Matcher {
  public:
    Matcher(RestSkeleton source, const std::vector<char>& moved, RestSkeleton target)
        : source_(std::move(source)), moved_(moved), target_(std::move(target)) {}

    Result<JointMatch> run(const JointMap& map) {
        if (const Status heard = hear(map); !heard) return heard.error();
        match_.source = find_body(source_);
        match_.target = find_body(target_);
        for (const auto& [source, target] : pairs_)
            if (target) follow(*target, source);
        const auto missing = missing_of_both();
        if (missing.empty()) pair_bodies();
        pair_equal_names();
        count();
        const std::size_t matched = match_.source_count - match_.unmatched.size();
        const bool one_make =
            static_cast<double>(matched) >= kOneMake * static_cast<double>(match_.source_count);
        if (!missing.empty() && (matched < 2 || !one_make)) return refusal(missing);
        match_.is_body = missing.empty();
        for (const auto& [target, found] : by_target_)
            match_.follows.push_back(found);
        return std::move(match_);
    }

  private:
    // Parts first; a pair of joints then gives the part of one to the other.
    Status hear(const JointMap& map) {
        Status heard = add_hints(map.source_parts, "motion", source_);
        if (heard) heard = add_hints(map.target_parts, "character", target_);
        if (!heard) return heard;
        const BodyJoints source_body = find_body(source_);
        const BodyJoints target_body = find_body(target_);
        for (const auto& [from, to] : map.joints) {
            const auto source = find_joint(source_, from, "motion");
            if (!source) return source.error();
            if (to.empty()) {
                pairs_.push_back({*source, {}});
                source_.hints.push_back({*source, ""});
                continue;
            }
            const auto target = find_joint(target_, to, "character");
            if (!target) return target.error();
            pairs_.push_back({*source, *target});
            const std::string word = word_of(target_body, *target);
            if (!word.empty())
                source_.hints.push_back({*source, word});
            else if (const std::string own = word_of(source_body, *source); !own.empty())
                target_.hints.push_back({*target, own});
        }
        return Done{};
    }

    bool may_lead(std::size_t source) const {
        return std::none_of(pairs_.begin(), pairs_.end(),
                            [&](const auto& pair) { return pair.first == source; }) &&
               (moved_[source] || !source_.children[source].empty());
    }

    void follow(std::size_t target, std::size_t source) {
        by_target_.try_emplace(target, FollowedJoint{target, source, source, 0.0});
        led_.insert(source);
    }

    void pair(Found source, Found target) {
        if (source && target && may_lead(*source)) follow(*target, *source);
    }

    // The whole of one chain follows the whole of the other: lengths may differ.
    void pair_chains(const std::vector<std::size_t>& source,
                     const std::vector<std::size_t>& target) {
        std::vector<std::size_t> leading;
        for (const std::size_t joint : source)
            if (may_lead(joint)) leading.push_back(joint);
        if (leading.empty()) return;
        const double last = static_cast<double>(leading.size() - 1);
        for (std::size_t i = 0; i < target.size(); ++i) {
            const double at = target.size() == 1 ? last
                                                 : last * static_cast<double>(i) /
                                                       static_cast<double>(target.size() - 1);
            const auto first = static_cast<std::size_t>(at);
            const std::size_t next = std::min(first + 1, leading.size() - 1);
            by_target_.try_emplace(target[i],
                                   FollowedJoint{target[i], leading[first], leading[next],
                                                 at - static_cast<double>(first)});
        }
        // Whatever lies between two that are followed shows in the later one.
        if (!target.empty()) led_.insert(leading.begin(), leading.end());
    }

    void pair_bodies() {
        const BodyJoints& from = match_.source;
        const BodyJoints& to = match_.target;
        pair(from.hips, to.hips);
        pair_chains(from.spine, to.spine);
        pair_chains(from.neck, to.neck);
        pair(from.head, to.head);
        for (const std::size_t side : {0U, 1U}) {
            for (const auto limbs : {&BodyJoints::arms, &BodyJoints::legs}) {
                const LimbJoints& a = (from.*limbs)[side];
                const LimbJoints& b = (to.*limbs)[side];
                pair(a.collar, b.collar);
                pair(a.upper, b.upper);
                pair(a.lower, b.lower);
                pair(a.end, b.end);
                pair(a.toe, b.toe);
            }
            for (std::size_t finger = 0; finger < 5; ++finger) {
                const auto& a = from.fingers[side][finger];
                const auto& b = to.fingers[side][finger];
                for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
                    pair(a[i], b[i]);
            }
        }
    }

    void pair_equal_names() {
        std::map<std::string, std::size_t> target_of_name;
        for (std::size_t i = 0; i < target_.joint_count(); ++i)
            if (target_.moves[i]) target_of_name.try_emplace(plain_joint_name(target_.names[i]), i);
        for (std::size_t i = 0; i < source_.joint_count(); ++i) {
            if (!moved_[i] || led_.count(i) != 0 || !may_lead(i)) continue;
            const auto found = target_of_name.find(plain_joint_name(source_.names[i]));
            if (found == target_of_name.end() || by_target_.count(found->second) != 0) continue;
            follow(found->second, i);
        }
    }

    void count() {
        for (std::size_t i = 0; i < source_.joint_count(); ++i) {
            // MakeHuman's joints before a bone that begins elsewhere than its parent ends.
            if (!moved_[i] || source_.names[i].rfind("__", 0) == 0) continue;
            ++match_.source_count;
            if (led_.count(i) == 0) match_.unmatched.push_back(i);
        }
    }

    std::vector<std::string> missing_of_both() const {
        std::vector<std::string> missing;
        for (const auto& [body, whose] :
             {std::pair{&match_.source, "motion"}, {&match_.target, "character"}})
            for (const std::string& part : missing_parts(*body))
                missing.push_back(part + " in the " + whose);
        return missing;
    }

    static Error refusal(const std::vector<std::string>& missing) {
        std::string list;
        for (const std::string& part : missing)
            list += (list.empty() ? "" : ", ") + part;
        return unsupported("no " + std::string("body can be matched: not found are ") + list +
                           "; name them in a file given by --map (docs/formats/map_json.md)");
    }

    RestSkeleton source_;
    const std::vector<char>& moved_;
    RestSkeleton target_;
    std::vector<std::pair<std::size_t, Found>> pairs_;
    JointMatch match_;
    std::map<std::size_t, FollowedJoint> by_target_;
    std::set<std::size_t> led_;
};

}  // namespace

Result<JointMatch> match_joints(RestSkeleton source, const std::vector<char>& moved,
                                RestSkeleton target, const JointMap& map) {
    return Matcher(std::move(source), moved, std::move(target)).run(map);
}

std::string match_summary(const JointMatch& match, const RestSkeleton& source) {
    constexpr std::size_t kMostNames = 8;
    const std::size_t followed = match.source_count - match.unmatched.size();
    std::string text = std::to_string(followed) + " of " + std::to_string(match.source_count) +
                       " joints of the motion are followed";
    for (std::size_t i = 0; i < match.unmatched.size() && i < kMostNames; ++i)
        text +=
            (i == 0 ? "; no counterpart for '" : ", '") + source.names[match.unmatched[i]] + "'";
    if (match.unmatched.size() > kMostNames)
        text += " and " + std::to_string(match.unmatched.size() - kMostNames) + " more";
    return text;
}

}  // namespace isoskin
