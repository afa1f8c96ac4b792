#include "isoskin/volume/build/correction_maps.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <mutex>

#include "isoskin/base/parallel.h"
#include "isoskin/math/across.h"
#include "isoskin/math/smoothstep.h"
#include "isoskin/volume/build/bend_shaping.h"
#include "isoskin/volume/build/painted_map.h"
#include "isoskin/volume/build/profile_curve.h"
#include "isoskin/volume/build/twist_field.h"

namespace isoskin {
namespace {

// Weights that smooth rigs carry far along a limb are no place for its flesh: below this share of a
// full blend they count as none.
constexpr double kFaintBlend = 0.05;

const JointVolumeSettings* find_joint(const VolumeSettings& settings, const std::string& name) {
    const auto it = std::find_if(settings.joints.begin(), settings.joints.end(),
                                 [&](const auto& joint) { return joint.joint == name; });
    return it == settings.joints.end() ? nullptr : &*it;
}

// Flesh far from the bone gives more: (d/r)², within bounds.
double organic_factor(const PartModel& part, std::size_t node, std::size_t point) {
    const double ratio = part.bone_distance[point] / part.limbs[node].radius;
    return std::clamp(ratio * ratio, 0.0, 4.0);
}

// Place along the limb from -1 to 1, and the weight of the two bones there.
double place_along(const LimbFrame& limb, const Vec3d& p) {
    const auto along = [&](const Vec3d& direction) {
        const double length2 = direction.squaredNorm();
        return length2 > 0.0 ? (p - limb.pivot).dot(direction) / length2 : 0.0;
    };
    const double ahead = along(limb.child_bone.tail - limb.pivot);
    const double behind = along(limb.parent_bone.head - limb.pivot);
    return ahead >= behind ? ahead : -behind;
}

// The inside of the bend the limb rests in; of a straight limb, a fixed side of its axis.
Vec3d flexor_side(const LimbFrame& limb) {
    const Vec3d ahead = (limb.child_bone.tail - limb.pivot).normalized();
    const Vec3d behind = (limb.parent_bone.head - limb.pivot).normalized();
    Vec3d side = ahead + behind;
    side -= side.dot(limb.axis) * limb.axis;
    return side.norm() > 0.05 ? Vec3d(side.normalized()) : any_across(limb.axis);
}

double weight_of(const PartModel& part, std::size_t point, Index node) {
    double sum = 0.0;
    for (std::size_t k = part.row_offset[point]; k < part.row_offset[point + 1]; ++k)
        if (part.rows[k].first == node) sum += part.rows[k].second;
    return sum;
}

// What one joint asks for, general settings filled in.
struct JointShape {
    VolumeEffect effect = VolumeEffect::Organic;
    std::vector<ProfileKnot> profile;
    double flexor = 0.0;
    bool is_drawn() const { return !profile.empty(); }
};

JointShape shape_of(const VolumeSettings& settings, const JointVolumeSettings* joint) {
    JointShape shape;
    shape.effect = joint != nullptr && joint->effect ? *joint->effect : settings.effect;
    if (joint != nullptr) shape.profile = joint->profile;
    const bool drawn_by_effect =
        shape.effect == VolumeEffect::Muscle || shape.effect == VolumeEffect::Folds;
    if (shape.profile.empty() && drawn_by_effect) shape.profile = preset_profile(shape.effect);
    shape.flexor = shape.effect == VolumeEffect::Muscle ? 1.0 : 0.0;
    if (joint != nullptr && joint->flexor) shape.flexor = *joint->flexor;
    return shape;
}

std::vector<double> drawn_map(const PartModel& part, std::size_t node, const JointShape& shape) {
    const LimbFrame& limb = part.limbs[node];
    const ProfileCurve curve(shape.profile);
    const Vec3d side = flexor_side(limb);
    const Index parent = part.tree.nodes[node].parent;
    std::vector<double> map(part.point_count(), 0.0);
    for (std::size_t point = 0; point < map.size(); ++point) {
        const double fade = smoothstep(weight_of(part, point, static_cast<Index>(node)) +
                                       weight_of(part, point, parent));
        if (fade <= 0.0) continue;
        Vec3d radial = part.bind[point] - limb.pivot;
        radial -= radial.dot(limb.axis) * limb.axis;
        const double cosine = radial.norm() > 0.0 ? radial.normalized().dot(side) : 0.0;
        const double facing = std::max(0.0, cosine) * std::max(0.0, cosine);
        map[point] = curve(place_along(limb, part.bind[point])) * fade *
                     (1.0 + shape.flexor * (facing - 1.0));
        if (shape.effect == VolumeEffect::Organic) map[point] *= organic_factor(part, node, point);
    }
    return map;
}

std::vector<double> weight_map(const PartModel& part, std::size_t node, VolumeEffect effect,
                               double sharpness) {
    std::vector<double> map(part.point_count(), 0.0);
    if (effect == VolumeEffect::Uniform) {
        std::fill(map.begin(), map.end(), 1.0);
        return map;
    }
    for (const auto& [point, s] : part.subtree[node]) {
        const double blend = std::max(0.0, 4.0 * s * (1.0 - s) - kFaintBlend) / (1.0 - kFaintBlend);
        map[point] = std::pow(blend, sharpness);
        if (effect == VolumeEffect::Organic) map[point] *= organic_factor(part, node, point);
    }
    return map;
}

// Where rigid weights leave no blend: the points on both sides of the edge between the bones.
void mark_edge(const PartModel& part, const SurfaceDiffusion& diffusion, std::size_t node,
               std::vector<double>& map) {
    std::vector<char> carried(part.point_count(), 0);
    for (const auto& [point, s] : part.subtree[node])
        carried[point] = 1;
    for (std::size_t point = 0; point < map.size(); ++point)
        for (const Index other : diffusion.neighbours(point))
            if (carried[point] != carried[other]) map[point] = 1.0;
}

// Scales to a largest value of one and cuts the faint tail, so that the map ends.
void finish_map(std::vector<double>& map, double tail) {
    const double largest = *std::max_element(map.begin(), map.end());
    if (!(largest > 0.0)) {
        std::fill(map.begin(), map.end(), 0.0);
        return;
    }
    for (double& value : map)
        value = std::max(0.0, value / largest - tail) / (1.0 - tail);
}

SparseField to_sparse(std::span<const double> values) {
    SparseField field;
    for (std::size_t point = 0; point < values.size(); ++point)
        if (values[point] != 0.0) field.push_back({static_cast<Index>(point), values[point]});
    return field;
}

// Drawn maps are meant as they are drawn, raw ones as they are, and methods that do not thicken the
// bind shape move points elsewhere than a map is shaped for.
bool is_shaped(const JointShape& shape, const VolumeSettings& settings) {
    return thickens(settings.method) && !shape.is_drawn() &&
           shape.effect != VolumeEffect::Uniform && settings.smoothing > 0.0;
}

// How a map is spread. Wide, then cut: smoother than narrow, and no larger.
struct Spreading {
    double of_radius;
    double of_bone;  // at most: not far along a short bone
    double tail;     // cut off, of the largest value
};
constexpr Spreading kUsual{1.0, 0.6, 0.15};
// A drawn curve is meant as it is drawn.
constexpr Spreading kDrawn{0.12, std::numeric_limits<double>::infinity(), 0.05};

double spreading_width(const LimbFrame& limb, const Spreading& spreading) {
    double width = spreading.of_radius * limb.radius;
    for (const BoneSegment& bone : {limb.parent_bone, limb.child_bone}) {
        const double length = (bone.tail - bone.head).norm();
        if (length > 1e-3 * limb.radius) width = std::min(width, spreading.of_bone * length);
    }
    return width;
}

std::vector<double> bend_map(const PartModel& part, const TargetGround& ground, std::size_t node,
                             const VolumeSettings& settings, const JointVolumeSettings* joint) {
    const JointShape shape = shape_of(settings, joint);
    const Spreading& spreading = shape.is_drawn() ? kDrawn : kUsual;
    auto map = shape.is_drawn() ? drawn_map(part, node, shape)
                                : weight_map(part, node, shape.effect, settings.sharpness);
    if (!(*std::max_element(map.begin(), map.end()) > 0.0))
        mark_edge(part, ground.diffusion, node, map);
    if (shape.effect != VolumeEffect::Uniform) {
        const double width = settings.smoothing * spreading_width(part.limbs[node], spreading);
        ground.diffusion.spread(width, 2, map);
    }
    finish_map(map, spreading.tail);
    if (is_shaped(shape, settings))
        shape_bend_map(part, ground.diffusion, ground.gradient, node, map);
    return map;
}

// The whole of a limb giving alike: what a drawn curve is told apart from.
std::vector<double> even_map(const PartModel& part, const TargetGround& ground, std::size_t node,
                             const VolumeSettings& settings) {
    auto map = drawn_map(
        part, node,
        {.effect = VolumeEffect::Rubber, .profile = preset_profile(VolumeEffect::Rubber)});
    const double width = settings.smoothing * spreading_width(part.limbs[node], kDrawn);
    ground.diffusion.spread(width, 2, map);
    finish_map(map, kDrawn.tail);
    return map;
}

// Gain is that of weights, so only of methods that have them.
double gain_of(const VolumeSettings& settings, const JointVolumeSettings* joint) {
    const bool counts = joint != nullptr && joint->gain && thickens(settings.method) &&
                        settings.scope == VolumeScope::Joints &&
                        shape_of(settings, joint).is_drawn();
    return counts ? *joint->gain : 1.0;
}

const PaintedMap* paint_of(const JointVolumeSettings* joint) {
    return joint != nullptr ? find_paint(*joint, 0) : nullptr;
}

// How free paint leaves a point; 1 where there is none.
double paint_at(const PartModel& part, const VolumeSurface& surface, const PaintedMap* paint,
                std::size_t point) {
    if (paint == nullptr) return 1.0;
    const Index vertex = surface.weld.vertex_of_point[part.surface_point[point]];
    assert(vertex < paint->values.size());
    return static_cast<double>(paint->values[vertex]);
}

// A vertex is as free as the joint that leaves it most; one that all joints pin stays.
void apply_common_paint(const PartModel& part, const VolumeSurface& surface,
                        std::span<const std::string> joint_names, const VolumeSettings& settings,
                        std::vector<double>& map) {
    if (settings.joints.empty() || part.node_count() < 2) return;
    std::vector<double> freest(map.size(), 0.0);
    for (std::size_t node = 1; node < part.node_count(); ++node) {
        const PaintedMap* paint =
            paint_of(find_joint(settings, joint_names[part.tree.nodes[node].slot]));
        for (std::size_t point = 0; point < map.size(); ++point)
            freest[point] = std::max(freest[point], paint_at(part, surface, paint, point));
    }
    for (std::size_t point = 0; point < map.size(); ++point)
        map[point] *= freest[point];
}

// Where joints share a point, (1 - max ω)^g, and more where flesh is far from the bone.
std::vector<double> blend_map(const PartModel& part, double radius,
                              const VolumeSettings& settings) {
    std::vector<double> map(part.point_count(), 0.0);
    for (std::size_t point = 0; point < map.size(); ++point) {
        double strongest = 0.0;
        for (std::size_t k = part.row_offset[point]; k < part.row_offset[point + 1]; ++k)
            strongest = std::max(strongest, part.rows[k].second);
        map[point] = std::pow(1.0 - strongest, settings.sharpness);
        if (settings.effect != VolumeEffect::Organic || !(radius > 0.0)) continue;
        const double ratio = part.bone_distance[point] / radius;
        map[point] *= std::clamp(ratio * ratio, 0.0, 4.0);
    }
    return map;
}

CorrectionTarget finish_target(const PartModel& part, std::span<const Vec3d> gradient,
                               CorrectionTarget target) {
    const double radius = part.limbs[target.node].radius;
    for (std::size_t k = 0; k < target.map.size(); ++k) {
        const auto& [point, value] = target.map[k];
        target.gain += gradient[point].dot(move_of(part.direction, target, k));
        target.largest = std::max(target.largest, std::abs(value));
        target.crest = std::max(target.crest, value);
        target.reach =
            std::max(target.reach, std::abs(value) / std::max(radius, part.bone_distance[point]));
    }
    target.drawn_reach = target.reach;
    return target;
}

// A map `share` × even + gain × (drawn − share × even). Where the share makes both enclose as much,
// what the bulge takes comes from elsewhere on the joint, whatever the gain.
SparseField exaggerate(const SparseField& drawn, const SparseField& even, double share,
                       double gain) {
    SparseField map;
    auto other = even.begin();
    const auto take_even = [&](Index before) {
        for (; other != even.end() && other->point < before; ++other)
            map.push_back({other->point, (1.0 - gain) * share * other->value});
    };
    for (const auto& [point, value] : drawn) {
        take_even(point);
        double sum = gain * value;
        if (other != even.end() && other->point == point)
            sum += (1.0 - gain) * share * (other++)->value;
        map.push_back({point, sum});
    }
    take_even(kNoIndex);
    return map;
}

}  // namespace

TargetGround::TargetGround(const PartModel& part)
    : diffusion(make_diffusion(part)), gradient(part.bind.size()) {
    volume_gradient(part, part.bind, gradient);
}

SparseField TargetMaker::make_bend_map(Index node, const VolumeSettings& settings) const {
    const auto* joint = find_joint(settings, joint_names[part.tree.nodes[node].slot]);
    return to_sparse(bend_map(part, ground, node, settings, joint));
}

CorrectionTarget TargetMaker::make_bend(Index node, const SparseField& unpainted,
                                        const VolumeSettings& settings) const {
    const auto* joint = find_joint(settings, joint_names[part.tree.nodes[node].slot]);
    const PaintedMap* paint = paint_of(joint);
    const auto finish = [&](const SparseField& map) {
        CorrectionTarget bend{.node = node};
        for (const auto& [point, value] : map)
            if (const double painted = value * paint_at(part, surface, paint, point);
                painted != 0.0)
                bend.map.push_back({point, painted});
        return finish_target(part, ground.gradient, std::move(bend));
    };
    CorrectionTarget drawn = finish(unpainted);
    const double gain = gain_of(settings, joint);
    if (gain == 1.0) return drawn;
    const CorrectionTarget even = finish(to_sparse(even_map(part, ground, node, settings)));
    if (!(even.gain > 0.0) || !(drawn.gain > 0.0)) return drawn;
    CorrectionTarget bend{.node = node,
                          .map = exaggerate(drawn.map, even.map, drawn.gain / even.gain, gain)};
    bend = finish_target(part, ground.gradient, std::move(bend));
    bend.drawn_reach = drawn.reach;
    return bend;
}

std::array<CorrectionTarget, kTwistProfileCount> TargetMaker::make_twists(
    Index node, const VolumeSettings& settings) const {
    const auto* joint = find_joint(settings, joint_names[part.tree.nodes[node].slot]);
    const TwistField field = make_twist_field(part, ground.diffusion, node);
    const PaintedMap* paint = paint_of(joint);
    std::array<CorrectionTarget, kTwistProfileCount> twists;
    for (std::size_t profile = 0; profile < twists.size(); ++profile) {
        CorrectionTarget twist{.node = node,
                               .role = CorrectionTarget::Role::Twist,
                               .profile = static_cast<int>(profile)};
        for (std::size_t k = 0; k < field.points.size(); ++k) {
            const Vec3d& move = field.moves[profile][k];
            const double length = move.norm();
            const double value = paint_at(part, surface, paint, field.points[k]) * length;
            if (value == 0.0) continue;
            twist.map.push_back({field.points[k], value});
            twist.ways.push_back(move / length);
        }
        twists[profile] = finish_target(part, ground.gradient, std::move(twist));
    }
    return twists;
}

std::vector<CorrectionTarget> make_correction_targets(const PartModel& part,
                                                      const VolumeSurface& surface,
                                                      std::span<const std::string> joint_names,
                                                      const VolumeSettings& settings,
                                                      const Progress& progress) {
    const std::size_t node_count = part.node_count();
    if (node_count < 2) return {};
    const TargetGround ground(part);
    const TargetMaker maker{part, surface, joint_names, ground};
    std::vector<CorrectionTarget> targets((node_count - 1) * kTargetsPerJoint);
    std::mutex telling;
    std::size_t done = 0;
    parallel_chunks(node_count - 1, 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            const auto node = static_cast<Index>(k + 1);
            auto* const first = &targets[k * kTargetsPerJoint];
            first[0] = maker.make_bend(node, maker.make_bend_map(node, settings), settings);
            auto twists = maker.make_twists(node, settings);
            std::move(twists.begin(), twists.end(), first + 1);
            if (!progress) continue;
            const std::scoped_lock lock(telling);
            progress(static_cast<double>(++done) / static_cast<double>(node_count - 1));
        }
    });
    return targets;
}

SparseField make_global_map(const PartModel& part, const VolumeSurface& surface,
                            std::span<const std::string> joint_names,
                            const VolumeSettings& settings) {
    std::vector<double> map(part.point_count(), 1.0);
    if (settings.effect != VolumeEffect::Uniform) {
        const double radius = mean_radius(part);
        map = blend_map(part, radius, settings);
        const SurfaceDiffusion diffusion = make_diffusion(part);
        if (!(*std::max_element(map.begin(), map.end()) > 0.0))
            for (std::size_t node = 1; node < part.node_count(); ++node)
                mark_edge(part, diffusion, node, map);
        const double width = 0.5 * settings.smoothing * radius;
        diffusion.spread(width, 2, map);
    }
    finish_map(map, kFaintBlend);
    apply_common_paint(part, surface, joint_names, settings, map);
    return to_sparse(map);
}

}  // namespace isoskin
