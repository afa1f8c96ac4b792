#pragma once

#include <array>
#include <span>
#include <vector>

#include "isoskin/volume/solve/correction_table.h"

namespace isoskin {

/// Four numbers that are worked on at once, natively and in WebAssembly.
struct Lanes {
    using Four [[gnu::vector_size(16)]] = float;
    Four v{};
};

/// The surface of a part for who has no posed mesh at hand, as the run-time: posed and thickened in
/// floats, four at a time, sums kept in double. About the middle of the part, so that places are
/// small numbers.
class PosedSurface {
  public:
    explicit PosedSurface(const CorrectionTable& table);

    /// Skins it: one motion per node.
    void pose(std::span<const Affine> motions);

    /// Volume of the last pose with the targets at weights + ε growth.
    Cubic volume_along(std::span<const double> weights, std::span<const double> growth);

  private:
    struct Influence {
        Index node = 0;
        float weight = 0.0F;
    };
    struct MapEntry {
        Index target = 0;
        float value = 0.0F;
    };
    struct MoveEntry {
        Index target = 0;
        Lanes move;  ///< In bind space.
    };
    using Turn = std::array<Lanes, 3>;  ///< What the blend does to vectors: its columns.
    using Columns = std::array<Lanes, 4>;

    /// Triangles that count alike: the part's own, or the halves of quads.
    struct TriangleList {
        std::vector<Triangle> moving;  ///< A target moves a corner of these.
        std::vector<Triangle> still;
        double share = 1.0;
    };

    void list_maps(std::span<const CorrectionTarget> targets);
    void list_moves(const CorrectionTable& table);
    void list_triangles(const CorrectionTable& table);
    void thicken(std::span<const double> weights, std::span<const double> growth);
    void place_apexes(std::span<Lanes> points) const;

    Vec3d centre_ = Vec3d::Zero();
    std::vector<Lanes> bind_;       // real points
    std::vector<Lanes> direction_;  // the same
    std::vector<std::size_t> influence_offset_;
    std::vector<Influence> influences_;
    std::vector<std::size_t> map_offset_;
    std::vector<MapEntry> maps_;
    std::vector<Index> twisted_;            // points that twists move
    std::vector<std::size_t> move_offset_;  // of these
    std::vector<MoveEntry> moves_;
    std::vector<Cap> caps_;
    std::array<TriangleList, 2> lists_;

    // Of the pose.
    std::vector<Columns> columns_;  // per node
    std::vector<Lanes> posed_;      // real points, then apexes
    std::vector<Lanes> carried_;    // directions of real points
    std::vector<Turn> turns_;       // of twisted points
    std::vector<Lanes> moved_;      // posed and thickened
    std::vector<Lanes> field_;      // where they go as weights grow
    double still_volume_ = 0.0;
};

}  // namespace isoskin
