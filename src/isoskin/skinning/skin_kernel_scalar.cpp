#include <cfloat>
#include <cmath>

#include "isoskin/skinning/skin_kernel.h"

namespace isoskin {
namespace {

struct Vector {
    float x, y, z;
};

Vector operator*(const Vector& v, float s) {
    return {v.x * s, v.y * s, v.z * s};
}
Vector operator-(const Vector& a, const Vector& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
float dot(const Vector& a, const Vector& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
Vector cross(const Vector& a, const Vector& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// Columns of an affine map.
struct Matrix {
    Vector c0, c1, c2, t;
};

Vector turn(const Matrix& m, const Vector& v) {
    return {m.c0.x * v.x + m.c1.x * v.y + m.c2.x * v.z, m.c0.y * v.x + m.c1.y * v.y + m.c2.y * v.z,
            m.c0.z * v.x + m.c1.z * v.y + m.c2.z * v.z};
}

// One row of a block.
class RowReader {
  public:
    RowReader(const Column* record, std::size_t lane) : record_(record), lane_(lane) {}
    float at(std::size_t column) const { return record_[column].lanes[lane_]; }
    Vector vector(std::size_t column) const { return {at(column), at(column + 1), at(column + 2)}; }

  private:
    const Column* record_;
    std::size_t lane_;
};

PaletteEntry blend(const SkinJob& job, const SkinRun& run, const RowReader& row) {
    PaletteEntry sum = job.palette[job.layout.joints[run.first_joint]];
    const std::size_t weights = job.layout.shape(run).weights;
    for (std::size_t joint = 1; joint < run.joint_count; ++joint) {
        PaletteEntry difference;
        fill_differences(job, run, joint, joint + 1, &difference);
        const float weight = row.at(weights + joint - 1);
        for (std::size_t e = 0; e < sum.numbers.size(); ++e)
            sum.numbers[e] += weight * difference.numbers[e];
    }
    return sum;
}

Matrix matrix_from_entries(const PaletteEntry& entry) {
    const auto& e = entry.numbers;
    return {{e[0], e[1], e[2]}, {e[3], e[4], e[5]}, {e[6], e[7], e[8]}, {e[9], e[10], e[11]}};
}

Matrix matrix_from_motion(const PaletteEntry& entry) {
    const auto& e = entry.numbers;
    const float x = e[0], y = e[1], z = e[2], w = e[3];
    const float s = 2.0F / (x * x + y * y + z * z + w * w);
    const float sx = s * x, sy = s * y, sz = s * z, sw = s * w;
    const float xx = sx * x, xy = sx * y, xz = sx * z;
    const float yy = sy * y, yz = sy * z, zz = sz * z;
    const float wx = sw * x, wy = sw * y, wz = sw * z;
    return {{1.0F - (yy + zz), xy + wz, xz - wy},
            {xy - wz, 1.0F - (xx + zz), yz + wx},
            {xz + wy, yz - wx, 1.0F - (xx + yy)},
            {sw * e[4] - e[7] * sx + (sy * e[6] - sz * e[5]),
             sw * e[5] - e[7] * sy + (sz * e[4] - sx * e[6]),
             sw * e[6] - e[7] * sz + (sx * e[5] - sy * e[4])}};
}

Matrix stretched(const Matrix& motion, const PaletteEntry& entry) {
    const auto& e = entry.numbers;
    return {turn(motion, {e[8], e[9], e[10]}), turn(motion, {e[9], e[11], e[12]}),
            turn(motion, {e[10], e[12], e[13]}), motion.t};
}

float sum_values(const SkinJob& job, const SkinRun& run, const RowReader& row,
                 const float* weights) {
    const std::size_t first = job.layout.shape(run).values;
    float sum = 0.0F;
    for (std::size_t map = 0; map < run.value_count; ++map)
        sum += weights[job.layout.maps[run.first_map + map]] * row.at(first + map);
    return sum;
}

// p + d * s
Vector add_scaled(const Vector& p, const Vector& d, float s) {
    return {p.x + s * d.x, p.y + s * d.y, p.z + s * d.z};
}

Vector add_moves(const MoveBundle& bundle, const float* weights, const RowReader& moves,
                 std::size_t column, Vector offset) {
    if (!bundle.is_flat) {
        for (Index k = 0; k < bundle.size; ++k)
            offset = add_scaled(offset, moves.vector(column + std::size_t{3} * k), weights[k]);
        return offset;
    }
    float x = 0.0F;
    float y = 0.0F;
    for (Index k = 0; k < bundle.size; ++k) {
        x += moves.at(column + std::size_t{2} * k) * weights[k];
        y += moves.at(column + std::size_t{2} * k + 1) * weights[k];
    }
    const auto axis = [&](std::size_t number) {
        const Vec3& a = bundle.axes[number];
        return Vector{a.x(), a.y(), a.z()};
    };
    return add_scaled(add_scaled(offset, axis(0), x), axis(1), y);
}

Vector bind_position(const SkinJob& job, const SkinRun& run, const RowReader& row,
                     const RowReader& moves) {
    const Vector p = row.vector(0);
    if (!is_thickened(job, run)) return p;
    Vector offset{};
    if (run.value_count > 0)
        offset =
            row.vector(job.layout.shape(run).direction) * sum_values(job, run, row, job.thickness);
    std::size_t column = 0;
    for (std::size_t k = 0; k < run.bundle_count; ++k) {
        const Index number = job.layout.maps[run.first_map + run.value_count + k];
        const MoveBundle& bundle = job.layout.bundles[number];
        if (job.in_use[number] != 0)
            offset = add_moves(bundle, job.thickness + bundle.first, moves, column, offset);
        column += bundle.size * bundle.width();
    }
    return {p.x + offset.x, p.y + offset.y, p.z + offset.z};
}

Vector normalised_or(const Vector& v, float sign, const Vector& fallback) {
    const float square = dot(v, v);
    if (!(square > FLT_MIN)) return fallback;
    return v * std::copysign(1.0F / std::sqrt(square), sign);
}

void write_frame(const SkinJob& job, const SkinRun& run, const Matrix& m, const RowReader& row,
                 std::size_t wedge) {
    const RecordShape shape = job.layout.shape(run);
    const Vector bind = row.vector(shape.normal);
    float sign = 1.0F;
    Vector normal = turn(m, bind);
    if (job.kind != BlendKind::Motions) {
        const Matrix cofactor{cross(m.c1, m.c2), cross(m.c2, m.c0), cross(m.c0, m.c1), m.t};
        sign = dot(m.c0, cofactor.c0);
        normal = turn(cofactor, bind);
    }
    normal = normalised_or(normal, sign, bind);
    float* n = job.normals + 3 * wedge;
    n[0] = normal.x, n[1] = normal.y, n[2] = normal.z;
    if (job.layout.tangents == TangentUse::None) return;

    const Vector bind_tangent = row.vector(shape.tangent);
    const Vector carried = turn(m, bind_tangent);
    const Vector tangent =
        normalised_or(carried - normal * dot(normal, carried), 1.0F, bind_tangent);
    float* t = job.tangents + 4 * wedge;
    t[0] = tangent.x, t[1] = tangent.y, t[2] = tangent.z;
    t[3] = row.at(shape.tangent + 3) * std::copysign(1.0F, sign);
}

void write_growth(const SkinJob& job, const SkinRun& run, const Matrix& m, const RowReader& row,
                  std::size_t place) {
    const Vector direction = row.vector(job.layout.shape(run).direction);
    const Vector g = turn(m, direction) * sum_values(job, run, row, job.thickness_growth);
    float* out = job.growth + 3 * std::size_t{job.layout.vertex_of_row[place]};
    out[0] = g.x, out[1] = g.y, out[2] = g.z;
}

void skin_row(const SkinJob& job, const SkinRun& run, std::size_t block, std::size_t lane) {
    const SkinLayout& layout = job.layout;
    const RowReader row(job.records + run.first_column + block * layout.shape(run).column_count,
                        lane);
    const RowReader moves(job.moves + run.first_move + block * run.move_columns, lane);
    const std::size_t place = (run.first_block + block) * kBlockRows + lane;
    const PaletteEntry entry = blend(job, run, row);
    Matrix m =
        job.kind == BlendKind::Matrices ? matrix_from_entries(entry) : matrix_from_motion(entry);
    if (job.kind == BlendKind::StretchedMotions) m = stretched(m, entry);

    if (writes_position(run.output)) {
        const Vector p = turn(m, bind_position(job, run, row, moves));
        float* out = job.positions + 3 * std::size_t{layout.vertex_of_row[place]};
        out[0] = p.x + m.t.x, out[1] = p.y + m.t.y, out[2] = p.z + m.t.z;
        if (job.growth != nullptr && run.value_count > 0) write_growth(job, run, m, row, place);
    }
    if (writes_frame(run.output)) write_frame(job, run, m, row, layout.wedge_of_row[place]);
}

// Of the two dual quaternions of a motion the one on the side of `lead`.
void turn_towards(const PaletteEntry& lead, PaletteEntry& entry) {
    float product = 0.0F;
    for (std::size_t e = 0; e < 4; ++e)
        product += lead.numbers[e] * entry.numbers[e];
    if (!(product < 0.0F)) return;
    for (std::size_t e = 0; e < 8; ++e)
        entry.numbers[e] = -entry.numbers[e];
}

std::size_t row_count(const SkinLayout& layout, std::size_t block) {
    const StoreCode code = layout.vertex_store[block];
    return code == kConsecutive ? kBlockRows : code;
}

}  // namespace

void skin_runs_scalar(const SkinJob& job, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
        const SkinRun& run = job.layout.runs[i];
        for (std::size_t block = 0; block < run.block_count; ++block)
            for (std::size_t lane = 0; lane < row_count(job.layout, run.first_block + block);
                 ++lane)
                skin_row(job, run, block, lane);
    }
}

void fill_differences(const SkinJob& job, const SkinRun& run, std::size_t first, std::size_t last,
                      PaletteEntry* differences) {
    const JointIndex* joints = job.layout.joints.data() + run.first_joint;
    const PaletteEntry lead = job.palette[joints[0]];
    for (std::size_t joint = first; joint < last; ++joint, ++differences) {
        PaletteEntry entry = job.palette[joints[joint]];
        if (job.kind != BlendKind::Matrices) turn_towards(lead, entry);
        for (std::size_t e = 0; e < entry.numbers.size(); ++e)
            entry.numbers[e] -= lead.numbers[e];
        *differences = entry;
    }
}

}  // namespace isoskin
