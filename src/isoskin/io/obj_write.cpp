#include "isoskin/io/obj_write.h"

#include <cassert>
#include <cmath>
#include <vector>

#include "isoskin/io/file.h"
#include "isoskin/io/number_text.h"
#include "isoskin/io/text.h"

namespace isoskin {
namespace {

void append_number(float value, std::string& out) {
    out += ' ' + text_from_number(value);
}

template <typename Vector>
void append_vector(const char* keyword, const Vector& v, std::string& out) {
    out += keyword;
    for (Eigen::Index i = 0; i < v.size(); ++i)
        append_number(v[i], out);
}

float srgb_from_linear(float c) {
    return c <= 0.0031308F ? 12.92F * c : 1.055F * std::pow(c, 1.0F / 2.4F) - 0.055F;
}

// A name that reads back as one: no line ends, and nothing that starts a comment.
std::string safe_name(std::string_view name, const char* fallback) {
    std::string safe(trim(name));
    for (char& c : safe)
        if (static_cast<unsigned char>(c) < 0x20U || c == '#' || c == '\\') c = '_';
    return safe.empty() ? fallback : safe;
}

// How far the indices of one mesh are moved by the meshes before it; OBJ counts from one.
struct FirstNumbers {
    std::size_t vertex = 1;
    std::size_t uv = 1;
    std::size_t normal = 1;
};

void append_vertices(const Mesh& mesh, const PosedMesh& posed, std::string& out) {
    const bool colored = !mesh.colors.empty() && mesh.wedge_vertex.empty();
    for (std::size_t i = 0; i < posed.positions.size(); ++i) {
        append_vector("v", posed.positions[i], out);
        if (colored)
            for (Eigen::Index c = 0; c < 3; ++c)
                append_number(srgb_from_linear(mesh.colors[i][c]), out);
        out.push_back('\n');
    }
    for (const Vec2& uv : mesh.uvs) {
        append_vector("vt", Vec2(uv.x(), 1.0F - uv.y()), out);
        out.push_back('\n');
    }
    for (const Vec3& normal : posed.normals) {
        append_vector("vn", normal, out);
        out.push_back('\n');
    }
}

void append_face(const Mesh& mesh, std::size_t face, const PosedMesh& posed,
                 const FirstNumbers& offsets, std::string& out) {
    const auto& wedges = mesh.wedges_of_face(face);
    out.push_back('f');
    for (std::size_t i = 0; i < static_cast<std::size_t>(mesh.faces[face].size()); ++i) {
        out += ' ' + std::to_string(mesh.faces[face].vertices[i] + offsets.vertex);
        if (mesh.uvs.empty() && posed.normals.empty()) continue;
        out.push_back('/');
        if (!mesh.uvs.empty()) out += std::to_string(wedges[i] + offsets.uv);
        if (!posed.normals.empty()) out += '/' + std::to_string(wedges[i] + offsets.normal);
    }
    out.push_back('\n');
}

void append_sections(const Character& character, const Mesh& mesh, const PosedMesh& posed,
                     const FirstNumbers& offsets, std::string& out) {
    for (const Section& section : mesh.sections) {
        if (!section.name.empty()) out += "g " + safe_name(section.name, "section") + '\n';
        if (section.material >= 0)
            out += "usemtl " +
                   safe_name(character.materials[static_cast<std::size_t>(section.material)].name,
                             "material") +
                   '\n';
        for (std::size_t i = 0; i < section.face_count; ++i)
            append_face(mesh, section.first_face + i, posed, offsets, out);
    }
}

std::string picture_file(const std::string& stem, std::size_t image, const Character& character) {
    const bool png = character.images[image].mime_type == "image/png";
    return stem + "_" + std::to_string(image) + (png ? ".png" : ".jpg");
}

std::string mtl_text(const Character& character, const std::string& stem) {
    std::string out;
    for (const Material& material : character.materials) {
        out += "newmtl " + safe_name(material.name, "material") + '\n';
        append_vector("Kd", material.base_color.head<3>().eval(), out);
        out.push_back('\n');
        if (material.base_color_image >= 0)
            out +=
                "map_Kd " +
                picture_file(stem, static_cast<std::size_t>(material.base_color_image), character) +
                '\n';
    }
    return out;
}

void add_pictures(const std::filesystem::path& folder, const std::string& stem,
                  const Character& character, std::vector<NewFile>& files) {
    std::vector<char> added(character.images.size(), 0);
    for (const Material& material : character.materials) {
        if (material.base_color_image < 0) continue;
        const auto image = static_cast<std::size_t>(material.base_color_image);
        if (added[image]) continue;
        added[image] = 1;
        files.push_back({.path = folder / picture_file(stem, image, character),
                         .bytes = character.images[image].bytes});
    }
}

std::span<const std::uint8_t> bytes_of(const std::string& text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace

std::string obj_text(const Character& character, std::span<const PosedMesh> posed,
                     const std::string& material_file) {
    assert(posed.size() == character.meshes.size());
    std::string out = "# isoskin\n";
    if (!material_file.empty()) out += "mtllib " + material_file + '\n';
    FirstNumbers offsets;
    for (std::size_t i = 0; i < posed.size(); ++i) {
        const Mesh& mesh = character.meshes[i].mesh;
        assert(posed[i].positions.size() == mesh.vertex_count());
        out += "o " + safe_name(mesh.name, "mesh") + '\n';
        append_vertices(mesh, posed[i], out);
        append_sections(character, mesh, posed[i], offsets, out);
        offsets.vertex += posed[i].positions.size();
        offsets.uv += mesh.uvs.size();
        offsets.normal += posed[i].normals.size();
    }
    return out;
}

Status write_obj(const std::filesystem::path& path, const Character& character,
                 std::span<const PosedMesh> posed) {
    const std::string stem = safe_name(path.stem().string(), "mesh");
    const std::string material_file = character.materials.empty() ? "" : stem + ".mtl";
    const std::string text = obj_text(character, posed, material_file);
    const std::string materials = mtl_text(character, stem);

    std::vector<NewFile> files{{.path = path, .bytes = bytes_of(text)}};
    if (!material_file.empty()) {
        files.push_back({.path = path.parent_path() / material_file, .bytes = bytes_of(materials)});
        add_pictures(path.parent_path(), stem, character, files);
    }
    return write_files(files);
}

}  // namespace isoskin
