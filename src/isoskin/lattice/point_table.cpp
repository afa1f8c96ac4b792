#include "isoskin/lattice/point_table.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "isoskin/base/parallel.h"
#include "isoskin/lattice/scheme.h"

namespace isoskin {
namespace {

constexpr std::size_t kChunk = 4096;

struct SortedPoint {
    Index leaf = 0;
    Index is_outside = 0;
    Index point = 0;

    friend bool operator<(const SortedPoint& a, const SortedPoint& b) {
        return std::tie(a.leaf, a.is_outside, a.point) < std::tie(b.leaf, b.is_outside, b.point);
    }
};

std::vector<SortedPoint> sort_by_leaf(const Octree& tree, std::span<const Vec3> rest) {
    std::vector<SortedPoint> sorted(rest.size());
    parallel_chunks(rest.size(), kChunk, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Vec3d point = rest[i].cast<double>();
            const bool is_outside = tree.grid().clamp(point) != point;
            sorted[i] = {tree.leaf_at(point), is_outside ? 1U : 0U, static_cast<Index>(i)};
        }
    });
    std::sort(sorted.begin(), sorted.end());
    return sorted;
}

void cut_into_runs(std::span<const SortedPoint> sorted, PointTable& table) {
    const auto pad = [&] {
        while (table.point_of_row.size() % kBlockPoints != 0)
            table.point_of_row.push_back(table.point_of_row.back());
    };
    for (const SortedPoint& point : sorted) {
        const bool is_outside = point.is_outside != 0;
        if (table.runs.empty() || table.runs.back().leaf != point.leaf ||
            table.runs.back().is_outside != is_outside) {
            pad();
            table.runs.push_back({.leaf = point.leaf,
                                  .first_row = table.point_of_row.size(),
                                  .is_outside = is_outside});
        }
        ++table.runs.back().point_count;
        table.point_of_row.push_back(point.point);
    }
    pad();
}

// Writes the numbers of one row of a block.
class RowWriter {
  public:
    RowWriter(PointColumn* block, std::size_t lane) : block_(block), lane_(lane) {}
    void add(double value) { (block_++)->lanes[lane_] = static_cast<float>(value); }
    void add(const Vec3d& v) {
        add(v.x());
        add(v.y());
        add(v.z());
    }

  private:
    PointColumn* block_;
    std::size_t lane_;
};

struct CellBlends {
    Vec3d values = Vec3d::Ones();
    Vec3d slopes = Vec3d::Zero();
};

CellBlends blends_in(const Octree& tree, Blend blend, const GridKey& key, const Vec3d& unit) {
    CellBlends blends;
    const Vec3d size = tree.grid().cell_size(key.level);
    for (int axis = 0; axis < tree.grid().axis_count(); ++axis) {
        const double t = unit[axis] * power_of_two(key.level) -
                         static_cast<double>(key.at[static_cast<std::size_t>(axis)]);
        const BlendValue f = blend_at(blend, std::clamp(t, 0.0, 1.0));
        blends.values[axis] = f.value;
        blends.slopes[axis] = f.slope / size[axis];
    }
    return blends;
}

void write_level_blends(const Octree& tree, Blend blend, std::span<const Index> chain,
                        const Vec3d& rest, PointOutput output, RowWriter& row) {
    const Vec3d unit = tree.grid().unit_from_rest(rest);
    for (const Index cell : chain)
        row.add(blends_in(tree, blend, tree.cell(cell).key, unit).values);
    if (output == PointOutput::Positions) return;
    for (const Index cell : chain)
        row.add(blends_in(tree, blend, tree.cell(cell).key, unit).slopes);
}

void write_influence_weights(const Octree& tree, Blend blend, Index leaf,
                             std::span<const SourceInfluence> influences, const Vec3d& rest,
                             RowWriter& row) {
    double sum = 0.0;
    for (const SourceInfluence& influence : influences)
        sum += source_weight(tree, blend, leaf, influence, rest).value;
    for (const SourceInfluence& influence : influences)
        row.add(source_weight(tree, blend, leaf, influence, rest).value / sum);
}

// The cells above each leaf, every cell listed once.
void list_levels(const Octree& tree, PointTable& table) {
    std::vector<Index> number(tree.cell_slots(), kNoIndex);
    for (PointRun& run : table.runs) {
        const std::vector<Index> chain = cell_chain(tree, run.leaf);
        run.first_term = table.levels.size();
        run.term_count = chain.size();
        const Vec3d centre = tree.rest_box(run.leaf).center();
        for (const Index cell : chain) {
            if (number[cell] == kNoIndex) {
                number[cell] = static_cast<Index>(table.cells.size());
                table.cells.push_back(cell);
            }
            const Vec3 offset = (centre - tree.rest_box(cell).center()).cast<float>();
            table.levels.push_back({number[cell], {offset.x(), offset.y(), offset.z()}});
        }
    }
}

void list_influences(std::span<const std::vector<SourceInfluence>> influences, PointTable& table) {
    for (std::size_t i = 0; i < table.runs.size(); ++i) {
        table.runs[i].first_term = table.influence_vertices.size();
        table.runs[i].term_count = influences[i].size();
        for (const SourceInfluence& influence : influences[i])
            table.influence_vertices.push_back(influence.vertex);
    }
}

void plan_columns(std::size_t columns_per_term, PointTable& table) {
    std::size_t column_count = 0;
    for (PointRun& run : table.runs) {
        run.first_column = column_count;
        run.column_count = kFirstWeight + columns_per_term * run.term_count;
        if (!run.is_outside) column_count += run.column_count * run.block_count();
    }
    table.columns.resize(column_count);
}

void list_reach(const Octree& tree, PointTable& table) {
    table.reach_offsets.assign(tree.vertex_slots() + 1, 0);
    const auto for_each = [&](const auto& visit) {
        for (std::size_t run = 0; run < table.runs.size(); ++run)
            for (Index cell = table.runs[run].leaf; cell != kNoIndex; cell = tree.cell(cell).parent)
                for (std::size_t corner = 0; corner < tree.grid().corner_count(); ++corner)
                    visit(tree.cell(cell).corners[corner], static_cast<Index>(run));
    };
    for_each([&](Index vertex, Index) { ++table.reach_offsets[vertex + 1]; });
    std::partial_sum(table.reach_offsets.begin(), table.reach_offsets.end(),
                     table.reach_offsets.begin());
    table.reach.resize(table.reach_offsets.back());
    std::vector<std::size_t> next(table.reach_offsets.begin(), table.reach_offsets.end() - 1);
    for_each([&](Index vertex, Index run) { table.reach[next[vertex]++] = run; });
}

}  // namespace

PointTable make_point_table(const Octree& tree, const LatticeSettings& settings,
                            std::span<const Vec3> rest, PointOutput output) {
    PointTable table;
    cut_into_runs(sort_by_leaf(tree, rest), table);
    std::vector<std::vector<SourceInfluence>> influences(table.runs.size());
    if (settings.scheme == LatticeScheme::Source) {
        for (std::size_t i = 0; i < influences.size(); ++i)
            influences[i] = source_influences(tree, table.runs[i].leaf);
        list_influences(influences, table);
        plan_columns(1, table);
    } else {
        list_levels(tree, table);
        plan_columns(output == PointOutput::Positions ? 3 : 6, table);
    }
    list_reach(tree, table);

    parallel_chunks(table.runs.size(), 16, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const PointRun& run = table.runs[i];
            if (run.is_outside) continue;
            const std::vector<Index> chain = cell_chain(tree, run.leaf);
            const Vec3d centre = tree.rest_box(run.leaf).center();
            for (std::size_t k = 0; k < run.block_count() * kBlockPoints; ++k) {
                const Vec3d point = rest[table.point_of_row[run.first_row + k]].cast<double>();
                RowWriter row(
                    table.columns.data() + run.first_column + k / kBlockPoints * run.column_count,
                    k % kBlockPoints);
                row.add(point);
                row.add(Vec3d(point - centre));
                if (settings.scheme == LatticeScheme::Source)
                    write_influence_weights(tree, settings.blend, run.leaf, influences[i], point,
                                            row);
                else
                    write_level_blends(tree, settings.blend, chain, point, output, row);
            }
        }
    });
    return table;
}

}  // namespace isoskin
