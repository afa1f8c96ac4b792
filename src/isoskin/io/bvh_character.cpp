#include "isoskin/io/bvh_character.h"

#include <algorithm>
#include <cmath>

#include "isoskin/io/binding.h"
#include "isoskin/io/text.h"
#include "isoskin/motion/source_frames.h"

namespace isoskin {
namespace {

// A thin octahedron from `head` to `tail`, as bones are drawn.
void append_stick(const Vec3d& head, const Vec3d& tail, Mesh& mesh) {
    const Vec3d bone = tail - head;
    const double width = 0.1 * bone.norm();
    const Vec3d side = bone.unitOrthogonal() * width;
    const Vec3d other = bone.normalized().cross(side);
    const Vec3d waist = head + 0.2 * bone;
    const auto first = static_cast<Index>(mesh.positions.size());
    for (const Vec3d& p : {head, Vec3d(waist + side), Vec3d(waist + other), Vec3d(waist - side),
                           Vec3d(waist - other), tail})
        mesh.positions.push_back(p.cast<float>());
    for (Index i = 0; i < 4; ++i) {
        const Index a = first + 1 + i;
        const Index b = first + 1 + (i + 1) % 4;
        mesh.faces.push_back(make_triangle(first, b, a));
        mesh.faces.push_back(make_triangle(first + 5, a, b));
    }
}

// One stick per bone, moved by the joint it starts from.
SkinnedMesh make_sticks(const Skeleton& skeleton) {
    std::vector<JointIndex> joints(skeleton.joint_count());
    for (std::size_t i = 0; i < joints.size(); ++i)
        joints[i] = static_cast<JointIndex>(i);
    SkinnedMesh sticks;
    sticks.mesh.name = "sticks";
    sticks.skin = bind_in_stored_pose(skeleton, std::move(joints));
    std::vector<std::vector<Influence>> rows;
    for (std::size_t i = 0; i < skeleton.joint_count(); ++i) {
        const auto parent = skeleton.joints()[i].parent;
        if (!parent) continue;
        const Vec3d head = sticks.skin.joint_from_bind[*parent].inverse().translation();
        const Vec3d tail = sticks.skin.joint_from_bind[i].inverse().translation();
        if (!std::isnormal((tail - head).norm())) continue;
        append_stick(head, tail, sticks.mesh);
        rows.resize(sticks.mesh.positions.size(), {{static_cast<JointIndex>(*parent), 1.0F}});
    }
    sticks.weights = SkinWeights::from_rows(rows);
    Section section;
    section.name = "sticks";
    section.face_count = sticks.mesh.faces.size();
    section.vertex_count = sticks.mesh.positions.size();
    if (section.face_count > 0) sticks.mesh.sections.push_back(section);
    return sticks;
}

// The file's own axes and units, turned upright and scaled into ours.
Transform upright_transform(const Transform& file, const Quatd& upright, double scale) {
    Transform ours;
    ours.translation = scale * (upright * file.translation);
    ours.rotation = (upright * file.rotation * upright.conjugate()).normalized();
    return ours;
}

Clip make_clip(const BvhFile& bvh, std::span<const JointIndex> joint_of_source,
               const Quatd& upright, double scale) {
    Clip clip;
    const auto times = frame_times(bvh);
    for (std::size_t source = 0; source < bvh.joints.size(); ++source) {
        if (bvh.joints[source].channels.empty()) continue;
        Channel rotation;
        rotation.target = joint_of_source[source];
        rotation.times = times;
        Channel translation = rotation;
        translation.path = ChannelPath::Translation;
        bool moves = false;
        for (std::size_t frame = 0; frame < bvh.frame_count; ++frame) {
            const Transform file = local_transform(bvh, source, frame);
            const Transform ours = upright_transform(file, upright, scale);
            moves = moves || file.translation != bvh.joints[source].offset;
            const Quatd& q = ours.rotation;
            for (const double c : {q.x(), q.y(), q.z(), q.w()})
                rotation.values.push_back(static_cast<float>(c));
            for (const double c : ours.translation)
                translation.values.push_back(static_cast<float>(c));
        }
        clip.channels.push_back(std::move(rotation));
        if (moves) clip.channels.push_back(std::move(translation));
    }
    return clip;
}

// The longer of y and z from the root to what is called a head, neck, chest or spine.
UpAxis up_axis_by_names(const BvhFile& bvh) {
    std::vector<Vec3d> from_root(bvh.joints.size(), Vec3d::Zero());
    for (std::size_t i = 0; i < bvh.joints.size(); ++i)
        if (const auto parent = bvh.joints[i].parent)
            from_root[i] = from_root[*parent] + bvh.joints[i].offset;
    for (const char* part : {"head", "neck", "chest", "spine"})
        for (std::size_t i = 0; i < bvh.joints.size(); ++i)
            if (lower_case(bvh.joints[i].name).find(part) != std::string::npos &&
                !from_root[i].isZero())
                return std::abs(from_root[i].z()) > std::abs(from_root[i].y()) ? UpAxis::Z
                                                                               : UpAxis::Y;
    return UpAxis::Y;
}

UpAxis axis_along(const Vec3d& up) {
    Eigen::Index axis = 1;
    up.cwiseAbs().maxCoeff(&axis);
    return axis == 0 ? UpAxis::X : axis == 1 ? UpAxis::Y : UpAxis::Z;
}

Result<Character> make_character(const BvhFile& bvh, const Quatd& upright,
                                 const ReadOptions& options, std::string_view name) {
    std::vector<Joint> joints;
    for (const BvhJoint& source : bvh.joints) {
        Joint& joint = joints.emplace_back();
        joint.name = source.name;
        joint.parent = source.parent;
        joint.parent_from_joint.translation = options.scale * (upright * source.offset);
    }
    auto imported = import_skeleton(std::move(joints));
    if (!imported) return invalid(std::string(name) + ": " + imported.error().message);

    Character character;
    character.clips.push_back(make_clip(bvh, imported->joint_of_input, upright, options.scale));
    character.notes = std::move(imported->notes);
    character.skeleton = std::move(imported->skeleton);
    character.meshes.push_back(make_sticks(character.skeleton));
    return character;
}

}  // namespace

UpAxis guess_up_axis(const BvhFile& bvh) {
    const auto character = make_character(bvh, Quatd::Identity(), {}, "");
    if (!character) return up_axis_by_names(bvh);
    const RestSkeleton rest = rest_skeleton(*character);
    const BodyJoints body = find_body(rest);
    if (!missing_parts(body).empty()) return up_axis_by_names(bvh);
    if (is_standing(rest, body, at_rest(rest)))
        return axis_along(trunk_of(body, at_rest(rest)).axes.col(1));
    const auto motion = sample_frames(*character, character->clips[0]);
    if (!motion) return up_axis_by_names(bvh);
    Vec3d up = Vec3d::Zero();
    for (const PosedJoints& posed : motion->frames)
        up += trunk_of(body, posed).axes.col(1);
    return axis_along(up);
}

Result<Character> character_from_bvh(const BvhFile& bvh, const ReadOptions& options,
                                     std::string_view name) {
    const UpAxis axis = options.up_axis == UpAxis::Stored ? guess_up_axis(bvh) : options.up_axis;
    return make_character(bvh, upright_from_file(axis), options, name);
}

Result<Character> read_bvh(const std::filesystem::path& path, const ReadOptions& options) {
    const auto text = read_marked_text(path);
    if (!text) return text.error();
    const auto bvh = parse_bvh(*text, path.string());
    if (!bvh) return bvh.error();
    auto character = character_from_bvh(*bvh, options, path.string());
    if (!character) return character;
    character->name = path.stem().string();
    character->clips[0].name = character->name;
    return character;
}

}  // namespace isoskin
