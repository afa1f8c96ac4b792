// Brings the document a character was read from up to date: what is as it was read is not touched.
#include <algorithm>

#include "isoskin/io/gltf_export.h"

namespace isoskin::gltf {
namespace {

bool operator==(const MorphTarget& a, const MorphTarget& b) {
    return a.name == b.name && a.positions == b.positions && a.normals == b.normals &&
           a.tangents == b.tangents;
}

bool same_morphs(const std::vector<MorphTarget>& a, const std::vector<MorphTarget>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const MorphTarget& x, const MorphTarget& y) { return x == y; });
}

// How many targets stand in the file as they are now: all of its own, if others were only added.
std::size_t kept_morphs(const std::vector<MorphTarget>& now,
                        const std::vector<MorphTarget>& before) {
    const bool only_added =
        now.size() >= before.size() &&
        std::equal(before.begin(), before.end(), now.begin(),
                   [](const MorphTarget& x, const MorphTarget& y) { return x == y; });
    return only_added ? before.size() : 0;
}

bool same_weights(const SkinWeights& a, const SkinWeights& b) {
    if (a.vertex_count() != b.vertex_count()) return false;
    for (std::size_t v = 0; v < a.vertex_count(); ++v)
        if (!std::equal(a.row(v).begin(), a.row(v).end(), b.row(v).begin(), b.row(v).end()))
            return false;
    return true;
}

// Whether weights may stay as they stand in the file: unchanged, and right as they were.
bool keeps_weights(const SkinnedMesh& now, const SkinnedMesh& before) {
    return now.skin.hung == before.skin.hung && same_weights(now.weights, before.weights) &&
           (now.skin.hung ||
            (before.weights.renormalised_rows() == 0 && before.weights.empty_rows().empty()));
}

bool same_skin(const Skin& a, const Skin& b) {
    return a.hung == b.hung && a.joints == b.joints &&
           std::equal(a.joint_from_bind.begin(), a.joint_from_bind.end(), b.joint_from_bind.begin(),
                      b.joint_from_bind.end(),
                      [](const Affine& x, const Affine& y) { return x.matrix() == y.matrix(); });
}

bool same_sections(const Mesh& a, const Mesh& b) {
    return std::equal(a.sections.begin(), a.sections.end(), b.sections.begin(), b.sections.end(),
                      [](const Section& x, const Section& y) {
                          return x.first_face == y.first_face && x.face_count == y.face_count &&
                                 x.first_vertex == y.first_vertex &&
                                 x.vertex_count == y.vertex_count && x.material == y.material;
                      });
}

bool same_topology(const Mesh& a, const Mesh& b) {
    return a.faces == b.faces && a.vertex_count() == b.vertex_count() && same_sections(a, b) &&
           a.wedge_vertex == b.wedge_vertex && a.face_wedges == b.face_wedges;
}

bool same_shape(const Mesh& a, const Mesh& b) {
    return a.positions == b.positions && a.normals == b.normals && a.tangents == b.tangents &&
           a.uvs == b.uvs && a.colors == b.colors;
}

bool same_channels(const std::vector<Channel>& a, const std::vector<Channel>& b) {
    return std::equal(
        a.begin(), a.end(), b.begin(), b.end(), [](const Channel& x, const Channel& y) {
            return x.path == y.path && x.target == y.target && x.interpolation == y.interpolation &&
                   x.times == y.times && x.values == y.values;
        });
}

bool same_clip(const Clip& a, const Clip& b) {
    return a.name == b.name && same_channels(a.channels, b.channels);
}

std::vector<Channel> joint_channels(const Clip& clip) {
    std::vector<Channel> channels;
    for (const Channel& channel : clip.channels)
        if (channel.path != ChannelPath::MorphWeights) channels.push_back(channel);
    return channels;
}

// Whether only morph weights differ.
bool same_joint_motion(const Clip& a, const Clip& b) {
    return a.name == b.name && same_channels(joint_channels(a), joint_channels(b));
}

bool same_material(const Material& a, const Material& b) {
    return a.name == b.name && a.base_color == b.base_color &&
           a.base_color_image == b.base_color_image && a.roughness == b.roughness &&
           a.metallic == b.metallic && a.double_sided == b.double_sided &&
           a.alpha_cutoff == b.alpha_cutoff;
}

/// One pass over the parts of a character against those of its original.
class Updater {
  public:
    Updater(const Character& character, const Interpretation& original, Builder& builder)
        : character_(character),
          original_(original),
          builder_(builder),
          nodes_{original.links.node_of_joint, original.links.node_of_mesh} {}

    void update_joints();
    void update_meshes();
    void update_clips();
    void drop_wrong_skeleton_roots();
    void update_materials();

  private:
    void update_mesh(std::size_t index);
    void add_mesh(const SkinnedMesh& mesh);
    void update_primitives(const SkinnedMesh& mesh, const SkinnedMesh& before, Json& json);
    void update_shape(const SkinnedMesh& mesh, const SkinnedMesh& before,
                      const PrimitiveShape& shape, Json& primitive);
    void replace_primitives(const SkinnedMesh& mesh, Json& json);
    void update_skin(const SkinnedMesh& mesh, Json& node);
    Json& own_mesh(std::size_t index);
    void make_animatable(const Clip& clip);

    const Character& character_;
    const Interpretation& original_;
    Builder& builder_;
    NodeMap nodes_;
};

void Updater::update_joints() {
    const auto now = character_.skeleton.joints();
    const auto before = original_.character.skeleton.joints();
    for (std::size_t j = 0; j < now.size(); ++j) {
        Json& node = builder_.document()["nodes"][nodes_.node_of_joint[j]];
        if (!(now[j].parent_from_joint == before[j].parent_from_joint))
            set_transform(now[j].parent_from_joint, node);
        if (now[j].name != before[j].name) node["name"] = now[j].name;
    }
}

// The entry of a mesh, copied first if other nodes show the same one.
Json& Updater::own_mesh(std::size_t index) {
    Json& node = builder_.document()["nodes"][nodes_.node_of_mesh[index]];
    Json& meshes = builder_.document()["meshes"];
    const Json entry = node["mesh"];
    std::size_t users = 0;
    for (const Json& other : builder_.document()["nodes"])
        if (other.contains("mesh") && other["mesh"] == entry) ++users;
    if (users > 1) {
        meshes.push_back(Json(meshes[entry.get<std::size_t>()]));
        node["mesh"] = meshes.size() - 1;
    }
    return meshes[node["mesh"].get<std::size_t>()];
}

void Updater::update_meshes() {
    for (std::size_t i = 0; i < character_.meshes.size(); ++i)
        if (i < original_.character.meshes.size())
            update_mesh(i);
        else
            add_mesh(character_.meshes[i]);
}

// A skinned mesh gets a node of its own beside the skeleton, because its place counts for nothing.
void Updater::add_mesh(const SkinnedMesh& mesh) {
    builder_.array("meshes").push_back(make_mesh(mesh, builder_));
    Json node{{"mesh", builder_.array("meshes").size() - 1}};
    if (!mesh.mesh.name.empty()) node["name"] = mesh.mesh.name;
    update_skin(mesh, node);
    builder_.array("nodes").push_back(std::move(node));
    nodes_.node_of_mesh.push_back(builder_.array("nodes").size() - 1);
    const std::size_t shown = builder_.document().value("scene", std::size_t{0});
    builder_.array("scenes")[shown]["nodes"].push_back(nodes_.node_of_mesh.back());
}

void Updater::update_mesh(std::size_t index) {
    const SkinnedMesh& now = character_.meshes[index];
    const SkinnedMesh& before = original_.character.meshes[index];
    Json& node = builder_.document()["nodes"][nodes_.node_of_mesh[index]];
    if (!same_skin(now.skin, before.skin)) update_skin(now, node);
    if (now.stored_morph_weights != before.stored_morph_weights) {
        node.erase("weights");
        if (!now.morphs.empty()) node["weights"] = now.stored_morph_weights;
    }
    const bool topology = same_topology(now.mesh, before.mesh);
    const bool same = topology && same_shape(now.mesh, before.mesh) && keeps_weights(now, before) &&
                      same_morphs(now.morphs, before.morphs);
    if (same) return;
    Json& json = own_mesh(index);
    if (topology)
        update_primitives(now, before, json);
    else
        replace_primitives(now, json);
    if (!same_morphs(now.morphs, before.morphs)) set_target_names(now, json);
}

void Updater::update_skin(const SkinnedMesh& mesh, Json& node) {
    node.erase("skin");
    if (mesh.skin.hung) return;
    builder_.array("skins").push_back(make_skin(mesh.skin, nodes_, builder_));
    node["skin"] = builder_.array("skins").size() - 1;
}

void Updater::update_primitives(const SkinnedMesh& mesh, const SkinnedMesh& before, Json& json) {
    const MeshEntry& entry = original_.model.meshes[before.source_mesh];
    const auto drawn = drawn_primitives(entry);
    const auto shapes = cut_into_primitives(mesh.mesh);
    const bool weights = !keeps_weights(mesh, before);
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        Json& primitive =
            json["primitives"][static_cast<std::size_t>(drawn[i] - entry.primitives.data())];
        update_shape(mesh, before, shapes[i], primitive);
        if (weights) set_weights(mesh, shapes[i], builder_, primitive["attributes"]);
        if (!same_morphs(mesh.morphs, before.morphs))
            set_targets(mesh, shapes[i], kept_morphs(mesh.morphs, before.morphs), builder_,
                        primitive);
    }
}

void Updater::update_shape(const SkinnedMesh& mesh, const SkinnedMesh& before,
                           const PrimitiveShape& shape, Json& primitive) {
    const Mesh& now = mesh.mesh;
    const Mesh& then = before.mesh;
    if (same_shape(now, then)) return;
    Json fresh = Json::object();
    set_shape_attributes(now, shape, builder_, fresh);
    const auto replace = [&](const char* name, bool changed) {
        if (!changed) return;
        primitive["attributes"].erase(name);
        if (fresh.contains(name)) primitive["attributes"][name] = fresh[name];
    };
    replace("POSITION", now.positions != then.positions);
    replace("NORMAL", now.normals != then.normals);
    replace("TANGENT", now.tangents != then.tangents);
    replace("TEXCOORD_0", now.uvs != then.uvs);
    replace("COLOR_0", now.colors != then.colors);
}

void Updater::replace_primitives(const SkinnedMesh& mesh, Json& json) {
    json["primitives"] = make_mesh(mesh, builder_)["primitives"];
    set_target_names(mesh, json);
}

// A node that a channel moves may not be placed by a matrix.
void Updater::make_animatable(const Clip& clip) {
    for (const Channel& channel : clip.channels) {
        if (channel.path == ChannelPath::MorphWeights) continue;
        Json& node = builder_.document()["nodes"][nodes_.node_of_joint[channel.target]];
        if (node.contains("matrix"))
            set_transform(character_.skeleton.joints()[channel.target].parent_from_joint, node);
    }
}

// `skeleton` is only a hint, but a wrong one makes the file invalid: it must be above all joints.
void Updater::drop_wrong_skeleton_roots() {
    const auto& nodes = original_.model.nodes;
    const auto is_above = [&](std::size_t root, std::size_t node) {
        Reference at = node;
        while (at && *at != root)
            at = nodes[*at].parent;
        return at.has_value();
    };
    for (std::size_t i = 0; i < original_.model.skins.size(); ++i) {
        Json& skin = builder_.document()["skins"][i];
        if (!skin.contains("skeleton")) continue;
        const auto root = skin["skeleton"].get<std::size_t>();
        const auto& joints = original_.model.skins[i].joints;
        if (!std::all_of(joints.begin(), joints.end(),
                         [&](std::size_t joint) { return is_above(root, joint); }))
            skin.erase("skeleton");
    }
}

void Updater::update_clips() {
    const auto& now = character_.clips;
    const auto& before = original_.character.clips;
    Json& animations = builder_.array("animations");
    if (animations.size() > now.size())
        animations.erase(animations.begin() + static_cast<std::ptrdiff_t>(now.size()),
                         animations.end());
    for (std::size_t i = 0; i < now.size(); ++i) {
        if (i < before.size() && same_clip(now[i], before[i])) continue;
        Json animation = i < animations.size() ? animations[i] : Json::object();
        if (i < before.size() && same_joint_motion(now[i], before[i])) {
            replace_morph_channels(now[i], nodes_, character_, builder_, animation);
        } else {
            set_channels(now[i], nodes_, character_, builder_, animation);
            make_animatable(now[i]);
        }
        if (i < animations.size())
            animations[i] = std::move(animation);
        else
            animations.push_back(std::move(animation));
    }
    for (std::size_t i = animations.size(); i-- > 0;)
        if (animations[i]["channels"].empty()) animations.erase(i);
    if (animations.empty()) builder_.document().erase("animations");
}

void Updater::update_materials() {
    const Character& before = original_.character;
    for (std::size_t i = 0; i < character_.images.size(); ++i) {
        const Image& image = character_.images[i];
        const bool added = i >= before.images.size();
        Json& images = builder_.array("images");
        if (added) images.push_back({{"name", image.name}});
        if (added || image.bytes != before.images[i].bytes || images[i].contains("uri"))
            embed_image(image, builder_, images[i]);
    }
    for (std::size_t i = 0; i < character_.materials.size(); ++i) {
        const Material& material = character_.materials[i];
        const bool added = i >= before.materials.size();
        if (!added && same_material(material, before.materials[i])) continue;
        Json& materials = builder_.array("materials");
        if (added) materials.push_back(Json::object());
        const Reference image = material.base_color_image >= 0
                                    ? Reference(static_cast<std::size_t>(material.base_color_image))
                                    : std::nullopt;
        set_material(material, image, builder_, materials[i]);
    }
}

}  // namespace

bool has_same_structure(const Character& character, const Character& original) {
    const auto a = character.skeleton.joints();
    const auto b = original.skeleton.joints();
    const bool joints =
        std::equal(a.begin(), a.end(), b.begin(), b.end(),
                   [](const Joint& x, const Joint& y) { return x.parent == y.parent; });
    const auto& now = character.meshes;
    const auto& before = original.meshes;
    if (!joints || now.size() < before.size()) return false;
    const auto added = now.begin() + static_cast<std::ptrdiff_t>(before.size());
    return std::equal(before.begin(), before.end(), now.begin(),
                      [](const SkinnedMesh& x, const SkinnedMesh& y) {
                          return x.source_mesh == y.source_mesh;
                      }) &&
           std::none_of(added, now.end(), [](const SkinnedMesh& mesh) { return mesh.skin.hung; });
}

bool has_same_topology(const Character& character, const Character& original) {
    return has_same_structure(character, original) &&
           character.meshes.size() == original.meshes.size() &&
           std::equal(character.meshes.begin(), character.meshes.end(), original.meshes.begin(),
                      [](const SkinnedMesh& x, const SkinnedMesh& y) {
                          return same_topology(x.mesh, y.mesh);
                      });
}

void update(const Character& character, const Interpretation& original, Builder& builder) {
    Updater updater(character, original, builder);
    updater.update_joints();
    updater.update_meshes();
    updater.update_clips();
    updater.drop_wrong_skeleton_roots();
    updater.update_materials();
}

}  // namespace isoskin::gltf
