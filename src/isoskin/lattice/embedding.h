#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "isoskin/lattice/lattice.h"
#include "isoskin/lattice/point_kernel.h"

namespace isoskin {

/// What becomes of the shape of embedded points when cells of a lattice change.
enum class Memory {
    Elastic,  ///< Points keep their rest place: details that were taken away spring back.
    Plastic,  ///< Points keep where they lie: they get a rest place that the new map takes there.
};

/// What following a changed tree did.
struct FollowReport {
    std::size_t replaced = 0;      ///< Points that got another rest place (Plastic).
    std::vector<Index> unreached;  ///< Points for which none was found: they keep theirs, and move.
    double largest_move = 0.0;     ///< How far any point moved, in model units.
};

/// A leaf and the space its points take up.
struct LeafBox {
    Index leaf = 0;
    Eigen::AlignedBox3f box = {};
};

/// Which loops evaluate: the kernel for this processor, or plain ones that give the same bits.
enum class PointLoops { Vector, Scalar };

struct EmbeddingSettings {
    PointOutput output = PointOutput::Positions;
    PointLoops loops = PointLoops::Vector;
};

/// Points of a shape made ready to be carried by one lattice: where each lies in its tree and with
/// which weights, precomputed. Evaluation allocates nothing on one thread and gives the same bits
/// on any number of them.
class Embedding {
  public:
    /// `rest` in the rest space of the lattice; points beyond the root box are allowed.
    Embedding(const Lattice& lattice, std::span<const Vec3> rest,
              const EmbeddingSettings& settings = {});

    std::size_t point_count() const { return rest_.size(); }
    /// Rest places of the points: as given, but for those that `follow` or `set_rest` replaced.
    std::span<const Vec3> rest() const { return rest_; }

    /// Where the lattice takes the points, one element per point. `lattice` is the one the points
    /// were embedded in, or a copy of it with the same tree. `gradients`: derivatives of the map at
    /// the points; empty, or one per point if `PositionsAndGradients` were asked for.
    void evaluate(const Lattice& lattice, std::span<Vec3> positions,
                  std::span<Eigen::Matrix3f> gradients = {});

    /// Writes only points in reach of `changed` vertices (`Lattice::take_changes`); returns how
    /// many there were.
    std::size_t evaluate_changed(const Lattice& lattice, std::span<const Index> changed,
                                 std::span<Vec3> positions,
                                 std::span<Eigen::Matrix3f> gradients = {});

    /// Other rest places for the points, as many as before.
    void set_rest(const Lattice& lattice, std::span<const Vec3> rest);

    /// To be called after the lattice's tree has changed. `positions` are where the points lay
    /// before and become where they lie now.
    FollowReport follow(const Lattice& lattice, Memory memory, std::span<Vec3> positions);

    /// Leaves with points in them, in the order of their slots.
    std::vector<Index> occupied_leaves() const;

    /// The same with the box of their points as they lie in `positions`: what to test for contact
    /// before looking at points.
    std::vector<LeafBox> leaf_boxes(std::span<const Vec3> positions) const;

  private:
    void rebuild(const Lattice& lattice);
    void find_reached(std::span<const Index> changed);
    void replace_rest(const Lattice& lattice, std::span<const Vec3> before,
                      std::span<const Vec3> now, FollowReport& report);
    void evaluate_run(const Lattice& lattice, const PointRun& run, std::span<Vec3> positions,
                      std::span<Eigen::Matrix3f> gradients) const;

    EmbeddingSettings settings_;
    std::vector<Vec3> rest_;
    PointTable table_;
    std::vector<CellTerm> terms_;  // one per cell of the table; of the last evaluation
    std::vector<Index> reached_;   // runs of a partial evaluation
    std::vector<Index> reached_cells_;
    std::vector<std::uint8_t> seen_;  // per run, zero between evaluations
    std::vector<std::uint8_t> seen_cells_;
};

/// Unit normals carried by the derivatives of a map at their points: the inverse transpose.
/// `point_of_normal` empty: one normal per point. A normal whose map is flat stays as it is.
void carry_normals(std::span<const Eigen::Matrix3f> gradients,
                   std::span<const Index> point_of_normal, std::span<const Vec3> rest_normals,
                   std::span<Vec3> normals);

}  // namespace isoskin
