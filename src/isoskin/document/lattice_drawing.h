#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "isoskin/document/document.h"
#include "isoskin/lattice/cell_lines.h"

namespace isoskin {

/// A vertex that can be taken hold of.
struct LatticeHandle {
    GridKey vertex = {};
    Vec3 place = Vec3::Zero();  ///< In model space.
    bool is_edited = false;
};

/// What is drawn of the lattice of a document: the cells that hold some of the shape down to one
/// level, and the free vertices of that level.
class LatticeDrawing {
  public:
    /// Of levels that are not there the finest is shown.
    void show_level(int level) { level_ = level; }
    int shown_level(const Document& document) const;

    /// For the pose of `document`, which has a lattice. `moving`: the same lattice as it swings,
    /// or null.
    void update(const Document& document, const Lattice* moving);

    std::span<const CellLine> lines() const;
    std::span<const LatticeHandle> handles() const { return handles_; }
    /// Counts up when there are other lines and handles than before.
    std::uint64_t structure() const { return structure_; }

    void clear();

  private:
    struct Made {
        std::uint64_t tree = 0;
        std::uint64_t weights_revision = 0;
        int level = 0;

        friend bool operator==(const Made&, const Made&) = default;
    };

    void rebuild(const Document& document, const Made& wanted);

    int level_ = 0;
    std::optional<Made> made_;
    std::optional<std::uint64_t> leaves_of_;  // the tree that `leaves_` are of
    std::vector<Index> leaves_;
    std::optional<CellLines> cells_;
    std::vector<Index> vertices_;  // of handles
    std::vector<LatticeHandle> handles_;
    std::vector<Affine> model_from_joint_;
    std::uint64_t structure_ = 0;
};

}  // namespace isoskin
