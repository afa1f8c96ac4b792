#include "isoskin/skinning/skin_layout.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

#include <Eigen/Eigenvalues>

namespace isoskin {
namespace {

constexpr std::size_t kMaxRunBlocks = 64;     // so that threads find shares of equal size
constexpr std::size_t kMinBatchBlocks = 128;  // some microseconds of work

// What each vertex refers to, as the number of its set; sets are numbered in lexicographic order so
// that neighbouring numbers have much in common.
template <typename T>
struct SetTable {
    std::vector<std::vector<T>> sets;
    std::vector<std::uint32_t> set_of_vertex;
};

template <typename T>
SetTable<T> number_sets(const std::vector<std::vector<T>>& set_of_vertex) {
    std::map<std::vector<T>, std::uint32_t> numbers;
    for (const auto& set : set_of_vertex)
        numbers.try_emplace(set, 0);
    SetTable<T> table;
    table.sets.reserve(numbers.size());
    for (auto& [set, number] : numbers) {
        number = static_cast<std::uint32_t>(table.sets.size());
        table.sets.push_back(set);
    }
    table.set_of_vertex.reserve(set_of_vertex.size());
    for (const auto& set : set_of_vertex)
        table.set_of_vertex.push_back(numbers.find(set)->second);
    return table;
}

SetTable<JointIndex> find_joint_sets(const SkinWeights& weights) {
    std::vector<std::vector<JointIndex>> sets(weights.vertex_count());
    for (std::size_t vertex = 0; vertex < sets.size(); ++vertex) {
        for (const Influence& influence : weights.row(vertex))
            sets[vertex].push_back(influence.slot);
        std::sort(sets[vertex].begin(), sets[vertex].end());
    }
    return number_sets(sets);
}

// Turns the axes so that the last is across all moves, if there is such a direction.
void flatten(std::span<const VertexMap> maps, MoveBundle& bundle) {
    Mat3d spread = Mat3d::Zero();
    for (const VertexMap& map : maps)
        for (const Vec3& way : map.ways)
            spread += way.cast<double>() * way.cast<double>().transpose();
    const Eigen::SelfAdjointEigenSolver<Mat3d> solver(spread);
    MoveBundle flat{.first = bundle.first, .size = bundle.size, .is_flat = true};
    for (std::size_t axis = 0; axis < 3; ++axis)  // eigenvalues increase
        flat.axes[axis] = solver.eigenvectors().col(2 - static_cast<int>(axis)).cast<float>();
    const auto lies_in = [&](const VertexMap& map) {
        return std::all_of(map.ways.begin(), map.ways.end(),
                           [&](const Vec3& way) { return flat.admits(way); });
    };
    if (std::all_of(maps.begin(), maps.end(), lies_in)) bundle = flat;
}

void find_bundles(std::span<const VertexMap> maps, SkinLayout& layout) {
    std::vector<MoveBundle>& bundles = layout.bundles;
    layout.bundle_of_map.assign(maps.size(), kNoIndex);
    for (Index map = 0; map < maps.size(); ++map) {
        if (maps[map].ways.empty()) continue;
        const bool continues = !bundles.empty() &&
                               bundles.back().first + bundles.back().size == map &&
                               maps[map].vertices == maps[bundles.back().first].vertices;
        if (!continues) bundles.push_back({.first = map});
        ++bundles.back().size;
        layout.bundle_of_map[map] = static_cast<Index>(bundles.size() - 1);
    }
    for (MoveBundle& bundle : bundles)
        flatten(maps.subspan(bundle.first, bundle.size), bundle);
}

// Of a bundle only the first map is listed.
SetTable<Index> find_map_sets(std::span<const VertexMap> maps, const SkinLayout& layout,
                              std::size_t vertex_count) {
    std::vector<std::vector<Index>> sets(vertex_count);
    for (Index map = 0; map < maps.size(); ++map) {
        const Index bundle = layout.bundle_of_map[map];
        if (bundle == kNoIndex || layout.bundles[bundle].first == map)
            for (const Index vertex : maps[map].vertices)
                sets[vertex].push_back(map);
    }
    return number_sets(sets);
}

template <typename T>
void merge_set(const std::vector<T>& from, std::vector<T>& into) {
    std::vector<T> merged;
    std::set_union(into.begin(), into.end(), from.begin(), from.end(), std::back_inserter(merged));
    into = std::move(merged);
}

SkinLayout begin_layout(const SkinLayoutInput& input) {
    SkinLayout layout;
    layout.tangents = input.tangents;
    find_bundles(input.maps, layout);
    return layout;
}

class LayoutBuilder {
  public:
    explicit LayoutBuilder(const SkinLayoutInput& input)
        : input_(input),
          layout_(begin_layout(input)),
          joints_(find_joint_sets(input.weights)),
          maps_(find_map_sets(input.maps, layout_, input.weights.vertex_count())) {}

    SkinLayout build() {
        std::vector<std::size_t> order = sorted_rows();
        std::vector<std::size_t> leftovers;
        for (std::size_t begin = 0; begin < order.size();) {
            const std::size_t end = group_end(order, begin);
            consecutive_first(std::span(order).subspan(begin, end - begin));
            const std::size_t full = (end - begin) / kBlockRows * kBlockRows;
            add_runs(std::span(order).subspan(begin, full));
            leftovers.insert(leftovers.end(),
                             order.begin() + static_cast<std::ptrdiff_t>(begin + full),
                             order.begin() + static_cast<std::ptrdiff_t>(end));
            begin = end;
        }
        add_leftovers(leftovers);
        cut_batches();
        return std::move(layout_);
    }

  private:
    // Rows that differ in these never share a block. A blend is the lead joint's motion and what
    // the others differ from it, so a row rounds alike whichever rows are beside it.
    std::tuple<RowOutput, JointIndex, bool> kind(std::size_t row) const {
        const Index vertex = input_.rows[row].vertex;
        return {input_.rows[row].output, lead(vertex), !map_set(row).empty()};
    }
    JointIndex lead(Index vertex) const {
        const auto& set = joints_.sets[joints_.set_of_vertex[vertex]];
        return input_.blocks == BlockRule::SameStrongestJoint ? input_.weights.row(vertex)[0].slot
                                                              : set.front();
    }
    const std::vector<Index>& map_set(std::size_t row) const {
        return maps_.sets[maps_.set_of_vertex[input_.rows[row].vertex]];
    }
    const std::vector<JointIndex>& joint_set(std::size_t row) const {
        return joints_.sets[joints_.set_of_vertex[input_.rows[row].vertex]];
    }

    auto sort_key(std::size_t row) const {
        const Index vertex = input_.rows[row].vertex;
        return std::tuple_cat(
            kind(row), std::tuple(joints_.set_of_vertex[vertex], maps_.set_of_vertex[vertex]));
    }

    std::vector<std::size_t> sorted_rows() const {
        std::vector<std::size_t> order(input_.rows.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return sort_key(a) < sort_key(b); });
        return order;
    }

    std::size_t group_end(const std::vector<std::size_t>& order, std::size_t begin) const {
        std::size_t end = begin + 1;
        while (end < order.size() && sort_key(order[end]) == sort_key(order[begin]))
            ++end;
        return end;
    }

    // Brings rows that follow each other in the file into blocks of their own, which are written at
    // once; all else keeps its order.
    static void consecutive_first(std::span<std::size_t> rows) {
        std::vector<std::size_t> blocks;
        std::vector<std::size_t> others;
        for (std::size_t i = 0; i < rows.size();) {
            const std::size_t last = i + kBlockRows - 1;
            const bool block = last < rows.size() && rows[last] == rows[i] + kBlockRows - 1;
            std::vector<std::size_t>& into = block ? blocks : others;
            const std::size_t count = block ? kBlockRows : 1;
            for (std::size_t end = i + count; i < end; ++i)
                into.push_back(rows[i]);
        }
        std::copy(blocks.begin(), blocks.end(), rows.begin());
        std::copy_backward(others.begin(), others.end(), rows.end());
    }

    // Full blocks of rows that agree in everything.
    void add_runs(std::span<const std::size_t> rows) {
        constexpr std::size_t kMaxRows = kMaxRunBlocks * kBlockRows;
        for (std::size_t begin = 0; begin < rows.size(); begin += kMaxRows)
            add_run(rows.subspan(begin, std::min(kMaxRows, rows.size() - begin)));
    }

    // Rows in sort order: neighbours have most joints in common.
    void add_leftovers(std::span<const std::size_t> rows) {
        for (std::size_t begin = 0; begin < rows.size();) {
            std::size_t end = begin + 1;
            while (end < rows.size() && end - begin < kBlockRows &&
                   kind(rows[end]) == kind(rows[begin]))
                ++end;
            add_run(rows.subspan(begin, end - begin));
            begin = end;
        }
    }

    void add_run(std::span<const std::size_t> rows) {
        std::vector<JointIndex> joints = joint_set(rows.front());
        std::vector<Index> maps = map_set(rows.front());
        for (const std::size_t row : rows) {
            merge_set(joint_set(row), joints);
            merge_set(map_set(row), maps);
        }
        const RowOutput output = input_.rows[rows.front()].output;
        if (!writes_position(output)) maps.clear();
        const auto first_bundle = std::stable_partition(maps.begin(), maps.end(), [&](Index map) {
            return layout_.bundle_of_map[map] == kNoIndex;
        });
        std::size_t move_columns = 0;
        for (auto map = first_bundle; map != maps.end(); ++map) {
            *map = layout_.bundle_of_map[*map];
            move_columns += layout_.bundles[*map].size * layout_.bundles[*map].width();
        }
        if (input_.blocks == BlockRule::SameStrongestJoint) {
            const auto it =
                std::find(joints.begin(), joints.end(), lead(input_.rows[rows.front()].vertex));
            std::rotate(joints.begin(), it, it + 1);
        }
        const SkinRun run{.first_block = layout_.rows.size() / kBlockRows,
                          .block_count = (rows.size() + kBlockRows - 1) / kBlockRows,
                          .first_joint = layout_.joints.size(),
                          .joint_count = joints.size(),
                          .first_map = layout_.maps.size(),
                          .value_count = static_cast<std::size_t>(first_bundle - maps.begin()),
                          .bundle_count = static_cast<std::size_t>(maps.end() - first_bundle),
                          .first_column = layout_.column_count,
                          .first_move = layout_.move_column_count,
                          .move_columns = move_columns,
                          .output = output};
        layout_.joints.insert(layout_.joints.end(), joints.begin(), joints.end());
        layout_.maps.insert(layout_.maps.end(), maps.begin(), maps.end());
        layout_.column_count += run.block_count * layout_.shape(run).column_count;
        layout_.move_column_count += run.block_count * run.move_columns;
        layout_.runs.push_back(run);
        for (std::size_t block = 0; block < run.block_count; ++block)
            add_block(rows.subspan(block * kBlockRows,
                                   std::min(kBlockRows, rows.size() - block * kBlockRows)));
    }

    void add_block(std::span<const std::size_t> rows) {
        for (std::size_t lane = 0; lane < kBlockRows; ++lane) {
            const SkinRow& row = input_.rows[rows[std::min(lane, rows.size() - 1)]];
            layout_.rows.push_back(row);
            layout_.vertex_of_row.push_back(row.vertex);
            layout_.wedge_of_row.push_back(row.wedge);
        }
        layout_.vertex_store.push_back(store_code(layout_.vertex_of_row, rows.size()));
        layout_.wedge_store.push_back(store_code(layout_.wedge_of_row, rows.size()));
    }

    static StoreCode store_code(const std::vector<Index>& places, std::size_t row_count) {
        const auto block = std::span(places).last(kBlockRows);
        for (std::size_t lane = 1; lane < kBlockRows; ++lane)
            if (block[lane] != block[lane - 1] + 1) return static_cast<StoreCode>(row_count);
        return kConsecutive;
    }

    void cut_batches() {
        std::size_t blocks = kMinBatchBlocks;
        for (std::size_t run = 0; run < layout_.runs.size(); ++run) {
            if (blocks >= kMinBatchBlocks) {
                layout_.batches.push_back(run);
                blocks = 0;
            }
            blocks += layout_.runs[run].block_count;
        }
        layout_.batches.push_back(layout_.runs.size());
    }

    const SkinLayoutInput& input_;
    SkinLayout layout_;
    SetTable<JointIndex> joints_;
    SetTable<Index> maps_;
};

}  // namespace

bool MoveBundle::admits(const Vec3& way) const {
    constexpr float kRounding = 1e-6F;
    if (way.isZero(0.0F)) return false;  // room for a way that is not known yet
    return !is_flat || std::abs(way.dot(axes[2])) <= kRounding;
}

RecordShape SkinLayout::shape(const SkinRun& run) const {
    RecordShape shape;
    shape.weights = writes_position(run.output) ? 3 : 0;
    shape.normal = shape.weights + run.joint_count - 1;
    shape.tangent = shape.normal + (writes_frame(run.output) ? 3 : 0);
    shape.direction =
        shape.tangent + (writes_frame(run.output) && tangents == TangentUse::Carry ? 4 : 0);
    shape.values = shape.direction + (run.value_count > 0 ? 3 : 0);
    shape.column_count = shape.values + run.value_count;
    return shape;
}

SkinLayout make_skin_layout(const SkinLayoutInput& input) {
    return LayoutBuilder(input).build();
}

}  // namespace isoskin
