#include "isoskin/io/obj_read.h"

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_map>

#include "isoskin/io/polygon.h"
#include "isoskin/io/text.h"

namespace isoskin {
namespace {

constexpr std::size_t kMaxVertices = kNoIndex - 1;

// What one corner of a face names; kNoIndex where it names nothing.
struct Corner {
    Index vertex = kNoIndex;
    Index uv = kNoIndex;
    Index normal = kNoIndex;
    friend bool operator==(const Corner&, const Corner&) = default;
};

struct CornerHash {
    std::size_t operator()(const Corner& c) const {
        std::size_t h = c.vertex;
        h = h * 0x9E3779B97F4A7C15ULL + c.uv;
        h = h * 0x9E3779B97F4A7C15ULL + c.normal;
        return h ^ (h >> 29U);
    }
};

float linear_from_srgb(double c) {
    return static_cast<float>(c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4));
}

// Some exporters write the sign of an exponent before its letter: 3.1+e2.
std::optional<double> parse_odd_number(std::string_view word) {
    for (const std::string_view odd : {"+e", "-e", "+E", "-E"}) {
        const std::size_t at = word.find(odd);
        if (at == std::string_view::npos || at == 0) continue;
        std::string swapped(word);
        std::swap(swapped[at], swapped[at + 1]);
        return parse_number(swapped);
    }
    return std::nullopt;
}

class ObjParser {
  public:
    ObjParser(std::string_view text, std::string_view name) : lines_(text), name_(name) {}

    Result<ObjFile> run() {
        while (lines_.next()) {
            split_words(without_comment(lines_.line()), words_);
            if (words_.empty()) continue;
            if (auto defect = parse_statement()) return *std::move(defect);
        }
        if (positions_.empty()) return invalid(std::string(name_) + " holds no vertices");
        if (corners_.empty()) return invalid(std::string(name_) + " holds no faces");
        finish();
        return std::move(file_);
    }

  private:
    static std::string_view without_comment(std::string_view line) {
        return line.substr(0, line.find('#'));
    }

    Error fault(const std::string& what) const { return invalid_at(name_, lines_.number(), what); }

    std::optional<Error> parse_statement() {
        const std::string_view keyword = words_[0];
        if (keyword == "v") return parse_position();
        if (keyword == "vt") return parse_uv();
        if (keyword == "vn") return parse_normal();
        if (keyword == "f" || keyword == "fo") return parse_face();
        if (keyword == "o" || keyword == "g") {
            group_ = rest_of_line();
            if (keyword == "o" && file_.mesh.name.empty()) file_.mesh.name = group_;
        } else if (keyword == "usemtl") {
            material_ = find_or_add_material(rest_of_line());
        } else if (keyword == "mtllib") {
            file_.material_files.push_back(rest_of_line());
        }
        // Lines, points, smoothing groups and free-form surfaces have no place in a mesh.
        return std::nullopt;
    }

    std::string rest_of_line() const {
        const auto line = without_comment(lines_.line());
        const auto after =
            static_cast<std::size_t>(words_[0].data() + words_[0].size() - line.data());
        return std::string(trim(line.substr(after)));
    }

    std::optional<Error> parse_numbers(std::size_t least) {
        numbers_.clear();
        for (std::size_t i = 1; i < words_.size(); ++i) {
            auto number = parse_number(words_[i]);
            if (!number) {
                number = parse_odd_number(words_[i]);
                if (number) ++odd_numbers_;
            }
            if (!number) return fault(in_quotes(words_[i]) + " is not a number");
            if (std::abs(*number) > std::numeric_limits<float>::max())
                return fault(in_quotes(words_[i]) + " is too large for a float");
            numbers_.push_back(*number);
        }
        if (numbers_.size() < least)
            return fault(in_quotes(words_[0]) + " needs " + std::to_string(least) +
                         " numbers, not " + std::to_string(numbers_.size()));
        return std::nullopt;
    }

    std::optional<Error> parse_position() {
        if (auto defect = parse_numbers(3)) return defect;
        positions_.push_back(Vec3d(numbers_[0], numbers_[1], numbers_[2]).cast<float>());
        if (positions_.size() > kMaxVertices) return fault("there are too many vertices");
        if (numbers_.size() < 6) return std::nullopt;
        colors_.resize(positions_.size(), Vec4::Ones());
        colors_.back() = Vec4(linear_from_srgb(numbers_[3]), linear_from_srgb(numbers_[4]),
                              linear_from_srgb(numbers_[5]), 1.0F);
        return std::nullopt;
    }

    std::optional<Error> parse_uv() {
        if (auto defect = parse_numbers(1)) return defect;
        const double v = numbers_.size() > 1 ? numbers_[1] : 0.0;
        uvs_.emplace_back(static_cast<float>(numbers_[0]), static_cast<float>(1.0 - v));
        return std::nullopt;
    }

    std::optional<Error> parse_normal() {
        if (auto defect = parse_numbers(3)) return defect;
        const Vec3d normal(numbers_[0], numbers_[1], numbers_[2]);
        const double length = normal.norm();
        const bool usable = std::isnormal(length);
        normals_.push_back(usable ? Vec3((normal / length).cast<float>()) : Vec3::Zero());
        return std::nullopt;
    }

    // Indices count from 1, or backwards from the last element when negative.
    std::optional<Index> resolve(long long index, std::size_t count) const {
        const auto size = static_cast<long long>(count);
        const long long place = index > 0 ? index - 1 : size + index;
        if (index == 0 || place < 0 || place >= size) return std::nullopt;
        return static_cast<Index>(place);
    }

    std::optional<Error> parse_reference(std::string_view word, std::string_view kind,
                                         std::size_t count, Index& out) const {
        const auto index = parse_integer(word);
        if (!index) return fault(in_quotes(word) + " is not the number of a " + std::string(kind));
        const auto place = resolve(*index, count);
        if (!place)
            return fault("the face names " + std::string(kind) + " " + std::to_string(*index) +
                         ", but there are " + std::to_string(count) + " so far");
        out = *place;
        return std::nullopt;
    }

    std::optional<Error> parse_corner(std::string_view word, Corner& corner) const {
        const std::size_t first = word.find('/');
        if (auto defect =
                parse_reference(word.substr(0, first), "vertex", positions_.size(), corner.vertex))
            return defect;
        if (first == std::string_view::npos) return std::nullopt;
        const std::string_view rest = word.substr(first + 1);
        const std::size_t second = rest.find('/');
        const std::string_view uv = rest.substr(0, second);
        if (!uv.empty())
            if (auto defect = parse_reference(uv, "texture coordinate", uvs_.size(), corner.uv))
                return defect;
        if (second == std::string_view::npos) return std::nullopt;
        const std::string_view normal = rest.substr(second + 1);
        if (normal.empty()) return std::nullopt;
        return parse_reference(normal, "normal", normals_.size(), corner.normal);
    }

    std::optional<Error> parse_face() {
        if (words_.size() < 4)
            return fault("a face needs three corners, not " + std::to_string(words_.size() - 1));
        polygon_.clear();
        for (std::size_t i = 1; i < words_.size(); ++i) {
            Corner corner;
            if (auto defect = parse_corner(words_[i], corner)) return defect;
            if (polygon_.empty() || polygon_.back().vertex != corner.vertex)
                polygon_.push_back(corner);
        }
        while (polygon_.size() > 1 && polygon_.back().vertex == polygon_.front().vertex)
            polygon_.pop_back();
        if (polygon_.size() < 3)
            ++degenerate_faces_;
        else
            append_polygon();
        return std::nullopt;
    }

    void append_polygon() {
        begin_section();
        if (polygon_.size() == 3) return append_face({0, 1, 2}, 3);
        if (polygon_.size() == 4) return append_face({0, 1, 2, 3}, 4);
        ++polygons_;
        outline_.clear();
        for (const Corner& corner : polygon_)
            outline_.push_back(positions_[corner.vertex].cast<double>());
        for (const auto& [a, b, c] : triangulate_polygon(outline_))
            append_face({a, b, c}, 3);
    }

    // `picked` counts in the polygon at hand; of the four only `size` are used.
    void append_face(const std::array<std::size_t, 4>& picked, std::size_t size) {
        Face face;
        std::array<Corner, 4> corners;
        for (std::size_t i = 0; i < size; ++i) {
            corners[i] = polygon_[picked[i]];
            face.vertices[i] = corners[i].vertex;
        }
        file_.mesh.faces.push_back(face);
        corners_.push_back(corners);
        ++file_.mesh.sections.back().face_count;
    }

    void begin_section() {
        auto& sections = file_.mesh.sections;
        if (!sections.empty() && sections.back().name == group_ &&
            sections.back().material == material_)
            return;
        Section section;
        section.name = group_;
        section.first_face = file_.mesh.faces.size();
        section.material = material_;
        sections.push_back(section);
    }

    int find_or_add_material(const std::string& name) {
        const auto [place, added] =
            material_of_name_.try_emplace(name, static_cast<int>(file_.materials.size()));
        if (added) {
            Material material;
            material.name = name;
            file_.materials.push_back(material);
        }
        return place->second;
    }

    bool every_corner_has_a_normal() const {
        for (std::size_t face = 0; face < corners_.size(); ++face)
            for (int i = 0; i < file_.mesh.faces[face].size(); ++i) {
                const Index normal = corners_[face][static_cast<std::size_t>(i)].normal;
                if (normal == kNoIndex || normals_[normal].isZero(0.0F)) return false;
            }
        return true;
    }

    void forget_normals() {
        for (auto& face : corners_)
            for (Corner& corner : face)
                corner.normal = kNoIndex;
        if (!normals_.empty())
            file_.notes.push_back(
                {.kind = NoteKind::LeftOut,
                 .what = "the normals of the file are left out: some faces have none or one of no "
                         "length"});
        normals_.clear();
    }

    void finish() {
        if (!every_corner_has_a_normal()) forget_normals();
        Mesh& mesh = file_.mesh;
        mesh.positions = std::move(positions_);
        if (!colors_.empty()) colors_.resize(mesh.positions.size(), Vec4::Ones());
        for (Section& section : mesh.sections)
            section.vertex_count = mesh.positions.size();
        build_wedges();
        add_notes();
    }

    void build_wedges() {
        Mesh& mesh = file_.mesh;
        std::unordered_map<Corner, Index, CornerHash> wedge_of_corner;
        std::vector<Corner> wedges;
        std::vector<std::array<Index, 4>> face_wedges;
        face_wedges.reserve(corners_.size());
        for (std::size_t face = 0; face < corners_.size(); ++face) {
            std::array<Index, 4> indices{kNoIndex, kNoIndex, kNoIndex, kNoIndex};
            for (std::size_t i = 0; i < static_cast<std::size_t>(mesh.faces[face].size()); ++i) {
                const Corner& corner = corners_[face][i];
                const auto [place, added] =
                    wedge_of_corner.try_emplace(corner, static_cast<Index>(wedges.size()));
                if (added) wedges.push_back(corner);
                indices[i] = place->second;
            }
            face_wedges.push_back(indices);
        }
        if (auto per_vertex = one_wedge_per_vertex(wedges)) {
            wedges = *std::move(per_vertex);
        } else {
            mesh.face_wedges = std::move(face_wedges);
            mesh.wedge_vertex.reserve(wedges.size());
            for (const Corner& wedge : wedges)
                mesh.wedge_vertex.push_back(wedge.vertex);
        }
        fill_attributes(wedges);
    }

    // Without seams the wedges are the vertices, also those that no face uses.
    std::optional<std::vector<Corner>> one_wedge_per_vertex(std::span<const Corner> wedges) const {
        std::vector<Corner> per_vertex(file_.mesh.positions.size());
        for (const Corner& wedge : wedges) {
            Corner& own = per_vertex[wedge.vertex];
            if (own.vertex != kNoIndex) return std::nullopt;
            own = wedge;
        }
        for (std::size_t vertex = 0; vertex < per_vertex.size(); ++vertex)
            per_vertex[vertex].vertex = static_cast<Index>(vertex);
        return per_vertex;
    }

    void fill_attributes(std::span<const Corner> wedges) {
        Mesh& mesh = file_.mesh;
        bool any_uv = false;
        for (const Corner& wedge : wedges)
            any_uv = any_uv || wedge.uv != kNoIndex;
        for (const Corner& wedge : wedges) {
            if (any_uv) mesh.uvs.push_back(wedge.uv == kNoIndex ? Vec2(0, 0) : uvs_[wedge.uv]);
            if (!normals_.empty())
                mesh.normals.push_back(wedge.normal == kNoIndex ? Vec3::UnitZ().eval()
                                                                : normals_[wedge.normal]);
            if (!colors_.empty()) mesh.colors.push_back(colors_[wedge.vertex]);
        }
    }

    void add_notes() {
        const auto note = [&](NoteKind kind, std::size_t count, const char* what) {
            if (count > 0) file_.notes.push_back({.kind = kind, .what = what, .count = count});
        };
        note(NoteKind::Information, polygons_,
             "polygons of more than four corners are cut into triangles");
        note(NoteKind::LeftOut, degenerate_faces_,
             "faces with fewer than three different vertices are left out");
        note(NoteKind::Repaired, odd_numbers_,
             "numbers with the sign before the exponent's letter are read as meant");
    }

    LineReader lines_;
    std::string_view name_;
    ObjFile file_;
    std::vector<std::string_view> words_;
    std::vector<double> numbers_;

    std::vector<Vec3> positions_;
    std::vector<Vec4> colors_;  // per position, or empty
    std::vector<Vec2> uvs_;
    std::vector<Vec3> normals_;
    std::vector<std::array<Corner, 4>> corners_;  // per face
    std::vector<Corner> polygon_;                 // the face at hand
    std::vector<Vec3d> outline_;

    std::string group_;
    int material_ = -1;
    std::unordered_map<std::string, int> material_of_name_;
    std::size_t degenerate_faces_ = 0;
    std::size_t polygons_ = 0;
    std::size_t odd_numbers_ = 0;
};

}  // namespace

Result<ObjFile> parse_obj(std::string_view text, std::string_view name) {
    return ObjParser(text, name).run();
}

}  // namespace isoskin
