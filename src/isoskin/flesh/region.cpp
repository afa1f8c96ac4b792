#include "isoskin/flesh/region.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace isoskin {
namespace {

// Nodes nearer to the bone than this share of the way from bone to skin are bone.
constexpr double kCore = 0.2;
// Round the joint itself the bones hold nothing, so that flesh can slide over it; limb radii.
constexpr double kGap = 0.8;
// From here on, as a share of how far the limb goes, all is core but the skin: a short limb has no
// bone long enough to take its end along, and feet would lag behind.
constexpr double kEnd = 0.75;
// A bone turns as the skin round it does: that within so many times the way to the nearest skin.
constexpr double kRound = 2.0;
// Of the sides of a cell: denser samples find no more contacts.
constexpr double kSampleSpacing = 0.9;

class RegionMaker {
  public:
    RegionMaker(const FleshProblem& problem, const SurfaceTree& surface,
                const FleshQuality& quality)
        : problem_(problem), surface_(surface) {
        region_.cells = make_cells(problem.points, problem.triangles, problem.pivot, problem.reach,
                                   problem.radius / quality.cells_per_radius);
    }

    FleshRegion run() {
        for (const Vec3d& point : problem_.points)
            region_.places.push_back(region_.cells.place_of(point));
        for (const Triangle& t : problem_.triangles)
            region_.is_inner.push_back(std::all_of(t.begin(), t.end(), [&](Index corner) {
                return region_.places[corner].cell != kNoIndex;
            }));
        hold_by_bones();
        hold_along_bones();
        guess_blends();
        region_.unknowns.assign(region_.roles.size(), kNoIndex);
        for (std::size_t node = 0; node < region_.roles.size(); ++node)
            if (region_.roles[node] == NodeRole::Free)
                region_.unknowns[node] = static_cast<Index>(region_.free_count++);
        place_samples();
        return std::move(region_);
    }

  private:
    double side() const { return region_.cells.side; }

    double to_nearest_bone(const Vec3d& point) const {
        double nearest = std::numeric_limits<double>::infinity();
        for (const BoneSegment& bone : problem_.bones)
            nearest = std::min(nearest, distance_to(bone, point));
        return nearest;
    }

    // The outermost nodes go where skinning takes them, so that the flesh ends without a seam and
    // hands and feet follow.
    void hold_by_bones() {
        const FleshCells& cells = region_.cells;
        region_.roles.assign(cells.nodes.size(), NodeRole::Free);
        region_.blends.assign(cells.nodes.size(), 0.0);
        for (std::size_t node = 0; node < cells.nodes.size(); ++node) {
            const Vec3d& at = cells.nodes[node];
            const SurfacePlace skin = surface_.nearest(at, std::numeric_limits<double>::max());
            const Triangle& t = problem_.triangles[skin.triangle];
            for (int c = 0; c < 3; ++c)
                region_.blends[node] += skin.corners[c] * problem_.blend[t[std::size_t(c)]];
            const double from_joint = (at - problem_.pivot).norm();
            const double end = problem_.extents[region_.blends[node] > 0.5 ? 1 : 0];
            if (from_joint > std::min(problem_.reach, end) - side()) {
                region_.roles[node] = NodeRole::Border;
                continue;
            }
            const double to_bone = to_nearest_bone(at);
            const bool is_core =
                from_joint > kGap * problem_.radius && to_bone < kCore * (to_bone + skin.distance);
            if (cells.is_inside[node] != 0 && (is_core || from_joint > kEnd * end))
                hold(node, skin.distance);
        }
    }

    // Weights that bend a limb broadly bend its bone so.
    void hold(std::size_t node, double depth) {
        const Vec3d& at = region_.cells.nodes[node];
        const double round2 = std::pow(kRound * std::max(depth, side()), 2);
        double sum = 0.0;
        double total = 0.0;
        for (std::size_t point = 0; point < problem_.points.size(); ++point) {
            const double near = 1.0 - (problem_.points[point] - at).squaredNorm() / round2;
            if (near <= 0.0) continue;
            sum += near * problem_.blend[point];
            total += near;
        }
        if (!(total > 0.0)) return;
        region_.roles[node] = NodeRole::Core;
        region_.blends[node] = sum / total;
    }

    // In a thin limb no node may be that near to the bone: then the nearest is.
    void hold_along_bones() {
        for (const BoneSegment& bone : problem_.bones) {
            const Vec3d along = bone.tail - bone.head;
            const int steps =
                std::clamp(static_cast<int>(std::ceil(along.norm() / (0.5 * side()))), 1, 10000);
            for (int k = 0; k <= steps; ++k) {
                const Vec3d at = bone.head + (double(k) / steps) * along;
                if ((at - problem_.pivot).norm() < kGap * problem_.radius) continue;
                const CellPlace place = region_.cells.place_of(at);
                if (place.cell == kNoIndex) continue;
                int nearest = 0;
                for (int c = 0; c < 3; ++c)
                    if (place.at[c] > 0.5) nearest |= 1 << c;
                const Index node = region_.cells.cells[place.cell].nodes[std::size_t(nearest)];
                if (region_.roles[node] != NodeRole::Free) continue;
                const SurfacePlace skin =
                    surface_.nearest(region_.cells.nodes[node], std::numeric_limits<double>::max());
                hold(node, skin.distance);
            }
        }
    }

    // First guess of free nodes: as harmonic as a few sweeps make it.
    void guess_blends() {
        constexpr int kSweeps = 60;
        std::vector<std::vector<Index>> next(region_.cells.nodes.size());
        for (const auto& cell : region_.cells.cells)
            for (std::size_t node = 0; node < 8; ++node)
                for (const std::size_t bit : {1U, 2U, 4U})
                    next[cell.nodes[node]].push_back(cell.nodes[node ^ bit]);
        for (int sweep = 0; sweep < kSweeps; ++sweep)
            for (std::size_t node = 0; node < next.size(); ++node) {
                if (region_.roles[node] != NodeRole::Free) continue;
                double sum = 0.0;
                for (const Index other : next[node])
                    sum += region_.blends[other];
                region_.blends[node] = sum / static_cast<double>(next[node].size());
            }
    }

    void place_samples() {
        const double spacing = kSampleSpacing * side();
        for (Index number = 0; number < problem_.triangles.size(); ++number) {
            if (region_.is_inner[number] == 0) continue;
            const Triangle& t = problem_.triangles[number];
            const Vec3d& a = problem_.points[t[0]];
            const Vec3d& b = problem_.points[t[1]];
            const Vec3d& c = problem_.points[t[2]];
            const double longest = std::max({(a - b).norm(), (b - c).norm(), (c - a).norm()});
            const int n = std::clamp(static_cast<int>(std::ceil(longest / spacing)), 1, 100);
            const double area = 0.5 * (b - a).cross(c - a).norm() / (n * n);
            const auto add = [&](double u, double v) {
                const Vec3d share(1.0 - u - v, u, v);
                const Vec3d rest = share[0] * a + share[1] * b + share[2] * c;
                region_.samples.push_back({number, share, rest, area});
            };
            for (int i = 0; i < n; ++i)
                for (int j = 0; i + j < n; ++j) {
                    add((i + 1.0 / 3.0) / n, (j + 1.0 / 3.0) / n);
                    if (i + j < n - 1) add((i + 2.0 / 3.0) / n, (j + 2.0 / 3.0) / n);
                }
        }
    }

    const FleshProblem& problem_;
    const SurfaceTree& surface_;
    FleshRegion region_;
};

}  // namespace

FleshRegion make_region(const FleshProblem& problem, const SurfaceTree& surface,
                        const FleshQuality& quality) {
    return RegionMaker(problem, surface, quality).run();
}

}  // namespace isoskin
