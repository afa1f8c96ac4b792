#include "isoskin/volume/solve/posed_volume.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "isoskin/base/parallel.h"
#include "isoskin/volume/measure/fans.h"

namespace isoskin {
namespace {

constexpr std::size_t kPieceTriangles = 4096;
constexpr std::size_t kLongestStrip = 8;

const float* floats_of(std::span<const Vec3> vectors) {
    return vectors.empty() ? nullptr : vectors.front().data();
}

}  // namespace

PosedVolume::PosedVolume(const SkinnedSurface& part, std::span<const Index> vertex_of_point,
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
    const auto split = [&](std::span<const Triangle> triangles, double share) {
        std::vector<Triangle> moving;
        std::vector<Triangle> still;
        for (const Triangle& t : triangles)
            (moves(t[0]) || moves(t[1]) || moves(t[2]) ? moving : still).push_back(t);
        moving_.push_back(make_batch(moving, share));
        standing_.push_back(make_batch(still, share));
        still_count_ += still.size();
    };
    split(part.triangles, 1.0 / 6.0);
    split(part.half_triangles, 1.0 / 12.0);
}

std::size_t PosedVolume::Run::piece_rows() const {
    return (length + 2) * std::max<std::size_t>(1, kPieceTriangles / (length * kStripsAtOnce));
}
std::size_t PosedVolume::Run::piece_count() const {
    return (rows.size() + piece_rows() - 1) / piece_rows();
}

PosedVolume::Batch PosedVolume::make_batch(std::span<const Triangle> triangles, double share) {
    Batch batch{.runs = {}, .rest = {}, .share = share};
    const auto is_readable = [&](Index point) {
        return point < vertex_of_point_.size() && vertex_of_point_[point] != last_vertex_;
    };
    std::vector<Triangle> readable;
    for (const Triangle& t : triangles)
        (std::all_of(t.begin(), t.end(), is_readable) ? readable : batch.rest).push_back(t);
    batch.runs = make_runs(readable);
    for (const Run& run : batch.runs)
        piece_sums_.resize(std::max(piece_sums_.size(), run.piece_count()));
    return batch;
}

std::vector<PosedVolume::Run> PosedVolume::make_runs(std::span<const Triangle> triangles) const {
    const Strips strips(triangles, kLongestStrip);
    std::vector<Run> runs(kLongestStrip);
    std::array<std::size_t, kLongestStrip> lane{};  // where the next strip of each length goes
    for (std::size_t strip = 0; strip < strips.point.size(); ++strip) {
        const auto rim = strips.rim(strip);
        const std::size_t length = rim.size() - 1;
        const std::uint32_t start = 3 * vertex_of_point_[strips.point[strip]];
        Run& run = runs[length - 1];
        run.length = length;
        std::size_t& next = lane[length - 1];
        if (next == 0) {
            StripRow blank;
            blank.fill(start);
            run.rows.insert(run.rows.end(), length + 2, blank);
        }
        StripRow* rows = run.rows.data() + (run.rows.size() - (length + 2));
        rows[0][next] = start;
        for (std::size_t k = 0; k < rim.size(); ++k)
            rows[k + 1][next] = 3 * vertex_of_point_[rim[k]];
        next = (next + 1) % kStripsAtOnce;
    }
    std::erase_if(runs, [](const Run& run) { return run.rows.empty(); });
    return runs;
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
        const std::array<Vec3d, 3> corners{point_at(shape.positions, t[0]) - centre,
                                           point_at(shape.positions, t[1]) - centre,
                                           point_at(shape.positions, t[2]) - centre};
        if (shape.field == nullptr)
            sum[0] += corners[0].dot(corners[1].cross(corners[2]));
        else
            add(determinant_along(corners,
                                  {point_at(shape.field, t[0]), point_at(shape.field, t[1]),
                                   point_at(shape.field, t[2])}),
                1.0, sum);
    }
    return sum;
}

Cubic PosedVolume::sum(const Batch& batch, const PosedShape& shape) {
    Cubic sum = sum_rest(batch, shape);
    for (const Run& run : batch.runs) {
        const std::span<const StripRow> rows = run.rows;
        parallel_chunks(rows.size(), run.piece_rows(), [&](std::size_t begin, std::size_t end) {
            piece_sums_[begin / run.piece_rows()] =
                sum_strips(shape, {run.length, rows.subspan(begin, end - begin)});
        });
        for (std::size_t piece = 0; piece < run.piece_count(); ++piece)
            add(piece_sums_[piece], 1.0, sum);
    }
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
