#pragma once

#include <span>
#include <vector>

#include "isoskin/skinning/morph_table.h"
#include "isoskin/skinning/skin_kernel.h"
#include "isoskin/skinning/skin_table.h"

/// The numbers of a skin table, laid out as its kernels read them: private to this module.
namespace isoskin {

struct SkinRecords {
    std::vector<Column> columns;  ///< Block after block, as `RecordShape` has it.
    std::vector<Column> moves;    ///< Of maps with ways of their own.
    MorphTable morphs;

    // Where the numbers of vertices and wedges went.
    std::vector<MorphTable::Place> position_of_vertex;
    std::vector<MorphTable::Place> frame_of_wedge;
    std::vector<MorphTable::Place> tangent_of_wedge;
};

SkinRecords make_skin_records(const SkinTableInput& input, const SkinWeights& weights,
                              const SkinLayout& layout);

void put_vector(const Vec3& v, const MorphTable::Place& place, std::span<Column> columns);

/// Where a map of a run keeps its numbers: in the columns, or apart among the moves.
struct MapColumn {
    Index map = 0;
    std::size_t first = 0;   ///< Of the first block.
    std::size_t stride = 0;  ///< From block to block.
};
std::vector<MapColumn> columns_of_maps(const SkinLayout& layout, const SkinRun& run);

/// Both arrays in which maps keep their numbers.
struct MapArrays {
    std::span<Column> columns;
    std::span<Column> moves;
};

enum class MapKind : std::uint8_t { AlongDirections, WithWays };
inline MapKind kind_of(const VertexMap& map) {
    return map.ways.empty() ? MapKind::AlongDirections : MapKind::WithWays;
}

/// Stores what entry `entry` of a map asks for; kNoIndex: nothing. `kind` is that of the map the
/// table was made with: one that is empty has forgotten it.
void put_entry(const VertexMap& map, Index entry, MapKind kind, const MorphTable::Place& place,
               const MapArrays& arrays);

}  // namespace isoskin
