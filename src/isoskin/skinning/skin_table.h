#pragma once

#include <memory>
#include <span>
#include <vector>

#include "isoskin/mesh/mesh.h"
#include "isoskin/mesh/vertex_map.h"
#include "isoskin/rig/character.h"
#include "isoskin/skinning/skin.h"

namespace isoskin {

/// What a skin table is made from. Spans are read while it is built and not kept.
struct SkinTableInput {
    std::span<const Vec3> positions;  ///< Per vertex, in bind space.
    const SkinWeights& weights;       ///< One row per vertex.

    std::span<const Index> wedge_vertex = {};  ///< Vertex of each wedge; empty: wedge = vertex.
    std::span<const Vec3> normals = {};        ///< Per wedge; empty: none are computed.
    std::span<const Vec4> tangents = {};       ///< Per wedge; empty: none are. Ask for normals too.

    std::span<const MorphTarget> morphs = {};

    /// Thickness maps: before it is skinned, a vertex moves by the sum of its map
    /// values times their weights, along its direction (per vertex) or the map's own ways. A vertex
    /// that a map lists has room for a value, zero or not.
    std::span<const VertexMap> maps = {};
    std::span<const Vec3> directions = {};
};

/// Where the posed mesh goes, in file order. Sizes are those of the input.
struct SkinOutput {
    std::span<Vec3> positions;
    std::span<Vec3> normals = {};
    std::span<Vec4> tangents = {};
    /// How far a vertex moves if all thickness weights grow by `set_growth`. Only vertices that
    /// carry a map along their direction are written. Empty: not wanted.
    /// Where it is wanted, of vertices that always move alike only the first is written, here and
    /// in `positions`: more work is to follow, and `copy_equal` does the rest.
    std::span<Vec3> growth = {};
};

enum class SkinKernel {
    Fastest,  ///< The widest vectors the processor has.
    Scalar,   ///< Plain loops that give the same bits.
};

/// A mesh made ready to be skinned many times: sorted by the joints that vertices follow, in blocks
/// of eight, laid out in the order in which it is read.
///
/// Set what moves, then call `skin`; neither allocates. Results do not depend on the number of
/// threads nor on the kind of processor, bit for bit.
class SkinTable {
  public:
    SkinTable(SkinMethod method, const SkinTableInput& input);
    SkinTable(SkinTable&&) noexcept;
    SkinTable& operator=(SkinTable&&) noexcept;
    ~SkinTable();

    /// One matrix per slot of the skin; the identity to begin with. `slot_count` is one more than
    /// the highest slot that has a weight; more are welcome. Slots without weight are not read.
    void set_palette(std::span<const Affine> palette);
    /// One weight per morph target; zero to begin with. Targets without weight cost nothing.
    void set_morph_weights(std::span<const float> weights);
    /// Another bind shape of the same mesh, sizes as in the input; the bind shape to begin with.
    /// All morph weights have to be zero: what they ask for belongs into the shape.
    void set_bind(std::span<const Vec3> positions, std::span<const Vec3> normals,
                  std::span<const Vec4> tangents);
    /// One weight per thickness map; zero to begin with. Vertices without maps cost nothing.
    void set_thickness(std::span<const float> weights);
    /// Other values of one map, with ways if it was made with ways. False, and nothing is changed,
    /// if a vertex has no room for one, or if the table follows from the ways of this map
    /// (`MoveBundle::is_flat`; one with a way of zero is not).
    bool set_map(std::size_t map, const VertexMap& values);
    /// By how much each of these weights is about to grow; zero to begin with. Maps with ways of
    /// their own do not grow.
    void set_growth(std::span<const float> weights);

    void skin(const SkinOutput& out, SkinKernel kernel = SkinKernel::Fastest) const;
    /// Gives vertices that always move alike the place of the first of them.
    void copy_equal(std::span<Vec3> positions) const;

    std::size_t slot_count() const;
    std::size_t block_count() const;  ///< Blocks of eight rows that `skin` goes through.

  private:
    void fill(const SkinTableInput& input, const SkinWeights& weights);

    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace isoskin
