#include "isoskin/volume/build/flow_system.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

namespace isoskin {
namespace {

constexpr int kMaxIterations = 2000;
constexpr std::uint32_t kNoGroup = std::numeric_limits<std::uint32_t>::max();

std::size_t to_size(Eigen::Index index) {
    return static_cast<std::size_t>(index);
}

double flow_into(const FlowSystem& system, Eigen::Index row, const Eigen::VectorXd& x) {
    double flow = 0.0;
    for (std::uint32_t e = system.offset[to_size(row)]; e < system.offset[to_size(row) + 1]; ++e)
        flow += system.value[e] * x[static_cast<Eigen::Index>(system.column[e])];
    return flow;
}

// How much of the diagonal flows on to other rows, on the mean: near one, what enters travels far.
double share_that_flows(const FlowSystem& system) {
    double sum = 0.0;
    for (const double value : system.value)
        sum += value;
    const double total = system.diagonal.sum();
    return total > 0.0 ? sum / total : 0.0;
}

// Each row that is not in a group yet begins one, with those of its neighbours it is close to.
// Groups of a few rows: larger ones leave fewer, but move less like the surface they stand for.
std::uint32_t group_rows(const FlowSystem& system, std::vector<std::uint32_t>& group) {
    constexpr double kCloseShare = 0.25;  // of the largest flow of the row
    group.assign(to_size(system.size()), kNoGroup);
    std::uint32_t count = 0;
    for (std::size_t row = 0; row < group.size(); ++row) {
        if (group[row] != kNoGroup) continue;
        double largest = 0.0;
        for (std::uint32_t e = system.offset[row]; e < system.offset[row + 1]; ++e)
            largest = std::max(largest, system.value[e]);
        group[row] = count;
        for (std::uint32_t e = system.offset[row]; e < system.offset[row + 1]; ++e)
            if (group[system.column[e]] == kNoGroup && system.value[e] >= kCloseShare * largest)
                group[system.column[e]] = count;
        ++count;
    }
    return count;
}

struct Rows {
    std::vector<std::uint32_t> offset;
    std::vector<std::uint32_t> row;
};
Rows rows_of_groups(std::span<const std::uint32_t> group, std::uint32_t count) {
    Rows rows{std::vector<std::uint32_t>(std::size_t{count} + 1, 0),
              std::vector<std::uint32_t>(group.size())};
    for (const std::uint32_t g : group)
        ++rows.offset[g + 1];
    for (std::uint32_t g = 0; g < count; ++g)
        rows.offset[g + 1] += rows.offset[g];
    std::vector<std::uint32_t> next(rows.offset.begin(), rows.offset.end() - 1);
    for (std::size_t row = 0; row < group.size(); ++row)
        rows.row[next[group[row]]++] = static_cast<std::uint32_t>(row);
    return rows;
}

// The sum of the rows and columns of each group: what flows within one is not seen any more.
FlowSystem coarsen(const FlowSystem& fine, std::span<const std::uint32_t> group,
                   std::uint32_t count) {
    const Rows rows = rows_of_groups(group, count);
    FlowSystem coarse;
    coarse.diagonal.setZero(count);
    std::vector<std::uint32_t> place(count, kNoGroup);  // of a column in the row being made
    for (std::uint32_t g = 0; g < count; ++g) {
        const auto first = static_cast<std::uint32_t>(coarse.column.size());
        for (std::uint32_t k = rows.offset[g]; k < rows.offset[g + 1]; ++k) {
            const std::uint32_t row = rows.row[k];
            coarse.diagonal[g] += fine.diagonal[row];
            for (std::uint32_t e = fine.offset[row]; e < fine.offset[row + 1]; ++e) {
                const std::uint32_t other = group[fine.column[e]];
                if (other == g) {
                    coarse.diagonal[g] -= fine.value[e];
                } else if (place[other] == kNoGroup || place[other] < first) {
                    place[other] = static_cast<std::uint32_t>(coarse.column.size());
                    coarse.column.push_back(other);
                    coarse.value.push_back(fine.value[e]);
                } else {
                    coarse.value[place[other]] += fine.value[e];
                }
            }
        }
        coarse.offset.push_back(static_cast<std::uint32_t>(coarse.column.size()));
    }
    return coarse;
}

// One Gauss-Seidel step of every row, first to last or back.
void sweep_up(const FlowSystem& system, const Eigen::VectorXd& inverse, const Eigen::VectorXd& b,
              Eigen::VectorXd& x) {
    for (Eigen::Index row = 0; row < x.size(); ++row)
        x[row] = inverse[row] * (b[row] + flow_into(system, row, x));
}
void sweep_down(const FlowSystem& system, const Eigen::VectorXd& inverse, const Eigen::VectorXd& b,
                Eigen::VectorXd& x) {
    for (Eigen::Index row = x.size(); row-- > 0;)
        x[row] = inverse[row] * (b[row] + flow_into(system, row, x));
}

}  // namespace

void FlowSystem::multiply(const Eigen::VectorXd& x, Eigen::VectorXd& y) const {
    for (Eigen::Index row = 0; row < x.size(); ++row)
        y[row] = diagonal[row] * x[row] - flow_into(*this, row, x);
}

FlowSolver::FlowSolver(FlowSystem system) {
    constexpr double kFar = 0.95;
    constexpr Eigen::Index kSmall = 64;
    constexpr std::size_t kMaxLevels = 12;
    add_level(std::move(system));
    while (levels_.size() < kMaxLevels && levels_.back().system.size() > kSmall &&
           share_that_flows(levels_.back().system) > kFar) {
        Level& fine = levels_.back();
        const std::uint32_t count = group_rows(fine.system, fine.group);
        add_level(coarsen(fine.system, fine.group, count));
    }
}

void FlowSolver::add_level(FlowSystem system) {
    Level level;
    level.inverse = system.diagonal.cwiseMax(1e-300).cwiseInverse();
    level.b.resize(system.size());
    level.x.resize(system.size());
    level.rest.resize(system.size());
    level.system = std::move(system);
    levels_.push_back(std::move(level));
}

// Symmetric, so that conjugate gradients may use it; `x` is made from nothing.
void FlowSolver::cycle(std::size_t level, const Eigen::VectorXd& b, Eigen::VectorXd& x) {
    constexpr int kLastSweeps = 4;
    constexpr double kGrow = 1.5;  // groups that move as one lag behind
    Level& at = levels_[level];
    x.setZero();
    if (level + 1 == levels_.size()) {
        for (int sweep = 0; sweep < kLastSweeps; ++sweep) {
            sweep_up(at.system, at.inverse, b, x);
            sweep_down(at.system, at.inverse, b, x);
        }
        return;
    }
    sweep_up(at.system, at.inverse, b, x);
    Level& next = levels_[level + 1];
    at.system.multiply(x, at.rest);
    next.b.setZero();
    for (Eigen::Index row = 0; row < x.size(); ++row)
        next.b[at.group[to_size(row)]] += b[row] - at.rest[row];
    cycle(level + 1, next.b, next.x);
    for (Eigen::Index row = 0; row < x.size(); ++row)
        x[row] += kGrow * next.x[at.group[to_size(row)]];
    sweep_down(at.system, at.inverse, b, x);
}

void FlowSolver::precondition(const Eigen::VectorXd& r, Eigen::VectorXd& z) {
    if (levels_.size() == 1)
        z = levels_[0].inverse.cwiseProduct(r);
    else
        cycle(0, r, z);
}

void FlowSolver::solve(const Eigen::VectorXd& b, double tolerance, Eigen::VectorXd& x) {
    const FlowSystem& system = levels_[0].system;
    const Eigen::VectorXd& inverse = levels_[0].inverse;
    Eigen::VectorXd product(x.size());
    system.multiply(x, product);
    Eigen::VectorXd r = b - product;
    Eigen::VectorXd z(x.size());
    precondition(r, z);
    Eigen::VectorXd p = z;
    double rz = r.dot(z);
    const double enough = tolerance * tolerance * std::max(1e-300, b.cwiseProduct(inverse).dot(b));
    const auto rest = [&] { return inverse.cwiseProduct(r).dot(r); };
    for (int iteration = 0; iteration < kMaxIterations && rest() > enough; ++iteration) {
        system.multiply(p, product);
        const double alpha = rz / p.dot(product);
        x += alpha * p;
        r -= alpha * product;
        precondition(r, z);
        const double next = r.dot(z);
        p = z + (next / rz) * p;
        rz = next;
    }
}

}  // namespace isoskin
