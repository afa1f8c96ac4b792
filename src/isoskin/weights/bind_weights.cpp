#include "isoskin/weights/bind_weights.h"

#include <algorithm>
#include <numeric>

#include "isoskin/mesh/weld.h"
#include "isoskin/weights/follow.h"
#include "isoskin/weights/keep_strongest.h"

namespace isoskin {
namespace {

// Cells along the longest side: a finger of a standing body is one or two wide, and walking through
// a stout body takes a second.
constexpr int kSolidCells = 128;
// A body of 428 096 triangles takes 0.47 GB, and a factor grows a little faster than its mesh: this
// stays within 1.5 GB.
constexpr std::size_t kMostTriangles = 1'000'000;
// A part smaller than this share of the body, without a bone in it, is a thing on the body.
constexpr double kSmallPart = 0.1;
// Heat needs most of a part to see bones; what does not see any only gets what is left over.
constexpr double kSeenShare = 0.5;
// What of the time is over once there is a solid, and once ways through it are known.
constexpr double kSolidShare = 0.05;
constexpr double kReachShare = 0.6;

enum class PartWay { Distance, Heat, Voxel, FollowStiffly, FollowSoftly };

struct PartChoice {
    PartWay way = PartWay::Distance;
    std::string reason;
};

struct BodyParts {
    const BodySurface& surface;
    const InsideReach& reach;
    std::span<const Bone> bones;
    double diagonal = 0.0;

    Eigen::AlignedBox3d box_of(const std::vector<Index>& part) const {
        Eigen::AlignedBox3d box;
        for (const Index point : part)
            box.extend(surface.points[point].cast<double>());
        return box;
    }
    template <typename Test>
    double share_of(const std::vector<Index>& part, const Test& test) const {
        const auto count = std::count_if(part.begin(), part.end(),
                                         [&](Index point) { return test(reach.of_point[point]); });
        return static_cast<double>(count) / static_cast<double>(part.size());
    }
    bool holds_bone(const Eigen::AlignedBox3d& box) const {
        return std::any_of(bones.begin(), bones.end(), [&](const Bone& bone) {
            return box.contains(Vec3d(0.5 * (bone.start + bone.end)));
        });
    }
};

bool sees_bone(const std::vector<JointReach>& reaches) {
    return std::any_of(reaches.begin(), reaches.end(),
                       [](const auto& reach) { return reach.seen; });
}

PartChoice choose_way(const BodyParts& body, const std::vector<Index>& part, WeightMethod method) {
    if (method == WeightMethod::Distance) return {PartWay::Distance, "as asked for"};
    const auto box = body.box_of(part);
    const bool small = box.diagonal().norm() < kSmallPart * body.diagonal;
    if (small && !body.holds_bone(box))
        return {PartWay::FollowStiffly, "small, without a bone in it: follows what it sits on"};
    const double seen = body.share_of(part, sees_bone);
    const double reached = body.share_of(part, [](const auto& row) { return !row.empty(); });
    if (reached == 0.0) return {PartWay::FollowSoftly, "no bone reaches it through the body"};
    if (method == WeightMethod::Voxel)
        return reached == 1.0 ? PartChoice{PartWay::Voxel, "as asked for"}
                              : PartChoice{PartWay::FollowSoftly, "bones reach only some of it"};
    if (method == WeightMethod::Heat) {
        if (seen == 0.0) return {PartWay::FollowSoftly, "no bone is visible from it"};
        return {PartWay::Heat, "as asked for"};
    }
    if (seen >= kSeenShare) return {PartWay::Heat, "most of it sees a bone"};
    if (reached == 1.0) return {PartWay::Voxel, "bones reach it, but most of it sees none"};
    return {PartWay::FollowSoftly, "bones reach only some of it"};
}

const char* word_for(PartWay way) {
    switch (way) {
        case PartWay::Distance:
            return "distance";
        case PartWay::Heat:
            return "heat";
        case PartWay::Voxel:
            return "voxel";
        case PartWay::FollowStiffly:
        case PartWay::FollowSoftly:
            break;
    }
    return "follow";
}

bool follows(PartWay way) {
    return way == PartWay::FollowStiffly || way == PartWay::FollowSoftly;
}

// A bone that lies mostly outside, as one from the ground to the hips, belongs to no flesh.
std::vector<Bone> bones_inside(const BindBody& body, const SolidVoxels& solid,
                               const Skeleton& skeleton, std::vector<std::string>& notes) {
    constexpr int kSamples = 16;
    std::vector<Bone> inside;
    std::vector<char> pulls(skeleton.joint_count(), 0);
    std::vector<char> has_bone(skeleton.joint_count(), 0);
    for (const Bone& bone : body.bones) {
        int count = 0;
        for (int i = 0; i < kSamples; ++i)
            if (solid.is_solid(Vec3d(bone.start + (i + 0.5) / kSamples * (bone.end - bone.start))))
                ++count;
        has_bone[bone.slot] = 1;
        if (2 * count < kSamples) continue;
        pulls[bone.slot] = 1;
        inside.push_back(bone);
    }
    for (std::size_t joint = 0; joint < skeleton.joint_count(); ++joint)
        if (has_bone[joint] && !pulls[joint])
            notes.push_back("joint '" + skeleton.joints()[joint].name +
                            "' moves nothing: its bones lie outside the body");
    return inside;
}

// Heat and voxel parts first, then what follows them; all alone, a part falls back to distance.
WeightRows make_rows(const BodyParts& body, std::vector<PartChoice>& choices,
                     const KeepOn& keep_on) {
    const BodySurface& surface = body.surface;
    if (std::all_of(choices.begin(), choices.end(),
                    [](const PartChoice& choice) { return follows(choice.way); }))
        for (PartChoice& choice : choices)
            choice = {PartWay::Distance, choice.reason + "; there is no part to follow"};

    std::vector<Triangle> warm;
    std::vector<Triangle> bound;
    for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
        const PartWay way = choices[surface.part_of_triangle[t]].way;
        if (way == PartWay::Heat) warm.push_back(surface.triangles[t]);
        if (!follows(way)) bound.push_back(surface.triangles[t]);
    }
    WeightRows rows = heat_weights(surface.points, warm, body.reach, keep_on);
    const WeightRows through = inside_weights(body.reach);
    const bool some_straight =
        std::any_of(choices.begin(), choices.end(),
                    [](const PartChoice& choice) { return choice.way == PartWay::Distance; });
    const SkinWeights straight =
        some_straight
            ? distance_weights(surface.points, body.bones, {.max_influences = body.bones.size()})
            : SkinWeights{};
    for (std::size_t p = 0; p < choices.size(); ++p)
        for (const Index point : surface.parts[p]) {
            if (choices[p].way == PartWay::Voxel) rows[point] = through[point];
            if (choices[p].way == PartWay::Distance)
                rows[point].assign(straight.row(point).begin(), straight.row(point).end());
        }
    const SurfaceTree host(
        [&] {
            std::vector<Vec3d> positions;
            for (const Vec3& point : surface.points)
                positions.push_back(point.cast<double>());
            return positions;
        }(),
        bound);
    for (std::size_t p = 0; p < choices.size(); ++p)
        if (follows(choices[p].way))
            follow_host(host, surface.points, surface.parts[p],
                        choices[p].way == PartWay::FollowStiffly ? Follow::Stiffly : Follow::Softly,
                        rows);
    return rows;
}

// Fades out what comes from another limb, unless nothing else is there.
void fade_out_bleed(const BodyParts& body, std::span<const PartChoice> choices, WeightRows& rows) {
    for (std::size_t p = 0; p < choices.size(); ++p) {
        if (choices[p].way != PartWay::Heat) continue;
        for (const Index point : body.surface.parts[p]) {
            auto near = rows[point];
            for (Influence& influence : near)
                influence.weight *=
                    static_cast<float>(share_of_limb(body.reach, point, influence.slot));
            std::erase_if(near, [](const Influence& influence) { return influence.weight <= 0; });
            if (!near.empty()) rows[point] = std::move(near);
        }
    }
}

std::vector<BoundParts> count_parts(const BodyParts& body, std::span<const PartChoice> choices,
                                    std::span<const Index> point_of_vertex, WeightMethod method) {
    std::vector<std::size_t> vertices_of_point(body.surface.points.size(), 0);
    for (const Index point : point_of_vertex)
        ++vertices_of_point[point];
    std::vector<BoundParts> counted;
    for (std::size_t p = 0; p < choices.size(); ++p) {
        const std::string method_word = word_for(choices[p].way);
        auto found = std::find_if(counted.begin(), counted.end(), [&](const BoundParts& parts) {
            return parts.method == method_word && parts.reason == choices[p].reason;
        });
        if (found == counted.end()) {
            const bool first_choice =
                choices[p].reason == "as asked for" ||
                (method == WeightMethod::Auto && choices[p].way == PartWay::Heat);
            counted.push_back({method_word, choices[p].reason, 0, 0, !first_choice});
            found = counted.end() - 1;
        }
        ++found->parts;
        for (const Index point : body.surface.parts[p])
            found->vertices += vertices_of_point[point];
    }
    return counted;
}

SkinWeights spread_to_vertices(const SkinWeights& of_points,
                               std::span<const Index> point_of_vertex) {
    WeightRows rows;
    for (const Index point : point_of_vertex)
        rows.emplace_back(of_points.row(point).begin(), of_points.row(point).end());
    return SkinWeights::from_rows(rows);
}

}  // namespace

Result<BoundWeights> bind_weights(const BindBody& body, const Skeleton& skeleton,
                                  const WeightSettings& settings) {
    const Weld weld = weld_by_position(body.positions);
    const auto faces = weld_faces(body.faces, weld).faces;
    const BodySurface surface =
        make_surface(body.positions, faces, weld.point_of_vertex, weld.point_count());
    if (surface.triangles.empty())
        return invalid("the mesh has no surface: all its faces are without area");
    if (surface.triangles.size() > kMostTriangles)
        return unsupported("the mesh has " + std::to_string(surface.triangles.size()) +
                           " triangles; weights are made for up to " +
                           std::to_string(kMostTriangles));

    BoundWeights bound;
    const SolidVoxels solid(surface.points, surface.triangles, kSolidCells);
    const auto bones = bones_inside(body, solid, skeleton, bound.notes);
    if (bones.empty())
        return invalid("no bone lies inside the mesh: skeleton and mesh are not in one place");
    Stoppable work(settings.keep_on);
    const auto reach = inside_reach(surface.points, bones, skeleton.joint_count(), solid,
                                    work.stage(kSolidShare, kReachShare));
    if (work.stopped()) return usage_error(kStopped);
    const BodyParts parts{surface, reach, bones, bounding_box(surface.points).diagonal().norm()};
    std::vector<PartChoice> choices;
    for (const auto& part : surface.parts)
        choices.push_back(choose_way(parts, part, settings.method));
    WeightRows rows = make_rows(parts, choices, work.stage(kReachShare, 1.0));
    if (work.stopped()) return usage_error(kStopped);
    fade_out_bleed(parts, choices, rows);
    const SkinWeights weights = keep_strongest(rows, settings.max_influences);
    bound.weights = spread_to_vertices(weights, weld.point_of_vertex);
    bound.parts = count_parts(parts, choices, weld.point_of_vertex, settings.method);
    bound.quality = measure_weights(weights, surface.points,
                                    PointNeighbours(faces, weld.point_count()), reach, bones);
    return bound;
}

}  // namespace isoskin
