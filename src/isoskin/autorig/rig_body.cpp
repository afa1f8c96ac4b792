#include "isoskin/autorig/rig_body.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "isoskin/autorig/judge.h"
#include "isoskin/base/parallel.h"

namespace isoskin {
namespace {

// The same as for weights, which follow: what a machine of two gigabytes can hold.
constexpr std::size_t kMostRigTriangles = 1000000;
// Up to this mean distance to its mirror image, in diagonals, a body is symmetric and so is its
// skeleton; above it one side stands otherwise than the other.
constexpr double kSymmetricBody = 0.004;
// A body was turned if its own axes have a plane of symmetry so much better than those of the file.
constexpr double kTurned = 0.5;
// Against the longest side: thinner has no inside to put joints into.
constexpr double kFlat = 1e-3;
// What of the time is over once stages are done, as measured on bodies of all sizes.
constexpr double kTurnedShare = 0.1;
constexpr double kFieldShare = 0.3;
constexpr double kEndsShare = 0.7;
constexpr double kMatchedShare = 0.9;

Status check_mesh(std::span<const Vec3> positions, std::span<const Face> faces,
                  std::size_t triangles) {
    if (faces.empty()) return invalid("there is no surface to put a skeleton into");
    for (std::size_t v = 0; v < positions.size(); ++v)
        if (!positions[v].allFinite())
            return invalid("vertex " + std::to_string(v) + " lies at no finite place");
    if (triangles > kMostRigTriangles)
        return unsupported("the body has " + std::to_string(triangles) +
                           " triangles; skeletons are found in up to " +
                           std::to_string(kMostRigTriangles));
    Eigen::AlignedBox3f box;
    for (const Face& face : faces)
        for (int k = 0; k < face.size(); ++k)
            box.extend(positions[face.vertices[static_cast<std::size_t>(k)]]);
    const double longest = static_cast<double>(box.sizes().maxCoeff());
    if (!(longest > 0.0)) return invalid("the surface is a single point");
    if (static_cast<double>(box.sizes().minCoeff()) < kFlat * longest)
        return invalid("the surface is flat: it has no inside to put a skeleton into");
    return Done{};
}

// Axes along which the body stands, as far as given or seen: rows left, up, forward or any turn of
// them by right angles.
Mat3d upright_axes(std::span<const Vec3> positions, std::span<const Triangle> triangles,
                   const RigSettings& settings) {
    if (settings.up && settings.facing) {
        const Vec3d up = settings.up->normalized();
        const Vec3d ahead = (*settings.facing - up.dot(*settings.facing) * up).normalized();
        Mat3d axes;
        axes << up.cross(ahead), up, ahead;
        return axes.transpose();
    }
    const auto turn_to = [](const Vec3d& from, const Vec3d& to) -> Mat3d {
        return Quatd::FromTwoVectors(from, to).toRotationMatrix();
    };
    // A direction along an axis needs no turn: the frames that are tried have it.
    const auto along_axis = [](const Vec3d& v) {
        return v.cwiseAbs().maxCoeff() > 0.999 * v.norm();
    };
    if (settings.up && !along_axis(*settings.up)) return turn_to(*settings.up, Vec3d::UnitY());
    if (settings.facing && !along_axis(*settings.facing))
        return turn_to(*settings.facing, Vec3d::UnitZ());
    if (settings.up || settings.facing) return Mat3d::Identity();

    const auto best = [](std::span<const MirrorPlane> planes) {
        double least = 1.0;
        for (const MirrorPlane& plane : planes)
            least = std::min(least, plane.residual);
        return least;
    };
    const std::array<Vec3d, 3> axes{Vec3d::UnitX(), Vec3d::UnitY(), Vec3d::UnitZ()};
    const double along_axes = best(mirror_planes(positions, triangles, axes));
    if (along_axes <= kMirrorResidual) return Mat3d::Identity();
    const Mat3d principal = principal_axes(positions, triangles);
    const std::array<Vec3d, 3> turned{principal.col(0), principal.col(1), principal.col(2)};
    if (best(mirror_planes(positions, triangles, turned)) > kTurned * along_axes)
        return Mat3d::Identity();
    // Each row near the axis it replaces.
    Mat3d rows;
    std::array<bool, 3> taken{};
    for (int row = 0; row < 3; ++row) {
        int nearest = -1;
        for (int k = 0; k < 3; ++k)
            if (!taken[static_cast<std::size_t>(k)] &&
                (nearest < 0 || std::abs(principal(row, k)) > std::abs(principal(row, nearest))))
                nearest = k;
        taken[static_cast<std::size_t>(nearest)] = true;
        const Vec3d axis = principal.col(nearest);
        rows.row(row) = (axis[row] < 0.0 ? -axis : axis).transpose();
    }
    if (rows.determinant() < 0.0) rows.row(0) *= -1.0;
    return rows;
}

std::vector<MirrorPlane> axis_planes(std::span<const Vec3> positions,
                                     std::span<const Triangle> triangles) {
    const std::array<Vec3d, 3> axes{Vec3d::UnitX(), Vec3d::UnitY(), Vec3d::UnitZ()};
    return mirror_planes(positions, triangles, axes);
}

// The middle of the trunk, in the plane of a symmetric body: ways to both sides are then alike.
Index trunk_cell(const BodyField& body, std::span<const MirrorPlane> planes) {
    const Index median = body.median_cell();
    const auto best =
        std::min_element(planes.begin(), planes.end(),
                         [](const auto& a, const auto& b) { return a.residual < b.residual; });
    if (best->residual > kSymmetricBody) return median;
    const Vec3d place = body.place(median);
    return body.nearest_cell((place + best->image(place)) / 2.0);
}

BodyEnds find_ends(const BodyField& body, std::span<const float> reach,
                   std::vector<MirrorPlane> planes) {
    BodyEnds found;
    found.planes = std::move(planes);
    found.ends = find_extremities(body, reach);
    found.box = body.box();
    found.between.resize(found.ends.size());
    parallel_chunks(found.ends.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const auto distance = body.distances_from(found.ends[i].cell);
            for (const Extremity& other : found.ends)
                found.between[i].push_back(static_cast<double>(distance[other.cell]));
        }
    });
    return found;
}

// The hand that a template is not.
std::string other_side(std::string name) {
    for (const auto& [from, to] :
         {std::pair<std::string, std::string>{"Left", "Right"}, {"Right", "Left"}})
        if (name.rfind(from, 0) == 0) return to + name.substr(from.size());
    return name;
}

// The end of the bone that a joint's axes follow, in template and body.
struct BonePair {
    Vec3d reference;
    Vec3d own;
};
std::optional<BonePair> bone_pair(const RigTemplate& rig, const TemplateShape& shape,
                                  const PlacedJoints& placed, std::size_t joint) {
    std::optional<std::size_t> main;
    for (std::size_t child = joint + 1; child < rig.joints.size(); ++child)
        if (rig.joints[child].parent == joint && placed.joints[child] &&
            (!main || shape.tips_below[child] > shape.tips_below[*main]))
            main = child;
    const Vec3d from = rig.joints[joint].place;
    if (main)
        return BonePair{rig.joints[*main].place - from,
                        *placed.joints[*main] - *placed.joints[joint]};
    for (std::size_t tip = 0; tip < rig.tips.size(); ++tip)
        if (rig.tips[tip].joint == joint && placed.tips[tip])
            return BonePair{rig.tips[tip].place - from, *placed.tips[tip] - *placed.joints[joint]};
    return std::nullopt;
}

// Axes of a joint as the template has them, carried by the shortest turn of its bone.
Quatd carried_turn(const RigTemplate& rig, const TemplateShape& shape, const LimbMatch& match,
                   const PlacedJoints& placed, std::size_t joint) {
    const Mat3d& frame = match.body_from_template;
    const Mat3d axes = rig.joints[joint].turn.toRotationMatrix();
    const Vec3d y = frame * axes.col(1);
    // An axis of rotation changes its sign in a mirror.
    const Vec3d x = frame.determinant() * (frame * axes.col(0));
    Mat3d seen;
    seen << x, y, x.cross(y);
    const auto bone = bone_pair(rig, shape, placed, joint);
    if (!bone || bone->reference.norm() <= 0.0 || bone->own.norm() <= 0.0) return Quatd(seen);
    return (Quatd::FromTwoVectors(frame * bone->reference, bone->own) * Quatd(seen)).normalized();
}

// Joints with places, carried from the axes the body was turned to back to where it stands.
Result<Skeleton> build_skeleton(const RigTemplate& rig, const TemplateShape& shape,
                                const LimbMatch& match, const PlacedJoints& placed,
                                const Affine& model_from_body) {
    std::vector<Joint> joints;
    std::vector<Affine> model_from_joint;
    std::vector<std::size_t> made(rig.joints.size(), 0);
    for (std::size_t j = 0; j < rig.joints.size(); ++j) {
        if (!placed.joints[j]) continue;
        Affine place = Affine::Identity();
        place.linear() = model_from_body.linear() *
                         carried_turn(rig, shape, match, placed, j).toRotationMatrix();
        place.translation() = model_from_body * *placed.joints[j];
        Joint joint;
        joint.name = match.body_from_template.determinant() < 0.0 ? other_side(rig.joints[j].name)
                                                                  : rig.joints[j].name;
        Affine parent_from_joint = place;
        if (const auto parent = rig.joints[j].parent) {
            joint.parent = made[*parent];
            parent_from_joint = model_from_joint[made[*parent]].inverse() * place;
        }
        joint.parent_from_joint.translation = parent_from_joint.translation();
        joint.parent_from_joint.rotation = Quatd(parent_from_joint.linear()).normalized();
        made[j] = joints.size();
        joints.push_back(std::move(joint));
        model_from_joint.push_back(place);
    }
    return Skeleton::create(std::move(joints));
}

std::string choice_reason(std::span<const RigTemplate> templates,
                          std::span<const LimbMatch> matches, std::size_t chosen) {
    if (templates.size() < 2) return {};
    std::string reason = "misfit";
    for (std::size_t i = 0; i < templates.size(); ++i) {
        std::string cost = std::to_string(matches[i].cost);
        cost.resize(cost.find('.') + 4);
        reason += (i == 0 ? " " : ", ") + templates[i].name + " " + cost;
    }
    return reason + "; least for " + templates[chosen].name;
}

}  // namespace

Result<RiggedBody> rig_body(std::span<const Vec3> positions, std::span<const Face> faces,
                            std::span<const RigTemplate> templates, const RigSettings& settings) {
    assert(!templates.empty());
    const auto triangles = triangulate(faces);
    if (const auto checked = check_mesh(positions, faces, triangles.size()); !checked)
        return checked.error();
    Stoppable work(settings.keep_on);
    if (!work(0.0)) return usage_error(kStopped);
    const Mat3d axes = upright_axes(positions, triangles, settings);
    const Vec3d center = bounding_box(positions).center().cast<double>();
    std::vector<Vec3> turned;
    for (const Vec3& p : positions)
        turned.push_back((axes * (p.cast<double>() - center)).cast<float>());
    Affine model_from_body = Affine::Identity();
    model_from_body.linear() = axes.transpose();
    model_from_body.translation() = center;

    if (!work(kTurnedShare)) return usage_error(kStopped);
    const BodyField body(turned, triangles);
    if (!work(kFieldShare)) return usage_error(kStopped);
    auto planes = axis_planes(turned, triangles);
    const auto reach = body.distances_from(trunk_cell(body, planes));
    const BodyEnds ends = find_ends(body, reach, std::move(planes));
    if (!work(kEndsShare)) return usage_error(kStopped);
    const auto in_body = [&](const std::optional<Vec3d>& direction) -> std::optional<Vec3d> {
        if (!direction) return std::nullopt;
        return Vec3d(axes * *direction);
    };
    const auto frames = standing_frames(in_body(settings.up), in_body(settings.facing));
    std::vector<LimbMatch> matches;
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < templates.size(); ++i) {
        matches.push_back(match_limbs(templates[i], TemplateShape(templates[i]), ends, frames));
        if (matches[i].cost < matches[chosen].cost) chosen = i;
        const double share = static_cast<double>(i + 1) / static_cast<double>(templates.size());
        if (!work(kEndsShare + share * (kMatchedShare - kEndsShare))) return usage_error(kStopped);
    }

    const RigTemplate& rig = templates[chosen];
    const TemplateShape shape(rig);
    const LimbMatch& match = matches[chosen];
    Eigen::Index across = 0;
    match.body_from_template.col(0).cwiseAbs().maxCoeff(&across);
    const MirrorPlane& plane = ends.planes[static_cast<std::size_t>(across)];
    const bool symmetric = match.symmetric && plane.residual <= kSymmetricBody;
    const PlacedJoints placed =
        place_joints(rig, shape, match, body, reach, ends.ends, symmetric ? &plane : nullptr);
    auto skeleton = build_skeleton(rig, shape, match, placed, model_from_body);
    if (!skeleton) return skeleton.error();

    RiggedBody rigged;
    rigged.skeleton = *std::move(skeleton);
    rigged.template_name = rig.name;
    rigged.reason = choice_reason(templates, matches, chosen);
    const auto judged = judge_joints(rig, shape, match, placed, body);
    for (std::size_t j = 0; j < judged.size(); ++j)
        if (placed.joints[j]) rigged.joints.push_back(judged[j]);
    for (std::size_t j = 0; j < rigged.joints.size(); ++j)
        rigged.joints[j].name = rigged.skeleton.joints()[j].name;
    rigged.confidence = judge_whole(rigged.joints, match, body, rigged.reasons);
    for (std::size_t tip = 0; tip < rig.tips.size(); ++tip)
        if (!match.end_of_tip[tip]) rigged.missing.push_back(rig.tips[tip].name);
    rigged.symmetric = symmetric;
    rigged.up = model_from_body.linear() * match.body_from_template.col(1);
    rigged.facing = model_from_body.linear() * match.body_from_template.col(2);
    return rigged;
}

}  // namespace isoskin
