#include "isoskin/skinning/skin_records.h"

#include <algorithm>
#include <utility>

namespace isoskin {

void put_vector(const Vec3& v, const MorphTable::Place& place, std::span<Column> columns) {
    for (std::size_t axis = 0; axis < 3; ++axis)
        columns[place.column + axis].lanes[place.lane] = v[static_cast<int>(axis)];
}

std::vector<MapColumn> columns_of_maps(const SkinLayout& layout, const SkinRun& run) {
    const RecordShape shape = layout.shape(run);
    const auto maps =
        std::span(layout.maps).subspan(run.first_map, run.value_count + run.bundle_count);
    std::vector<MapColumn> columns;
    for (std::size_t k = 0; k < run.value_count; ++k)
        columns.push_back({maps[k], run.first_column + shape.values + k, shape.column_count});
    std::size_t move = run.first_move;
    for (const Index number : maps.subspan(run.value_count)) {
        const MoveBundle& bundle = layout.bundles[number];
        for (Index k = 0; k < bundle.size; ++k, move += bundle.width())
            columns.push_back({bundle.first + k, move, run.move_columns});
    }
    return columns;
}

void put_entry(const VertexMap& map, Index entry, const MoveBundle* bundle,
               const MorphTable::Place& place, const MapArrays& arrays) {
    const float value = entry == kNoIndex ? 0.0F : map.values[entry];
    if (bundle == nullptr) {
        arrays.columns[place.column].lanes[place.lane] = value;
        return;
    }
    for (std::size_t axis = 0; axis < bundle->width(); ++axis)
        arrays.moves[place.column + axis].lanes[place.lane] =
            value == 0.0F ? 0.0F : value * bundle->axes[axis].dot(map.ways[entry]);
}

namespace {

// Stores the numbers of every row where the layout wants them.
class RecordWriter {
  public:
    RecordWriter(const SkinTableInput& input, const SkinWeights& weights, const SkinLayout& layout)
        : input_(input),
          weights_(weights),
          layout_(layout),
          records_(layout.column_count),
          moves_(layout.move_column_count),
          position_of_vertex_(input.positions.size()),
          is_stored_(input.positions.size(), 0),
          frame_of_wedge_(input.normals.size()),
          tangent_of_wedge_(input.tangents.size()),
          map_columns_(input.maps.size()) {}

    void write() {
        for (const SkinRun& run : layout_.runs)
            list_maps(run);
        for (const SkinRun& run : layout_.runs)
            for (std::size_t block = 0; block < run.block_count; ++block)
                for (std::size_t lane = kBlockRows; lane-- > 0;)  // a row wins over its copies
                    write_row(run, block, lane);
        write_maps();
    }

    SkinRecords take() {
        return {.columns = std::move(records_),
                .moves = std::move(moves_),
                .morphs = make_morphs(),
                .position_of_vertex = std::move(position_of_vertex_),
                .frame_of_wedge = std::move(frame_of_wedge_),
                .tangent_of_wedge = std::move(tangent_of_wedge_)};
    }

  private:
    MorphTable make_morphs() const {
        MorphTable table;
        for (const MorphTarget& morph : input_.morphs) {
            table.add_target();
            add_patches(table, morph.positions, position_of_vertex_, is_stored_);
            add_patches(table, morph.normals, frame_of_wedge_);
            add_patches(table, morph.tangents, tangent_of_wedge_);
        }
        return table;
    }

    using Place = MorphTable::Place;

    void write_row(const SkinRun& run, std::size_t block, std::size_t lane) {
        const RecordShape shape = layout_.shape(run);
        const std::size_t column = run.first_column + block * shape.column_count;
        const SkinRow& row = layout_.rows[(run.first_block + block) * kBlockRows + lane];
        if (writes_position(run.output)) {
            position_of_vertex_[row.vertex] = {column, lane};
            is_stored_[row.vertex] = 1;
            put(input_.positions[row.vertex], {column, lane});
        }
        for (std::size_t k = 1; k < run.joint_count; ++k)
            records_[column + shape.weights + k - 1].lanes[lane] =
                weight_of(row.vertex, layout_.joints[run.first_joint + k]);
        if (writes_frame(run.output)) write_frame(row, {column + shape.normal, lane});
        if (run.value_count > 0)
            put(input_.directions[row.vertex], {column + shape.direction, lane});
    }

    void write_frame(const SkinRow& row, const Place& place) {
        frame_of_wedge_[row.wedge] = place;
        put(input_.normals[row.wedge], place);
        if (layout_.tangents == TangentUse::None) return;
        const Place tangent{place.column + 3, place.lane};
        tangent_of_wedge_[row.wedge] = tangent;
        put(input_.tangents[row.wedge].head<3>(), tangent);
        records_[tangent.column + 3].lanes[tangent.lane] = input_.tangents[row.wedge].w();
    }

    void list_maps(const SkinRun& run) {
        for (const MapColumn& column : columns_of_maps(layout_, run))
            for (std::size_t row = 0; row < run.block_count * kBlockRows; ++row)
                map_columns_[column.map].push_back(
                    {layout_.vertex_of_row[run.first_block * kBlockRows + row],
                     {column.first + row / kBlockRows * column.stride, row % kBlockRows}});
    }

    void write_maps() {
        std::vector<Index> entry_of_vertex(input_.positions.size(), kNoIndex);
        for (std::size_t map = 0; map < input_.maps.size(); ++map) {
            const VertexMap& source = input_.maps[map];
            for (std::size_t i = 0; i < source.vertices.size(); ++i)
                entry_of_vertex[source.vertices[i]] = static_cast<Index>(i);
            for (const auto& [vertex, place] : map_columns_[map])
                put_entry(source, entry_of_vertex[vertex], bundle_of(layout_, map), place,
                          {records_, moves_});
            for (const Index vertex : source.vertices)
                entry_of_vertex[vertex] = kNoIndex;
        }
    }

    void put(const Vec3& v, const Place& place) { put_vector(v, place, records_); }

    float weight_of(Index vertex, JointIndex slot) const {
        for (const Influence& influence : weights_.row(vertex))
            if (influence.slot == slot) return influence.weight;
        return 0.0F;
    }

    // `stored`, if given, says which places are in use.
    static void add_patches(MorphTable& table, const Offsets& deltas, std::span<const Place> places,
                            std::span<const char> stored = {}) {
        for (std::size_t i = 0; i < deltas.places().size(); ++i) {
            const Index at = deltas.places()[i];
            if (at < places.size() && (stored.empty() || stored[at] != 0))
                table.add_patch(places[at], deltas.values()[i]);
        }
    }

    const SkinTableInput& input_;
    const SkinWeights& weights_;
    const SkinLayout& layout_;
    std::vector<Column> records_;
    std::vector<Column> moves_;
    std::vector<Place> position_of_vertex_;
    std::vector<char> is_stored_;  // per vertex: it has a row
    std::vector<Place> frame_of_wedge_;
    std::vector<Place> tangent_of_wedge_;
    std::vector<std::vector<std::pair<Index, Place>>> map_columns_;  // per map: who stores it where
};

}  // namespace

SkinRecords make_skin_records(const SkinTableInput& input, const SkinWeights& weights,
                              const SkinLayout& layout) {
    RecordWriter writer(input, weights, layout);
    writer.write();
    SkinRecords records = writer.take();
    records.morphs.keep_rest(records.columns);
    return records;
}

}  // namespace isoskin
