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
// Where the skin above it leaves a bone by more than this share, the bone does not hold: broad
// weights are meant to bend broadly.
constexpr double kLoose = 0.1;
// From here on, as a share of how far the limb goes, flesh ends: a short limb has no bone long
// enough to take its end along, and feet would lag behind.
constexpr double kHeldFrom = 0.75;
// Of the sides of a cell: denser samples find no more contacts.
constexpr double kSampleSpacing = 0.9;

double distance_to_bone(const FleshBone& bone, const Vec3d& point) {
    const Vec3d along = bone.tail - bone.head;
    const double length2 = along.squaredNorm();
    const double s =
        length2 > 0.0 ? std::clamp((point - bone.head).dot(along) / length2, 0.0, 1.0) : 0.0;
    return (point - bone.head - s * along).norm();
}

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

    const FleshBone* nearest_bone(const Vec3d& point, double& distance) const {
        const FleshBone* nearest = nullptr;
        distance = std::numeric_limits<double>::infinity();
        for (const FleshBone& bone : problem_.bones)
            if (const double d = distance_to_bone(bone, point); d < distance) {
                distance = d;
                nearest = &bone;
            }
        return nearest;
    }

    // The outermost nodes go where skinning takes them, so that the flesh ends without a seam.
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
            if (from_joint > std::min(problem_.reach - side(), kHeldFrom * end)) {
                region_.roles[node] = NodeRole::Blended;
                continue;
            }
            double to_bone = 0.0;
            const FleshBone* bone = nearest_bone(at, to_bone);
            const double depth = cells.is_inside[node] != 0 ? skin.distance : 0.0;
            if (bone != nullptr && depth > 0.0 && to_bone < kCore * (to_bone + depth) &&
                from_joint > kGap * problem_.radius && skin_follows(node, *bone))
                hold(node, *bone);
        }
    }

    void hold(std::size_t node, const FleshBone& bone) {
        region_.roles[node] = bone.moves ? NodeRole::Moving : NodeRole::Still;
        region_.blends[node] = bone.moves ? 1.0 : 0.0;
    }

    bool skin_follows(std::size_t node, const FleshBone& bone) const {
        const double blend = region_.blends[node];
        return (bone.moves ? 1.0 - blend : blend) < kLoose;
    }

    // In a thin limb no node may be that near to the bone: then the nearest is.
    void hold_along_bones() {
        for (const FleshBone& bone : problem_.bones) {
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
                if (region_.roles[node] == NodeRole::Free && skin_follows(node, bone))
                    hold(node, bone);
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
