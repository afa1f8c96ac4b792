#include "isoskin/volume/build/part_model.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

#include "isoskin/volume/build/loose_pairs.h"

namespace isoskin {
namespace {

// Numbers the points of a part from zero, apexes behind the real ones.
class LocalPoints {
  public:
    LocalPoints(const VolumeSurface& surface, const VolumePart& part)
        : local_(surface.total_point_count(), kNoIndex) {
        Index next = 0;
        for (const Index point : part.points)
            local_[point] = next++;
        for (const Index cap : part.caps)
            local_[surface.caps[cap].apex] = next++;
    }
    Index operator()(Index point) const { return local_[point]; }
    std::vector<Triangle> operator()(std::span<const Triangle> triangles) const {
        std::vector<Triangle> renumbered;
        renumbered.reserve(triangles.size());
        for (const Triangle& t : triangles)
            renumbered.push_back({local_[t[0]], local_[t[1]], local_[t[2]]});
        return renumbered;
    }

  private:
    std::vector<Index> local_;
};

void copy_geometry(const SkinnedMesh& mesh, const VolumeSurface& surface, const VolumePart& part,
                   PartModel& model) {
    const LocalPoints local(surface, part);
    model.surface_point = part.points;
    model.triangles = local(part.triangles);
    model.half_triangles = local(part.half_triangles);
    model.bind.resize(part.points.size() + part.caps.size());
    for (std::size_t k = 0; k < part.points.size(); ++k)
        model.bind[k] =
            mesh.mesh.positions[surface.weld.vertex_of_point[part.points[k]]].cast<double>();
    for (const Index index : part.caps) {
        const Cap& cap = surface.caps[index];
        Cap own{.loop = {}, .apex = local(cap.apex)};
        for (const Index point : cap.loop)
            own.loop.push_back(local(point));
        model.caps.push_back(std::move(own));
    }
    place_apexes(model, model.bind);
}

// The strongest weight is what the others leave of one, as the skinning kernels have it: floats
// sum to one only nearly, and a volume that depends on where the origin is would be no volume.
void copy_weights(const SkinnedMesh& mesh, const VolumeSurface& surface, PartModel& model) {
    model.row_offset.push_back(0);
    for (const Index point : model.surface_point) {
        double others = 0.0;
        const std::size_t first = model.rows.size();
        for (const auto& [slot, weight] : mesh.weights.row(surface.weld.vertex_of_point[point])) {
            assert(model.tree.node_of_slot[slot] != kNoIndex);
            if (model.rows.size() > first) others += weight;
            model.rows.emplace_back(model.tree.node_of_slot[slot], weight);
        }
        model.rows[first].second = 1.0 - others;
        model.row_offset.push_back(model.rows.size());
    }
}

// Weights of the subtree below each node; children come after parents, so one backward pass does.
void sum_subtrees(PartModel& model) {
    std::vector<std::vector<std::pair<Index, double>>> at_node(model.node_count());
    for (std::size_t point = 0; point < model.point_count(); ++point) {
        std::vector<std::pair<Index, double>> sums;
        for (std::size_t k = model.row_offset[point]; k < model.row_offset[point + 1]; ++k) {
            for (Index node = model.rows[k].first; node != kNoIndex;
                 node = model.tree.nodes[node].parent) {
                const auto it = std::find_if(sums.begin(), sums.end(),
                                             [&](const auto& sum) { return sum.first == node; });
                if (it == sums.end())
                    sums.emplace_back(node, model.rows[k].second);
                else
                    it->second += model.rows[k].second;
            }
        }
        for (const auto& [node, sum] : sums)
            at_node[node].emplace_back(static_cast<Index>(point), sum);
    }
    model.subtree.resize(model.node_count());
    for (std::size_t node = 0; node < model.node_count(); ++node)
        for (const auto& [point, sum] : at_node[node])
            model.subtree[node].push_back({point, sum > 1.0 - 1e-6 ? 1.0 : sum});
}

Vec3d joint_origin(const SkinnedMesh& mesh, JointIndex slot) {
    const Affine& joint_from_bind = mesh.skin.joint_from_bind[slot];
    if (std::abs(joint_from_bind.linear().determinant()) < 1e-300) return Vec3d::Zero();
    return joint_from_bind.inverse().translation();
}

// Centre of the flesh a node and what hangs on it moves.
Vec3d flesh_centre(const PartModel& model, std::size_t node) {
    Vec3d sum = Vec3d::Zero();
    double total = 0.0;
    for (const auto& [point, value] : model.subtree[node]) {
        const double weight = value * model.area[point];
        sum += weight * model.bind[point];
        total += weight;
    }
    return total > 0.0 ? Vec3d(sum / total) : sum;
}

// The bone of a joint runs to its heaviest child; that of a leaf to the centre of its flesh.
std::vector<BoneSegment> bones_of_nodes(const SkinnedMesh& mesh, const PartModel& model) {
    const std::size_t count = model.node_count();
    std::vector<double> mass(count, 0.0);
    for (std::size_t node = 0; node < count; ++node)
        for (const auto& [point, value] : model.subtree[node])
            mass[node] += value * model.area[point];
    std::vector<Index> heaviest(count, kNoIndex);
    for (std::size_t node = 1; node < count; ++node) {
        Index& best = heaviest[model.tree.nodes[node].parent];
        if (best == kNoIndex || mass[node] > mass[best]) best = static_cast<Index>(node);
    }
    std::vector<BoneSegment> bones(count);
    for (std::size_t node = 0; node < count; ++node) {
        const Vec3d origin =
            node == 0 ? joint_origin(mesh, model.tree.nodes[0].slot) : model.tree.nodes[node].pivot;
        bones[node].head = origin;
        bones[node].tail = heaviest[node] != kNoIndex ? model.tree.nodes[heaviest[node]].pivot
                                                      : flesh_centre(model, node);
        if ((bones[node].tail - origin).norm() < 1e-6 * model.size)
            bones[node].tail = flesh_centre(model, node);
    }
    return bones;
}

void measure_bone_distances(const PartModel& model, std::span<const BoneSegment> bones,
                            std::span<double> distance) {
    for (std::size_t point = 0; point < model.point_count(); ++point) {
        double nearest = std::numeric_limits<double>::infinity();
        for (std::size_t k = model.row_offset[point]; k < model.row_offset[point + 1]; ++k)
            nearest = std::min(nearest, distance_to(bones[model.rows[k].first], model.bind[point]));
        distance[point] = std::isfinite(nearest) ? nearest : 0.0;
    }
}

LimbFrame make_limb(const PartModel& model, std::span<const BoneSegment> bones, std::size_t node) {
    LimbFrame limb;
    limb.pivot = bones[node].head;
    limb.child_bone = bones[node];
    const Index parent = model.tree.nodes[node].parent;
    limb.parent_bone = {limb.pivot, limb.pivot};
    if (parent != kNoIndex) limb.parent_bone = {bones[parent].head, limb.pivot};
    const Vec3d along = limb.child_bone.tail - limb.child_bone.head;
    const Vec3d before = limb.parent_bone.tail - limb.parent_bone.head;
    if (along.norm() > 1e-9 * model.size)
        limb.axis = along.normalized();
    else if (before.norm() > 1e-9 * model.size)
        limb.axis = before.normalized();

    double sum = 0.0;
    double total = 0.0;
    for (const auto& [point, value] : model.subtree[node]) {
        const double weight = model.area[point] * 4.0 * value * (1.0 - value);
        sum += weight * model.bone_distance[point];
        total += weight;
    }
    limb.radius = total > 0.0 ? sum / total : 0.0;
    if (limb.radius <= 1e-6 * model.size) limb.radius = 0.02 * model.size;
    return limb;
}

void make_normals(PartModel& model) {
    std::vector<Vec3d> gradient(model.bind.size());
    volume_gradient(model, model.bind, gradient);
    model.normal.resize(model.point_count());
    for (std::size_t point = 0; point < model.point_count(); ++point) {
        const double length = gradient[point].norm();
        model.normal[point] = length > 0.0 ? Vec3d(gradient[point] / length) : Vec3d::Zero();
    }
}

// Smoothed over a fraction of the limb, so that thickening keeps the shape but not its noise.
void make_directions(PartModel& model) {
    constexpr double kFractionOfRadius = 0.7;
    double sum = 0.0;
    double total = 0.0;
    for (std::size_t point = 0; point < model.point_count(); ++point) {
        sum += model.area[point] * model.bone_distance[point];
        total += model.area[point];
    }
    const double width = total > 0.0 ? kFractionOfRadius * sum / total : 0.0;
    const SurfaceDiffusion diffusion = make_diffusion(model);
    model.direction = model.normal;
    std::vector<double> component(model.point_count());
    for (int axis = 0; axis < 3; ++axis) {
        for (std::size_t point = 0; point < component.size(); ++point)
            component[point] = model.normal[point][axis];
        diffusion.spread(width, 1, component);
        for (std::size_t point = 0; point < component.size(); ++point)
            model.direction[point][axis] = component[point];
    }
    for (std::size_t point = 0; point < model.point_count(); ++point) {
        const double length = model.direction[point].norm();
        model.direction[point] =
            length > 1e-6 ? Vec3d(model.direction[point] / length) : model.normal[point];
    }
}

}  // namespace

double distance_to(const BoneSegment& bone, const Vec3d& point) {
    const Vec3d along = bone.tail - bone.head;
    const double length2 = along.squaredNorm();
    const double s =
        length2 > 0.0 ? std::clamp((point - bone.head).dot(along) / length2, 0.0, 1.0) : 0.0;
    return (point - bone.head - s * along).norm();
}

double mean_radius(const PartModel& part) {
    double sum = 0.0;
    for (std::size_t node = 1; node < part.node_count(); ++node)
        sum += part.limbs[node].radius;
    return part.node_count() < 2 ? 0.0 : sum / static_cast<double>(part.node_count() - 1);
}

std::vector<double> subtree_blend(const PartModel& part, std::size_t node) {
    std::vector<double> blend(part.point_count(), 0.0);
    for (const auto& [point, weight] : part.subtree[node])
        blend[point] = std::min(weight, 1.0);
    return blend;
}

PartModel make_part_model(const SkinnedMesh& mesh, const Skeleton& skeleton,
                          const VolumeSurface& surface, const VolumePart& part) {
    PartModel model;
    model.label = part.label;
    copy_geometry(mesh, surface, part, model);
    std::vector<Vec3d> points(surface.total_point_count(), Vec3d::Zero());
    gather_points(surface, mesh.mesh.positions, points);
    const auto areas = point_areas(surface, part, points);
    for (const Index point : model.surface_point)
        model.area.push_back(areas[point]);
    model.tree = make_volume_tree(mesh, skeleton, surface, part, areas);
    copy_weights(mesh, surface, model);
    sum_subtrees(model);
    model.loose_pairs = find_loose_pairs(model, mesh.skin, skeleton);
    for (const auto& node : model.tree.nodes)
        model.turning_points.push_back(
            node.parent == kNoIndex ? std::vector<Vec3d>()
                                    : turning_points_between(mesh.skin, skeleton, node.slot,
                                                             model.tree.nodes[node.parent].slot));

    Eigen::AlignedBox3d box;
    for (const Vec3d& p : model.bind)
        box.extend(p);
    model.size = box.isEmpty() ? 0.0 : box.diagonal().norm();
    model.volume = enclosed_volume(model, model.bind);
    const auto bones = bones_of_nodes(mesh, model);
    model.bone_distance.resize(model.point_count());
    measure_bone_distances(model, bones, model.bone_distance);
    for (std::size_t node = 0; node < model.node_count(); ++node)
        model.limbs.push_back(make_limb(model, bones, node));
    make_normals(model);
    make_directions(model);
    return model;
}

TrianglesOfPoints::TrianglesOfPoints(const SkinnedSurface& surface)
    : offset_(surface.bind.size() + 1, 0) {
    const auto for_each_corner = [&](const auto& visit) {
        Index number = 0;
        for (const auto* triangles : {&surface.triangles, &surface.half_triangles})
            for (const Triangle& t : *triangles) {
                for (const Index point : t)
                    visit(point, number);
                ++number;
            }
    };
    for_each_corner([&](Index point, Index) { ++offset_[point + 1]; });
    std::partial_sum(offset_.begin(), offset_.end(), offset_.begin());
    triangle_.resize(offset_.back());
    std::vector<std::size_t> next(offset_.begin(), offset_.end() - 1);
    for_each_corner([&](Index point, Index number) { triangle_[next[point]++] = number; });
}

SurfaceDiffusion make_diffusion(const PartModel& part) {
    std::vector<Triangle> triangles = part.triangles;
    triangles.insert(triangles.end(), part.half_triangles.begin(), part.half_triangles.end());
    return SurfaceDiffusion(triangles, part.bind, part.area);
}

}  // namespace isoskin
