#include "isoskin/document/lattice_drawing.h"

#include <algorithm>
#include <cassert>

#include "isoskin/lattice/deform_bind.h"

namespace isoskin {
namespace {

// Two trees with the same cells in the same slots have the same number.
std::uint64_t number_of(const Octree& tree) {
    std::uint64_t number = 0xCBF29CE484222325ULL;
    const auto add = [&](std::uint64_t value) { number = (number ^ value) * 0x100000001B3ULL; };
    for (Index slot = 0; slot < tree.cell_slots(); ++slot) {
        const TreeCell& cell = tree.cell(slot);
        add(cell.in_use ? 1 : 0);
        if (!cell.in_use) continue;
        add(cell.first_child);
        add(static_cast<std::uint64_t>(cell.key.level));
        for (const std::int32_t at : cell.key.at)
            add(static_cast<std::uint64_t>(at));
        for (const Index corner : cell.corners)
            add(corner);
    }
    return number;
}

}  // namespace

int LatticeDrawing::shown_level(const Document& document) const {
    return document.lattice() ? std::clamp(level_, 0, document.lattice()->lattice.tree().depth())
                              : 0;
}

std::span<const CellLine> LatticeDrawing::lines() const {
    return cells_ ? cells_->lines() : std::span<const CellLine>();
}

void LatticeDrawing::clear() {
    const std::uint64_t structure = structure_ + 1;
    *this = LatticeDrawing();
    structure_ = structure;
}

void LatticeDrawing::rebuild(const Document& document, const Made& wanted) {
    const Lattice& lattice = document.lattice()->lattice;
    const Octree& tree = lattice.tree();
    if (leaves_of_ != wanted.tree) {
        leaves_ = leaves_with_shape(tree, lattice_points(document.character()),
                                    lattice_triangles(document.character()));
        leaves_of_ = wanted.tree;
    }
    cells_.emplace(document.character(), lattice, cut_at_level(tree, leaves_, wanted.level));
    vertices_.clear();
    handles_.clear();
    for (const Index vertex : tree.free_vertices_of_level(wanted.level)) {
        if (!cells_->has(vertex)) continue;
        vertices_.push_back(vertex);
        handles_.push_back({.vertex = tree.vertex(vertex).key});
    }
    model_from_joint_.resize(document.character().skeleton.joint_count());
    made_ = wanted;
    ++structure_;
}

void LatticeDrawing::update(const Document& document, const Lattice* moving) {
    assert(document.lattice());
    const Lattice& own = document.lattice()->lattice;
    const Made wanted{.tree = number_of(own.tree()),
                      .weights_revision = document.weights_revision(),
                      .level = shown_level(document)};
    if (made_ != wanted) rebuild(document, wanted);
    const Lattice& shown = moving != nullptr ? *moving : own;
    compute_model_pose(document.character().skeleton, document.pose().parent_from_joint,
                       model_from_joint_);
    cells_->place(shown, model_from_joint_);
    for (std::size_t i = 0; i < handles_.size(); ++i) {
        const Affine& model_from_rest = cells_->model_from_rest(vertices_[i]);
        handles_[i].place = (model_from_rest * shown.position(vertices_[i])).cast<float>();
        handles_[i].is_edited = own.detail(vertices_[i]) != VertexDetail{};
    }
}

}  // namespace isoskin
