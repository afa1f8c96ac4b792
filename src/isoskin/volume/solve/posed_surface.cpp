#include "isoskin/volume/solve/posed_surface.h"

#include <algorithm>
#include <cassert>

namespace isoskin {
namespace {

using Four = Lanes::Four;

// Floats are added up for this many triangles at most, then handed to the sums in double.
constexpr std::size_t kBlock = 64;

Four four_from(const Vec3d& v) {
    const Four four = {static_cast<float>(v.x()), static_cast<float>(v.y()),
                       static_cast<float>(v.z()), 0.0F};
    return four;
}

Four y_z_x(Four v) {
    return __builtin_shufflevector(v, v, 1, 2, 0, 3);
}
Four z_x_y(Four v) {
    return __builtin_shufflevector(v, v, 2, 0, 1, 3);
}

double sum_of(Four v) {
    return static_cast<double>(v[0]) + static_cast<double>(v[1]) + static_cast<double>(v[2]);
}

// Six times the volume of tetrahedra to the origin. The cross products are left turned by one axis
// and the third vector is turned the other way, which saves a step each.
double add_volumes(std::span<const Triangle> triangles, std::span<const Lanes> points) {
    double sum = 0.0;
    for (std::size_t first = 0; first < triangles.size(); first += kBlock) {
        Four block{};
        for (const Triangle& t :
             triangles.subspan(first, std::min(kBlock, triangles.size() - first))) {
            const Four b = points[t[1]].v;
            const Four d = points[t[2]].v;
            block += z_x_y(points[t[0]].v) * (b * y_z_x(d) - y_z_x(b) * d);
        }
        sum += sum_of(block);
    }
    return sum;
}

// The same along points + ε field.
Cubic add_volumes_along(std::span<const Triangle> triangles, std::span<const Lanes> points,
                        std::span<const Lanes> field) {
    Cubic sum{};
    for (std::size_t first = 0; first < triangles.size(); first += kBlock) {
        Four c0{};
        Four c1{};
        Four c2{};
        Four c3{};
        for (const Triangle& t :
             triangles.subspan(first, std::min(kBlock, triangles.size() - first))) {
            const Four a = z_x_y(points[t[0]].v);
            const Four b = points[t[1]].v;
            const Four d = points[t[2]].v;
            const Four u = z_x_y(field[t[0]].v);
            const Four v = field[t[1]].v;
            const Four w = field[t[2]].v;
            const Four turned_b = y_z_x(b);
            const Four turned_d = y_z_x(d);
            const Four turned_v = y_z_x(v);
            const Four turned_w = y_z_x(w);
            const Four bd = b * turned_d - turned_b * d;
            const Four vw = v * turned_w - turned_v * w;
            const Four mixed = (b * turned_w - turned_b * w) + (v * turned_d - turned_v * d);
            c0 += a * bd;
            c1 += u * bd + a * mixed;
            c2 += a * vw + u * mixed;
            c3 += u * vw;
        }
        sum[0] += sum_of(c0);
        sum[1] += sum_of(c1);
        sum[2] += sum_of(c2);
        sum[3] += sum_of(c3);
    }
    return sum;
}

}  // namespace

PosedSurface::PosedSurface(const CorrectionTable& part)
    : caps_(part.caps),
      columns_(part.node_count()),
      posed_(part.bind.size()),
      carried_(part.point_count()),
      moved_(part.bind.size()),
      field_(part.bind.size()) {
    const std::size_t count = part.point_count();
    for (std::size_t point = 0; point < count; ++point)
        centre_ += part.bind[point] / static_cast<double>(count);
    for (std::size_t point = 0; point < count; ++point) {
        bind_.push_back({four_from(part.bind[point] - centre_)});
        direction_.push_back({four_from(part.direction[point])});
    }
    influence_offset_ = part.row_offset;
    for (const auto& [node, weight] : part.rows)
        influences_.push_back({node, static_cast<float>(weight)});

    list_maps(part.targets);
    list_moves(part);
    list_triangles(part);
}

void PosedSurface::list_maps(std::span<const CorrectionTarget> targets) {
    const std::size_t count = bind_.size();
    map_offset_.assign(count + 1, 0);
    for (const CorrectionTarget& target : targets)
        if (target.ways.empty())
            for (const PointValue& entry : target.map)
                ++map_offset_[entry.point + 1];
    for (std::size_t point = 0; point < count; ++point)
        map_offset_[point + 1] += map_offset_[point];
    maps_.resize(map_offset_.back());
    std::vector<std::size_t> next(map_offset_.begin(), map_offset_.end() - 1);
    for (std::size_t k = 0; k < targets.size(); ++k)
        if (targets[k].ways.empty())
            for (const PointValue& entry : targets[k].map)
                maps_[next[entry.point]++] = {static_cast<Index>(k),
                                              static_cast<float>(entry.value)};
}

void PosedSurface::list_moves(const CorrectionTable& table) {
    const auto& targets = table.targets;
    std::vector<std::vector<MoveEntry>> moves(bind_.size());
    for (std::size_t k = 0; k < targets.size(); ++k)
        for (std::size_t entry = 0; entry < targets[k].ways.size(); ++entry)
            moves[targets[k].map[entry].point].push_back(
                {static_cast<Index>(k), {four_from(move_of(table.direction, targets[k], entry))}});
    move_offset_.push_back(0);
    for (std::size_t point = 0; point < moves.size(); ++point) {
        if (moves[point].empty()) continue;
        twisted_.push_back(static_cast<Index>(point));
        moves_.insert(moves_.end(), moves[point].begin(), moves[point].end());
        move_offset_.push_back(moves_.size());
    }
    turns_.resize(twisted_.size());
}

void PosedSurface::list_triangles(const CorrectionTable& part) {
    std::vector<char> moves(part.bind.size(), 0);
    for (std::size_t point = 0; point < part.point_count(); ++point)
        moves[point] = map_offset_[point + 1] > map_offset_[point] ? 1 : 0;
    for (const Index point : twisted_)
        moves[point] = 1;
    for (const Cap& cap : part.caps)
        moves[cap.apex] = std::any_of(cap.loop.begin(), cap.loop.end(),
                                      [&](Index point) { return moves[point] != 0; })
                              ? 1
                              : 0;
    const auto sort = [&](std::span<const Triangle> triangles, TriangleList& list) {
        for (const Triangle& t : triangles)
            (moves[t[0]] + moves[t[1]] + moves[t[2]] > 0 ? list.moving : list.still).push_back(t);
    };
    sort(part.triangles, lists_[0]);
    sort(part.half_triangles, lists_[1]);
    lists_[0].share = 1.0 / 6.0;
    lists_[1].share = 1.0 / 12.0;
}

void PosedSurface::pose(std::span<const Affine> motions) {
    assert(columns_.size() == motions.size() && !columns_.empty());
    const Vec3d about = motions[0] * centre_;
    for (std::size_t node = 0; node < columns_.size(); ++node) {
        const Affine& motion = motions[node];
        for (int column = 0; column < 3; ++column)
            columns_[node][static_cast<std::size_t>(column)].v =
                four_from(motion.linear().col(column));
        columns_[node][3].v = four_from(motion * centre_ - about);
    }
    std::size_t twisted = 0;
    for (std::size_t point = 0; point < bind_.size(); ++point) {
        std::array<Four, 4> blend{};
        for (std::size_t k = influence_offset_[point]; k < influence_offset_[point + 1]; ++k)
            for (std::size_t column = 0; column < 4; ++column)
                blend[column] += influences_[k].weight * columns_[influences_[k].node][column].v;
        const Four p = bind_[point].v;
        const Four n = direction_[point].v;
        posed_[point].v = p[0] * blend[0] + p[1] * blend[1] + p[2] * blend[2] + blend[3];
        carried_[point].v = n[0] * blend[0] + n[1] * blend[1] + n[2] * blend[2];
        if (twisted == twisted_.size() || twisted_[twisted] != point) continue;
        for (std::size_t column = 0; column < 3; ++column)
            turns_[twisted][column].v = blend[column];
        ++twisted;
    }
    place_apexes(posed_);
    still_volume_ = 0.0;
    for (const TriangleList& list : lists_)
        still_volume_ += list.share * add_volumes(list.still, posed_);
}

void PosedSurface::place_apexes(std::span<Lanes> points) const {
    for (const Cap& cap : caps_) {
        Four sum{};
        for (const Index point : cap.loop)
            sum += points[point].v;
        points[cap.apex].v = sum / static_cast<float>(cap.loop.size());
    }
}

void PosedSurface::thicken(std::span<const double> weights, std::span<const double> growth) {
    for (std::size_t point = 0; point < bind_.size(); ++point) {
        double thickness = 0.0;
        double grown = 0.0;
        for (std::size_t k = map_offset_[point]; k < map_offset_[point + 1]; ++k) {
            const auto value = static_cast<double>(maps_[k].value);
            thickness += weights[maps_[k].target] * value;
            grown += growth[maps_[k].target] * value;
        }
        moved_[point].v = posed_[point].v + static_cast<float>(thickness) * carried_[point].v;
        field_[point].v = static_cast<float>(grown) * carried_[point].v;
    }
    for (std::size_t k = 0; k < twisted_.size(); ++k) {
        Four move{};
        for (std::size_t i = move_offset_[k]; i < move_offset_[k + 1]; ++i)
            move += static_cast<float>(weights[moves_[i].target]) * moves_[i].move.v;
        moved_[twisted_[k]].v +=
            move[0] * turns_[k][0].v + move[1] * turns_[k][1].v + move[2] * turns_[k][2].v;
    }
    place_apexes(moved_);
    place_apexes(field_);
}

Cubic PosedSurface::volume_along(std::span<const double> weights, std::span<const double> growth) {
    thicken(weights, growth);
    Cubic volume{still_volume_, 0.0, 0.0, 0.0};
    for (const TriangleList& list : lists_) {
        const Cubic sum = add_volumes_along(list.moving, moved_, field_);
        for (std::size_t power = 0; power < 4; ++power)
            volume[power] += list.share * sum[power];
    }
    return volume;
}

}  // namespace isoskin
