#include "isoskin/lattice/run_terms.h"

#include <algorithm>

namespace isoskin {
namespace {

TermKind kind_of(const VertexMotion& motion) {
    if (motion.has_spread) return TermKind::Full;
    return motion.shift.isZero(0.0) ? TermKind::Still : TermKind::Shift;
}

// shift + spread (X − P) = (shift + spread (centre − P)) + spread (X − centre)
void write_motion(const VertexMotion& motion, const Vec3d& centre_from_vertex, TermKind kind,
                  float* numbers) {
    const Vec3d shift = kind == TermKind::Full
                            ? Vec3d(motion.shift + motion.spread * centre_from_vertex)
                            : motion.shift;
    for (int i = 0; i < 3; ++i)
        numbers[i] = static_cast<float>(shift[i]);
    if (kind != TermKind::Full) return;
    for (int i = 0; i < 9; ++i)
        numbers[3 + i] = static_cast<float>(motion.spread.data()[i]);
}

// Values at corners become coefficients of the blends of the low sides: along each axis
// high + w (low − high).
void make_polynomial(std::size_t width, float* numbers) {
    for (std::size_t bit = 1; bit < 8; bit *= 2)
        for (std::size_t low = 0; low < 8; ++low) {
            if ((low & bit) != 0) continue;
            float* at_low = numbers + width * low;
            float* at_high = numbers + width * (low | bit);
            for (std::size_t i = 0; i < width; ++i) {
                const float high = at_high[i];
                at_high[i] = at_low[i] - high;
                at_low[i] = high;
            }
        }
}

}  // namespace

void fill_cell_term(const Octree& tree, std::span<const VertexMotion> motions, Index slot,
                    CellTerm& term) {
    const TreeCell& cell = tree.cell(slot);
    const std::size_t corner_count = tree.grid().corner_count();
    term.kind = TermKind::Still;
    for (std::size_t corner = 0; corner < corner_count; ++corner)
        term.kind = std::max(term.kind, kind_of(motions[cell.corners[corner]]));
    if (term.kind == TermKind::Still) return;

    const Vec3d centre = tree.rest_box(slot).center();
    const std::size_t width = term.kind == TermKind::Full ? kMotionNumbers : 3;
    for (std::size_t corner = 0; corner < 8; ++corner) {
        // A tree of two axes has no high side along z: the same as the low one.
        const Index vertex = cell.corners[corner % corner_count];
        write_motion(motions[vertex], centre - tree.rest_position(vertex), term.kind,
                     term.numbers.data() + width * corner);
    }
    make_polynomial(width, term.numbers.data());
}

void fill_influence_terms(const Octree& tree, std::span<const VertexMotion> motions, Index leaf,
                          std::span<const Index> vertices, InfluenceTerm* terms) {
    const Vec3d centre = tree.rest_box(leaf).center();
    for (const Index vertex : vertices) {
        terms->kind =
            kind_of(motions[vertex]) == TermKind::Still ? TermKind::Still : TermKind::Full;
        write_motion(motions[vertex], centre - tree.rest_position(vertex), TermKind::Full,
                     terms->numbers.data());
        ++terms;
    }
}

}  // namespace isoskin
