#include "isoskin/autorig/body_field.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <queue>

#include "isoskin/base/parallel.h"

namespace isoskin {
namespace {

// Cells wanted in a body. At this number a distance field takes two tenths of a second, and a limb
// a thirtieth of the body's size is still several cells thick.
constexpr double kBodyCells = 150000.0;
constexpr int kTrialCells = 64;
constexpr int kLeastCells = 48;
constexpr int kMostCells = 200;  // bounds the memory of thin bodies: 8 million cells

// Samples for the median: their mean distance is known within a few percent.
constexpr std::size_t kMedianSamples = 24;

SolidVoxels voxelise(std::span<const Vec3> positions, std::span<const Triangle> triangles) {
    SolidVoxels trial(positions, triangles, kTrialCells);
    double solid = 0.0;
    for (std::size_t i = 0; i < trial.cell_count(); ++i)
        solid += trial.is_solid(i) ? 1.0 : 0.0;
    const double finer = std::cbrt(kBodyCells / std::max(solid, 1.0));
    const int cells =
        std::clamp(static_cast<int>(std::lround(kTrialCells * finer)), kLeastCells, kMostCells);
    return SolidVoxels(positions, triangles, cells);
}

bool is_inner(const SolidVoxels& voxels, std::size_t index) {
    const SolidVoxels::Cell cell = voxels.cell_of(index);
    return cell.minCoeff() > 0 && (voxels.size() - cell).minCoeff() > 1;
}

// Squared distances along one line to the nearest zero: the lower envelope of parabolas
// (Felzenszwalb, Huttenlocher: Distance transforms of sampled functions, 2012).
class LineTransform {
  public:
    explicit LineTransform(std::size_t longest)
        : value_(longest), apex_(longest), border_(longest + 1) {}

    void run(float* line, std::size_t count, std::size_t stride) {
        constexpr double kFar = std::numeric_limits<double>::infinity();
        std::size_t last = 0;
        for (std::size_t i = 0; i < count; ++i)
            value_[i] = line[i * stride];
        apex_[0] = 0;
        border_[0] = -kFar;
        border_[1] = kFar;
        for (std::size_t q = 1; q < count; ++q) {
            double cut = crossing(apex_[last], q);
            while (cut <= border_[last])
                cut = crossing(apex_[--last], q);
            apex_[++last] = q;
            border_[last] = cut;
            border_[last + 1] = kFar;
        }
        last = 0;
        for (std::size_t q = 0; q < count; ++q) {
            while (border_[last + 1] < static_cast<double>(q))
                ++last;
            const double away = static_cast<double>(q) - static_cast<double>(apex_[last]);
            line[q * stride] = static_cast<float>(away * away + value_[apex_[last]]);
        }
    }

  private:
    double crossing(std::size_t a, std::size_t b) const {
        const double x = static_cast<double>(a);
        const double y = static_cast<double>(b);
        return ((value_[b] + y * y) - (value_[a] + x * x)) / (2.0 * (y - x));
    }
    std::vector<double> value_;
    std::vector<std::size_t> apex_;
    std::vector<double> border_;
};

}  // namespace

BodyField::BodyField(std::span<const Vec3> positions, std::span<const Triangle> triangles)
    : voxels_(voxelise(positions, triangles)) {
    const auto& size = voxels_.size();
    const std::ptrdiff_t row = size.x();
    const std::ptrdiff_t layer = row * size.y();
    for (int z = -1; z <= 1; ++z)
        for (int y = -1; y <= 1; ++y)
            for (int x = -1; x <= 1; ++x) {
                const int moves = x * x + y * y + z * z;
                if (moves == 0) continue;
                steps_.push_back({x + y * row + z * layer,
                                  static_cast<float>(std::sqrt(moves) * voxels_.cell_width())});
            }
    keep_largest_piece();
    measure_clearance();
    for (Index cell = 0; cell < cell_count(); ++cell)
        box_.extend(place(cell));
}

// The outermost cells are left out, so that steps from a cell of the body never leave the grid: the
// surface touches some of them, but nothing lies in them.
void BodyField::keep_largest_piece() {
    constexpr Index kUnseen = kNoIndex - 1;
    const std::size_t count = voxels_.cell_count();
    cell_of_voxel_.assign(count, kNoIndex);
    std::size_t solid = 0;
    for (std::size_t i = 0; i < count; ++i)
        if (voxels_.is_solid(i) && is_inner(voxels_, i)) {
            cell_of_voxel_[i] = kUnseen;
            ++solid;
        }
    for (std::size_t seed = 0; seed < count; ++seed) {
        if (cell_of_voxel_[seed] != kUnseen) continue;
        std::vector<Index> piece{static_cast<Index>(seed)};
        cell_of_voxel_[seed] = kNoIndex;
        for (std::size_t at = 0; at < piece.size(); ++at)
            for (const Step& step : steps_) {
                const auto next =
                    static_cast<std::size_t>(static_cast<std::ptrdiff_t>(piece[at]) + step.offset);
                if (cell_of_voxel_[next] != kUnseen) continue;
                cell_of_voxel_[next] = kNoIndex;
                piece.push_back(static_cast<Index>(next));
            }
        if (piece.size() > voxel_of_cell_.size()) voxel_of_cell_ = std::move(piece);
    }
    std::sort(voxel_of_cell_.begin(), voxel_of_cell_.end());
    for (std::size_t cell = 0; cell < voxel_of_cell_.size(); ++cell)
        cell_of_voxel_[voxel_of_cell_[cell]] = static_cast<Index>(cell);
    piece_share_ = static_cast<double>(voxel_of_cell_.size()) / static_cast<double>(solid);
}

void BodyField::measure_clearance() {
    const auto x = static_cast<std::size_t>(voxels_.size().x());
    const auto y = static_cast<std::size_t>(voxels_.size().y());
    const auto z = static_cast<std::size_t>(voxels_.size().z());
    // Farther than any two cells of the grid, and its square still exact as a float.
    constexpr float kFar = 1e6F;
    std::vector<float> squared(cell_of_voxel_.size());
    for (std::size_t i = 0; i < squared.size(); ++i)
        squared[i] = cell_of_voxel_[i] == kNoIndex ? 0.0F : kFar;
    LineTransform transform(std::max({x, y, z}));
    for (std::size_t line = 0; line < y * z; ++line)
        transform.run(&squared[line * x], x, 1);
    for (std::size_t k = 0; k < z; ++k)
        for (std::size_t i = 0; i < x; ++i)
            transform.run(&squared[k * x * y + i], y, x);
    for (std::size_t line = 0; line < x * y; ++line)
        transform.run(&squared[line], z, x * y);
    // From middle to middle of cells; the surface lies half a cell before the first empty one.
    for (const Index voxel : voxel_of_cell_)
        clearance_.push_back(
            static_cast<float>((std::sqrt(squared[voxel]) - 0.5F) * voxels_.cell_width()));
}

Vec3d BodyField::place(Index cell) const {
    return voxels_.center_of(voxels_.cell_of(voxel_of_cell_[cell]));
}

Index BodyField::cell_at(const Vec3d& point) const {
    return cell_of_voxel_[voxels_.index_of(voxels_.cell_at(point))];
}

Index BodyField::nearest_cell(const Vec3d& point) const {
    if (const Index cell = cell_at(point); cell != kNoIndex) return cell;
    Index nearest = 0;
    double least = std::numeric_limits<double>::infinity();
    for (Index cell = 0; cell < cell_count(); ++cell) {
        const double away = (place(cell) - point).squaredNorm();
        if (away < least) {
            least = away;
            nearest = cell;
        }
    }
    return nearest;
}

std::vector<float> BodyField::distances_from(Index start) const {
    assert(start < cell_count());
    using Entry = std::pair<float, Index>;
    std::vector<float> distance(cell_count(), std::numeric_limits<float>::infinity());
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> front;
    distance[start] = 0.0F;
    front.emplace(0.0F, start);
    while (!front.empty()) {
        const auto [so_far, cell] = front.top();
        front.pop();
        if (so_far > distance[cell]) continue;
        for_neighbours(cell, [&, so_far = so_far](Index next, float length) {
            if (so_far + length >= distance[next]) return;
            distance[next] = so_far + length;
            front.emplace(distance[next], next);
        });
    }
    return distance;
}

Index BodyField::median_cell() const {
    const std::size_t samples = std::min(kMedianSamples, cell_count());
    std::vector<std::vector<float>> fields(samples);
    parallel_chunks(samples, 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            fields[i] =
                distances_from(static_cast<Index>((2 * i + 1) * cell_count() / (2 * samples)));
    });
    std::vector<double> sum(cell_count(), 0.0);
    for (const auto& field : fields)
        for (std::size_t cell = 0; cell < sum.size(); ++cell)
            sum[cell] += static_cast<double>(field[cell]);
    return static_cast<Index>(std::min_element(sum.begin(), sum.end()) - sum.begin());
}

}  // namespace isoskin
