// Compiled once for each kind of vector unit; the one to use is chosen at run time. Arm's vectors
// of unknown length cannot be kept in structs, so its fixed ones are used there.
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "isoskin/skinning/skin_kernel.cpp"

#include "isoskin/skinning/skin_kernel.h"

#include <cfloat>
#include <cstring>

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "isoskin/math/lane_vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace isoskin::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<float, kBlockRows>;
using V = hn::Vec<Tag>;
constexpr Tag kTag;

// No hn::MulAdd anywhere: where it fuses, bits would depend on the processor.
HWY_INLINE V mul_add(V a, V b, V c) {
    return hn::Add(hn::Mul(a, b), c);
}

using Vector = LaneVector<V>;

HWY_INLINE Vector scale(const Vector& v, V s) {
    return {hn::Mul(v.x, s), hn::Mul(v.y, s), hn::Mul(v.z, s)};
}
// a + b * s
HWY_INLINE Vector add_scaled(const Vector& a, const Vector& b, V s) {
    return {mul_add(b.x, s, a.x), mul_add(b.y, s, a.y), mul_add(b.z, s, a.z)};
}
HWY_INLINE Vector broadcast(const float* numbers) {
    return {hn::Set(kTag, numbers[0]), hn::Set(kTag, numbers[1]), hn::Set(kTag, numbers[2])};
}

// Columns of an affine map.
struct Matrix {
    Vector c0, c1, c2, t;
};

HWY_INLINE Vector turn(const Matrix& m, const Vector& v) {
    const Vector two = {mul_add(m.c0.x, v.x, hn::Mul(m.c1.x, v.y)),
                        mul_add(m.c0.y, v.x, hn::Mul(m.c1.y, v.y)),
                        mul_add(m.c0.z, v.x, hn::Mul(m.c1.z, v.y))};
    return add_scaled(two, m.c2, v.z);
}

// Some lanes of a block.
struct Rows {
    const Column* record;
    std::size_t lane;

    HWY_INLINE V at(std::size_t column) const {
        return hn::Load(kTag, record[column].lanes.data() + lane);
    }
    HWY_INLINE Vector vector(std::size_t column) const {
        return {at(column), at(column + 1), at(column + 2)};
    }
};

// The part of a run that its blocks share.
struct RunFrame {
    const SkinJob& job;
    const SkinRun& run;
    RecordShape shape;
    const float* lead;
    PaletteEntry* differences;
    bool thickened;
    bool moved;

    // Runs of very many joints go through the differences tile by tile, again for each block.
    HWY_INLINE const PaletteEntry* tile(std::size_t first) const {
        if (run.joint_count <= kTileJoints + 1) return differences;
        fill_differences(job, run, first, tile_end(first), differences);
        return differences;
    }
    HWY_INLINE std::size_t tile_end(std::size_t first) const {
        return HWY_MIN(first + kTileJoints, run.joint_count);
    }
};

HWY_INLINE Matrix blend_matrices(const RunFrame& frame, const Rows& rows) {
    Matrix m = {broadcast(frame.lead), broadcast(frame.lead + 3), broadcast(frame.lead + 6),
                broadcast(frame.lead + 9)};
    for (std::size_t first = 1; first < frame.run.joint_count; first += kTileJoints) {
        const PaletteEntry* difference = frame.tile(first);
        for (std::size_t joint = first; joint < frame.tile_end(first); ++joint, ++difference) {
            const float* numbers = difference->numbers.data();
            const V weight = rows.at(frame.shape.weights + joint - 1);
            m.c0 = add_scaled(m.c0, broadcast(numbers), weight);
            m.c1 = add_scaled(m.c1, broadcast(numbers + 3), weight);
            m.c2 = add_scaled(m.c2, broadcast(numbers + 6), weight);
            m.t = add_scaled(m.t, broadcast(numbers + 9), weight);
        }
    }
    return m;
}

struct Motion {
    Vector real, dual;
    V real_w, dual_w;
};

HWY_INLINE Matrix matrix_from_motion(const Motion& q) {
    const V one = hn::Set(kTag, 1.0F);
    const V square = hn::Add(dot(q.real, q.real), hn::Mul(q.real_w, q.real_w));
    const V s = hn::Div(hn::Set(kTag, 2.0F), square);
    const Vector r = scale(q.real, s);
    const V sw = hn::Mul(s, q.real_w);
    const V xx = hn::Mul(r.x, q.real.x), xy = hn::Mul(r.x, q.real.y), xz = hn::Mul(r.x, q.real.z);
    const V yy = hn::Mul(r.y, q.real.y), yz = hn::Mul(r.y, q.real.z), zz = hn::Mul(r.z, q.real.z);
    const Vector wr = scale(q.real, sw);
    const Vector across = cross(r, q.dual);
    const Vector along = subtract(scale(q.dual, sw), scale(r, q.dual_w));
    return {{hn::Sub(one, hn::Add(yy, zz)), hn::Add(xy, wr.z), hn::Sub(xz, wr.y)},
            {hn::Sub(xy, wr.z), hn::Sub(one, hn::Add(xx, zz)), hn::Add(yz, wr.x)},
            {hn::Add(xz, wr.y), hn::Sub(yz, wr.x), hn::Sub(one, hn::Add(xx, yy))},
            {hn::Add(along.x, across.x), hn::Add(along.y, across.y), hn::Add(along.z, across.z)}};
}

HWY_INLINE Matrix blend_motions(const RunFrame& frame, const Rows& rows) {
    Motion q = {broadcast(frame.lead), broadcast(frame.lead + 4), hn::Set(kTag, frame.lead[3]),
                hn::Set(kTag, frame.lead[7])};
    for (std::size_t first = 1; first < frame.run.joint_count; first += kTileJoints) {
        const PaletteEntry* difference = frame.tile(first);
        for (std::size_t joint = first; joint < frame.tile_end(first); ++joint, ++difference) {
            const float* numbers = difference->numbers.data();
            const V weight = rows.at(frame.shape.weights + joint - 1);
            q.real = add_scaled(q.real, broadcast(numbers), weight);
            q.real_w = mul_add(hn::Set(kTag, numbers[3]), weight, q.real_w);
            q.dual = add_scaled(q.dual, broadcast(numbers + 4), weight);
            q.dual_w = mul_add(hn::Set(kTag, numbers[7]), weight, q.dual_w);
        }
    }
    return matrix_from_motion(q);
}

HWY_INLINE Matrix blend_stretched_motions(const RunFrame& frame, const Rows& rows) {
    const Matrix motion = blend_motions(frame, rows);
    Vector upper = broadcast(frame.lead + 8);   // xx xy xz
    Vector lower = broadcast(frame.lead + 11);  // yy yz zz
    for (std::size_t first = 1; first < frame.run.joint_count; first += kTileJoints) {
        const PaletteEntry* difference = frame.tile(first);
        for (std::size_t joint = first; joint < frame.tile_end(first); ++joint, ++difference) {
            const V weight = rows.at(frame.shape.weights + joint - 1);
            upper = add_scaled(upper, broadcast(difference->numbers.data() + 8), weight);
            lower = add_scaled(lower, broadcast(difference->numbers.data() + 11), weight);
        }
    }
    return {turn(motion, upper), turn(motion, {upper.y, lower.x, lower.y}),
            turn(motion, {upper.z, lower.y, lower.z}), motion.t};
}

template <BlendKind kKind>
HWY_INLINE Matrix blend(const RunFrame& frame, const Rows& rows) {
    if constexpr (kKind == BlendKind::Matrices) return blend_matrices(frame, rows);
    if constexpr (kKind == BlendKind::Motions) return blend_motions(frame, rows);
    if constexpr (kKind == BlendKind::StretchedMotions) return blend_stretched_motions(frame, rows);
}

// Of the maps along directions: how far rows go, and how far they are about to.
struct Thickness {
    V now, growth;
};
HWY_INLINE Thickness sum_values(const RunFrame& frame, const Rows& rows) {
    Thickness sum = {hn::Zero(kTag), hn::Zero(kTag)};
    const Index* maps = frame.job.layout.maps.data() + frame.run.first_map;
    for (std::size_t map = 0; map < frame.run.value_count; ++map) {
        const V value = rows.at(frame.shape.values + map);
        sum.now = mul_add(hn::Set(kTag, frame.job.thickness[maps[map]]), value, sum.now);
        sum.growth =
            mul_add(hn::Set(kTag, frame.job.thickness_growth[maps[map]]), value, sum.growth);
    }
    return sum;
}

// Coordinates in the plane of a flat bundle.
struct PlaneSum {
    V x, y;
};
HWY_INLINE PlaneSum sum_flat(std::size_t size, const float* weights, const Rows& moves) {
    PlaneSum sum = {hn::Zero(kTag), hn::Zero(kTag)};
    for (std::size_t k = 0; k < size; ++k) {
        const V weight = hn::Set(kTag, weights[k]);
        sum.x = mul_add(moves.at(2 * k), weight, sum.x);
        sum.y = mul_add(moves.at(2 * k + 1), weight, sum.y);
    }
    return sum;
}
HWY_INLINE Vector add_moves(const MoveBundle& bundle, const float* weights, const Rows& moves,
                            Vector offset) {
    if (!bundle.is_flat) {
        for (std::size_t k = 0; k < bundle.size; ++k)
            offset = add_scaled(offset, moves.vector(3 * k), hn::Set(kTag, weights[k]));
        return offset;
    }
    constexpr std::size_t kUsual = 4;  // of a twist: a loop that is unrolled
    const PlaneSum sum = bundle.size == kUsual ? sum_flat(kUsual, weights, moves)
                                               : sum_flat(bundle.size, weights, moves);
    offset = add_scaled(offset, broadcast(bundle.axes[0].data()), sum.x);
    return add_scaled(offset, broadcast(bundle.axes[1].data()), sum.y);
}
// Moves are added up by themselves: they are small, and lose less so.
HWY_INLINE Vector thicken(const RunFrame& frame, const Vector& direction, V thickness, Rows moves,
                          const Vector& position) {
    const SkinRun& run = frame.run;
    Vector offset = {hn::Zero(kTag), hn::Zero(kTag), hn::Zero(kTag)};
    if (run.value_count > 0) offset = scale(direction, thickness);
    if (frame.moved) {
        const Index* bundles = frame.job.layout.maps.data() + run.first_map + run.value_count;
        for (std::size_t k = 0; k < run.bundle_count; ++k) {
            const MoveBundle& bundle = frame.job.layout.bundles[bundles[k]];
            if (frame.job.in_use[bundles[k]] != 0)
                offset = add_moves(bundle, frame.job.thickness + bundle.first, moves, offset);
            moves.record += bundle.size * bundle.width();
        }
    }
    return add(position, offset);
}

HWY_INLINE Vector normalised_or(const Vector& v, V sign, const Vector& fallback) {
    const V square = dot(v, v);
    const auto has_length = hn::Gt(square, hn::Set(kTag, FLT_MIN));
    const V inverse = hn::Div(hn::Set(kTag, 1.0F), hn::Sqrt(square));
    const Vector unit = scale(v, hn::CopySignToAbs(inverse, sign));
    return {hn::IfThenElse(has_length, unit.x, fallback.x),
            hn::IfThenElse(has_length, unit.y, fallback.y),
            hn::IfThenElse(has_length, unit.z, fallback.z)};
}

// Writes lanes that are consecutive in the output at once, others one by one.
struct Store {
    const Index* places;
    std::size_t lane;
    StoreCode code;

    HWY_INLINE void vectors(const Vector& v, float* out) const {
        if (code == kConsecutive) {
            hn::StoreInterleaved3(v.x, v.y, v.z, kTag, out + 3 * std::size_t{places[lane]});
            return;
        }
        HWY_ALIGN float lanes[4 * kBlockRows];  // a row is read from one vector: no waiting
        hn::StoreInterleaved4(v.x, v.y, v.z, v.z, kTag, lanes);
        scatter<3>(lanes, out);
    }

    HWY_INLINE void quadruples(const Vector& v, V w, float* out) const {
        HWY_ALIGN float lanes[4 * kBlockRows];
        hn::StoreInterleaved4(v.x, v.y, v.z, w, kTag, lanes);
        scatter<4>(lanes, out);
    }

    template <std::size_t kSize>
    HWY_INLINE void scatter(const float* lanes, float* out) const {
        const auto put = [&](std::size_t i) HWY_ATTR {
            std::memcpy(out + kSize * std::size_t{places[lane + i]}, lanes + 4 * i,
                        kSize * sizeof(float));
        };
        if (lane + hn::MaxLanes(kTag) <= std::size_t{code}) {  // nearly always: without a loop
            for (std::size_t i = 0; i < hn::MaxLanes(kTag); ++i)
                put(i);
            return;
        }
        for (std::size_t i = 0; lane + i < std::size_t{code}; ++i)
            put(i);
    }
};

template <BlendKind kKind>
HWY_INLINE void write_frame(const RunFrame& frame, const Matrix& m, const Rows& rows,
                            const Store& store) {
    const Vector bind = rows.vector(frame.shape.normal);
    Vector normal = {};
    V sign = hn::Set(kTag, 1.0F);
    if constexpr (kKind == BlendKind::Motions) {
        normal = turn(m, bind);
    } else {
        const Matrix cofactor = {cross(m.c1, m.c2), cross(m.c2, m.c0), cross(m.c0, m.c1), m.t};
        sign = dot(m.c0, cofactor.c0);
        normal = turn(cofactor, bind);
    }
    normal = normalised_or(normal, sign, bind);
    store.vectors(normal, frame.job.normals);
    if (frame.job.layout.tangents == TangentUse::None) return;

    const Vector bind_tangent = rows.vector(frame.shape.tangent);
    const Vector carried = turn(m, bind_tangent);
    const Vector along = subtract(carried, scale(normal, dot(normal, carried)));
    const V one = hn::Set(kTag, 1.0F);
    const V handedness = hn::Mul(rows.at(frame.shape.tangent + 3), hn::CopySignToAbs(one, sign));
    store.quadruples(normalised_or(along, one, bind_tangent), handedness, frame.job.tangents);
}

// Positions, and how far they are about to go.
HWY_INLINE void write_positions(const RunFrame& frame, const Matrix& m, const Rows& rows,
                                const Rows& moves, const Store& store) {
    const bool grows = frame.job.growth != nullptr && frame.run.value_count > 0;
    Vector p = rows.vector(0);
    Vector direction = p;
    Thickness thickness = {hn::Zero(kTag), hn::Zero(kTag)};
    if (frame.run.value_count > 0 && (frame.thickened || grows)) {
        direction = rows.vector(frame.shape.direction);
        thickness = sum_values(frame, rows);
    }
    if (frame.thickened) p = thicken(frame, direction, thickness.now, moves, p);
    store.vectors(add(turn(m, p), m.t), frame.job.positions);
    if (grows) store.vectors(scale(turn(m, direction), thickness.growth), frame.job.growth);
}

template <BlendKind kKind, RowOutput kOutput>
HWY_NOINLINE void skin_run(const RunFrame& frame) {
    const SkinLayout& layout = frame.job.layout;
    const Column* record = frame.job.records + frame.run.first_column;
    const Column* moves = frame.job.moves + frame.run.first_move;
    for (std::size_t i = 0; i < frame.run.block_count;
         ++i, record += frame.shape.column_count, moves += frame.run.move_columns) {
        const std::size_t block = frame.run.first_block + i;
        for (std::size_t lane = 0; lane < kBlockRows; lane += hn::Lanes(kTag)) {
            const Rows rows{record, lane};
            const Matrix m = blend<kKind>(frame, rows);
            if constexpr (kOutput != RowOutput::Frame) {
                const Store store{layout.vertex_of_row.data() + block * kBlockRows, lane,
                                  layout.vertex_store[block]};
                write_positions(frame, m, rows, {moves, lane}, store);
            }
            if constexpr (kOutput != RowOutput::Position) {
                const Store store{layout.wedge_of_row.data() + block * kBlockRows, lane,
                                  layout.wedge_store[block]};
                write_frame<kKind>(frame, m, rows, store);
            }
        }
    }
}

template <BlendKind kKind>
void skin_runs_of_kind(const SkinJob& job, std::size_t first, std::size_t last) {
    PaletteEntry differences[kTileJoints];
    for (std::size_t i = first; i < last; ++i) {
        const SkinRun& run = job.layout.runs[i];
        const RunFrame frame{job,
                             run,
                             job.layout.shape(run),
                             job.palette[job.layout.joints[run.first_joint]].numbers.data(),
                             differences,
                             is_thickened(job, run),
                             has_moves(job, run)};
        fill_differences(job, run, 1, HWY_MIN(run.joint_count, kTileJoints + 1), differences);
        switch (run.output) {
            case RowOutput::Position:
                skin_run<kKind, RowOutput::Position>(frame);
                break;
            case RowOutput::PositionAndFrame:
                skin_run<kKind, RowOutput::PositionAndFrame>(frame);
                break;
            case RowOutput::Frame:
                skin_run<kKind, RowOutput::Frame>(frame);
                break;
        }
    }
}

void skin_runs(const SkinJob& job, std::size_t first, std::size_t last) {
    switch (job.kind) {
        case BlendKind::Matrices:
            return skin_runs_of_kind<BlendKind::Matrices>(job, first, last);
        case BlendKind::Motions:
            return skin_runs_of_kind<BlendKind::Motions>(job, first, last);
        case BlendKind::StretchedMotions:
            return skin_runs_of_kind<BlendKind::StretchedMotions>(job, first, last);
    }
}

}  // namespace isoskin::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace isoskin {

HWY_EXPORT(skin_runs);

void skin_runs(const SkinJob& job, std::size_t first, std::size_t last) {
    HWY_DYNAMIC_DISPATCH(skin_runs)(job, first, last);
}

}  // namespace isoskin
#endif  // HWY_ONCE
