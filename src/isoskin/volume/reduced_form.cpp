#include "isoskin/volume/reduced_form.h"

#include <algorithm>
#include <cassert>
#include <unordered_map>

#include "isoskin/volume/reduced_form_parts.h"

namespace isoskin {
namespace reduced {

Repeat repeat_of(const Nodes& n) {
    if (n[0] == n[1]) return n[1] == n[2] ? Repeat::All : Repeat::FirstTwo;
    return n[1] == n[2] ? Repeat::LastTwo : Repeat::None;
}

namespace {

std::vector<Columns> list_determinants(Repeat repeat) {
    const bool first = repeat == Repeat::FirstTwo || repeat == Repeat::All;
    const bool last = repeat == Repeat::LastTwo || repeat == Repeat::All;
    std::vector<Columns> list;
    for (std::uint8_t r = 0; r < 4; ++r)
        for (std::uint8_t s = 0; s < 4; ++s)
            for (std::uint8_t t = 0; t < 4; ++t)
                if (!(first && r >= s) && !(last && s >= t)) list.push_back({r, s, t});
    return list;
}

}  // namespace

const std::vector<Columns>& determinants_for(Repeat repeat) {
    static const std::array<std::vector<Columns>, 4> lists{
        list_determinants(Repeat::None), list_determinants(Repeat::FirstTwo),
        list_determinants(Repeat::LastTwo), list_determinants(Repeat::All)};
    return lists[static_cast<std::size_t>(repeat)];
}

PointMaps::PointMaps(std::size_t point_count, std::span<const CorrectionTarget> targets)
    : offset(point_count + 1, 0) {
    for (const CorrectionTarget& target : targets)
        for (const PointValue& entry : target.map)
            ++offset[entry.point + 1];
    for (std::size_t k = 0; k < point_count; ++k)
        offset[k + 1] += offset[k];
    entries.resize(offset.back());
    std::vector<std::size_t> next(offset.begin(), offset.end() - 1);
    for (std::size_t k = 0; k < targets.size(); ++k)
        for (const PointValue& entry : targets[k].map)
            entries[next[entry.point]++] = {static_cast<Index>(k), entry.value};
}

}  // namespace reduced

using namespace reduced;  // NOLINT(google-build-using-namespace): its own inside

ReducedForm::Cost ReducedForm::estimate(const PartModel& part,
                                        std::span<const CorrectionTarget> targets) {
    const PointMaps maps(part.point_count(), targets);
    Cost cost;
    std::unordered_map<Nodes, double, KeyHash> blocks;  // joints → most monomials met
    for (const Triangle& t : part.triangles) {
        std::size_t most_maps = 0;
        std::size_t triples = 1;
        Nodes strongest{};
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const Index point = t[corner];
            if (point >= part.point_count()) continue;
            most_maps = std::max(most_maps, maps.of(point).size());
            triples *= part.row_offset[point + 1] - part.row_offset[point];
            strongest[corner] = part.rows[part.row_offset[point]].first;
        }
        const auto q = static_cast<double>(most_maps);
        const double monomials = (q + 1.0) * (q + 2.0) * (q + 3.0) / 6.0;
        cost.build += 64.0 * monomials * static_cast<double>(triples);
        double& known = blocks[strongest];
        known = std::max(known, monomials * static_cast<double>(triples));
    }
    for (const auto& [nodes, terms] : blocks)
        cost.per_frame += 64.0 * terms / 6.0;
    return cost;
}

ReducedForm::ReducedForm(const PartModel& part, std::span<const CorrectionTarget> targets)
    : columns_(part.node_count()) {
    for (std::size_t point = 0; point < part.point_count(); ++point)
        centre_ += part.bind[point];
    if (part.point_count() > 0) centre_ /= static_cast<double>(part.point_count());
    build(part, targets);
}

void ReducedForm::load_columns(const PartModel& part, std::span<const Affine> palette) {
    if (columns_.empty()) return;
    const Vec3d posed_centre = palette[part.tree.nodes[0].slot] * centre_;
    for (std::size_t node = 0; node < columns_.size(); ++node) {
        const Affine& motion = palette[part.tree.nodes[node].slot];
        columns_[node].leftCols<3>() = motion.linear();
        columns_[node].col(3) = motion * centre_ - posed_centre;
    }
}

void ReducedForm::determinants_of(const Block& block, Determinants& out) const {
    const auto& A = columns_[block.nodes[0]];
    const auto& B = columns_[block.nodes[1]];
    const auto& C = columns_[block.nodes[2]];
    std::array<Vec3d, 16> cross;
    for (int s = 0; s < 4; ++s)
        for (int t = 0; t < 4; ++t)
            cross[static_cast<std::size_t>(4 * s + t)] = B.col(s).cross(C.col(t));
    const auto& list = determinants_for(repeat_of(block.nodes));
    for (std::size_t k = 0; k < list.size(); ++k)
        out[k] = A.col(list[k][0]).dot(cross[4U * list[k][1] + list[k][2]]);
}

double ReducedForm::volume(const PartModel& part, std::span<const Affine> palette) {
    load_columns(part, palette);
    Determinants d;
    double sum = 0.0;
    for (const Block& block : blocks_) {
        determinants_of(block, d);
        const double* row = &coefficients_[terms_[block.first_term].row];
        for (std::size_t k = 0; k < block.width; ++k)
            sum += row[k] * d[k];
    }
    return sum;
}

Cubic ReducedForm::volume_along(const PartModel& part, std::span<const Affine> palette,
                                std::span<const double> weights, std::span<const double> growth) {
    load_columns(part, palette);
    Determinants d;
    Cubic volume{};
    const auto idle = [&](Index target) { return weights[target] == 0.0 && growth[target] == 0.0; };
    for (const Block& block : blocks_) {
        determinants_of(block, d);
        for (std::size_t k = block.first_term; k < block.first_term + block.term_count; ++k) {
            const Term& term = terms_[k];
            Cubic polynomial{1.0, 0.0, 0.0, 0.0};
            bool skip = false;
            for (const Index target : term.targets) {
                if (target == kNoIndex) break;  // targets come first, in increasing order
                if (idle(target)) {
                    skip = true;
                    break;
                }
                for (std::size_t power = 3; power > 0; --power)
                    polynomial[power] = weights[target] * polynomial[power] +
                                        growth[target] * polynomial[power - 1];
                polynomial[0] *= weights[target];
            }
            if (skip) continue;
            const double* row = &coefficients_[term.row];
            double sum = 0.0;
            for (std::size_t i = 0; i < block.width; ++i)
                sum += row[i] * d[i];
            for (std::size_t power = 0; power < 4; ++power)
                volume[power] += sum * polynomial[power];
        }
    }
    return volume;
}

}  // namespace isoskin
