#include "isoskin/volume/compare/moving_part.h"

#include <algorithm>

#include "isoskin/volume/measure/triangle_sums.h"

namespace isoskin {
namespace {

std::vector<char> movable_points(const PartModel& whole, std::span<const CorrectionTarget> targets,
                                 const SparseField& global_map) {
    std::vector<char> moves(whole.bind.size(), 0);
    const auto mark = [&](const SparseField& map) {
        for (const PointValue& entry : map)
            moves[entry.point] = 1;
    };
    mark(global_map);
    for (const CorrectionTarget& target : targets)
        if (global_map.empty() && target.role == CorrectionTarget::Role::Bend) mark(target.map);
    for (const Cap& cap : whole.caps)
        moves[cap.apex] = std::any_of(cap.loop.begin(), cap.loop.end(),
                                      [&](Index point) { return moves[point] != 0; });
    return moves;
}

// The triangles that move, still over the points of the whole; the others go to `still`.
std::vector<Triangle> split(std::span<const Triangle> triangles, std::span<const char> moves,
                            std::vector<Triangle>& still) {
    std::vector<Triangle> moving;
    for (const Triangle& t : triangles)
        (moves[t[0]] + moves[t[1]] + moves[t[2]] != 0 ? moving : still).push_back(t);
    return moving;
}

class Renumbering {
  public:
    explicit Renumbering(std::size_t whole_count) : number_(whole_count, kNoIndex) {}

    void visit(std::span<const Triangle> triangles) {
        for (const Triangle& t : triangles)
            for (const Index point : t)
                number_[point] = 0;
    }
    // Real points come before apexes in the whole, so they do here.
    std::vector<Index> assign() {
        std::vector<Index> whole_point;
        for (std::size_t point = 0; point < number_.size(); ++point) {
            if (number_[point] == kNoIndex) continue;
            whole_point.push_back(static_cast<Index>(point));
            number_[point] = static_cast<Index>(whole_point.size());  // the first is the centre
        }
        return whole_point;
    }
    bool has(Index point) const { return number_[point] != kNoIndex; }
    Index operator()(Index point) const { return number_[point]; }

    void apply(std::vector<Triangle>& triangles) const {
        for (Triangle& t : triangles)
            for (Index& point : t)
                point = number_[point];
    }
    SparseField apply(const SparseField& map) const {
        SparseField field;
        for (const PointValue& entry : map)
            if (has(entry.point)) field.push_back({number_[entry.point], entry.value});
        return field;
    }

  private:
    std::vector<Index> number_;
};

void copy_point(const PartModel& whole, Index point, MovingPart& part) {
    part.area.push_back(whole.area[point]);
    part.direction.push_back(whole.direction[point]);
    for (const auto& influence : whole.row(point))
        part.rows.push_back(influence);
    part.row_offset.push_back(part.rows.size());
}

// As the table has them; a global map reaches points that no target does.
std::vector<double> local_radii(const PartModel& whole, const CorrectionTable& table,
                                const MovingPart& moving) {
    std::vector<double> radii(moving.bind.size(),
                              moving.global_map.empty() ? 0.0 : mean_radius(whole));
    for (std::size_t k = 0; k < moving.whole_point.size(); ++k) {
        const Index point = moving.whole_point[k];
        if (point < whole.point_count())
            radii[k + 1] =
                std::max({radii[k + 1], table.radius[point], whole.bone_distance[point]});
    }
    return radii;
}

}  // namespace

MovingPart make_moving_part(const PartModel& whole, const CorrectionTable& table,
                            const SparseField& global_map) {
    MovingPart moving;
    const auto moves = movable_points(whole, table.targets, global_map);
    moving.triangles = split(whole.triangles, moves, moving.still);
    moving.half_triangles = split(whole.half_triangles, moves, moving.half_still);
    Renumbering number(whole.bind.size());
    number.visit(moving.triangles);
    number.visit(moving.half_triangles);
    moving.whole_point = number.assign();
    number.apply(moving.triangles);
    number.apply(moving.half_triangles);

    moving.bind.resize(moving.whole_point.size() + 2, Vec3d::Zero());
    moving.row_offset.push_back(0);
    if (whole.point_count() > 0) copy_point(whole, 0, moving);
    for (const Index point : moving.whole_point)
        if (point < whole.point_count()) copy_point(whole, point, moving);
    for (Cap cap : whole.caps) {
        if (!number.has(cap.apex)) continue;
        cap.apex = number(cap.apex);
        for (Index& point : cap.loop)
            point = number(point);
        moving.caps.push_back(std::move(cap));
    }
    for (const CorrectionTarget& target : table.targets)
        moving.maps.push_back(number.apply(target.map));
    moving.global_map = number.apply(global_map);
    moving.radius = local_radii(whole, table, moving);
    return moving;
}

double still_volume(const MovingPart& moving, std::span<const Vec3d> whole, const Vec3d& centre) {
    return (sum_determinants(moving.still, whole, centre) +
            0.5 * sum_determinants(moving.half_still, whole, centre)) /
           6.0;
}

}  // namespace isoskin
