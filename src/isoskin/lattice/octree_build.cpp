#include "isoskin/lattice/octree_build.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace isoskin {
namespace {

// Beyond this a tree is a mistake in its settings rather than a wish.
constexpr std::size_t kMaxBuiltCells = std::size_t{1} << 22;

Error too_many_cells(int depth) {
    return invalid("an octree of depth " + std::to_string(depth) + " would have more than " +
                   std::to_string(kMaxBuiltCells) + " cells here; ask for fewer levels");
}

Status check_depth(int depth) {
    if (depth < 0 || depth > kMaxTreeDepth)
        return invalid("an octree has 0 to " + std::to_string(kMaxTreeDepth) + " levels, not " +
                       std::to_string(depth));
    return Done{};
}

Status check(std::span<const Vec3> points, const OctreeSettings& settings) {
    if (const Status depth = check_depth(settings.max_depth); !depth) return depth;
    if (settings.max_points == 0)
        return invalid(
            "a cell of an octree cannot hold at most 0 points: it would be divided for ever");
    if (!(settings.margin >= 0.0) || !std::isfinite(settings.margin))
        return invalid("the margin around an octree must be 0 or more");
    if (points.empty()) return invalid("there are no points to put an octree around");
    for (std::size_t i = 0; i < points.size(); ++i)
        if (!points[i].allFinite())
            return invalid("point " + std::to_string(i) + " has a coordinate that is not a number");
    return Done{};
}

// A cube about the middle of the points. In a tree of two axes the box is as flat as the points.
Result<Octree> root_around(std::span<const Vec3> points, const OctreeSettings& settings) {
    if (const Status status = check(points, settings); !status) return status.error();
    const Eigen::AlignedBox3d tight = bounding_box(points).cast<double>();
    const int axis_count = settings.axes == TreeAxes::Three ? 3 : 2;
    const double longest = tight.sizes().head(axis_count).maxCoeff();
    if (!(longest > 0.0))
        return invalid("all " + std::to_string(points.size()) +
                       " points lie at one place: there is nothing to put an octree around");
    const double half = 0.5 * longest * (1.0 + 2.0 * settings.margin);
    Eigen::AlignedBox3d box = tight;
    for (int axis = 0; axis < axis_count; ++axis) {
        box.min()[axis] = tight.center()[axis] - half;
        box.max()[axis] = tight.center()[axis] + half;
    }
    return Octree::create(box, settings.axes);
}

// Divides a cell while `wants` says so of what it holds, handing items to its children by `sort`.
class Divider {
  public:
    Divider(Octree& tree, int max_depth) : tree_(tree), max_depth_(max_depth) {}

    template <typename Wants, typename Sort>
    void divide(Index cell, const std::vector<Index>& items, const Wants& wants, const Sort& sort) {
        if (tree_.cell(cell).key.level >= max_depth_ || !wants(items)) return;
        if (tree_.cell_slots() > kMaxBuiltCells) {
            overflow_ = true;
            return;
        }
        tree_.subdivide(cell);
        std::array<std::vector<Index>, 8> own;
        sort(cell, items, own);
        for (std::size_t child = 0; child < tree_.grid().corner_count(); ++child)
            divide(tree_.cell(cell).first_child + static_cast<Index>(child), own[child], wants,
                   sort);
    }

    bool overflowed() const { return overflow_; }

  private:
    Octree& tree_;
    int max_depth_;
    bool overflow_ = false;
};

std::vector<Index> first_indices(std::size_t count) {
    std::vector<Index> all(count);
    std::iota(all.begin(), all.end(), Index{0});
    return all;
}

// A triangle and a box meet unless one of 13 axes parts them (Akenine-Möller 2001).
bool meet(const Eigen::AlignedBox3d& box, const std::array<Vec3d, 3>& corners) {
    const Vec3d centre = box.center();
    const Vec3d half = 0.5 * box.sizes();
    const std::array<Vec3d, 3> v{corners[0] - centre, corners[1] - centre, corners[2] - centre};
    const std::array<Vec3d, 3> edges{v[1] - v[0], v[2] - v[1], v[0] - v[2]};
    const auto parts = [&](const Vec3d& axis) {
        const double reach = half.dot(axis.cwiseAbs());
        const auto [low, high] = std::minmax({axis.dot(v[0]), axis.dot(v[1]), axis.dot(v[2])});
        return low > reach || high < -reach;
    };
    for (int axis = 0; axis < 3; ++axis) {
        if (parts(Vec3d::Unit(axis))) return false;
        for (const Vec3d& edge : edges)
            if (parts(Vec3d::Unit(axis).cross(edge))) return false;
    }
    return !parts(edges[0].cross(edges[1]));
}

Result<Octree> finish(Result<Octree> tree, const Divider& divider, const OctreeSettings& settings) {
    if (divider.overflowed()) return too_many_cells(settings.max_depth);
    if (settings.balance == TreeBalance::OneLevel) balance(*tree);
    return tree;
}

}  // namespace

Result<Octree> octree_from_points(std::span<const Vec3> points, const OctreeSettings& settings) {
    Result<Octree> tree = root_around(points, settings);
    if (!tree) return tree;
    std::vector<std::array<std::int32_t, 3>> places;
    for (const Vec3& point : points)
        places.push_back(tree->grid().finest_cell(point.cast<double>()));
    Divider divider(*tree, settings.max_depth);
    divider.divide(
        0, first_indices(points.size()),
        [&](const std::vector<Index>& own) { return own.size() > settings.max_points; },
        [&](Index cell, const std::vector<Index>& items, std::array<std::vector<Index>, 8>& own) {
            const Index first = tree->cell(cell).first_child;
            for (const Index point : items)
                own[tree->child_at(cell, places[point]) - first].push_back(point);
        });
    return finish(std::move(tree), divider, settings);
}

Result<Octree> octree_from_matter(std::span<const Vec3> points, std::span<const Triangle> triangles,
                                  const OctreeSettings& settings) {
    if (triangles.empty()) return invalid("there are no faces for an octree to follow");
    Result<Octree> tree = root_around(points, settings);
    if (!tree) return tree;
    Divider divider(*tree, settings.max_depth);
    divider.divide(
        0, first_indices(triangles.size()),
        [&](const std::vector<Index>& own) { return !own.empty(); },
        [&](Index cell, const std::vector<Index>& items, std::array<std::vector<Index>, 8>& own) {
            const Index first = tree->cell(cell).first_child;
            for (const Index item : items) {
                const Triangle& t = triangles[item];
                const std::array<Vec3d, 3> corners{points[t[0]].cast<double>(),
                                                   points[t[1]].cast<double>(),
                                                   points[t[2]].cast<double>()};
                for (std::size_t child = 0; child < tree->grid().corner_count(); ++child)
                    if (meet(tree->rest_box(first + static_cast<Index>(child)), corners))
                        own[child].push_back(item);
            }
        });
    return finish(std::move(tree), divider, settings);
}

Result<Octree> octree_from_box(const Eigen::AlignedBox3d& box, int depth, TreeAxes axes) {
    if (const Status status = check_depth(depth); !status) return status.error();
    Result<Octree> tree = Octree::create(box, axes);
    if (!tree) return tree;
    if (std::pow(static_cast<double>(tree->grid().corner_count()), depth) >
        static_cast<double>(kMaxBuiltCells))
        return too_many_cells(depth);
    for (int level = 0; level < depth; ++level)
        for (const Index cell : tree->cells_of_level(level))
            tree->subdivide(cell);
    return tree;
}

}  // namespace isoskin
