#include "isoskin/io/assimp_read.h"

#include <cmath>
#include <unordered_map>

#include <assimp/Importer.hpp>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include "isoskin/io/binding.h"
#include "isoskin/io/file.h"
#include "isoskin/io/image_file.h"
#include "isoskin/io/polygon.h"
#include "isoskin/io/text.h"

namespace isoskin {
namespace {

Vec3 vector_from(const aiVector3D& v) {
    return {v.x, v.y, v.z};
}

Affine affine_from(const aiMatrix4x4& m) {
    Affine affine = Affine::Identity();
    affine.matrix() << m.a1, m.a2, m.a3, m.a4, m.b1, m.b2, m.b3, m.b4, m.c1, m.c2, m.c3, m.c4, 0.0,
        0.0, 0.0, 1.0;
    return affine;
}

class SceneReader {
  public:
    SceneReader(const aiScene& scene, const std::filesystem::path& path)
        : scene_(scene), path_(path) {}

    Result<Character> run(const ReadOptions& options) {
        character_.name = path_.stem().string();
        if (auto defect = read_nodes()) return *std::move(defect);
        read_materials();
        for (const auto& [node, joint] : places_)
            for (unsigned i = 0; i < node->mNumMeshes; ++i)
                if (auto defect = read_mesh(*scene_.mMeshes[node->mMeshes[i]], joint))
                    return *std::move(defect);
        for (unsigned i = 0; i < scene_.mNumAnimations; ++i)
            read_clip(*scene_.mAnimations[i]);
        if (character_.meshes.empty() && character_.clips.empty())
            return fault("there is no surface in it");
        character_.skeleton = stand_up(character_.skeleton, options);
        return std::move(character_);
    }

  private:
    Error fault(const std::string& what) const {
        return invalid("'" + path_.string() + "': " + what);
    }

    // Every node becomes a joint; names of nodes are how bones and channels find them.
    std::optional<Error> read_nodes() {
        std::vector<Joint> joints;
        std::vector<std::pair<const aiNode*, std::optional<std::size_t>>> open{
            {scene_.mRootNode, {}}};
        std::vector<const aiNode*> nodes;
        while (!open.empty()) {
            const auto [node, parent] = open.back();
            open.pop_back();
            const Affine local = affine_from(node->mTransformation);
            if (!local.matrix().allFinite())
                return fault("node " + in_quotes(node->mName.C_Str()) + " has no finite place");
            Joint& joint = joints.emplace_back();
            joint.name = node->mName.C_Str();
            joint.parent = parent;
            joint.parent_from_joint = to_transform(local);
            nodes.push_back(node);
            for (unsigned i = node->mNumChildren; i > 0; --i)
                open.emplace_back(node->mChildren[i - 1], joints.size() - 1);
        }
        auto imported = import_skeleton(std::move(joints));
        if (!imported) return fault(imported.error().message);
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const JointIndex joint = imported->joint_of_input[i];
            places_.emplace_back(nodes[i], joint);
            joint_of_name_.try_emplace(nodes[i]->mName.C_Str(), joint);
        }
        character_.skeleton = std::move(imported->skeleton);
        character_.notes = std::move(imported->notes);
        return std::nullopt;
    }

    void read_materials() {
        for (unsigned i = 0; i < scene_.mNumMaterials; ++i) {
            const aiMaterial& source = *scene_.mMaterials[i];
            Material& material = character_.materials.emplace_back();
            aiString text;
            if (source.Get(AI_MATKEY_NAME, text) == AI_SUCCESS) material.name = text.C_Str();
            aiColor4D color;
            if (source.Get(AI_MATKEY_COLOR_DIFFUSE, color) == AI_SUCCESS)
                material.base_color = Vec4(color.r, color.g, color.b, 1.0F);
            for (const auto kind : {aiTextureType_DIFFUSE, aiTextureType_BASE_COLOR}) {
                if (source.GetTexture(kind, 0, &text) != AI_SUCCESS || text.length == 0) continue;
                material.base_color_image = read_picture(text);
                break;
            }
        }
    }

    int read_picture(const aiString& name) {
        const auto [place, added] = image_of_name_.try_emplace(name.C_Str(), -1);
        if (!added) return place->second;
        const aiTexture* embedded = scene_.GetEmbeddedTexture(name.C_Str());
        if (!embedded)
            return place->second = add_image(path_.parent_path(), name.C_Str(), character_);
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(embedded->pcData);
        const std::size_t size = embedded->mHeight == 0 ? embedded->mWidth : 0;
        std::string type = picture_type({bytes, size});
        if (type.empty()) {
            character_.notes.push_back({.kind = NoteKind::LeftOut,
                                        .what = "the embedded picture " + in_quotes(name.C_Str()) +
                                                " is neither PNG nor JPEG",
                                        .reason = "an embedded picture is neither PNG nor JPEG"});
            return -1;
        }
        character_.images.push_back({name.C_Str(), std::move(type), {bytes, bytes + size}});
        return place->second = static_cast<int>(character_.images.size()) - 1;
    }

    std::optional<Error> read_mesh(const aiMesh& source, JointIndex node) {
        SkinnedMesh skinned;
        Mesh& mesh = skinned.mesh;
        mesh.name = source.mName.C_Str();
        for (unsigned i = 0; i < source.mNumVertices; ++i) {
            mesh.positions.push_back(vector_from(source.mVertices[i]));
            if (!mesh.positions.back().allFinite())
                return fault("vertex " + std::to_string(i) + " of mesh " + in_quotes(mesh.name) +
                             " is not finite");
        }
        if (auto defect = read_faces(source, mesh)) return defect;
        if (mesh.faces.empty()) return std::nullopt;
        read_attributes(source, mesh);
        Section section;
        section.name = mesh.name;
        section.face_count = mesh.faces.size();
        section.vertex_count = mesh.positions.size();
        if (source.mMaterialIndex < scene_.mNumMaterials)
            section.material = static_cast<int>(source.mMaterialIndex);
        mesh.sections.push_back(section);
        if (source.mNumBones > 0) {
            if (auto defect = read_bones(source, skinned)) return defect;
        } else {
            skinned.weights = SkinWeights::rigid(mesh.vertex_count(), 0);
            skinned.skin.joints = {node};
            skinned.skin.joint_from_bind = {Affine::Identity()};
            skinned.skin.hung = true;
        }
        skinned.source_mesh = character_.meshes.size();
        character_.meshes.push_back(std::move(skinned));
        return std::nullopt;
    }

    std::optional<Error> read_faces(const aiMesh& source, Mesh& mesh) const {
        std::vector<Vec3d> outline;
        for (unsigned f = 0; f < source.mNumFaces; ++f) {
            const aiFace& face = source.mFaces[f];
            const auto* corners = face.mIndices;
            outline.clear();
            for (unsigned i = 0; i < face.mNumIndices; ++i) {
                if (corners[i] >= source.mNumVertices)
                    return fault("face " + std::to_string(f) + " of mesh " + in_quotes(mesh.name) +
                                 " names a vertex that does not exist");
                outline.push_back(mesh.positions[corners[i]].cast<double>());
            }
            if (face.mNumIndices == 3)
                mesh.faces.push_back(make_triangle(corners[0], corners[1], corners[2]));
            else if (face.mNumIndices == 4)
                mesh.faces.push_back(make_quad(corners[0], corners[1], corners[2], corners[3]));
            else if (face.mNumIndices > 4)
                for (const auto& [a, b, c] : triangulate_polygon(outline))
                    mesh.faces.push_back(make_triangle(corners[a], corners[b], corners[c]));
        }
        return std::nullopt;
    }

    static void read_attributes(const aiMesh& source, Mesh& mesh) {
        for (unsigned i = 0; i < source.mNumVertices; ++i) {
            if (source.HasNormals()) {
                const Vec3 normal = vector_from(source.mNormals[i]);
                if (std::isnormal(normal.norm())) mesh.normals.push_back(normal.normalized());
            }
            if (source.HasTextureCoords(0))
                mesh.uvs.emplace_back(source.mTextureCoords[0][i].x,
                                      1.0F - source.mTextureCoords[0][i].y);
            if (source.HasVertexColors(0)) {
                const aiColor4D& c = source.mColors[0][i];
                mesh.colors.emplace_back(c.r, c.g, c.b, c.a);
            }
        }
        if (mesh.normals.size() != mesh.positions.size()) mesh.normals.clear();
    }

    std::optional<Error> read_bones(const aiMesh& source, SkinnedMesh& skinned) {
        std::vector<std::vector<Influence>> rows(source.mNumVertices);
        for (unsigned b = 0; b < source.mNumBones; ++b) {
            const aiBone& bone = *source.mBones[b];
            const auto joint = joint_of_name_.find(bone.mName.C_Str());
            const Affine joint_from_bind = affine_from(bone.mOffsetMatrix);
            if (joint == joint_of_name_.end())
                return fault("bone " + in_quotes(bone.mName.C_Str()) + " has no node");
            if (!joint_from_bind.matrix().allFinite())
                return fault("bone " + in_quotes(bone.mName.C_Str()) + " has no finite bind pose");
            skinned.skin.joints.push_back(joint->second);
            skinned.skin.joint_from_bind.push_back(joint_from_bind);
            for (unsigned i = 0; i < bone.mNumWeights; ++i) {
                const auto& [vertex, weight] = bone.mWeights[i];
                if (vertex >= source.mNumVertices)
                    return fault("bone " + in_quotes(bone.mName.C_Str()) +
                                 " moves a vertex that does not exist");
                rows[vertex].push_back({static_cast<JointIndex>(b), weight});
            }
        }
        skinned.weights = SkinWeights::from_rows(rows);
        const auto notes = notes_on(skinned.weights);
        character_.notes.insert(character_.notes.end(), notes.begin(), notes.end());
        return std::nullopt;
    }

    // Keys that are not finite or not later than the one before are left out.
    template <typename Key, typename Append>
    static Channel make_channel(ChannelPath path, JointIndex joint, const Key* keys, unsigned count,
                                double seconds_per_tick, const Append& append) {
        Channel channel;
        channel.path = path;
        channel.target = joint;
        for (unsigned i = 0; i < count; ++i) {
            const auto time = static_cast<float>(keys[i].mTime * seconds_per_tick);
            if (!std::isfinite(time) || (!channel.times.empty() && !(time > channel.times.back())))
                continue;
            channel.times.push_back(time);
            append(keys[i].mValue, channel.values);
        }
        return channel;
    }

    void read_clip(const aiAnimation& source) {
        Clip clip;
        clip.name = source.mName.length > 0 ? source.mName.C_Str() : character_.name;
        const double seconds = 1.0 / (source.mTicksPerSecond > 0.0 ? source.mTicksPerSecond : 25.0);
        const auto append3 = [](const aiVector3D& v, std::vector<float>& out) {
            out.insert(out.end(), {v.x, v.y, v.z});
        };
        const auto append4 = [](const aiQuaternion& q, std::vector<float>& out) {
            out.insert(out.end(), {q.x, q.y, q.z, q.w});
        };
        const auto add = [&](Channel channel) {
            if (!channel.times.empty()) clip.channels.push_back(std::move(channel));
        };
        for (unsigned i = 0; i < source.mNumChannels; ++i) {
            const aiNodeAnim& track = *source.mChannels[i];
            const auto joint = joint_of_name_.find(track.mNodeName.C_Str());
            if (joint == joint_of_name_.end()) continue;
            add(make_channel(ChannelPath::Translation, joint->second, track.mPositionKeys,
                             track.mNumPositionKeys, seconds, append3));
            add(make_channel(ChannelPath::Rotation, joint->second, track.mRotationKeys,
                             track.mNumRotationKeys, seconds, append4));
            add(make_channel(ChannelPath::Scale, joint->second, track.mScalingKeys,
                             track.mNumScalingKeys, seconds, append3));
        }
        if (!clip.channels.empty()) character_.clips.push_back(std::move(clip));
    }

    const aiScene& scene_;
    const std::filesystem::path& path_;
    Character character_;
    std::vector<std::pair<const aiNode*, JointIndex>> places_;
    std::unordered_map<std::string, JointIndex> joint_of_name_;
    std::unordered_map<std::string, int> image_of_name_;
};

std::string one_line(std::string text) {
    for (char& c : text)
        if (c == '\n' || c == '\r') c = ' ';
    return std::string(trim(text));
}

}  // namespace

Result<Character> read_assimp(const std::filesystem::path& path, const ReadOptions& options) {
    const auto text = read_text(path);
    if (!text) return text.error();
    const std::string ending = lower_case(path.extension().string());
    if (auto hazard = find_assimp_hazard(ending, *text, path.string())) return *std::move(hazard);

    Assimp::Importer importer;
    importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, false);
    importer.SetPropertyInteger(AI_CONFIG_PP_SBP_REMOVE,
                                aiPrimitiveType_POINT | aiPrimitiveType_LINE);
    constexpr unsigned kSteps =
        aiProcess_JoinIdenticalVertices | aiProcess_SortByPType | aiProcess_ValidateDataStructure;
    try {
        const aiScene* scene = importer.ReadFile(path.string(), kSteps);
        if (!scene || !scene->mRootNode || (scene->mFlags & AI_SCENE_FLAGS_INCOMPLETE) != 0)
            return invalid("'" + path.string() +
                           "' cannot be read: " + one_line(importer.GetErrorString()));
        return SceneReader(*scene, path).run(options);
    } catch (const std::exception& failure) {
        return invalid("'" + path.string() + "' cannot be read: " + one_line(failure.what()));
    }
}

}  // namespace isoskin
