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

/// Stores what entry `entry` of a map asks for; kNoIndex: nothing. `bundle` is that of the map,
/// null if it goes along directions.
void put_entry(const VertexMap& map, Index entry, const MoveBundle* bundle,
               const MorphTable::Place& place, const MapArrays& arrays);
inline const MoveBundle* bundle_of(const SkinLayout& layout, std::size_t map) {
    const Index bundle = layout.bundle_of_map[map];
    return bundle == kNoIndex ? nullptr : &layout.bundles[bundle];
}

}  // namespace isoskin
