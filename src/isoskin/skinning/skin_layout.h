#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "isoskin/mesh/mesh.h"
#include "isoskin/mesh/vertex_map.h"
#include "isoskin/rig/skin_weights.h"

/// How a skin table orders its rows: found once, before any number is stored.
namespace isoskin {

/// Rows that are evaluated together.
inline constexpr std::size_t kBlockRows = 8;

/// What a row writes. A vertex with several wedges writes its position with the first of them.
enum class RowOutput : std::uint8_t {
    Position,
    PositionAndFrame,  ///< Frame: the normal, and the tangent if there are any.
    Frame,
};

inline bool writes_position(RowOutput output) {
    return output != RowOutput::Frame;
}
inline bool writes_frame(RowOutput output) {
    return output != RowOutput::Position;
}

/// A vertex or a wedge of it.
struct SkinRow {
    Index vertex = 0;
    Index wedge = kNoIndex;
    RowOutput output = RowOutput::Position;
};

/// Consecutive blocks whose rows follow the same joints and carry the same maps.
///
/// A row may lack some of them (its weight or map value is then zero): rows too few to fill a block
/// share one with similar rows. Maps with ways of their own come in bundles (`MoveBundle`).
struct SkinRun {
    std::size_t first_block = 0;
    std::size_t block_count = 0;
    std::size_t first_joint = 0;  ///< Into `SkinLayout::joints`; the first joint leads the blend.
    std::size_t joint_count = 0;
    std::size_t first_map = 0;    ///< Into `SkinLayout::maps`: along directions, then bundles.
    std::size_t value_count = 0;  ///< Maps along directions.
    std::size_t bundle_count = 0;
    std::size_t first_column = 0;  ///< Where the records of its blocks start.
    std::size_t first_move = 0;    ///< Where the moves of its blocks start.
    std::size_t move_columns = 0;  ///< Of a block.
    RowOutput output = RowOutput::Position;
};

/// Maps with ways of their own that follow each other and list the same vertices: one look tells
/// whether any of them is in use. All moves of a twist lie across its axis; where a bundle has such
/// a plane, moves are two numbers along its axes instead of three.
struct MoveBundle {
    Index first = 0;  ///< Map.
    Index size = 0;   ///< Maps.
    std::array<Vec3, 3> axes{Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};
    bool is_flat = false;  ///< In the plane of the first two.

    std::size_t width() const { return is_flat ? 2 : 3; }  ///< Numbers of a move.
    /// Whether its moves may go this way, a unit vector.
    bool admits(const Vec3& way) const;
};

/// How a block writes its rows: so many of them, each to its own place, or all to places in a row.
using StoreCode = std::uint8_t;
inline constexpr StoreCode kConsecutive = 0xFF;

/// A record is the stored part of one block: columns of `kBlockRows` floats. In order: position
/// (3), weights of all joints but the first, normal (3), tangent (4), direction of thickness (3),
/// one value per map along it; each only where the run has it. Moves, two or three columns per map
/// of each bundle, lie apart: most poses need few of them.
struct RecordShape {
    std::size_t weights = 0;
    std::size_t normal = 0;
    std::size_t tangent = 0;
    std::size_t direction = 0;
    std::size_t values = 0;
    std::size_t column_count = 0;
};

enum class TangentUse : std::uint8_t { None, Carry };

struct SkinLayout {
    TangentUse tangents = TangentUse::None;
    std::vector<SkinRun> runs;
    std::vector<std::size_t>
        batches;  ///< First run of each share of a thread; one more at the end.
    std::vector<JointIndex> joints;
    std::vector<Index> maps;  ///< Of runs: maps along directions, then bundles.
    std::vector<MoveBundle> bundles;
    std::vector<Index> bundle_of_map;     ///< kNoIndex: it goes along directions.
    std::vector<SkinRow> rows;            ///< Block after block; a block may end in copies.
    std::vector<Index> vertex_of_row;     ///< The same, as the kernels read it.
    std::vector<Index> wedge_of_row;      ///< Empty where all rows write to wedge = vertex.
    std::vector<StoreCode> vertex_store;  ///< Per block.
    std::vector<StoreCode> wedge_store;   ///< Per block.
    std::size_t column_count = 0;         ///< Of all records.
    std::size_t move_column_count = 0;    ///< Of all moves.

    RecordShape shape(const SkinRun& run) const;
};

/// Which rows may share a block.
enum class BlockRule : std::uint8_t {
    AnyJoints,
    SameStrongestJoint,  ///< It leads the blend; dual quaternions choose signs against it.
};

struct SkinLayoutInput {
    std::span<const SkinRow> rows;
    const SkinWeights& weights;       ///< Per vertex.
    std::span<const VertexMap> maps;  ///< Thickness maps.
    BlockRule blocks = BlockRule::AnyJoints;
    TangentUse tangents = TangentUse::None;
};

/// Sorts rows by what they write, what they follow and what maps they carry, in file order where
/// these agree.
SkinLayout make_skin_layout(const SkinLayoutInput& input);

}  // namespace isoskin
