#include "isoskin/autorig/rig_template.h"

#include <algorithm>
#include <cassert>

namespace isoskin {
namespace {

// Of a template's size: what is nearer to its mirror image than this is meant to be symmetric.
constexpr double kSymmetric = 0.02;

std::vector<std::optional<std::size_t>> mirror_places(std::span<const Vec3d> places,
                                                      double tolerance) {
    std::vector<std::optional<std::size_t>> mirror(places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        const Vec3d image(-places[i].x(), places[i].y(), places[i].z());
        double least = tolerance;
        for (std::size_t j = 0; j < places.size(); ++j)
            if (const double away = (places[j] - image).norm(); away < least) {
                least = away;
                mirror[i] = j;
            }
    }
    // Only those that name each other.
    auto mutual = mirror;
    for (std::size_t i = 0; i < mirror.size(); ++i)
        if (mirror[i] && mirror[*mirror[i]] != i) mutual[i].reset();
    return mutual;
}

std::vector<Vec3d> path_to_root(const RigTemplate& rig, std::size_t tip) {
    std::vector<Vec3d> path{rig.tips[tip].place};
    for (std::optional<std::size_t> at = rig.tips[tip].joint; at; at = rig.joints[*at].parent)
        path.push_back(rig.joints[*at].place);
    return path;
}

// Paths to the root share their last points.
double length_between(std::span<const Vec3d> a, std::span<const Vec3d> b) {
    std::size_t shared = 0;
    while (shared + 1 < a.size() && shared + 1 < b.size() &&
           a[a.size() - 1 - shared] == b[b.size() - 1 - shared])
        ++shared;
    const auto length = [&](std::span<const Vec3d> path) {
        double sum = 0.0;
        const std::size_t last = shared > 0 ? path.size() - shared : path.size() - 1;
        for (std::size_t i = 1; i <= last; ++i)
            sum += (path[i] - path[i - 1]).norm();
        return sum;
    };
    return length(a) + length(b);
}

TemplateLimb make_limb(const RigTemplate& rig, std::size_t tip,
                       std::span<const std::size_t> tips_below) {
    TemplateLimb limb;
    std::optional<std::size_t> at = rig.tips[tip].joint;
    while (at && tips_below[*at] == 1) {
        limb.joints.insert(limb.joints.begin(), *at);
        at = rig.joints[*at].parent;
    }
    limb.carrier = at;
    Vec3d last = rig.tips[tip].place;
    limb.from_tip.resize(limb.joints.size());
    for (std::size_t i = limb.joints.size(); i-- > 0;) {
        limb.length += (rig.joints[limb.joints[i]].place - last).norm();
        limb.from_tip[i] = limb.length;
        last = rig.joints[limb.joints[i]].place;
    }
    if (at) limb.length += (rig.joints[*at].place - last).norm();
    return limb;
}

}  // namespace

TemplateShape::TemplateShape(const RigTemplate& rig) : tips_below(rig.joints.size(), 0) {
    std::vector<Vec3d> joint_places;
    std::vector<Vec3d> tip_places;
    Eigen::AlignedBox3d box;
    for (const TemplateJoint& joint : rig.joints) {
        joint_places.push_back(joint.place);
        box.extend(joint.place);
    }
    for (const TemplateTip& tip : rig.tips) {
        tip_places.push_back(tip.place);
        box.extend(tip.place);
        for (std::optional<std::size_t> at = tip.joint; at; at = rig.joints[*at].parent)
            ++tips_below[*at];
    }
    size = box.diagonal().norm();
    mirror_of_tip = mirror_places(tip_places, kSymmetric * size);
    mirror_of_joint = mirror_places(joint_places, kSymmetric * size);
    std::vector<std::vector<Vec3d>> paths;
    for (std::size_t tip = 0; tip < rig.tips.size(); ++tip) {
        limbs.push_back(make_limb(rig, tip, tips_below));
        paths.push_back(path_to_root(rig, tip));
    }
    between_tips.assign(paths.size(), std::vector<double>(paths.size(), 0.0));
    for (std::size_t a = 0; a < paths.size(); ++a)
        for (std::size_t b = 0; b < paths.size(); ++b)
            if (a != b) between_tips[a][b] = length_between(paths[a], paths[b]);
}

}  // namespace isoskin
