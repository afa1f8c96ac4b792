#include "isoskin/autorig/judge.h"

#include <algorithm>
#include <cmath>

namespace isoskin {
namespace {

// How much of its confidence a doubt leaves a joint.
constexpr double kOutside = 0.4;
constexpr double kNotFound = 0.1;
constexpr double kTwoClaims = 0.6;
constexpr double kUneven = 0.7;
constexpr double kBoneOutside = 0.7;
constexpr double kHidden = 0.7;

// A joint that had to be moved farther than this, in diagonals, was outside the flesh.
constexpr double kMovedFar = 0.02;
// A tip whose next best end costs so little more could be either.
constexpr double kCloseCall = 0.004;
// Left and right limbs of a symmetric template differ by at most this share.
constexpr double kUnevenLength = 0.25;
// Share of a bone that may leave the flesh, at a bend for instance.
constexpr double kBoneShare = 0.35;

// Share of a limb between what is seen of it and a joint: beyond it the joint's place is a guess.
constexpr double kFarHidden = 0.2;

// A template that fits costs up to kGoodFit; at kBadFit half of the confidence is gone.
constexpr double kGoodFit = 0.12;
constexpr double kBadFit = 0.30;
// Solid that does not hang together with the body.
constexpr double kLoosePieces = 0.1;

void doubt(RiggedJoint& joint, double factor, const std::string& reason) {
    joint.confidence *= factor;
    joint.reasons.push_back(reason);
}

double share_outside(const BodyField& body, const Vec3d& from, const Vec3d& to) {
    const int steps = std::max(2, static_cast<int>((to - from).norm() / body.cell_width()));
    int outside = 0;
    for (int i = 0; i <= steps; ++i)
        if (!body.contains(from + (to - from) * (static_cast<double>(i) / steps))) ++outside;
    return static_cast<double>(outside) / (steps + 1);
}

}  // namespace

std::vector<RiggedJoint> judge_joints(const RigTemplate& rig, const TemplateShape& shape,
                                      const LimbMatch& match, const PlacedJoints& placed,
                                      const BodyField& body) {
    std::vector<RiggedJoint> judged;
    for (std::size_t j = 0; j < rig.joints.size(); ++j) {
        RiggedJoint joint{rig.joints[j].name, 1.0, {}};
        if (placed.joints[j]) {
            if (placed.moved[j] > kMovedFar * body.diagonal() || !body.contains(*placed.joints[j]))
                doubt(joint, kOutside, "outside the flesh");
            if (placed.hidden[j] > kFarHidden)
                doubt(joint, kHidden, "hidden in the trunk, placed as in the template");
            const auto parent = rig.joints[j].parent;
            if (parent && placed.joints[*parent] &&
                share_outside(body, *placed.joints[*parent], *placed.joints[j]) > kBoneShare)
                doubt(joint, kBoneOutside, "the bone to it leaves the flesh");
        }
        judged.push_back(std::move(joint));
    }
    for (std::size_t tip = 0; tip < rig.tips.size(); ++tip) {
        const auto tell = [&](double factor, const std::string& reason) {
            for (const std::size_t joint : shape.limbs[tip].joints)
                doubt(judged[joint], factor, reason);
        };
        if (!match.end_of_tip[tip]) {
            tell(kNotFound, "limb '" + rig.tips[tip].name + "' not found");
            continue;
        }
        if (match.margin[tip] < kCloseCall)
            tell(kTwoClaims, "two limbs of the body could be '" + rig.tips[tip].name + "'");
        const auto mirror = shape.mirror_of_tip[tip];
        if (!mirror || *mirror == tip || !match.end_of_tip[*mirror]) continue;
        const double own = placed.limb_length[tip];
        const double other = placed.limb_length[*mirror];
        if (std::abs(own - other) > kUnevenLength * std::max(own, other))
            tell(kUneven, "asymmetric: '" + rig.tips[tip].name + "' and '" +
                              rig.tips[*mirror].name + "' differ in length");
    }
    return judged;
}

double judge_whole(std::span<const RiggedJoint> joints, const LimbMatch& match,
                   const BodyField& body, std::vector<std::string>& reasons) {
    double mean = 0.0;
    double worst = 1.0;
    for (const RiggedJoint& joint : joints) {
        mean += joint.confidence / static_cast<double>(joints.size());
        worst = std::min(worst, joint.confidence);
    }
    const double misfit = std::clamp((match.misfit - kGoodFit) / (kBadFit - kGoodFit), 0.0, 2.0);
    if (misfit > 0.5) reasons.emplace_back("the body differs much from the template");
    double whole = std::sqrt(mean * worst) * (1.0 - misfit / 2.0);
    if (match.other_stand < kCloseCall) {
        reasons.emplace_back("how it stands or where it looks is not clear");
        whole *= kUneven;
    }
    if (1.0 - body.piece_share() > kLoosePieces) {
        reasons.emplace_back("a tenth of the body and more does not hang together with the rest");
        whole *= kUneven;
    }
    return whole;
}

}  // namespace isoskin
