#include "isoskin/volume/build/followers.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "isoskin/math/smoothstep.h"
#include "isoskin/mesh/surface_tree.h"

namespace isoskin {
namespace {

// What is nearer than the first lies on a limb, what is farther than the second does not: in radii
// of the limb.
constexpr double kOnLimb = 0.3;
constexpr double kOffLimb = 0.8;
// A closed part is a cover if it lies on another so much, in the mean over its points.
constexpr double kCover = 0.75;
// What encloses nothing follows if it lies on another at all, beyond a chance touch.
constexpr double kTouch = 0.02;
constexpr double kRigid = 0.999;

double limb_radius(const PartModel& model, Index point) {
    const auto row = model.row(point);
    return std::max(model.bone_distance[point], model.limbs[row.front().first].radius);
}

// How much two rows of weights agree, as joints: 1 where at least half of them does.
double agreement(const SkinnedMesh& mesh, Index vertex, const SkinnedMesh& host_mesh,
                 const PartModel& host, Index point) {
    double common = 0.0;
    for (const auto& [slot, weight] : mesh.weights.row(vertex))
        for (const auto& [node, other] : host.row(point))
            if (host_mesh.skin.joints[host.tree.nodes[node].slot] == mesh.skin.joints[slot])
                common += std::min(static_cast<double>(weight), other);
    return std::min(1.0, 2.0 * common);
}

// From the bind space of one mesh to that of another: what takes each joint that both have to
// itself. Empty if they have none, or are bound in different poses.
std::optional<Affine> between_binds(const SkinnedMesh& from, const SkinnedMesh& to) {
    if (&from == &to) return Affine::Identity();
    constexpr double kAlike = 1e-3;  // quantised files round their matrices
    std::optional<Affine> to_from;
    for (std::size_t i = 0; i < from.skin.joints.size(); ++i)
        for (std::size_t k = 0; k < to.skin.joints.size(); ++k) {
            if (from.skin.joints[i] != to.skin.joints[k]) continue;
            const Affine& joint_from_to = to.skin.joint_from_bind[k];
            if (std::abs(joint_from_to.linear().determinant()) < 1e-300) return std::nullopt;
            const Affine found = joint_from_to.inverse() * from.skin.joint_from_bind[i];
            if (to_from && !to_from->isApprox(found, kAlike)) return std::nullopt;
            if (!to_from) to_from = found;
        }
    if (to_from && std::abs(to_from->linear().determinant()) < 1e-300) return std::nullopt;
    return to_from;
}

// Bound to one joint as a whole, as a buckle is: it is not to bend.
bool is_rigid(const PlacedPart& part) {
    const JointIndex slot = part.mesh->weights.row(part.vertices.front()).front().slot;
    return std::all_of(part.vertices.begin(), part.vertices.end(), [&](Index vertex) {
        const Influence strongest = part.mesh->weights.row(vertex).front();
        return strongest.slot == slot && static_cast<double>(strongest.weight) > kRigid;
    });
}

Eigen::AlignedBox3d box_of(const PlacedPart& part, const Affine& host_from_part) {
    Eigen::AlignedBox3d box;
    for (const Index vertex : part.vertices)
        box.extend(host_from_part * part.mesh->mesh.positions[vertex].cast<double>());
    return box;
}

/// A part that others may lie on.
class Host {
  public:
    Host(const PlacedPart& part, std::size_t number)
        : part_(part), number_(number), box_(box_of(part, Affine::Identity())) {
        const PartModel& model = *part.model;
        radii_.reserve(model.point_count());
        for (std::size_t point = 0; point < model.point_count(); ++point)
            radii_.push_back(limb_radius(model, static_cast<Index>(point)));
        reach_ = kOffLimb * *std::max_element(radii_.begin(), radii_.end());
    }

    /// How a part lies on it; `cover` is how much, `radius` that of the limb below.
    struct Lying {
        Follower follower;
        double cover = 0.0;
        double radius = 0.0;
        double size = 0.0;  // of the part, in the host's space
    };

    std::optional<Lying> place(const PlacedPart& part) {
        if (part_.rank > part.rank) return std::nullopt;
        const auto host_from_part = between_binds(*part.mesh, *part_.mesh);
        if (!host_from_part) return std::nullopt;
        const Eigen::AlignedBox3d box = box_of(part, *host_from_part);
        if (box_.exteriorDistance(box) > reach_) return std::nullopt;
        if (!tree_) tree_.emplace(part_.model->bind, all_triangles());
        Lying lying;
        lying.size = box.diagonal().norm();
        lying.follower.host = number_;
        lying.follower.part_from_host = host_from_part->linear().inverse();
        lying.follower.offset.push_back(0);
        for (const Index vertex : part.vertices) {
            add_point(part, vertex,
                      *host_from_part * part.mesh->mesh.positions[vertex].cast<double>(), lying);
            lying.follower.offset.push_back(lying.follower.shares.size());
        }
        if (lying.cover > 0.0) lying.radius /= lying.cover;
        lying.cover /= static_cast<double>(part.vertices.size());
        return lying;
    }

  private:
    std::vector<Triangle> all_triangles() const {
        std::vector<Triangle> all = part_.model->triangles;
        all.insert(all.end(), part_.model->half_triangles.begin(),
                   part_.model->half_triangles.end());
        std::erase_if(all, [&](const Triangle& t) {  // caps are no surface to lie on
            return std::any_of(t.begin(), t.end(),
                               [&](Index point) { return point >= radii_.size(); });
        });
        return all;
    }

    void add_point(const PlacedPart& part, Index vertex, const Vec3d& position,
                   Lying& lying) const {
        const SurfacePlace place = tree_->nearest(position, reach_);
        if (place.triangle == kNoIndex) return;
        const Triangle& t = tree_->triangles()[place.triangle];
        double radius = 0.0;
        double agrees = 0.0;
        for (std::size_t c = 0; c < 3; ++c) {
            const double corner = place.corners[static_cast<int>(c)];
            radius += corner * radii_[t[c]];
            agrees += corner * agreement(*part.mesh, vertex, *part_.mesh, *part_.model, t[c]);
        }
        const double near =
            agrees * (1.0 - smoothstep((place.distance / radius - kOnLimb) / (kOffLimb - kOnLimb)));
        if (near <= 0.0) return;
        lying.cover += near;
        lying.radius += near * radius;
        for (std::size_t c = 0; c < 3; ++c)
            if (const double corner = place.corners[static_cast<int>(c)]; corner > 0.0)
                lying.follower.shares.push_back({t[c], near * corner});
    }

    const PlacedPart& part_;
    std::size_t number_;
    Eigen::AlignedBox3d box_;
    std::vector<double> radii_;
    double reach_ = 0.0;
    std::optional<SurfaceTree> tree_;
};

// All points move by the mean of what each would.
void follow_as_whole(Follower& follower) {
    const std::size_t count = follower.offset.size() - 1;
    SparseField shares = std::move(follower.shares);
    std::sort(shares.begin(), shares.end(),
              [](const PointValue& a, const PointValue& b) { return a.point < b.point; });
    SparseField mean;
    for (const PointValue& share : shares) {
        if (mean.empty() || mean.back().point != share.point)
            mean.push_back({.point = share.point, .value = 0.0});
        mean.back().value += share.value / static_cast<double>(count);
    }
    follower.shares.clear();
    for (std::size_t k = 0; k < count; ++k) {
        follower.shares.insert(follower.shares.end(), mean.begin(), mean.end());
        follower.offset[k + 1] = follower.shares.size();
    }
}

bool follows(const PlacedPart& part, Host::Lying& lying) {
    if (part.model != nullptr && is_rigid(part)) return false;
    const bool is_small = lying.size < lying.radius;
    if (is_small && lying.cover > 0.0) {
        follow_as_whole(lying.follower);
        return lying.cover >= (part.model == nullptr ? kTouch : 0.5 * kCover);
    }
    if (part.model == nullptr) return lying.cover >= kTouch;
    return lying.cover >= kCover;
}

}  // namespace

double joint_units(const SkinnedMesh& mesh) {
    if (mesh.skin.joint_from_bind.empty()) return 1.0;
    return std::cbrt(std::abs(mesh.skin.joint_from_bind.front().linear().determinant()));
}

PlacedPart place_part(const SkinnedMesh& mesh, const VolumeSurface& surface, const VolumePart& part,
                      const PartModel* model) {
    PlacedPart placed{
        .mesh = &mesh, .area = std::pow(joint_units(mesh), 2.0) * part.area, .model = model};
    for (const Index point : part.points)
        placed.vertices.push_back(surface.weld.vertex_of_point[point]);
    return placed;
}

std::vector<std::optional<Follower>> find_followers(std::span<const PlacedPart> parts) {
    std::vector<std::size_t> order(parts.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return parts[a].area > parts[b].area; });
    std::vector<std::optional<Follower>> followers(parts.size());
    std::vector<Host> hosts;
    for (const std::size_t k : order) {
        const PlacedPart& part = parts[k];
        if (part.vertices.empty()) continue;
        std::optional<Host::Lying> best;
        for (std::size_t h = 0; h < hosts.size() && !part.stands; ++h) {
            auto lying = hosts[h].place(part);
            if (lying && (!best || lying->cover > best->cover)) best = std::move(lying);
        }
        if (best && follows(part, *best))
            followers[k] = std::move(best->follower);
        else if (part.model != nullptr)
            hosts.emplace_back(part, k);
    }
    return followers;
}

std::vector<std::size_t> rank_meshes(std::span<const SkinnedMesh> meshes) {
    std::vector<double> area(meshes.size(), 0.0);
    for (std::size_t m = 0; m < meshes.size(); ++m) {
        const Mesh& mesh = meshes[m].mesh;
        for (const Face& face : mesh.faces) {
            const auto at = [&](std::size_t k) -> Vec3d {
                return mesh.positions[face.vertices[k]].cast<double>();
            };
            area[m] += (at(1) - at(0)).cross(at(2) - at(0)).norm();
            if (face.is_quad()) area[m] += (at(2) - at(0)).cross(at(3) - at(0)).norm();
        }
        area[m] *= std::pow(joint_units(meshes[m]), 2.0);
    }
    std::vector<std::size_t> order(meshes.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return area[a] > area[b]; });
    return order;
}

}  // namespace isoskin
