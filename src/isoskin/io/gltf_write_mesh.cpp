#include <algorithm>
#include <cassert>

#include "isoskin/io/gltf_export.h"

namespace isoskin::gltf {
namespace {

// A section owns its vertices if glTF's reader gave it a range, or if it is alone.
bool owns_range(const Mesh& mesh, const Section& section, const PrimitiveShape& shape) {
    if (mesh.sections.size() == 1) return true;
    if (!mesh.wedge_vertex.empty() || section.vertex_count == 0) return false;
    return std::all_of(shape.wedges.begin(), shape.wedges.end(), [&](Index wedge) {
        return wedge >= section.first_vertex && wedge - section.first_vertex < section.vertex_count;
    });
}

void use_range(const Mesh& mesh, const Section& section, PrimitiveShape& shape) {
    const bool alone = mesh.sections.size() == 1;
    const std::size_t first = alone ? 0 : section.first_vertex;
    const std::size_t count = alone ? mesh.wedge_count() : section.vertex_count;
    shape.wedges.resize(count);
    for (std::size_t i = 0; i < count; ++i)
        shape.wedges[i] = static_cast<Index>(first + i);
}

void add_corners(const Mesh& mesh, const Section& section, PrimitiveShape& shape) {
    for (std::size_t f = section.first_face; f < section.first_face + section.face_count; ++f) {
        const auto& corners = mesh.wedges_of_face(f);
        const int triangles = mesh.faces[f].size() - 2;
        for (int t = 0; t < triangles; ++t)
            for (const std::size_t corner :
                 {std::size_t{0}, static_cast<std::size_t>(t) + 1, static_cast<std::size_t>(t) + 2})
                shape.indices.push_back(corners[corner]);
    }
}

PrimitiveShape cut_section(const Mesh& mesh, const Section& section) {
    PrimitiveShape shape;
    add_corners(mesh, section, shape);
    shape.wedges = shape.indices;
    std::sort(shape.wedges.begin(), shape.wedges.end());
    shape.wedges.erase(std::unique(shape.wedges.begin(), shape.wedges.end()), shape.wedges.end());
    if (owns_range(mesh, section, shape)) use_range(mesh, section, shape);
    for (Index& index : shape.indices)
        index =
            static_cast<Index>(std::lower_bound(shape.wedges.begin(), shape.wedges.end(), index) -
                               shape.wedges.begin());
    return shape;
}

template <typename T>
std::vector<T> gather(const std::vector<T>& values, const PrimitiveShape& shape) {
    std::vector<T> gathered;
    gathered.reserve(shape.wedges.size());
    for (const Index wedge : shape.wedges)
        gathered.push_back(values[wedge]);
    return gathered;
}

std::vector<Vec3> gather_vertices(const Mesh& mesh, const std::vector<Vec3>& values,
                                  const PrimitiveShape& shape) {
    std::vector<Vec3> gathered;
    gathered.reserve(shape.wedges.size());
    for (const Index wedge : shape.wedges)
        gathered.push_back(values[mesh.vertex_of_wedge(wedge)]);
    return gathered;
}

template <int N, int Options>
std::span<const float> flat(const std::vector<Eigen::Matrix<float, N, 1, Options>>& values) {
    static_assert(sizeof(values[0]) == N * sizeof(float));
    return {values.data()->data(), values.size() * static_cast<std::size_t>(N)};
}

// One set of up to four influences per vertex, the `set`-th of each row.
struct InfluenceSet {
    std::vector<std::uint16_t> joints;
    std::vector<float> weights;
};

InfluenceSet gather_set(const SkinnedMesh& mesh, const PrimitiveShape& shape, std::size_t set) {
    InfluenceSet out;
    out.joints.reserve(shape.wedges.size() * 4);
    out.weights.reserve(shape.wedges.size() * 4);
    for (const Index wedge : shape.wedges) {
        const auto row = mesh.weights.row(mesh.mesh.vertex_of_wedge(wedge));
        for (std::size_t k = 4 * set; k < 4 * set + 4; ++k) {
            out.joints.push_back(k < row.size() ? row[k].slot : std::uint16_t{0});
            out.weights.push_back(k < row.size() ? row[k].weight : 0.0F);
        }
    }
    return out;
}

}  // namespace

std::vector<PrimitiveShape> cut_into_primitives(const Mesh& mesh) {
    std::vector<PrimitiveShape> shapes;
    shapes.reserve(mesh.sections.size());
    for (const Section& section : mesh.sections)
        shapes.push_back(cut_section(mesh, section));
    return shapes;
}

void set_shape_attributes(const Mesh& mesh, const PrimitiveShape& shape, Builder& builder,
                          Json& attributes) {
    attributes["POSITION"] =
        builder.add_vec3s(gather_vertices(mesh, mesh.positions, shape), Usage::Position);
    if (!mesh.normals.empty())
        attributes["NORMAL"] = builder.add_vec3s(gather(mesh.normals, shape), Usage::Attribute);
    if (!mesh.tangents.empty())
        attributes["TANGENT"] =
            builder.add_floats(flat(gather(mesh.tangents, shape)), 4, Usage::Attribute);
    if (!mesh.uvs.empty())
        attributes["TEXCOORD_0"] =
            builder.add_floats(flat(gather(mesh.uvs, shape)), 2, Usage::Attribute);
    if (!mesh.colors.empty())
        attributes["COLOR_0"] =
            builder.add_floats(flat(gather(mesh.colors, shape)), 4, Usage::Attribute);
}

void set_weights(const SkinnedMesh& mesh, const PrimitiveShape& shape, Builder& builder,
                 Json& attributes) {
    for (auto it = attributes.begin(); it != attributes.end();) {
        const bool old = it.key().rfind("JOINTS_", 0) == 0 || it.key().rfind("WEIGHTS_", 0) == 0;
        it = old ? attributes.erase(it) : std::next(it);
    }
    if (mesh.skin.hung) return;
    std::size_t most = 1;
    for (const Index wedge : shape.wedges)
        most = std::max(most, mesh.weights.row(mesh.mesh.vertex_of_wedge(wedge)).size());
    for (std::size_t set = 0; set * 4 < most; ++set) {
        const InfluenceSet influences = gather_set(mesh, shape, set);
        const std::string number = std::to_string(set);
        attributes["JOINTS_" + number] = builder.add_joints(influences.joints);
        attributes["WEIGHTS_" + number] =
            builder.add_floats(influences.weights, 4, Usage::Attribute);
    }
}

void set_targets(const SkinnedMesh& mesh, const PrimitiveShape& shape, std::size_t first,
                 Builder& builder, Json& primitive) {
    const Json& attributes = primitive["attributes"];
    Json targets = primitive.value("targets", Json::array());
    while (targets.size() > first)
        targets.erase(targets.size() - 1);
    for (std::size_t k = first; k < mesh.morphs.size(); ++k) {
        const MorphTarget& morph = mesh.morphs[k];
        Json target = Json::object();
        // glTF wants each target to have something, so positions are written even where all zero.
        Offsets positions = morph.positions;
        positions.grow(mesh.mesh.vertex_count());
        target["POSITION"] = builder.add_offsets(gather_vertices(mesh.mesh, positions.all(), shape),
                                                 Usage::Position);
        if (!morph.normals.empty() && attributes.contains("NORMAL"))
            target["NORMAL"] =
                builder.add_offsets(gather(morph.normals.all(), shape), Usage::Attribute);
        if (!morph.tangents.empty() && attributes.contains("TANGENT"))
            target["TANGENT"] =
                builder.add_offsets(gather(morph.tangents.all(), shape), Usage::Attribute);
        targets.push_back(std::move(target));
    }
    primitive.erase("targets");
    if (!targets.empty()) primitive["targets"] = std::move(targets);
}

void set_target_names(const SkinnedMesh& mesh, Json& json) {
    if (mesh.morphs.empty()) {
        json.erase("weights");
        if (json.contains("extras") && json["extras"].is_object())
            json["extras"].erase("targetNames");
        return;
    }
    Json names = Json::array();
    for (const MorphTarget& morph : mesh.morphs)
        names.push_back(morph.name);
    if (!json.contains("extras") || !json["extras"].is_object()) json["extras"] = Json::object();
    json["extras"]["targetNames"] = std::move(names);
    json["weights"] = mesh.stored_morph_weights;
}

Json make_primitive(const SkinnedMesh& mesh, std::size_t section, const PrimitiveShape& shape,
                    Builder& builder) {
    Json primitive{{"attributes", Json::object()}, {"mode", 4}};
    set_shape_attributes(mesh.mesh, shape, builder, primitive["attributes"]);
    primitive["indices"] = builder.add_indices(shape.indices);
    if (mesh.mesh.sections[section].material >= 0)
        primitive["material"] = mesh.mesh.sections[section].material;
    set_weights(mesh, shape, builder, primitive["attributes"]);
    set_targets(mesh, shape, 0, builder, primitive);
    return primitive;
}

Json make_mesh(const SkinnedMesh& mesh, Builder& builder) {
    Json json{{"primitives", Json::array()}};
    if (!mesh.mesh.name.empty()) json["name"] = mesh.mesh.name;
    const auto shapes = cut_into_primitives(mesh.mesh);
    for (std::size_t section = 0; section < shapes.size(); ++section)
        if (!shapes[section].indices.empty())
            json["primitives"].push_back(make_primitive(mesh, section, shapes[section], builder));
    set_target_names(mesh, json);
    return json;
}

}  // namespace isoskin::gltf
