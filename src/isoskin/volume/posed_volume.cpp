#include "isoskin/volume/posed_volume.h"

#include <algorithm>
#include <cassert>

#include "isoskin/base/parallel.h"

namespace isoskin {
namespace {

constexpr std::size_t kChunkBlocks = 512;

std::size_t chunk_count(std::size_t blocks) {
    return (blocks + kChunkBlocks - 1) / kChunkBlocks;
}

void add(const Cubic& cubic, double share, Cubic& sum) {
    for (std::size_t power = 0; power < 4; ++power)
        sum[power] += share * cubic[power];
}

const float* floats_of(std::span<const Vec3> vectors) {
    return vectors.empty() ? nullptr : vectors.front().data();
}

}  // namespace

PosedVolume::PosedVolume(const PartModel& part, std::span<const Index> vertex_of_point,
                         std::span<const char> can_move, std::size_t vertex_count)
    : vertex_of_point_(vertex_of_point.begin(), vertex_of_point.end()),
      caps_(part.caps),
      last_vertex_(static_cast<Index>(vertex_count - 1)) {
    assert(vertex_of_point.size() == part.point_count() && can_move.size() == part.point_count());
    const auto moves = [&](Index point) {
        if (point < part.point_count()) return can_move[point] != 0;
        const auto& loop = part.caps[point - part.point_count()].loop;
        return std::any_of(loop.begin(), loop.end(), [&](Index p) { return can_move[p] != 0; });
    };
    const auto split = [&](std::span<const Triangle> triangles, double share,
                           std::vector<Triangle>& still) {
        std::vector<Triangle> moving;
        for (const Triangle& t : triangles)
            (moves(t[0]) || moves(t[1]) || moves(t[2]) ? moving : still).push_back(t);
        moving_.push_back(make_batch(moving, share));
        standing_.push_back(make_batch(still, share));
    };
    split(part.triangles, 1.0 / 6.0, still_);
    split(part.half_triangles, 1.0 / 12.0, half_still_);
    std::size_t most = 0;
    for (const auto* batches : {&moving_, &standing_})
        for (const Batch& batch : *batches)
            most = std::max(most, chunk_count(batch.blocks.size()));
    chunk_sums_.resize(most);
}

PosedVolume::Batch PosedVolume::make_batch(std::span<const Triangle> triangles,
                                           double share) const {
    Batch batch{.blocks = {}, .rest = {}, .share = share};
    const auto is_readable = [&](Index point) {
        return point < vertex_of_point_.size() && vertex_of_point_[point] != last_vertex_;
    };
    std::size_t lane = kBlockTriangles;
    for (const Triangle& t : triangles) {
        if (!std::all_of(t.begin(), t.end(), is_readable)) {
            batch.rest.push_back(t);
            continue;
        }
        if (lane == kBlockTriangles) {
            TriangleBlock& fresh = batch.blocks.emplace_back();
            for (auto& corner : fresh.corners)
                corner.fill(3 * vertex_of_point_[t[0]]);
            lane = 0;
        }
        for (std::size_t corner = 0; corner < 3; ++corner)
            batch.blocks.back().corners[corner][lane] = 3 * vertex_of_point_[t[corner]];
        ++lane;
    }
    return batch;
}

Vec3d PosedVolume::point_at(const float* numbers, Index point) const {
    const auto real = [&](Index p) {
        const float* v = numbers + 3 * std::size_t{vertex_of_point_[p]};
        return Vec3(v[0], v[1], v[2]).cast<double>().eval();
    };
    if (point < vertex_of_point_.size()) return real(point);
    const auto& loop = caps_[point - vertex_of_point_.size()].loop;
    Vec3d mean = Vec3d::Zero();
    for (const Index p : loop)
        mean += real(p);
    return mean / static_cast<double>(loop.size());
}

Cubic PosedVolume::sum_rest(const Batch& batch, const PosedShape& shape) const {
    const Vec3d centre = Vec3(shape.centre[0], shape.centre[1], shape.centre[2]).cast<double>();
    Cubic sum{};
    for (const Triangle& t : batch.rest) {
        const Vec3d a = point_at(shape.positions, t[0]) - centre;
        const Vec3d b = point_at(shape.positions, t[1]) - centre;
        const Vec3d d = point_at(shape.positions, t[2]) - centre;
        const Vec3d bd = b.cross(d);
        if (shape.field == nullptr) {
            sum[0] += a.dot(bd);
            continue;
        }
        const Vec3d u = point_at(shape.field, t[0]);
        const Vec3d v = point_at(shape.field, t[1]);
        const Vec3d w = point_at(shape.field, t[2]);
        const Vec3d mixed = b.cross(w) + v.cross(d);
        const Vec3d vw = v.cross(w);
        add({a.dot(bd), u.dot(bd) + a.dot(mixed), a.dot(vw) + u.dot(mixed), u.dot(vw)}, 1.0, sum);
    }
    return sum;
}

Cubic PosedVolume::sum(const Batch& batch, const PosedShape& shape) {
    const std::span<const TriangleBlock> blocks = batch.blocks;
    parallel_chunks(blocks.size(), kChunkBlocks, [&](std::size_t begin, std::size_t end) {
        chunk_sums_[begin / kChunkBlocks] =
            sum_triangles(shape, blocks.subspan(begin, end - begin));
    });
    Cubic sum = sum_rest(batch, shape);
    for (std::size_t chunk = 0; chunk < chunk_count(blocks.size()); ++chunk)
        add(chunk_sums_[chunk], 1.0, sum);
    return sum;
}

Cubic PosedVolume::moving_along(std::span<const Vec3> vertices, std::span<const Vec3> field,
                                const Vec3& centre) {
    const PosedShape shape{
        floats_of(vertices), floats_of(field), {centre.x(), centre.y(), centre.z()}};
    Cubic volume{};
    for (const Batch& batch : moving_)
        add(sum(batch, shape), batch.share, volume);
    return volume;
}

double PosedVolume::still_volume(std::span<const Vec3> vertices, const Vec3& centre) {
    const PosedShape shape{floats_of(vertices), nullptr, {centre.x(), centre.y(), centre.z()}};
    Cubic volume{};
    for (const Batch& batch : standing_)
        add(sum(batch, shape), batch.share, volume);
    return volume[0];
}

}  // namespace isoskin
