#pragma once

#include <span>
#include <vector>

#include "isoskin/math/types.h"
#include "isoskin/mesh/mesh.h"

namespace isoskin {

/// Vectors, one per vertex or wedge of a mesh, of which most are zero: only the others take room.
/// A morph target moves a limb, and a character of many targets would not fit into memory else.
class Offsets {
  public:
    Offsets() = default;
    /// Keeps what is not zero. Implicit, so that a list of all vectors can be handed over as such.
    Offsets(std::span<const Vec3> all);                                 // NOLINT
    Offsets(const std::vector<Vec3>& all) : Offsets(std::span(all)) {}  // NOLINT
    /// `places` increase and are below `size`; one value each.
    Offsets(std::size_t size, std::vector<Index> places, std::vector<Vec3> values);

    std::size_t size() const { return size_; }  ///< Zeros included.
    bool empty() const { return size_ == 0; }

    std::span<const Index> places() const { return places_; }  ///< Of those that are not zero.
    std::span<const Vec3> values() const { return values_; }   ///< One per place.
    std::span<Vec3> values() { return values_; }

    /// Adds zeros until there are `size`.
    void grow(std::size_t size);
    void append(const Offsets& more);

    /// By search among the places.
    Vec3 operator[](std::size_t place) const;
    /// Adds all of them, times `weight`, to `sum`, which has `size()` elements.
    void add_to(std::span<Vec3> sum, float weight = 1.0F) const;
    std::vector<Vec3> all() const;

    friend bool operator==(const Offsets&, const Offsets&) = default;

  private:
    std::size_t size_ = 0;
    std::vector<Index> places_;
    std::vector<Vec3> values_;
};

}  // namespace isoskin
