#include "cage.h"

#include <set>
#include <span>

#include "isoskin/rig/subdivide_skinned.h"

namespace isoskin::scenes {
namespace {

using DirectedEdge = std::pair<Index, Index>;

// Edges of the patch whose other side is not in the patch, as the patch's faces walk them.
std::vector<DirectedEdge> rim_edges(std::span<const Face> faces, const Patch& patch) {
    std::set<DirectedEdge> walked;
    for (const std::size_t face : patch.faces)
        for (std::size_t i = 0; i < 4; ++i)
            walked.emplace(faces[face].vertices[i], faces[face].vertices[(i + 1) % 4]);
    std::vector<DirectedEdge> rim;
    for (const auto& [from, to] : walked)
        if (!walked.count({to, from})) rim.emplace_back(from, to);
    return rim;
}

}  // namespace

Index Cage::add_vertex(CageVertex vertex) {
    vertices_.push_back(std::move(vertex));
    return static_cast<Index>(vertices_.size() - 1);
}

std::size_t Cage::add_quad(Index a, Index b, Index c, Index d) {
    faces_.push_back(make_quad(a, b, c, d));
    return faces_.size() - 1;
}

void Cage::raise_rim(Patch& patch) {
    const std::vector<DirectedEdge> rim = rim_edges(faces_, patch);
    std::map<Index, Index> raised;
    for (const DirectedEdge& edge : rim)
        raised.emplace(edge.first, add_vertex(vertices_[edge.first]));
    for (const std::size_t face : patch.faces)
        for (Index& vertex : faces_[face].vertices)
            if (const auto copy = raised.find(vertex); copy != raised.end()) vertex = copy->second;
    for (const auto& [from, to] : rim)
        add_quad(from, to, raised.at(to), raised.at(from));

    std::map<Index, Eigen::Vector2d> places;
    for (const auto& [index, uv] : patch.places)
        places.emplace(raised.count(index) ? raised.at(index) : index, uv);
    patch.places = std::move(places);
}

SkinnedMesh Cage::smooth(const std::string& name, const Skin& skin, int levels) const {
    SkinnedMesh skinned;
    skinned.skin = skin;
    skinned.mesh.name = name;
    skinned.mesh.faces = faces_;
    std::vector<std::vector<Influence>> rows;
    for (const CageVertex& vertex : vertices_) {
        skinned.mesh.positions.push_back(vertex.position.cast<float>());
        std::vector<Influence> row;
        for (const auto& [joint, share] : vertex.weights)
            row.push_back({joint, static_cast<float>(share)});
        rows.push_back(std::move(row));
    }
    skinned.mesh.sections.push_back({.name = name,
                                     .first_face = 0,
                                     .face_count = faces_.size(),
                                     .first_vertex = 0,
                                     .vertex_count = vertices_.size(),
                                     .material = 0});
    skinned.weights = SkinWeights::from_rows(rows);
    for (int level = 0; level < levels; ++level)
        skinned = subdivide(skinned, SubdivisionScheme::CatmullClark);
    return skinned;
}

}  // namespace isoskin::scenes
