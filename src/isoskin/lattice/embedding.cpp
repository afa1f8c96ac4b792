#include "isoskin/lattice/embedding.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cfloat>
#include <cmath>

#include "isoskin/base/parallel.h"
#include "isoskin/lattice/invert.h"
#include "isoskin/lattice/run_terms.h"

namespace isoskin {
namespace {

constexpr std::size_t kChunkRuns = 16;
constexpr std::size_t kChunkCells = 64;
constexpr std::size_t kChunkPoints = 256;
// Over the size of the root box: what is nearer has not moved but for rounding.
constexpr double kSamePlace = 5e-7;
// Eight corners of the root, and at each further level the corners that are not the parent's.
constexpr std::size_t kMaxInfluences = 8 + 7 * kMaxTreeDepth;

}  // namespace

Embedding::Embedding(const Lattice& lattice, std::span<const Vec3> rest,
                     const EmbeddingSettings& settings)
    : settings_(settings), rest_(rest.begin(), rest.end()) {
    rebuild(lattice);
}

void Embedding::rebuild(const Lattice& lattice) {
    table_ = make_point_table(lattice.tree(), lattice.settings(), rest_, settings_.output);
    terms_.resize(table_.cells.size());
    seen_.assign(table_.runs.size(), 0);
    seen_cells_.assign(table_.cells.size(), 0);
    reached_.reserve(table_.runs.size());
    reached_cells_.reserve(table_.cells.size());
}

void Embedding::set_rest(const Lattice& lattice, std::span<const Vec3> rest) {
    assert(rest.size() == rest_.size());
    std::copy(rest.begin(), rest.end(), rest_.begin());
    rebuild(lattice);
}

void Embedding::evaluate_run(const Lattice& lattice, const PointRun& run, std::span<Vec3> positions,
                             std::span<Eigen::Matrix3f> gradients) const {
    const Index* points = table_.point_of_row.data() + run.first_row;
    const bool is_source = lattice.settings().scheme == LatticeScheme::Source;
    if (run.is_outside || (is_source && !gradients.empty())) {
        for (std::size_t i = 0; i < run.point_count; ++i) {
            const Jet jet = lattice.evaluate(rest_[points[i]].cast<double>());
            positions[points[i]] = jet.position.cast<float>();
            if (!gradients.empty()) gradients[points[i]] = jet.gradient.cast<float>();
        }
        return;
    }
    const RunJob job{run, table_.columns.data() + run.first_column, points,
                     positions.data()->data(),
                     gradients.empty() ? nullptr : gradients.data()->data()};
    const bool is_scalar = settings_.loops == PointLoops::Scalar;
    if (is_source) {
        std::array<InfluenceTerm, kMaxInfluences> terms;
        fill_influence_terms(
            lattice.tree(), lattice.motions(), run.leaf,
            std::span(table_.influence_vertices).subspan(run.first_term, run.term_count),
            terms.data());
        (is_scalar ? carry_by_influences_scalar : carry_by_influences)(job, terms.data());
    } else {
        std::array<LevelTerm, kMaxTreeDepth + 1> terms;
        for (std::size_t i = 0; i < run.term_count; ++i) {
            const RunLevel& level = table_.levels[run.first_term + i];
            terms[i] = {&terms_[level.cell], level.leaf_from_cell};
        }
        (is_scalar ? carry_by_levels_scalar : carry_by_levels)(job, terms.data());
    }
}

void Embedding::evaluate(const Lattice& lattice, std::span<Vec3> positions,
                         std::span<Eigen::Matrix3f> gradients) {
    assert(positions.size() == rest_.size());
    assert(gradients.empty() || gradients.size() == rest_.size());
    assert(gradients.empty() || settings_.output == PointOutput::PositionsAndGradients);
    parallel_chunks(table_.cells.size(), kChunkCells, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            fill_cell_term(lattice.tree(), lattice.motions(), table_.cells[i], terms_[i]);
    });
    parallel_chunks(table_.runs.size(), kChunkRuns, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            evaluate_run(lattice, table_.runs[i], positions, gradients);
    });
}

// Runs that a vertex reaches, and the cells above them.
void Embedding::find_reached(std::span<const Index> changed) {
    reached_.clear();
    reached_cells_.clear();
    for (const Index vertex : changed)
        for (std::size_t i = table_.reach_offsets[vertex]; i < table_.reach_offsets[vertex + 1];
             ++i) {
            const Index run = table_.reach[i];
            if (seen_[run] != 0) continue;
            seen_[run] = 1;
            reached_.push_back(run);
        }
    for (const Index run : reached_) {
        seen_[run] = 0;
        if (table_.cells.empty()) continue;
        for (std::size_t i = 0; i < table_.runs[run].term_count; ++i) {
            const Index cell = table_.levels[table_.runs[run].first_term + i].cell;
            if (seen_cells_[cell] != 0) continue;
            seen_cells_[cell] = 1;
            reached_cells_.push_back(cell);
        }
    }
    for (const Index cell : reached_cells_)
        seen_cells_[cell] = 0;
}

std::size_t Embedding::evaluate_changed(const Lattice& lattice, std::span<const Index> changed,
                                        std::span<Vec3> positions,
                                        std::span<Eigen::Matrix3f> gradients) {
    assert(positions.size() == rest_.size());
    find_reached(changed);
    for (const Index cell : reached_cells_)
        fill_cell_term(lattice.tree(), lattice.motions(), table_.cells[cell], terms_[cell]);
    parallel_chunks(reached_.size(), kChunkRuns, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            evaluate_run(lattice, table_.runs[reached_[i]], positions, gradients);
    });
    std::size_t count = 0;
    for (const Index run : reached_)
        count += table_.runs[run].point_count;
    return count;
}

FollowReport Embedding::follow(const Lattice& lattice, Memory memory, std::span<Vec3> positions) {
    assert(positions.size() == rest_.size());
    const std::vector<Vec3> before(positions.begin(), positions.end());
    FollowReport report;
    rebuild(lattice);
    evaluate(lattice, positions);
    if (memory == Memory::Plastic) {
        replace_rest(lattice, before, positions, report);
        if (report.replaced > 0) {
            rebuild(lattice);
            evaluate(lattice, positions);
        }
    }
    for (std::size_t i = 0; i < before.size(); ++i)
        report.largest_move =
            std::max(report.largest_move, static_cast<double>((positions[i] - before[i]).norm()));
    return report;
}

// Looks for rest places that the map takes to where points were.
void Embedding::replace_rest(const Lattice& lattice, std::span<const Vec3> before,
                             std::span<const Vec3> now, FollowReport& report) {
    const auto tolerance =
        static_cast<float>(kSamePlace * lattice.tree().grid().box().sizes().maxCoeff());
    std::vector<std::uint8_t> outcome(rest_.size(), 0);
    parallel_chunks(rest_.size(), kChunkPoints, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            if ((now[i] - before[i]).norm() <= tolerance) continue;
            const auto found =
                find_rest_point(lattice, before[i].cast<double>(), rest_[i].cast<double>());
            if (found) rest_[i] = found->cast<float>();
            outcome[i] = found ? 1 : 2;
        }
    });
    report.replaced = static_cast<std::size_t>(std::count(outcome.begin(), outcome.end(), 1));
    for (std::size_t i = 0; i < outcome.size(); ++i)
        if (outcome[i] == 2) report.unreached.push_back(static_cast<Index>(i));
}

std::vector<Index> Embedding::occupied_leaves() const {
    std::vector<Index> leaves;
    for (const PointRun& run : table_.runs)
        if (leaves.empty() || leaves.back() != run.leaf) leaves.push_back(run.leaf);
    return leaves;
}

std::vector<LeafBox> Embedding::leaf_boxes(std::span<const Vec3> positions) const {
    assert(positions.size() == rest_.size());
    std::vector<LeafBox> boxes;
    for (const PointRun& run : table_.runs) {
        if (boxes.empty() || boxes.back().leaf != run.leaf) boxes.push_back({run.leaf, {}});
        for (std::size_t i = 0; i < run.point_count; ++i)
            boxes.back().box.extend(positions[table_.point_of_row[run.first_row + i]]);
    }
    return boxes;
}

void carry_normals(std::span<const Eigen::Matrix3f> gradients,
                   std::span<const Index> point_of_normal, std::span<const Vec3> rest_normals,
                   std::span<Vec3> normals) {
    assert(rest_normals.size() == normals.size());
    for (std::size_t i = 0; i < normals.size(); ++i) {
        const Eigen::Matrix3f& m = gradients[point_of_normal.empty() ? i : point_of_normal[i]];
        const Vec3 x = m.col(1).cross(m.col(2));
        const Vec3 y = m.col(2).cross(m.col(0));
        const Vec3 z = m.col(0).cross(m.col(1));
        const Vec3& n = rest_normals[i];
        const Vec3 carried = n.x() * x + n.y() * y + n.z() * z;
        const float square = carried.squaredNorm();
        const float sign = std::copysign(1.0F, m.col(0).dot(x));
        normals[i] = square > FLT_MIN ? Vec3(carried * (sign / std::sqrt(square))) : n;
    }
}

}  // namespace isoskin
