#include "isoskin/io/makehuman.h"

#include <algorithm>
#include <unordered_map>

#include "isoskin/io/binding.h"
#include "isoskin/io/json_text.h"
#include "isoskin/io/obj_read.h"
#include "isoskin/io/text.h"

namespace isoskin {
namespace {

using nlohmann::json;

const json* find_object(const json& parent, const char* word) {
    if (!parent.is_object()) return nullptr;
    const auto found = parent.find(word);
    return found != parent.end() && found->is_object() ? &*found : nullptr;
}

std::string string_of(const json& object, const char* word) {
    const auto found = object.find(word);
    return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

class SkeletonParser {
  public:
    SkeletonParser(std::string_view file, std::span<const Vec3> positions)
        : file_(file), positions_(positions) {}

    Result<MakehumanSkeleton> run(const json& document) {
        const json* bones = find_object(document, "bones");
        joints_ = find_object(document, "joints");
        if (!bones || !joints_ || bones->empty())
            return fault("there are no 'bones' and 'joints', as a MakeHuman skeleton has");
        MakehumanSkeleton skeleton;
        std::unordered_map<std::string, std::size_t> place_of_bone;
        for (const auto& [name, bone] : bones->items()) {
            place_of_bone.emplace(name, skeleton.bones.size());
            skeleton.bones.push_back(name);
        }
        std::vector<Joint> joints(skeleton.bones.size());
        std::vector<Vec3d> heads(joints.size());
        for (std::size_t i = 0; i < joints.size(); ++i) {
            const json& bone = (*bones)[skeleton.bones[i]];
            joints[i].name = skeleton.bones[i];
            if (!bone.is_object()) return fault_in(joints[i].name, "is not an object");
            const std::string parent = string_of(bone, "parent");
            if (!parent.empty()) {
                const auto place = place_of_bone.find(parent);
                if (place == place_of_bone.end())
                    return fault_in(joints[i].name, "has the unknown parent " + in_quotes(parent));
                joints[i].parent = place->second;
            }
            if (auto defect = find_joint(joints[i].name, string_of(bone, "head"), heads[i]))
                return *std::move(defect);
        }
        for (std::size_t i = 0; i < joints.size(); ++i)
            joints[i].parent_from_joint.translation =
                joints[i].parent ? heads[i] - heads[*joints[i].parent] : heads[i];
        auto imported = import_skeleton(std::move(joints));
        if (!imported) return fault(imported.error().message);
        skeleton.imported = *std::move(imported);
        skeleton.weights_file = string_of(document, "weights_file");
        return skeleton;
    }

  private:
    Error fault(const std::string& what) const { return invalid(std::string(file_) + ": " + what); }
    Error fault_in(const std::string& bone, const std::string& what) const {
        return fault("bone " + in_quotes(bone) + " " + what);
    }

    std::optional<Error> find_joint(const std::string& bone, const std::string& joint,
                                    Vec3d& out) const {
        const auto vertices = joints_->find(joint);
        if (vertices == joints_->end() || !vertices->is_array() || vertices->empty())
            return fault_in(bone, "has no head among the joints");
        Vec3d sum = Vec3d::Zero();
        for (const json& vertex : *vertices) {
            if (!vertex.is_number_unsigned() || vertex.get<std::uint64_t>() >= positions_.size())
                return fault_in(bone, "stands on a vertex that the mesh does not have");
            sum += positions_[vertex.get<std::size_t>()].cast<double>();
        }
        out = sum / static_cast<double>(vertices->size());
        return std::nullopt;
    }

    std::string_view file_;
    std::span<const Vec3> positions_;
    const json* joints_ = nullptr;
};

bool is_helper(const Section& section) {
    return starts_with(section.name, "helper-") || starts_with(section.name, "joint-");
}

// The same mesh without the faces of helper groups and the vertices only they use.
struct Body {
    Mesh mesh;
    std::vector<Index> source_vertex;
    std::size_t dropped_groups = 0;
};

// Keeps of `indices` those marked, in order, and tells where each went.
std::vector<Index> renumber(const std::vector<char>& used, std::vector<Index>& kept) {
    std::vector<Index> place(used.size(), kNoIndex);
    for (std::size_t i = 0; i < used.size(); ++i) {
        if (!used[i]) continue;
        place[i] = static_cast<Index>(kept.size());
        kept.push_back(static_cast<Index>(i));
    }
    return place;
}

template <typename T>
void keep(std::span<const Index> kept, std::vector<T>& values) {
    if (values.empty()) return;
    for (std::size_t i = 0; i < kept.size(); ++i)
        values[i] = values[kept[i]];
    values.resize(kept.size());
}

void keep_wedges(Mesh& mesh, std::span<const std::array<Index, 4>> corners) {
    std::vector<char> used(mesh.wedge_count(), 0);
    for (const auto& face : corners)
        for (const Index wedge : face)
            if (wedge != kNoIndex) used[wedge] = 1;
    std::vector<Index> kept;
    const auto place = renumber(used, kept);
    for (auto& face : mesh.face_wedges)
        for (Index& wedge : face)
            if (wedge != kNoIndex) wedge = place[wedge];
    keep(kept, mesh.wedge_vertex);
    keep(kept, mesh.normals);
    keep(kept, mesh.uvs);
    keep(kept, mesh.colors);
}

Body without_helpers(Mesh mesh) {
    Body body;
    std::vector<Section> sections;
    std::vector<Face> faces;
    std::vector<std::array<Index, 4>> corners;
    for (const Section& section : mesh.sections) {
        if (is_helper(section)) {
            ++body.dropped_groups;
            continue;
        }
        sections.push_back(section);
        sections.back().first_face = faces.size();
        for (std::size_t i = 0; i < section.face_count; ++i) {
            faces.push_back(mesh.faces[section.first_face + i]);
            corners.push_back(mesh.wedges_of_face(section.first_face + i));
        }
    }
    std::vector<char> used(mesh.positions.size(), 0);
    for (const Face& face : faces)
        for (const Index vertex : face.vertices)
            if (vertex != kNoIndex) used[vertex] = 1;
    const auto place = renumber(used, body.source_vertex);
    for (Face& face : faces)
        for (Index& vertex : face.vertices)
            if (vertex != kNoIndex) vertex = place[vertex];

    if (!mesh.face_wedges.empty()) mesh.face_wedges = corners;
    keep_wedges(mesh, corners);
    for (Index& vertex : mesh.wedge_vertex)
        vertex = place[vertex];
    keep(body.source_vertex, mesh.positions);
    for (Section& section : sections)
        section.vertex_count = mesh.positions.size();
    mesh.faces = std::move(faces);
    mesh.sections = std::move(sections);
    body.mesh = std::move(mesh);
    return body;
}

Result<std::string> find_weights(const std::filesystem::path& mhskel_path,
                                 const MakehumanSkeleton& skeleton, std::filesystem::path& out) {
    const auto folder = mhskel_path.parent_path();
    const std::filesystem::path named = std::filesystem::path(skeleton.weights_file).filename();
    out = folder / (named.empty() ? std::filesystem::path("default_weights.mhw") : named);
    return read_marked_text(out);
}

}  // namespace

Result<MakehumanSkeleton> parse_mhskel(std::string_view text, std::string_view file,
                                       std::span<const Vec3> positions) {
    const auto document = parse_json(text, file);
    if (!document) return document.error();
    return SkeletonParser(file, positions).run(*document);
}

Result<std::vector<std::vector<Influence>>> parse_mhw(std::string_view text, std::string_view file,
                                                      std::span<const std::string> bones,
                                                      std::size_t vertex_count) {
    const auto document = parse_json(text, file);
    if (!document) return document.error();
    const json* weights = find_object(*document, "weights");
    if (!weights) return invalid(std::string(file) + " holds no 'weights'");
    std::vector<std::vector<Influence>> rows(vertex_count);
    for (const auto& [bone, entries] : weights->items()) {
        const auto slot = std::find(bones.begin(), bones.end(), bone) - bones.begin();
        if (slot == std::ssize(bones))
            return invalid(std::string(file) + ": the skeleton has no bone " + in_quotes(bone));
        for (const json& entry : entries) {
            if (!entry.is_array() || entry.size() != 2 || !entry[0].is_number_unsigned() ||
                !entry[1].is_number() || entry[0].get<std::uint64_t>() >= vertex_count)
                return invalid(std::string(file) + ": bone " + in_quotes(bone) +
                               " has an entry that is not [vertex, weight] of this mesh");
            const double weight = std::clamp(entry[1].get<double>(), 0.0, 1e30);
            rows[entry[0].get<std::size_t>()].push_back(
                {static_cast<JointIndex>(slot), static_cast<float>(weight)});
        }
    }
    return rows;
}

Result<Character> read_makehuman(const std::filesystem::path& obj_path,
                                 const std::filesystem::path& mhskel_path,
                                 const ReadOptions& options) {
    auto character = read_obj(obj_path);
    if (!character) return character;
    SkinnedMesh& skinned = character->meshes[0];
    const auto skeleton_text = read_marked_text(mhskel_path);
    if (!skeleton_text) return skeleton_text.error();
    auto skeleton = parse_mhskel(*skeleton_text, mhskel_path.string(), skinned.mesh.positions);
    if (!skeleton) return skeleton.error();
    std::filesystem::path weights_path;
    const auto weights_text = find_weights(mhskel_path, *skeleton, weights_path);
    if (!weights_text) return weights_text.error();
    const auto rows = parse_mhw(*weights_text, weights_path.string(), skeleton->bones,
                                skinned.mesh.vertex_count());
    if (!rows) return rows.error();

    Body body = without_helpers(std::move(skinned.mesh));
    std::vector<std::vector<Influence>> body_rows;
    body_rows.reserve(body.source_vertex.size());
    for (const Index vertex : body.source_vertex)
        body_rows.push_back((*rows)[vertex]);
    skinned.mesh = std::move(body.mesh);
    skinned.weights = SkinWeights::from_rows(body_rows);
    skinned.skin =
        bind_in_stored_pose(skeleton->imported.skeleton, skeleton->imported.joint_of_input);
    character->skeleton = stand_up(skeleton->imported.skeleton, options);
    if (body.dropped_groups > 0)
        character->notes.push_back({.kind = NoteKind::LeftOut,
                                    .what = "groups of MakeHuman's helper geometry are left out",
                                    .count = body.dropped_groups});
    for (const auto& notes : {skeleton->imported.notes, notes_on(skinned.weights)})
        character->notes.insert(character->notes.end(), notes.begin(), notes.end());
    return character;
}

}  // namespace isoskin
