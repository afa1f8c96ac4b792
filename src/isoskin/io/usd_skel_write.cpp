#include "isoskin/io/usd_skel_write.h"

#include <algorithm>
#include <cctype>

#include "isoskin/io/number_text.h"
#include "isoskin/io/part_file.h"

namespace isoskin {
namespace {

// USD takes letters, digits and underscores; a number in front keeps names apart.
std::string identifier(char kind, std::size_t number, const std::string& name) {
    std::string text = kind + std::to_string(number) + "_";
    for (const char c : name)
        text += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
    return text;
}

std::string quoted(const std::string& token) {
    return '"' + token + '"';
}

std::string tuple(const Vec3& v) {
    return "(" + text_from_number(v.x()) + ", " + text_from_number(v.y()) + ", " +
           text_from_number(v.z()) + ")";
}

// Real part first.
std::string tuple(const Quatd& q) {
    const Eigen::Vector4f v = q.coeffs().cast<float>();
    return "(" + text_from_number(v[3]) + ", " + text_from_number(v[0]) + ", " +
           text_from_number(v[1]) + ", " + text_from_number(v[2]) + ")";
}

// Rows of USD are our columns.
std::string tuple(const Affine& matrix) {
    const Eigen::Matrix4f m = matrix.matrix().cast<float>();
    std::string text = "( ";
    for (int column = 0; column < 4; ++column) {
        text += column > 0 ? ", (" : "(";
        for (int row = 0; row < 4; ++row)
            text += (row > 0 ? ", " : "") + (row == 3 ? std::string(column == 3 ? "1" : "0")
                                                      : text_from_number(m(row, column)));
        text += ")";
    }
    return text + " )";
}

template <typename Range, typename ToText>
std::string list(const Range& range, const ToText& to_text) {
    std::string text = "[";
    const char* between = "";
    for (const auto& element : range) {
        text += between + to_text(element);
        between = ", ";
    }
    return text + "]";
}

/// Puts one character into a stream.
class UsdSkelWriter {
  public:
    UsdSkelWriter(std::ostream& out, const Character& character, const UsdMotion& motion)
        : out_(out), character_(character), motion_(motion), first_morph_(first_morph(character)) {
        const auto joints = character.skeleton.joints();
        for (std::size_t j = 0; j < joints.size(); ++j) {
            const std::string own = identifier('j', j, joints[j].name);
            joint_paths_.push_back(joints[j].parent ? joint_paths_[*joints[j].parent] + "/" + own
                                                    : own);
        }
    }

    void put();

  private:
    void put_head();
    void put_animation();
    void put_weights();
    void put_skeleton(const SkinnedMesh& mesh);
    void put_mesh(std::size_t number);
    void put_influences(const SkinnedMesh& mesh);
    void put_blend_shapes(std::size_t number);

    Pose pose_at(float time) const {
        return motion_.clip != nullptr
                   ? clip_pose(character_, *motion_.clip, static_cast<double>(time))
                   : stored_pose(character_);
    }
    std::string time_code(float time) const {
        return text_from_number(
            static_cast<float>(static_cast<double>(time) * motion_.frames_per_second));
    }
    std::string morph_token(std::size_t mesh, std::size_t morph) const {
        return identifier('t', first_morph_[mesh] + morph,
                          character_.meshes[mesh].morphs[morph].name);
    }
    std::vector<std::string> morph_tokens(std::size_t mesh) const {
        std::vector<std::string> tokens;
        for (std::size_t k = 0; k < character_.meshes[mesh].morphs.size(); ++k)
            tokens.push_back(morph_token(mesh, k));
        return tokens;
    }
    std::vector<float> weight_times() const;

    template <typename ToText>
    void put_joint_samples(const char* type, const char* name, const ToText& to_text);

    std::ostream& out_;
    const Character& character_;
    const UsdMotion& motion_;
    std::vector<std::size_t> first_morph_;
    std::vector<std::string> joint_paths_;
};

void UsdSkelWriter::put() {
    put_head();
    out_ << "def SkelRoot \"character\"\n{\n";
    put_animation();
    for (std::size_t mesh = 0; mesh < character_.meshes.size(); ++mesh) {
        out_ << "    def Scope " << quoted(identifier('m', mesh, character_.meshes[mesh].mesh.name))
             << "\n    {\n";
        put_skeleton(character_.meshes[mesh]);
        put_mesh(mesh);
        out_ << "    }\n";
    }
    out_ << "}\n";
}

void UsdSkelWriter::put_head() {
    const float last = motion_.moments.empty() ? 0.0F : motion_.moments.back();
    out_ << "#usda 1.0\n(\n    defaultPrim = \"character\"\n    upAxis = \"Y\"\n"
         << "    timeCodesPerSecond = "
         << text_from_number(static_cast<float>(motion_.frames_per_second))
         << "\n    startTimeCode = 0\n    endTimeCode = " << time_code(last) << "\n)\n\n";
}

template <typename ToText>
void UsdSkelWriter::put_joint_samples(const char* type, const char* name, const ToText& to_text) {
    out_ << "        " << type << "[] " << name << ".timeSamples = {\n";
    for (const float time : motion_.moments)
        out_ << "            " << time_code(time) << ": "
             << list(pose_at(time).parent_from_joint, to_text) << ",\n";
    out_ << "        }\n";
}

void UsdSkelWriter::put_animation() {
    out_ << "    def SkelAnimation \"animation\"\n    {\n"
         << "        uniform token[] joints = " << list(joint_paths_, quoted) << "\n";
    put_joint_samples("float3", "translations",
                      [](const Transform& t) { return tuple(Vec3(t.translation.cast<float>())); });
    put_joint_samples("quatf", "rotations", [](const Transform& t) { return tuple(t.rotation); });
    put_joint_samples("half3", "scales",
                      [](const Transform& t) { return tuple(Vec3(t.scale.cast<float>())); });
    put_weights();
    out_ << "    }\n";
}

// The keys of all channels of weights: between them weights go in straight lines.
std::vector<float> UsdSkelWriter::weight_times() const {
    std::vector<float> times;
    if (motion_.clip != nullptr)
        for (const Channel& channel : motion_.clip->channels)
            if (channel.path == ChannelPath::MorphWeights)
                times.insert(times.end(), channel.times.begin(), channel.times.end());
    if (times.empty()) times.push_back(0.0F);
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    return times;
}

void UsdSkelWriter::put_weights() {
    std::vector<std::string> tokens;
    for (std::size_t mesh = 0; mesh < character_.meshes.size(); ++mesh)
        for (std::string& token : morph_tokens(mesh))
            tokens.push_back(std::move(token));
    if (tokens.empty()) return;
    out_ << "        uniform token[] blendShapes = " << list(tokens, quoted) << "\n"
         << "        float[] blendShapeWeights.timeSamples = {\n";
    for (const float time : weight_times())
        out_ << "            " << time_code(time) << ": "
             << list(pose_at(time).morph_weights, text_from_number) << ",\n";
    out_ << "        }\n";
}

// Joints outside the skin move nothing of it, but joints of it hang on them.
void UsdSkelWriter::put_skeleton(const SkinnedMesh& mesh) {
    const auto joints = character_.skeleton.joints();
    std::vector<Affine> bind(joints.size());
    compute_model_pose(character_.skeleton, stored_pose(character_).parent_from_joint, bind);
    for (std::size_t slot = 0; slot < mesh.skin.joints.size(); ++slot)
        bind[mesh.skin.joints[slot]] = mesh.skin.joint_from_bind[slot].inverse();
    out_ << "        def Skeleton \"skeleton\" (\n"
         << "            prepend apiSchemas = [\"SkelBindingAPI\"]\n        )\n        {\n"
         << "            uniform token[] joints = " << list(joint_paths_, quoted) << "\n"
         << "            uniform matrix4d[] bindTransforms = "
         << list(bind, [](const Affine& m) { return tuple(m); }) << "\n"
         << "            uniform matrix4d[] restTransforms = "
         << list(joints, [](const Joint& j) { return tuple(to_affine(j.parent_from_joint)); })
         << "\n            rel skel:animationSource = </character/animation>\n        }\n";
}

void UsdSkelWriter::put_mesh(std::size_t number) {
    const SkinnedMesh& mesh = character_.meshes[number];
    std::vector<Index> corners;
    for (const Face& face : mesh.mesh.faces)
        for (int k = 0; k < face.size(); ++k)
            corners.push_back(face.vertices[static_cast<std::size_t>(k)]);
    const auto point = [](const Vec3& p) { return tuple(p); };
    out_ << "        def Mesh \"mesh\" (\n"
         << "            prepend apiSchemas = [\"SkelBindingAPI\"]\n        )\n        {\n"
         << "            uniform token subdivisionScheme = \"none\"\n"
         << "            int[] faceVertexCounts = "
         << list(mesh.mesh.faces, [](const Face& face) { return std::to_string(face.size()); })
         << "\n            int[] faceVertexIndices = "
         << list(corners, [](Index corner) { return std::to_string(corner); })
         << "\n            point3f[] points = " << list(mesh.mesh.positions, point) << "\n";
    if (!mesh.mesh.normals.empty() && mesh.mesh.wedge_vertex.empty())
        out_ << "            normal3f[] normals = " << list(mesh.mesh.normals, point)
             << " (\n                interpolation = \"vertex\"\n            )\n";
    put_influences(mesh);
    put_blend_shapes(number);
    out_ << "        }\n";
}

// As many influences for each vertex as the fullest has; those that are missing weigh nothing.
void UsdSkelWriter::put_influences(const SkinnedMesh& mesh) {
    const std::size_t width = std::max<std::size_t>(1, mesh.weights.max_influences());
    std::vector<std::size_t> joints;
    std::vector<float> weights;
    for (std::size_t v = 0; v < mesh.mesh.vertex_count(); ++v) {
        const auto row = mesh.weights.row(v);
        for (std::size_t k = 0; k < width; ++k) {
            joints.push_back(k < row.size() ? mesh.skin.joints[row[k].slot] : 0);
            weights.push_back(k < row.size() ? static_cast<float>(row[k].weight) : 0.0F);
        }
    }
    const std::string layout = " (\n                elementSize = " + std::to_string(width) +
                               "\n                interpolation = \"vertex\"\n            )\n";
    out_ << "            int[] primvars:skel:jointIndices = "
         << list(joints, [](std::size_t joint) { return std::to_string(joint); }) << layout
         << "            float[] primvars:skel:jointWeights = " << list(weights, text_from_number)
         << layout << "            matrix4d primvars:skel:geomBindTransform = "
         << tuple(Affine(Affine::Identity())) << "\n            rel skel:skeleton = </character/"
         << identifier('m', static_cast<std::size_t>(&mesh - character_.meshes.data()),
                       mesh.mesh.name)
         << "/skeleton>\n";
}

void UsdSkelWriter::put_blend_shapes(std::size_t number) {
    const SkinnedMesh& mesh = character_.meshes[number];
    const auto tokens = morph_tokens(number);
    if (tokens.empty()) return;
    const std::string home = "</character/" + identifier('m', number, mesh.mesh.name) + "/mesh/";
    out_ << "            uniform token[] skel:blendShapes = " << list(tokens, quoted)
         << "\n            rel skel:blendShapeTargets = "
         << list(tokens, [&](const std::string& token) { return home + token + ">"; }) << "\n";
    for (std::size_t k = 0; k < tokens.size(); ++k) {
        std::vector<Index> moved;
        for (const Index vertex : mesh.morphs[k].positions.places())
            moved.push_back(vertex);
        out_ << "            def BlendShape " << quoted(tokens[k]) << "\n            {\n"
             << "                uniform vector3f[] offsets = "
             << list(moved, [&](Index v) { return tuple(mesh.morphs[k].positions[v]); })
             << "\n                uniform int[] pointIndices = "
             << list(moved, [](Index v) { return std::to_string(v); }) << "\n            }\n";
    }
}

}  // namespace

Status write_usd_skel(const std::filesystem::path& path, const Character& character,
                      const UsdMotion& motion) {
    PartFile file(path);
    UsdSkelWriter(file.stream(), character, motion).put();
    return file.finish();
}

}  // namespace isoskin
