#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "isoskin/rig/skeleton.h"

namespace isoskin {

/// How strongly a vertex follows one joint. `slot` counts in the palette of the mesh's skin.
struct Influence {
    JointIndex slot = 0;
    float weight = 0.0F;
    friend bool operator==(const Influence&, const Influence&) = default;
};

/// Weights of any number of joints per vertex: each row sums to one, is sorted strongest first
/// (then by slot), and names no joint twice.
class SkinWeights {
  public:
    SkinWeights() = default;

    /// One row of raw influences per vertex, in any order. Negative and non-finite weights count as
    /// zero, repeated joints are merged, rows are normalised; a row that sums to zero follows slot
    /// 0 and is listed in `empty_rows()`.
    static SkinWeights from_rows(std::span<const std::vector<Influence>> rows);

    /// Every vertex bound to one joint.
    static SkinWeights rigid(std::size_t vertex_count, JointIndex slot);

    /// The same weights with the rows of some vertices (increasing) made anew as `from_rows` makes
    /// them; all other rows keep their bits. One row per vertex.
    SkinWeights with_rows(std::span<const std::size_t> vertices,
                          std::span<const std::vector<Influence>> rows) const;

    std::size_t vertex_count() const { return offsets_.empty() ? 0 : offsets_.size() - 1; }
    std::span<const Influence> row(std::size_t vertex) const {
        return std::span(influences_)
            .subspan(offsets_[vertex], offsets_[vertex + 1] - offsets_[vertex]);
    }
    std::size_t max_influences() const;
    /// Slots that any vertex follows, increasing.
    std::vector<JointIndex> slots() const;

    /// Rows whose weights did not sum to one within 1e-3 before normalisation.
    std::size_t renormalised_rows() const { return renormalised_rows_; }
    std::span<const std::size_t> empty_rows() const { return empty_rows_; }

    friend bool operator==(const SkinWeights&, const SkinWeights&) = default;

  private:
    std::vector<std::size_t> offsets_;
    std::vector<Influence> influences_;
    std::vector<std::size_t> empty_rows_;
    std::size_t renormalised_rows_ = 0;
};

}  // namespace isoskin
