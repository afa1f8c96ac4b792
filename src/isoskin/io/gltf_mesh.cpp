#include <algorithm>
#include <cmath>

#include "isoskin/io/gltf_document.h"

namespace isoskin::gltf {
namespace {

constexpr std::size_t kTriangles = 4;
constexpr std::size_t kTriangleStrip = 5;

bool check_finite(const Offsets& offsets, const std::string& place, Diagnosis& diagnosis) {
    for (std::size_t i = 0; i < offsets.places().size(); ++i)
        if (!offsets.values()[i].allFinite()) {
            diagnosis.refuse(place,
                             "element " + std::to_string(offsets.places()[i]) + " is not finite");
            return false;
        }
    return !diagnosis.failed();
}

/// Reads one primitive after the other to the end of a mesh.
class MeshBuilder {
  public:
    MeshBuilder(AccessorReader& reader, Diagnosis& diagnosis)
        : reader_(reader), diagnosis_(diagnosis) {}

    void add(const Primitive& primitive);
    MeshData finish(const std::string& place);

  private:
    std::vector<float> attribute(const Primitive& primitive, std::string_view name,
                                 std::initializer_list<std::size_t> widths);
    void add_faces(const Primitive& primitive);
    std::vector<Index> corners(const Primitive& primitive);
    void add_normals(const Primitive& primitive);
    void add_tangents(const Primitive& primitive);
    void add_uvs(const Primitive& primitive);
    void add_colors(const Primitive& primitive);
    void add_weights(const Primitive& primitive);
    void add_morphs(const Primitive& primitive);
    void make_smooth_normals();

    std::size_t first() const { return data_.mesh.sections.back().first_vertex; }
    std::size_t count() const { return data_.mesh.sections.back().vertex_count; }

    AccessorReader& reader_;
    Diagnosis& diagnosis_;
    MeshData data_;
    std::vector<std::vector<Influence>> rows_;
};

// Numbers that are no numbers spoil a shade, not a shape: those are set to zero, with a note.
void repair(std::vector<float>& values, const std::string& place, Diagnosis& diagnosis) {
    std::size_t repaired = 0;
    for (float& value : values)
        if (!std::isfinite(value)) {
            value = 0.0F;
            ++repaired;
        }
    if (repaired > 0)
        diagnosis.note(NoteKind::Repaired, place, "numbers that are not finite are zero", repaired);
}

std::vector<float> MeshBuilder::attribute(const Primitive& primitive, std::string_view name,
                                          std::initializer_list<std::size_t> widths) {
    const Reference accessor = find(primitive.attributes, name);
    if (!accessor) return {};
    const std::string place = primitive.place + ", " + std::string(name);
    const Accessor& entry = reader_.accessor(*accessor);
    if (std::find(widths.begin(), widths.end(), entry.width) == widths.end()) {
        diagnosis_.refuse(place, "cannot be of type " + entry.type);
        return {};
    }
    if (name != "POSITION" && entry.count != count()) {
        diagnosis_.refuse(place, "has " + std::to_string(entry.count) + " elements for " +
                                     std::to_string(count()) + " vertices");
        return {};
    }
    return reader_.floats(*accessor, place);
}

void MeshBuilder::add(const Primitive& primitive) {
    const auto positions = attribute(primitive, "POSITION", {3});
    check_finite(positions, 3, primitive.place + ", POSITION", diagnosis_);
    if (diagnosis_.failed()) return;

    Mesh& mesh = data_.mesh;
    Section section;
    section.first_face = mesh.faces.size();
    section.first_vertex = mesh.positions.size();
    section.vertex_count = positions.size() / 3;
    section.material = primitive.material ? static_cast<int>(*primitive.material) : -1;
    mesh.sections.push_back(section);
    if (mesh.positions.size() + section.vertex_count >= kNoIndex)
        return diagnosis_.refuse(primitive.place, "the mesh has more than 4294967294 vertices");
    for (std::size_t i = 0; i < section.vertex_count; ++i)
        mesh.positions.emplace_back(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]);

    add_faces(primitive);
    if (diagnosis_.failed()) return;
    add_normals(primitive);
    add_tangents(primitive);
    add_uvs(primitive);
    add_colors(primitive);
    add_weights(primitive);
    add_morphs(primitive);
}

// The corner indices of the primitive, counted from its own first vertex.
std::vector<Index> MeshBuilder::corners(const Primitive& primitive) {
    std::vector<Index> indices;
    if (!primitive.indices) {
        indices.resize(count());
        for (std::size_t i = 0; i < indices.size(); ++i)
            indices[i] = static_cast<Index>(i);
        return indices;
    }
    const std::string place = primitive.place + ", indices";
    if (reader_.accessor(*primitive.indices).width != 1) {
        diagnosis_.refuse(place, "are not scalars");
        return indices;
    }
    indices = reader_.integers(*primitive.indices, place);
    for (std::size_t i = 0; i < indices.size(); ++i)
        if (indices[i] >= count()) {
            diagnosis_.refuse(primitive.place, "index " + std::to_string(indices[i]) +
                                                   " at position " + std::to_string(i) +
                                                   " is beyond its " + std::to_string(count()) +
                                                   " vertices");
            break;
        }
    return indices;
}

void MeshBuilder::add_faces(const Primitive& primitive) {
    const auto indices = corners(primitive);
    const auto base = static_cast<Index>(first());
    auto& faces = data_.mesh.faces;
    const auto add_triangle = [&](std::size_t a, std::size_t b, std::size_t c) {
        faces.push_back(make_triangle(base + indices[a], base + indices[b], base + indices[c]));
    };
    if (diagnosis_.failed()) return;
    if (primitive.mode == kTriangles) {
        if (indices.size() % 3 != 0)
            diagnosis_.note(NoteKind::LeftOut, primitive.place,
                            "the corners left over after its last triangle");
        for (std::size_t i = 0; i + 2 < indices.size(); i += 3)
            add_triangle(i, i + 1, i + 2);
    } else {
        // Strips repeat corners to jump; such triangles are nothing and are left out.
        for (std::size_t i = 0; i + 2 < indices.size(); ++i) {
            std::array<std::size_t, 3> t{i, i + 1 + i % 2, i + 2 - i % 2};
            if (primitive.mode != kTriangleStrip) t = {0, i + 1, i + 2};
            if (indices[t[0]] == indices[t[1]] || indices[t[1]] == indices[t[2]] ||
                indices[t[2]] == indices[t[0]])
                continue;
            add_triangle(t[0], t[1], t[2]);
        }
    }
    Section& section = data_.mesh.sections.back();
    section.face_count = faces.size() - section.first_face;
}

// An attribute that only some primitives of a mesh have is made up for the others, so that the
// array covers all vertices; the writer writes only what each primitive had.
template <typename T>
void pad(std::vector<T>& values, std::size_t size, const T& filler) {
    if (!values.empty()) values.resize(size, filler);
}

void MeshBuilder::add_normals(const Primitive& primitive) {
    auto values = attribute(primitive, "NORMAL", {3});
    repair(values, primitive.place + ", NORMAL", diagnosis_);
    auto& normals = data_.mesh.normals;
    const Vec3 missing = Vec3::Zero();
    if (!values.empty()) normals.resize(first(), missing);
    for (std::size_t i = 0; i + 2 < values.size(); i += 3) {
        const Vec3 n(values[i], values[i + 1], values[i + 2]);
        normals.push_back(n.norm() > 0.0F ? Vec3(n.normalized()) : missing);
    }
    pad(normals, data_.mesh.positions.size(), missing);
}

void MeshBuilder::add_tangents(const Primitive& primitive) {
    auto values = attribute(primitive, "TANGENT", {4});
    repair(values, primitive.place + ", TANGENT", diagnosis_);
    auto& tangents = data_.mesh.tangents;
    const Vec4 missing(1.0F, 0.0F, 0.0F, 1.0F);
    if (!values.empty()) tangents.resize(first(), missing);
    for (std::size_t i = 0; i + 3 < values.size(); i += 4) {
        const Vec3 t(values[i], values[i + 1], values[i + 2]);
        const float sign = values[i + 3] < 0.0F ? -1.0F : 1.0F;
        const Vec3 unit = t.norm() > 0.0F ? Vec3(t.normalized()) : Vec3(Vec3::UnitX());
        tangents.emplace_back(unit.x(), unit.y(), unit.z(), sign);
    }
    pad(tangents, data_.mesh.positions.size(), missing);
}

void MeshBuilder::add_uvs(const Primitive& primitive) {
    auto values = attribute(primitive, "TEXCOORD_0", {2});
    repair(values, primitive.place + ", TEXCOORD_0", diagnosis_);
    auto& uvs = data_.mesh.uvs;
    const Vec2 missing = Vec2::Zero();
    if (!values.empty()) uvs.resize(first(), missing);
    for (std::size_t i = 0; i + 1 < values.size(); i += 2)
        uvs.emplace_back(values[i], values[i + 1]);
    pad(uvs, data_.mesh.positions.size(), missing);
}

void MeshBuilder::add_colors(const Primitive& primitive) {
    auto values = attribute(primitive, "COLOR_0", {3, 4});
    repair(values, primitive.place + ", COLOR_0", diagnosis_);
    auto& colors = data_.mesh.colors;
    const Vec4 missing = Vec4::Ones();
    if (!values.empty()) colors.resize(first(), missing);
    const std::size_t width = count() > 0 ? values.size() / count() : 0;
    for (std::size_t i = 0; width > 0 && i + width <= values.size(); i += width)
        colors.emplace_back(values[i], values[i + 1], values[i + 2],
                            width == 4 ? values[i + 3] : 1.0F);
    pad(colors, data_.mesh.positions.size(), missing);
}

void MeshBuilder::add_weights(const Primitive& primitive) {
    rows_.resize(data_.mesh.positions.size());
    for (std::size_t set = 0;; ++set) {
        const std::string number = std::to_string(set);
        const Reference joints = find(primitive.attributes, "JOINTS_" + number);
        const Reference weights = find(primitive.attributes, "WEIGHTS_" + number);
        if (!joints && !weights) return;
        if (!joints || !weights)
            return diagnosis_.refuse(primitive.place,
                                     joints ? "JOINTS_" + number + " has no WEIGHTS_" + number
                                            : "WEIGHTS_" + number + " has no JOINTS_" + number);
        const auto strengths = attribute(primitive, "WEIGHTS_" + number, {4});
        const std::string place = primitive.place + ", JOINTS_" + number;
        const auto slots = reader_.integers(*joints, place);
        if (diagnosis_.failed()) return;
        if (slots.size() != strengths.size())
            return diagnosis_.refuse(place, "has " + std::to_string(slots.size() / 4) +
                                                " elements for " + std::to_string(count()) +
                                                " vertices");
        data_.has_joints = true;
        for (std::size_t i = 0; i < slots.size(); ++i) {
            if (!(strengths[i] > 0.0F)) continue;
            if (slots[i] > std::numeric_limits<JointIndex>::max())
                return diagnosis_.refuse(place,
                                         "joint " + std::to_string(slots[i]) + " does not exist");
            const auto slot = static_cast<JointIndex>(slots[i]);
            data_.largest_slot = std::max(data_.largest_slot, slot);
            rows_[first() + i / 4].push_back({slot, strengths[i]});
        }
    }
}

void MeshBuilder::add_morphs(const Primitive& primitive) {
    data_.morphs.resize(std::max(data_.morphs.size(), primitive.targets.size()));
    const std::size_t end = first() + count();
    for (std::size_t t = 0; t < primitive.targets.size(); ++t) {
        MorphTarget& morph = data_.morphs[t];
        const auto read = [&](const char* name, Offsets& offsets) {
            const Reference accessor = find(primitive.targets[t], name);
            const std::string place =
                primitive.place + ", morph target " + std::to_string(t) + ", " + name;
            if (accessor) {
                const Accessor& entry = reader_.accessor(*accessor);
                if (entry.width != 3 || entry.count != count())
                    return diagnosis_.refuse(place, "does not have 3 numbers for each of " +
                                                        std::to_string(count()) + " vertices");
                const Offsets values = reader_.offsets(*accessor, place);
                if (!check_finite(values, place, diagnosis_)) return;
                offsets.grow(first());
                offsets.append(values);
            }
            if (!offsets.empty()) offsets.grow(end);
        };
        read("POSITION", morph.positions);
        read("NORMAL", morph.normals);
        read("TANGENT", morph.tangents);
    }
}

// Area-weighted normals for vertices that have none while others of the mesh do.
void MeshBuilder::make_smooth_normals() {
    Mesh& mesh = data_.mesh;
    if (mesh.normals.empty()) return;
    std::vector<char> missing(mesh.normals.size());
    for (std::size_t i = 0; i < missing.size(); ++i)
        missing[i] = mesh.normals[i].isZero(0.0F) ? 1 : 0;
    if (std::find(missing.begin(), missing.end(), 1) == missing.end()) return;
    for (const auto& [a, b, c] : triangulate(mesh.faces)) {
        const Vec3 area =
            (mesh.positions[b] - mesh.positions[a]).cross(mesh.positions[c] - mesh.positions[a]);
        for (const Index corner : {a, b, c})
            if (missing[corner]) mesh.normals[corner] += area;
    }
    for (std::size_t i = 0; i < missing.size(); ++i) {
        if (!missing[i]) continue;
        const float length = mesh.normals[i].norm();
        const bool usable = length > 0.0F && std::isfinite(length);
        mesh.normals[i] = usable ? Vec3(mesh.normals[i] / length) : Vec3(Vec3::UnitZ());
    }
}

MeshData MeshBuilder::finish(const std::string& place) {
    if (diagnosis_.failed()) return {};
    make_smooth_normals();
    data_.weights = SkinWeights::from_rows(rows_);
    if (!data_.has_joints) return std::move(data_);
    const auto report = [&](std::size_t rows, const char* what) {
        if (rows > 0) diagnosis_.note(NoteKind::Repaired, place, what, rows);
    };
    report(data_.weights.renormalised_rows(), "vertices have weights that were made to sum to one");
    report(data_.weights.empty_rows().size(),
           "vertices have no weights and follow the first joint");
    return std::move(data_);
}

}  // namespace

bool check_finite(std::span<const float> values, std::size_t width, const std::string& place,
                  Diagnosis& diagnosis) {
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!std::isfinite(values[i])) {
            diagnosis.refuse(place, "element " + std::to_string(i / width) + " is not finite");
            return false;
        }
    return true;
}

std::vector<const Primitive*> drawn_primitives(const MeshEntry& mesh) {
    std::vector<const Primitive*> drawn;
    for (const Primitive& primitive : mesh.primitives)
        if (primitive.mode >= kTriangles && find(primitive.attributes, "POSITION"))
            drawn.push_back(&primitive);
    return drawn;
}

MeshData read_mesh(const MeshEntry& entry, const std::string& place, AccessorReader& reader,
                   Diagnosis& diagnosis) {
    const auto drawn = drawn_primitives(entry);
    if (drawn.size() < entry.primitives.size())
        diagnosis.note(NoteKind::LeftOut, place,
                       "primitives of points, lines or nothing are not shown",
                       entry.primitives.size() - drawn.size());
    MeshBuilder builder(reader, diagnosis);
    for (const Primitive* primitive : drawn) {
        builder.add(*primitive);
        if (diagnosis.failed()) return {};
    }
    MeshData data = builder.finish(place);
    data.mesh.name = entry.name;
    for (std::size_t t = 0; t < data.morphs.size(); ++t)
        data.morphs[t].name = t < entry.target_names.size() && !entry.target_names[t].empty()
                                  ? entry.target_names[t]
                                  : "morph " + std::to_string(t);
    return data;
}

}  // namespace isoskin::gltf
