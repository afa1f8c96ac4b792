#include "isoskin/lattice/point_kernel.h"

// The kernel of point_kernel.cpp one point at a time, operation by operation: the same bits.
namespace isoskin {
namespace {

struct Vector {
    float x, y, z;
};

Vector operator*(const Vector& v, float s) {
    return {v.x * s, v.y * s, v.z * s};
}
Vector operator+(const Vector& a, const Vector& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
Vector vector_at(const float* numbers) {
    return {numbers[0], numbers[1], numbers[2]};
}

struct Columns {
    Vector x, y, z;
};

Columns operator*(const Columns& m, float s) {
    return {m.x * s, m.y * s, m.z * s};
}
Columns operator+(const Columns& a, const Columns& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
Columns columns_at(const float* numbers) {
    return {vector_at(numbers), vector_at(numbers + 3), vector_at(numbers + 6)};
}
Vector apply(const Columns& m, const Vector& v) {
    return m.x * v.x + m.y * v.y + m.z * v.z;
}

// A polynomial in three blends, its factors taken out one after the other.
template <typename Value>
Value polynomial(const std::array<Value, 8>& c, const Vector& w) {
    const Value low = (c[7] * w.z + c[3]) * w.y + (c[5] * w.z + c[1]);
    const Value high = (c[6] * w.z + c[2]) * w.y + (c[4] * w.z + c[0]);
    return low * w.x + high;
}

Columns slopes(const std::array<Vector, 8>& c, const Vector& w) {
    return {(c[7] * w.z + c[3]) * w.y + (c[5] * w.z + c[1]),
            (c[7] * w.z + c[3]) * w.x + (c[6] * w.z + c[2]),
            (c[7] * w.y + c[5]) * w.x + (c[6] * w.y + c[4])};
}

struct Row {
    const PointColumn* block;
    std::size_t lane;

    float at(std::size_t column) const { return block[column].lanes[lane]; }
    Vector vector(std::size_t column) const { return {at(column), at(column + 1), at(column + 2)}; }
};

struct PointJet {
    Vector moved{0.0F, 0.0F, 0.0F};
    Columns gradient{{1.0F, 0.0F, 0.0F}, {0.0F, 1.0F, 0.0F}, {0.0F, 0.0F, 1.0F}};
};

void add_level(const LevelTerm& level_term, const Row& row, std::size_t level,
               std::size_t level_count, bool wants_gradient, PointJet& jet) {
    const CellTerm& term = *level_term.cell;
    const Vector r = row.vector(3) + vector_at(level_term.leaf_from_cell.data());
    const Vector w = row.vector(kFirstWeight + 3 * level);
    std::array<Vector, 8> values{};
    for (std::size_t i = 0; i < 8; ++i) {
        if (term.kind == TermKind::Shift) {
            values[i] = vector_at(term.numbers.data() + 3 * i);
        } else {
            const float* numbers = term.numbers.data() + kMotionNumbers * i;
            values[i] = apply(columns_at(numbers + 3), r) + vector_at(numbers);
        }
    }
    jet.moved = jet.moved + polynomial(values, w);
    if (!wants_gradient) return;

    const Vector s = row.vector(kFirstWeight + 3 * (level_count + level));
    const Columns by_blend = slopes(values, w);
    jet.gradient = jet.gradient + Columns{by_blend.x * s.x, by_blend.y * s.y, by_blend.z * s.z};
    if (term.kind == TermKind::Shift) return;
    std::array<Columns, 8> spreads{};
    for (std::size_t i = 0; i < 8; ++i)
        spreads[i] = columns_at(term.numbers.data() + kMotionNumbers * i + 3);
    jet.gradient = jet.gradient + polynomial(spreads, w);
}

void write(const Vector& v, float* out) {
    out[0] = v.x, out[1] = v.y, out[2] = v.z;
}

template <typename Body>
void for_each_row(const RunJob& job, const Body& body) {
    for (std::size_t i = 0; i < job.run.point_count; ++i) {
        const Row row{job.columns + i / kBlockPoints * job.run.column_count, i % kBlockPoints};
        body(row, std::size_t{job.point_of_row[i]});
    }
}

}  // namespace

void carry_by_levels_scalar(const RunJob& job, const LevelTerm* terms) {
    for_each_row(job, [&](const Row& row, std::size_t point) {
        PointJet jet;
        for (std::size_t level = 0; level < job.run.term_count; ++level)
            if (terms[level].cell->kind != TermKind::Still)
                add_level(terms[level], row, level, job.run.term_count, job.gradients != nullptr,
                          jet);
        if (job.positions != nullptr) write(row.vector(0) + jet.moved, job.positions + 3 * point);
        if (job.gradients == nullptr) return;
        write(jet.gradient.x, job.gradients + 9 * point);
        write(jet.gradient.y, job.gradients + 9 * point + 3);
        write(jet.gradient.z, job.gradients + 9 * point + 6);
    });
}

void carry_by_influences_scalar(const RunJob& job, const InfluenceTerm* terms) {
    for_each_row(job, [&](const Row& row, std::size_t point) {
        Vector shift{0.0F, 0.0F, 0.0F};
        Columns spread{shift, shift, shift};
        for (std::size_t i = 0; i < job.run.term_count; ++i) {
            if (terms[i].kind == TermKind::Still) continue;
            const float weight = row.at(kFirstWeight + i);
            shift = shift + vector_at(terms[i].numbers.data()) * weight;
            spread = spread + columns_at(terms[i].numbers.data() + 3) * weight;
        }
        write(row.vector(0) + (apply(spread, row.vector(3)) + shift), job.positions + 3 * point);
    });
}

}  // namespace isoskin
