#include "isoskin/deform/carried_bind.h"

#include <algorithm>
#include <cassert>

namespace isoskin {
namespace {

bool is_same_tree(const Octree& tree, std::span<const TreeCell> cells) {
    if (tree.cell_slots() != cells.size()) return false;
    for (Index i = 0; i < cells.size(); ++i)
        if (tree.cell(i).key != cells[i].key || tree.cell(i).in_use != cells[i].in_use ||
            tree.cell(i).first_child != cells[i].first_child ||
            tree.cell(i).corners != cells[i].corners)
            return false;
    return true;
}

// Σ w Δ of all vertices or wedges.
std::vector<Vec3> morph_sum(std::span<const MorphTarget> morphs, std::span<const float> weights,
                            Offsets MorphTarget::*attribute, std::size_t count) {
    std::vector<Vec3> sum(count, Vec3::Zero());
    for (std::size_t k = 0; k < morphs.size(); ++k)
        if (weights[k] != 0.0F && !(morphs[k].*attribute).empty() && count > 0)
            (morphs[k].*attribute).add_to(sum, weights[k]);
    return sum;
}

Vec3 unit_or(const Vec3& vector, const Vec3& otherwise) {
    const float length = vector.norm();
    return length > 0.0F ? Vec3(vector / length) : otherwise;
}

// By the inverse transpose, up to length.
Vec3 carry_normal(const Eigen::Matrix3f& m, const Vec3& normal) {
    const Vec3 x = m.col(1).cross(m.col(2));
    const Vec3 carried = normal.x() * x + normal.y() * m.col(2).cross(m.col(0)) +
                         normal.z() * m.col(0).cross(m.col(1));
    return m.col(0).dot(x) < 0.0F ? Vec3(-carried) : carried;
}

}  // namespace

CarriedBind::CarriedBind(const Mesh& mesh, std::span<const MorphTarget> morphs,
                         const Affine& lattice_from_bind)
    : mesh_(mesh),
      morphs_(morphs.begin(), morphs.end()),
      lattice_from_bind_(lattice_from_bind),
      bind_from_lattice_(lattice_from_bind.inverse()),
      rest_(mesh.vertex_count()),
      carried_(mesh.vertex_count()),
      gradients_(mesh.vertex_count()),
      shares_(mesh.vertex_count()),
      positions_(mesh.positions),
      normals_(mesh.normals),
      tangents_(mesh.tangents) {
    for (std::size_t i = 0; i < rest_.size(); ++i)
        rest_[i] = (lattice_from_bind_ * mesh.positions[i].cast<double>()).cast<float>();
}

void CarriedBind::embed(const Lattice& lattice) {
    const Octree& tree = lattice.tree();
    if (embedding_ && is_same_tree(tree, cells_)) return;
    cells_.clear();
    for (Index i = 0; i < tree.cell_slots(); ++i)
        cells_.push_back(tree.cell(i));
    embedding_.emplace(lattice, rest_,
                       EmbeddingSettings{.output = PointOutput::PositionsAndGradients});
}

void CarriedBind::set_lattice(const Lattice& lattice) {
    embed(lattice);
    embedding_->evaluate(lattice, carried_, gradients_);
    const Eigen::Matrix3f bind_from_lattice = bind_from_lattice_.linear().cast<float>();
    const Eigen::Matrix3f lattice_from_bind = lattice_from_bind_.linear().cast<float>();
    const bool same_space = lattice_from_bind_.matrix().isIdentity(0.0);
    for (std::size_t i = 0; i < carried_.size(); ++i) {
        // A point the lattice leaves where it is keeps its bits.
        if (carried_[i] == rest_[i])
            carried_[i] = mesh_.positions[i];
        else if (!same_space)
            carried_[i] = (bind_from_lattice_ * carried_[i].cast<double>()).cast<float>();
        if (!same_space) gradients_[i] = bind_from_lattice * gradients_[i] * lattice_from_bind;
    }
    measure_shares();
}

void CarriedBind::measure_shares() {
    float largest = 0.0F;
    for (std::size_t i = 0; i < shares_.size(); ++i) {
        shares_[i] = (carried_[i] - mesh_.positions[i]).norm();
        largest = std::max(largest, shares_[i]);
    }
    if (largest > 0.0F)
        for (float& share : shares_)
            share /= largest;
}

void CarriedBind::make_shape(std::span<const float> morph_weights) {
    assert(morph_weights.size() == morphs_.size());
    const auto sum = [&](Offsets MorphTarget::*attribute, std::size_t count) {
        return morph_sum(morphs_, morph_weights, attribute, count);
    };
    const auto moves = sum(&MorphTarget::positions, positions_.size());
    const auto turns = sum(&MorphTarget::normals, normals_.size());
    const auto twists = sum(&MorphTarget::tangents, tangents_.size());
    for (std::size_t i = 0; i < positions_.size(); ++i) {
        positions_[i] = carried_[i];
        if (!moves[i].isZero(0.0F)) positions_[i] += gradients_[i] * moves[i];
    }
    for (std::size_t i = 0; i < normals_.size(); ++i) {
        const Vec3 normal = mesh_.normals[i] + turns[i];
        normals_[i] =
            unit_or(carry_normal(gradients_[mesh_.vertex_of_wedge(i)], normal), mesh_.normals[i]);
    }
    for (std::size_t i = 0; i < tangents_.size(); ++i) {
        const Vec3 tangent = mesh_.tangents[i].head<3>() + twists[i];
        const Vec3 along = gradients_[mesh_.vertex_of_wedge(i)] * tangent;
        tangents_[i].head<3>() = unit_or(along - normals_[i].dot(along) * normals_[i], tangent);
    }
}

}  // namespace isoskin
