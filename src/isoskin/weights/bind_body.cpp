#include "isoskin/weights/bind_body.h"

#include <algorithm>
#include <optional>

namespace isoskin {
namespace {

// Half a bone: long enough to tell what lies beyond the last joint of a limb from its parent's
// flesh, short enough to stay in a hand or a head.
constexpr double kEndBone = 0.5;

std::vector<Affine> stored_places(const Character& character) {
    std::vector<Affine> model_from_joint(character.skeleton.joint_count());
    compute_model_pose(character.skeleton, stored_pose(character.skeleton).parent_from_joint,
                       model_from_joint);
    return model_from_joint;
}

// The bind places of joints as seen from the first skin, and how other skins' spaces lie to it.
struct BindSpaces {
    std::vector<std::optional<Affine>> joint_from_body;
    std::vector<Affine> body_from_bind;
};

BindSpaces join_bind_spaces(const Character& character) {
    BindSpaces spaces;
    spaces.joint_from_body.resize(character.skeleton.joint_count());
    const auto stored = stored_places(character);
    std::optional<std::size_t> known;
    for (const SkinnedMesh& mesh : character.meshes) {
        Affine body_from_bind = Affine::Identity();
        const auto& skin = mesh.skin;
        if (!skin.hung && known) {
            // A joint both skins have tells how they lie; without one, the stored pose does.
            std::size_t shared = 0;
            while (shared < skin.joints.size() && !spaces.joint_from_body[skin.joints[shared]])
                ++shared;
            if (shared < skin.joints.size())
                body_from_bind = spaces.joint_from_body[skin.joints[shared]]->inverse() *
                                 skin.joint_from_bind[shared];
            else
                body_from_bind = spaces.joint_from_body[*known]->inverse() *
                                 stored[*known].inverse() * stored[skin.joints[0]] *
                                 skin.joint_from_bind[0];
        }
        spaces.body_from_bind.push_back(body_from_bind);
        if (skin.hung) continue;
        for (std::size_t slot = 0; slot < skin.joints.size(); ++slot) {
            auto& place = spaces.joint_from_body[skin.joints[slot]];
            if (!place) place = skin.joint_from_bind[slot] * body_from_bind.inverse();
            known = skin.joints[slot];
        }
    }
    return spaces;
}

std::optional<std::size_t> bound_parent(const Skeleton& skeleton, const BindSpaces& spaces,
                                        std::size_t joint) {
    auto parent = skeleton.joints()[joint].parent;
    while (parent && !spaces.joint_from_body[*parent])
        parent = skeleton.joints()[*parent].parent;
    return parent;
}

// Where the limb of a joint without bound children ends.
Vec3d limb_end(const Skeleton& skeleton, const BindSpaces& spaces, std::size_t joint) {
    const Affine body_from_joint = spaces.joint_from_body[joint]->inverse();
    const Vec3d place = body_from_joint.translation();
    for (const Joint& other : skeleton.joints())
        if (other.parent == joint && other.parent_from_joint.translation.norm() > 0.0)
            return body_from_joint * other.parent_from_joint.translation;
    const auto parent = bound_parent(skeleton, spaces, joint);
    if (!parent) return place;
    return place + kEndBone * (place - spaces.joint_from_body[*parent]->inverse().translation());
}

std::vector<Bone> bind_bones(const Skeleton& skeleton, const BindSpaces& spaces) {
    std::vector<Bone> bones;
    std::vector<char> has_child(skeleton.joint_count(), 0);
    const auto place = [&](std::size_t joint) -> Vec3d {
        return spaces.joint_from_body[joint]->inverse().translation();
    };
    for (std::size_t j = 0; j < skeleton.joint_count(); ++j) {
        if (!spaces.joint_from_body[j]) continue;
        const auto parent = bound_parent(skeleton, spaces, j);
        if (!parent || place(*parent) == place(j)) continue;
        has_child[*parent] = 1;
        bones.push_back({place(*parent), place(j), static_cast<JointIndex>(*parent)});
    }
    // Beside a hierarchy, a joint that hangs on nothing and carries nothing is a socket for things.
    const bool linked = !bones.empty();
    for (std::size_t j = 0; j < skeleton.joint_count(); ++j)
        if (spaces.joint_from_body[j] && !has_child[j] &&
            (!linked || bound_parent(skeleton, spaces, j)))
            bones.push_back({place(j), limb_end(skeleton, spaces, j), static_cast<JointIndex>(j)});
    return bones;
}

Status check_body(const Character& character, const BindBody& body) {
    if (body.bones.empty())
        return invalid("'" + character.name +
                       "' has no bones to follow: its meshes have no skin; give a skeleton");
    for (const Bone& bone : body.bones)
        if (!bone.start.allFinite() || !bone.end.allFinite())
            return invalid("joint '" + character.skeleton.joints()[bone.slot].name + "' of '" +
                           character.name + "' lies at no finite place");
    for (std::size_t v = 0; v < body.positions.size(); ++v)
        if (!body.positions[v].allFinite())
            return invalid("vertex " + std::to_string(v) + " of '" + character.name +
                           "' lies at no finite place");
    const auto box = bounding_box(body.positions);
    if (body.faces.empty() || !(box.sizes().maxCoeff() > 0.0F))
        return invalid("'" + character.name + "' has no surface to bind");
    return Done{};
}

void append_mesh(const SkinnedMesh& mesh, const Affine& body_from_bind, BindBody& body) {
    const auto first = static_cast<Index>(body.positions.size());
    // Where the spaces are one, positions keep their bits, and with them what is coincident.
    const bool same = body_from_bind.matrix().isIdentity(1e-6);
    for (const Vec3& p : mesh.mesh.positions)
        body.positions.push_back(same ? p : (body_from_bind * p.cast<double>()).cast<float>());
    for (Face face : mesh.mesh.faces) {
        for (Index& vertex : face.vertices)
            if (vertex != kNoIndex) vertex += first;
        body.faces.push_back(face);
    }
}

}  // namespace

Result<BindBody> bind_body(const Character& character) {
    const BindSpaces spaces = join_bind_spaces(character);
    BindBody body;
    body.body_from_bind = spaces.body_from_bind;
    for (const auto& place : spaces.joint_from_body)
        body.joint_from_body.push_back(place.value_or(Affine::Identity()));
    for (std::size_t m = 0; m < character.meshes.size(); ++m) {
        body.first_vertex.push_back(body.positions.size());
        if (!character.meshes[m].skin.hung)
            append_mesh(character.meshes[m], spaces.body_from_bind[m], body);
    }
    body.first_vertex.push_back(body.positions.size());
    body.bones = bind_bones(character.skeleton, spaces);
    if (const auto checked = check_body(character, body); !checked) return checked.error();
    return body;
}

Result<Character> with_skeleton(const Character& character, const Character& rig) {
    auto bound = skin_joints(rig);
    if (bound.empty()) return invalid("'" + rig.name + "' has no joints that a mesh could follow");
    const std::size_t own = character.skeleton.joint_count();
    std::vector<Joint> joints(character.skeleton.joints().begin(),
                              character.skeleton.joints().end());
    for (Joint joint : rig.skeleton.joints()) {
        if (joint.parent) *joint.parent += own;
        joints.push_back(std::move(joint));
    }
    auto imported = import_skeleton(std::move(joints));
    if (!imported) return imported.error();
    const auto& moved = imported->joint_of_input;

    Character result = character;
    const auto model_from_own = stored_places(character);
    const auto model_from_rig = stored_places(rig);
    result.skeleton = imported->skeleton;
    for (SkinnedMesh& mesh : result.meshes) {
        const Affine model_from_bind =
            model_from_own[mesh.skin.joints.at(0)] * mesh.skin.joint_from_bind.at(0);
        mesh.skin = {};
        mesh.skin.name = rig.name;
        for (const JointIndex joint : bound) {
            mesh.skin.joints.push_back(moved[own + joint]);
            mesh.skin.joint_from_bind.push_back(model_from_rig[joint].inverse() * model_from_bind);
        }
        mesh.weights = SkinWeights::rigid(mesh.mesh.vertex_count(), 0);
    }
    for (Clip& clip : result.clips)
        for (Channel& channel : clip.channels)
            if (channel.path != ChannelPath::MorphWeights) channel.target = moved[channel.target];
    for (Clip clip : rig.clips) {
        std::erase_if(clip.channels, [](const Channel& channel) {
            return channel.path == ChannelPath::MorphWeights;
        });
        for (Channel& channel : clip.channels)
            channel.target = moved[own + channel.target];
        if (!clip.channels.empty()) result.clips.push_back(std::move(clip));
    }
    return result;
}

void apply_weights(const BindBody& body, const SkinWeights& weights, Character& character) {
    for (std::size_t m = 0; m < character.meshes.size(); ++m) {
        SkinnedMesh& mesh = character.meshes[m];
        if (mesh.skin.hung) continue;
        constexpr std::size_t kNone = static_cast<std::size_t>(-1);
        std::vector<std::size_t> slot_of_joint(character.skeleton.joint_count(), kNone);
        for (std::size_t slot = mesh.skin.joints.size(); slot-- > 0;)
            slot_of_joint[mesh.skin.joints[slot]] = slot;
        std::vector<std::vector<Influence>> rows;
        for (std::size_t v = body.first_vertex[m]; v < body.first_vertex[m + 1]; ++v) {
            auto& row = rows.emplace_back();
            for (const auto& [joint, weight] : weights.row(v)) {
                if (slot_of_joint[joint] == kNone) {
                    slot_of_joint[joint] = mesh.skin.joints.size();
                    mesh.skin.joints.push_back(joint);
                    mesh.skin.joint_from_bind.push_back(body.joint_from_body[joint] *
                                                        body.body_from_bind[m]);
                }
                row.push_back({static_cast<JointIndex>(slot_of_joint[joint]), weight});
            }
        }
        mesh.weights = SkinWeights::from_rows(rows);
    }
}

}  // namespace isoskin
