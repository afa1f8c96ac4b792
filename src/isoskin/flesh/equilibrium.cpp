#include "isoskin/flesh/equilibrium.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Sparse>
#include <Eigen/SparseCholesky>

#include "isoskin/math/turn_about.h"

namespace isoskin {
namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::SparseMatrix<double>;

// Strain-gradient stiffness acts over this length, in limb radii: without it the crook creases
// from 50 degrees on and nothing converges (a Biot instability).
constexpr double kCreaseLength = 0.4;
constexpr double kLongestStep = 3.0;  // of Newton's method, in sides of a cell
// Contacts that come and go make later steps oscillate.
constexpr int kUndamped = 8;
constexpr double kDamping = 0.6;
// Keeps nodes that nothing holds in place.
constexpr double kGround = 1e-6;
// A factor costs about fifty solves with it, and serves several poses: it is made anew where an old
// one needs more iterations than this; a new one in single precision needs one or two.
constexpr int kMostWithOldFactor = 12;
constexpr int kMostWithNewFactor = 60;
constexpr double kConjugateGain = 1e-6;  // of the energy: a thousandth of the step

double volume_and_gradient(std::span<const Triangle> triangles, const Vec3d& centre,
                           std::span<const Vec3d> points, std::span<Vec3d> gradient) {
    std::fill(gradient.begin(), gradient.end(), Vec3d::Zero());
    double volume = 0.0;
    for (const Triangle& t : triangles) {
        const Vec3d a = points[t[0]] - centre;
        const Vec3d b = points[t[1]] - centre;
        const Vec3d c = points[t[2]] - centre;
        volume += a.dot(b.cross(c)) / 6.0;
        gradient[t[0]] += b.cross(c) / 6.0;
        gradient[t[1]] += c.cross(a) / 6.0;
        gradient[t[2]] += a.cross(b) / 6.0;
    }
    return volume;
}

}  // namespace

// The linear systems of Newton's method: lower triangles of 3 × 3 blocks, with places known.
struct Equilibrium::Solver {
    const FleshProblem& problem;
    const FleshRegion& region;
    CubeElement element;
    double crease;
    Matrix stiffness;  // of cells and rows: same pattern in every step
    Matrix all;        // and of contacts
    Vector force;
    Eigen::SimplicialLDLT<Eigen::SparseMatrix<float>> factor;  // only helps, so half is enough
    bool has_factor = false;
    std::vector<Vec3d> gradient;
    Vector swelling;  // where pressure leads; the last one is the first guess of the next

    Solver(const FleshProblem& of, const FleshRegion& in)
        : problem(of),
          region(in),
          element(FleshMaterial{}, in.cells.side),
          crease(std::pow(kCreaseLength * of.radius, 2) / in.cells.side),
          gradient(of.points.size()),
          swelling(Vector::Zero(size())) {
        make_pattern();
    }

    // What follows does not depend on what was solved before.
    void forget() {
        has_factor = false;
        swelling = Vector::Zero(size());
    }

    Eigen::Index size() const { return static_cast<Eigen::Index>(3 * region.free_count); }

    template <typename Visit>
    static void for_each_lower(Index row, Index column, const Visit& visit) {
        if (row == kNoIndex || column == kNoIndex || row < column) return;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j)
                if (row != column || i >= j) visit(i, j);
    }

    void make_pattern() {
        std::vector<Eigen::Triplet<double>> entries;
        const auto add = [&](Index row, Index column) {
            for_each_lower(row, column, [&](int i, int j) {
                entries.emplace_back(static_cast<int>(3 * row) + i,
                                     static_cast<int>(3 * column) + j, 0.0);
            });
        };
        for (const auto& cell : region.cells.cells)
            for (const Index a : cell.nodes)
                for (const Index b : cell.nodes)
                    add(region.unknowns[a], region.unknowns[b]);
        for (const auto& row : region.cells.rows)
            for (const Index a : row)
                for (const Index b : row)
                    add(region.unknowns[a], region.unknowns[b]);
        stiffness.resize(size(), size());
        stiffness.setFromTriplets(entries.begin(), entries.end());
        stiffness.makeCompressed();
    }

    double& at(Matrix& matrix, Eigen::Index row, Eigen::Index column) const {
        const auto* begin = matrix.innerIndexPtr() + matrix.outerIndexPtr()[column];
        const auto* end = matrix.innerIndexPtr() + matrix.outerIndexPtr()[column + 1];
        const auto* found = std::lower_bound(begin, end, static_cast<int>(row));
        return matrix.valuePtr()[found - matrix.innerIndexPtr()];
    }

    template <typename Block>
    void add_block(Index row, Index column, const Block& block) {
        if (row == kNoIndex || column == kNoIndex || row < column) return;
        for (int j = 0; j < 3; ++j) {
            // Rows of one node lie one behind the other in a column.
            const int first = row == column ? j : 0;
            double* entry =
                &at(stiffness, 3 * Eigen::Index(row) + first, 3 * Eigen::Index(column) + j);
            for (int i = first; i < 3; ++i)
                *entry++ += block(i, j);
        }
    }

    void assemble(std::span<const Vec3d> nodes, std::span<const Contact> contacts) {
        std::fill(stiffness.valuePtr(), stiffness.valuePtr() + stiffness.nonZeros(), 0.0);
        force = Vector::Zero(size());
        for (const auto& cell : region.cells.cells)
            add_cell(cell, nodes);
        for (const auto& row : region.cells.rows)
            add_row(row, nodes);
        const double ground = kGround * region.cells.side;
        for (Eigen::Index k = 0; k < size(); ++k)
            at(stiffness, k, k) += ground;
        add_contacts(contacts, nodes);
    }

    void add_cell(const FleshCells::Cell& cell, std::span<const Vec3d> nodes) {
        std::array<Vec3d, 8> corners;
        for (std::size_t k = 0; k < 8; ++k)
            corners[k] = nodes[cell.nodes[k]];
        const auto state = element.evaluate(corners, cell.filled);
        for (int a = 0; a < 8; ++a) {
            const Index row = region.unknowns[cell.nodes[std::size_t(a)]];
            if (row == kNoIndex) continue;
            force.segment<3>(3 * Eigen::Index(row)) -= state.gradient.segment<3>(3 * a);
            for (int b = 0; b < 8; ++b)
                add_block(row, region.unknowns[cell.nodes[std::size_t(b)]],
                          state.stiffness.block<3, 3>(3 * a, 3 * b));
        }
    }

    void add_row(const std::array<Index, 3>& row, std::span<const Vec3d> nodes) {
        constexpr std::array<double, 3> kShare = {1.0, -2.0, 1.0};
        const Vec3d bend = nodes[row[0]] + nodes[row[2]] - 2.0 * nodes[row[1]];
        for (std::size_t a = 0; a < 3; ++a) {
            const Index at_a = region.unknowns[row[a]];
            if (at_a == kNoIndex) continue;
            force.segment<3>(3 * Eigen::Index(at_a)) -= crease * kShare[a] * bend;
            for (std::size_t b = 0; b < 3; ++b)
                add_block(at_a, region.unknowns[row[b]],
                          Mat3d(crease * kShare[a] * kShare[b] * Mat3d::Identity()));
        }
    }

    void add_contacts(std::span<const Contact> contacts, std::span<const Vec3d> nodes) {
        std::vector<Eigen::Triplet<double>> entries;
        for (const Contact& contact : contacts) {
            const double depth = contact.depth(nodes);
            if (depth <= 0.0) continue;
            const Mat3d push = contact.stiffness * contact.normal * contact.normal.transpose();
            for (const auto& a : contact.terms) {
                const Index row = region.unknowns[a.node];
                if (row == kNoIndex) continue;
                force.segment<3>(3 * Eigen::Index(row)) +=
                    contact.stiffness * depth * a.share * contact.normal;
                for (const auto& b : contact.terms) {
                    const Index column = region.unknowns[b.node];
                    for_each_lower(row, column, [&](int i, int j) {
                        entries.emplace_back(static_cast<int>(3 * row) + i,
                                             static_cast<int>(3 * column) + j,
                                             a.share * b.share * push(i, j));
                    });
                }
            }
        }
        if (entries.empty()) {
            all = stiffness;
            return;
        }
        Matrix pushes(size(), size());
        pushes.setFromTriplets(entries.begin(), entries.end());
        all = stiffness + pushes;
    }

    // Conjugate gradients helped by a factor of an earlier step; where that does not do, a new one.
    // `x` is the first guess.
    bool solve(const Vector& right, Vector& x) {
        if (has_factor && conjugate(right, kMostWithOldFactor, x)) return true;
        factor.compute(all.cast<float>());
        has_factor = factor.info() == Eigen::Success;
        return has_factor && conjugate(right, kMostWithNewFactor, x);
    }

    Vector help(const Vector& rest) const {
        return factor.solve(rest.cast<float>()).cast<double>();
    }

    bool conjugate(const Vector& right, int most, Vector& x) const {
        const double first = right.dot(help(right));
        if (!(first > 0.0)) {
            x = Vector::Zero(size());
            return first == 0.0;
        }
        Vector rest = right - all.selfadjointView<Eigen::Lower>() * x;
        Vector helped = help(rest);
        Vector way = helped;
        double size2 = rest.dot(helped);
        for (int k = 0; k < most && size2 >= kConjugateGain * first; ++k) {
            const Vector moved = all.selfadjointView<Eigen::Lower>() * way;
            const double step = size2 / way.dot(moved);
            x += step * way;
            rest -= step * moved;
            helped = help(rest);
            const double next = rest.dot(helped);
            way = helped + (next / size2) * way;
            size2 = next;
        }
        return size2 < kConjugateGain * first;
    }

    // ∂V/∂node, and how far the surface is from its volume.
    double volume_gradient(std::span<const Vec3d> points, Vector& out) {
        const double volume =
            volume_and_gradient(problem.triangles, problem.pivot, points, gradient);
        out = Vector::Zero(size());
        for (std::size_t point = 0; point < points.size(); ++point) {
            const CellPlace& place = region.places[point];
            if (place.cell == kNoIndex) continue;
            for (int node = 0; node < 8; ++node) {
                const Index unknown =
                    region.unknowns[region.cells.cells[place.cell].nodes[std::size_t(node)]];
                if (unknown != kNoIndex)
                    out.segment<3>(3 * Eigen::Index(unknown)) +=
                        node_share(place.at, node) * gradient[point];
            }
        }
        return problem.volume - volume;
    }

    // One step: where forces lead, with the pressure that puts the missing volume back.
    bool step(std::span<const Vec3d> points, Vector& x, double& missing) {
        x = Vector::Zero(size());
        if (!solve(force, x)) return false;
        Vector slope;
        missing = volume_gradient(points, slope);
        if (!solve(slope / problem.volume, swelling)) return false;
        const double gain = slope.dot(swelling);
        if (gain > 0.0) x += (missing - slope.dot(x)) / gain * swelling;
        return true;
    }
};

Equilibrium::Equilibrium(const FleshProblem& problem, const FleshQuality& quality)
    : problem_(problem),
      quality_(quality),
      surface_({problem_.points.begin(), problem_.points.end()},
               {problem_.triangles.begin(), problem_.triangles.end()}),
      region_(make_region(problem_, surface_, quality)),
      finder_(problem_, region_, surface_),
      solver_(std::make_unique<Solver>(problem_, region_)),
      nodes_(region_.cells.nodes),
      points_(problem.points.begin(), problem.points.end()) {}

Equilibrium::~Equilibrium() = default;

void Equilibrium::restart() {
    nodes_ = region_.cells.nodes;
    points_.assign(problem_.points.begin(), problem_.points.end());
    last_ = Affine::Identity();
    finder_.release();
    solver_->forget();
}

// Held nodes go where they have to; free ones are taken along, as a first guess. A core turns by
// its share of the angle: blended in a straight line it would become shorter.
void Equilibrium::carry_nodes(const Affine& motion) {
    const Affine on = motion * last_.inverse();
    const Eigen::AngleAxisd turn(motion.linear());
    for (std::size_t node = 0; node < nodes_.size(); ++node) {
        const double blend = region_.blends[node];
        const Vec3d& rest = region_.cells.nodes[node];
        if (region_.roles[node] == NodeRole::Core)
            nodes_[node] = turn_about(problem_.pivot, turn.axis(), blend * turn.angle()) * rest;
        else if (region_.roles[node] == NodeRole::Border)
            nodes_[node] = rest + blend * (motion * rest - rest);
        else
            nodes_[node] += blend * (on * nodes_[node] - nodes_[node]);
    }
    last_ = motion;
}

void Equilibrium::place_points(const Affine& motion) {
    for (std::size_t point = 0; point < points_.size(); ++point) {
        const CellPlace& place = region_.places[point];
        if (place.cell == kNoIndex) {
            const Vec3d& rest = problem_.points[point];
            points_[point] = rest + problem_.blend[point] * (motion * rest - rest);
            continue;
        }
        points_[point].setZero();
        for (int node = 0; node < 8; ++node)
            points_[point] += node_share(place.at, node) *
                              nodes_[region_.cells.cells[place.cell].nodes[std::size_t(node)]];
    }
}

FleshOutcome Equilibrium::settle(const Affine& motion) {
    FleshOutcome outcome;
    carry_nodes(motion);
    place_points(motion);
    const double side = region_.cells.side;
    Vector x;
    for (; outcome.iterations < quality_.iterations && !outcome.settled; ++outcome.iterations) {
        const auto contacts = finder_.find(nodes_, points_);
        outcome.contacts = contacts.size();
        solver_->assemble(nodes_, contacts);
        double missing = 0.0;
        if (!solver_->step(points_, x, missing)) break;
        double longest = 0.0;
        for (Eigen::Index k = 0; k < x.size(); k += 3)
            longest = std::max(longest, x.segment<3>(k).norm());
        if (!std::isfinite(longest)) break;
        double share = longest > kLongestStep * side ? kLongestStep * side / longest : 1.0;
        if (outcome.iterations >= kUndamped) share *= kDamping;
        for (std::size_t node = 0; node < nodes_.size(); ++node)
            if (const Index unknown = region_.unknowns[node]; unknown != kNoIndex)
                nodes_[node] += share * x.segment<3>(3 * Eigen::Index(unknown));
        place_points(motion);
        if (share * longest < quality_.tolerance * side)
            outcome.settled = !finder_.press(finder_.find(nodes_, points_), nodes_);
    }
    for (const auto& cell : region_.cells.cells) {
        std::array<Vec3d, 8> corners;
        for (std::size_t k = 0; k < 8; ++k)
            corners[k] = nodes_[cell.nodes[k]];
        outcome.least_dilatation =
            std::min(outcome.least_dilatation, solver_->element.dilatation(corners));
    }
    const double volume =
        volume_and_gradient(problem_.triangles, problem_.pivot, points_, solver_->gradient);
    outcome.volume_error = volume / problem_.volume - 1.0;
    return outcome;
}

}  // namespace isoskin
