#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isoskin/lattice/blend.h"
#include "isoskin/lattice/octree.h"

namespace isoskin {

/// How free vertices make a map of space.
enum class LatticeScheme {
    Details,  ///< Each level adds what its vertices depart from the coarser map: smooth in slope
              ///< everywhere, at any depth.
    Source,   ///< Source 002, corrected: one blend over all levels; creases where levels change.
};

struct LatticeSettings {
    LatticeScheme scheme = LatticeScheme::Details;
    Blend blend = Blend::Hermite;
};

/// Where a map takes a point, and its derivative there.
struct Jet {
    Vec3d position = Vec3d::Zero();
    Mat3d gradient = Mat3d::Identity();
};

/// How a vertex departs from where the coarser levels put it. All zero: not at all.
///
/// Details scheme: in the frame G that the coarser map gives the place, so that it turns with the
/// flesh: position = coarser + G shift, frame = base (1 + turn). The base is G, on the root level
/// the frame of its edges. Source scheme: position = mean of parents + shift.
struct VertexDetail {
    Vec3d shift = Vec3d::Zero();
    Mat3d turn = Mat3d::Zero();

    friend bool operator==(const VertexDetail&, const VertexDetail&) = default;
};

/// What a vertex does to a rest point X in its reach, before weighting: X moves by
/// shift + spread (X − rest position of the vertex). For evaluation.
struct VertexMotion {
    Vec3d shift = Vec3d::Zero();
    Mat3d spread = Mat3d::Zero();
    bool has_spread = false;  ///< Whether the latter is not zero.

    friend bool operator==(const VertexMotion&, const VertexMotion&) = default;
};

/// How strongly a vertex is felt at some point, and the slope of that. For evaluation.
struct CornerTerm {
    Index vertex = 0;
    double weight = 0.0;
    Vec3d slope = Vec3d::Zero();
};

/// A deformable octree: a tree and what was done to its vertices. A map of space onto space.
///
/// Vertices are moved at any level; finer edits ride on coarser ones. Only free vertices can be
/// moved; constrained ones follow. Changes act at once. Copies are independent. See
/// docs/lattice.md.
class Lattice {
  public:
    explicit Lattice(Octree tree, const LatticeSettings& settings = {});

    const Octree& tree() const { return tree_; }
    const LatticeSettings& settings() const { return settings_; }

    /// Where a vertex is at its own level, edits of finer levels at the same place left out; and
    /// the derivative of the map there. Any vertex, free or not. For the place as it finally lies
    /// ask for `tree().finest(vertex)`.
    Vec3d position(Index vertex) const;
    Mat3d frame(Index vertex) const;

    /// Moves a free vertex, or turns and stretches its frame; the tangents of what passes there.
    void set_position(Index vertex, const Vec3d& position);
    void set_frame(Index vertex, const Mat3d& frame);

    /// Moves many at once, coarse before fine whatever their order: each ends where it is told.
    /// Cheaper than one by one. Each vertex at most once.
    void set_positions(std::span<const Index> vertices, std::span<const Vec3d> positions);

    /// What is stored of a vertex; zero for constrained ones. For saving and undoing.
    const VertexDetail& detail(Index vertex) const { return details_[vertex]; }
    void set_detail(Index vertex, const VertexDetail& detail);
    void reset();  ///< All vertices back to rest.

    /// The map at a point of rest space. Beyond the root box it goes on with the slope at the
    /// nearest point of it.
    Jet evaluate(const Vec3d& rest) const;
    /// The same by the formula of one leaf, which holds the point or has it on its border.
    Jet evaluate_in(Index leaf, const Vec3d& rest) const;
    /// The map of the levels up to `level` only (Details scheme).
    Jet evaluate_level(const Vec3d& rest, int level) const;

    /// The tree may change at any time. In the Details scheme subdividing does not move any point;
    /// simplifying drops the details of vertices that go or become constrained. Embedded points
    /// have to follow: see `Embedding::follow`.
    TopologyChange subdivide(Index leaf);
    TopologyChange simplify(Index cell);

    /// Vertices whose motion has changed since the last call, each once; for partial evaluation.
    std::vector<Index> take_changes();

    /// One per vertex slot.
    std::span<const VertexMotion> motions() const { return motions_; }

  private:
    // What the coarser levels give a vertex.
    struct Base {
        Vec3d position = Vec3d::Zero();
        Mat3d gradient = Mat3d::Identity();
        Mat3d frame = Mat3d::Identity();
    };

    Base base(Index vertex) const;
    void make_stencils();
    Jet evaluate_stencil(Index vertex) const;
    std::vector<std::size_t> coarse_first(std::span<const Index> vertices) const;
    Mat3d root_frame(Index vertex) const;
    template <typename Edit>
    void edit(std::span<const Index> vertices, const Edit& edit);
    void carry(int level, std::vector<GridKey>& moved);
    void store(Index vertex, const VertexDetail& detail);
    void update_motion(Index vertex, const Base& base, std::vector<GridKey>& moved);
    void set_motion(Index vertex, const VertexMotion& motion);
    void update_source();
    void fit_to_tree();
    void forget(const TopologyChange& change);

    Octree tree_;
    LatticeSettings settings_;
    std::vector<VertexDetail> details_;
    std::vector<VertexMotion> motions_;
    std::vector<Vec3d> source_positions_;     // of all vertices, Source scheme
    std::vector<std::vector<Index>> edited_;  // by level: vertices whose detail is not zero
    std::vector<Index> changes_;
    std::vector<std::uint8_t> is_changed_;
    std::vector<std::uint8_t> is_placed_;  // edited in the call under way; zero between calls
    // What coarser levels do at the place of each free vertex: terms of vertex v from
    // stencil_offsets_[v] on. Made when many vertices move at once; empty: not made for this tree.
    std::vector<std::size_t> stencil_offsets_;
    std::vector<CornerTerm> stencil_terms_;
};

}  // namespace isoskin
