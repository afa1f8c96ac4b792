#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "isoskin/volume/build/reduced_cells.h"
#include "isoskin/volume/solve/reduced_kernel.h"
#include "isoskin/volume/solve/reduced_rows.h"

namespace isoskin::reduced {

/// Numbers from the begin of a cache line on: no four of them, counted from it, lie in two lines.
class AlignedDoubles {
  public:
    void assign_zeros(std::size_t count) { lines_.assign((count + 7) / 8, Line{}); }
    double* at(std::size_t k) { return lines_.data()->numbers.data() + k; }
    const double* at(std::size_t k) const { return lines_.data()->numbers.data() + k; }

  private:
    struct alignas(64) Line {
        std::array<double, 8> numbers{};
    };
    std::vector<Line> lines_;
};

/// The coefficients of one cell: per monomial all 3 × 3 minors of the triangles' points, each point
/// being what it takes of the columns of the cell's joints.
class CellSums {
  public:
    /// Points are taken about `centre`.
    CellSums(const PartModel& part, const Cells& cells, const Cell& cell, const Vec3d& centre);

    const std::vector<Targets>& monomials() const { return monomials_; }

    /// Calls visit(nodes, row) for every triple of the cell's joints and one monomial.
    template <typename Visit>
    void for_each_row(std::size_t monomial, const Visit& visit) const {
        const std::size_t degree = degree_of(monomials_[monomial]);
        std::array<double, 64> row{};
        const std::span<const Place> places = places_[degree];
        std::size_t k = 0;
        for_each_triple(nodes_, [&](const Nodes& nodes) {
            const std::size_t width = row_width(nodes, degree);
            std::fill_n(row.begin(), width, 0.0);
            for (; k < places.size() && places[k].nodes == nodes; ++k)
                row[places[k].in_row] =
                    places[k].sign * *sums_.at(first_sum_[monomial] + places[k].minor);
            visit(nodes, std::span<const double>(row.data(), width));
        });
    }

  private:
    /// What a point takes of each column: by itself, and times the weight of each of its targets.
    struct Point {
        std::vector<std::size_t> maps;  ///< Places in the cell, past the end for the point itself.
        AlignedDoubles columns;
    };
    /// Where a minor goes.
    struct Place {
        Nodes nodes{};
        std::size_t in_row = 0;
        std::size_t minor = 0;
        double sign = 1.0;
    };

    std::vector<Place> list_places(std::size_t degree) const;
    void number_monomials();
    void load(const PartModel& part, const Cells& cells, Index point, double share,
              Point& out) const;
    struct Fan;
    void add_spoke(Fan& fan);
    void add(std::span<const Fan> fans);
    std::size_t slot_of(std::size_t v, std::size_t w) const {
        return std::min(v, w) * (maps_.size() + 1) + std::max(v, w);
    }
    bool is_move(std::size_t place) const { return place < maps_.size(); }

    std::span<const Index> nodes_;
    std::span<const Index> maps_;
    Vec3d centre_;
    MinorRange range_;
    std::vector<Targets> monomials_;
    std::vector<std::size_t> monomial_of_;      // three maps' places, as digits
    std::vector<std::size_t> first_sum_;        // per monomial
    std::array<std::vector<Place>, 4> places_;  // by degree, in the order of triples
    AlignedDoubles sums_;

    std::array<Point, 2> rim_;  // of the spoke at hand
};

}  // namespace isoskin::reduced
