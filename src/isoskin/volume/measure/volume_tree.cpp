#include "isoskin/volume/measure/volume_tree.h"

#include <cassert>
#include <cmath>

#include "isoskin/math/svd3.h"

namespace isoskin {
namespace {

struct CoInfluence {
    std::vector<double> mass;     // per slot
    std::vector<double> overlap;  // slot times slot_count plus slot, symmetric
};

CoInfluence co_influence(const SkinnedMesh& mesh, const VolumeSurface& surface,
                         const VolumePart& part, std::span<const double> areas) {
    const std::size_t slot_count = mesh.skin.joints.size();
    CoInfluence result;
    result.mass.assign(slot_count, 0.0);
    result.overlap.assign(slot_count * slot_count, 0.0);
    for (const Index point : part.points) {
        const auto row = mesh.weights.row(surface.weld.vertex_of_point[point]);
        for (const Influence& a : row) {
            result.mass[a.slot] += std::max(areas[point], 1e-300) * a.weight;
            for (const Influence& b : row)
                result.overlap[a.slot * slot_count + b.slot] +=
                    areas[point] * static_cast<double>(a.weight) * b.weight;
        }
    }
    return result;
}

// Limbs that touch, as thigh and thigh, share flesh but do not carry each other; trunk and upper
// leg do, but by way of the shoulder. What only touches counts so much. In rigs without a
// hierarchy, and for feet that hang on the root, it is all there is.
constexpr double kOfOthers = 0.05;

// Whether one joint carries another with no joint between them that moves this flesh.
bool carries_directly(const Skeleton& skeleton, std::span<const char> moves_flesh, JointIndex above,
                      JointIndex below) {
    auto at = skeleton.joints()[below].parent;
    while (at && *at != above && moves_flesh[*at] == 0)
        at = skeleton.joints()[*at].parent;
    return at && *at == above;
}

std::vector<char> joints_with_flesh(const Skin& skin, const Skeleton& skeleton,
                                    std::span<const double> mass) {
    std::vector<char> moves_flesh(skeleton.joint_count(), 0);
    for (std::size_t slot = 0; slot < mass.size(); ++slot)
        if (mass[slot] > 0.0) moves_flesh[skin.joints[slot]] = 1;
    return moves_flesh;
}

std::optional<Vec3d> bind_origin(const Skin& skin, std::size_t slot) {
    const Affine& joint_from_bind = skin.joint_from_bind[slot];
    if (std::abs(joint_from_bind.linear().determinant()) < 1e-300) return std::nullopt;
    return joint_from_bind.inverse().translation();
}

// Two joints turn against each other about the origin of the lower one in the file's hierarchy.
Vec3d pivot_between(const SkinnedMesh& mesh, const Skeleton& skeleton, JointIndex slot,
                    JointIndex parent_slot) {
    const bool reversed = carries(skeleton, mesh.skin.joints[slot], mesh.skin.joints[parent_slot]);
    return bind_origin(mesh.skin, reversed ? parent_slot : slot).value_or(Vec3d::Zero());
}

Mat3d stretch(const Mat3d& linear) {
    const auto [U, values, V] = decompose(linear);
    return V * values.asDiagonal() * V.transpose();
}

// How far a motion is from a rotation.
double strain(const Mat3d& linear) {
    return (linear.transpose() * linear - Mat3d::Identity()).cwiseAbs().maxCoeff();
}

}  // namespace

std::vector<double> point_areas(const VolumeSurface& surface, const VolumePart& part,
                                std::span<const Vec3d> points) {
    std::vector<double> areas(surface.point_count, 0.0);
    const auto add = [&](std::span<const Triangle> triangles, double share) {
        for (const Triangle& t : triangles) {
            const double third =
                share / 6.0 *
                (points[t[1]] - points[t[0]]).cross(points[t[2]] - points[t[0]]).norm();
            for (const Index point : t)
                if (point < surface.point_count) areas[point] += third;
        }
    };
    add(part.triangles, 1.0);
    add(part.half_triangles, 0.5);
    return areas;
}

VolumeTree make_volume_tree(const SkinnedMesh& mesh, const Skeleton& skeleton,
                            const VolumeSurface& surface, const VolumePart& part,
                            std::span<const double> areas) {
    const CoInfluence flesh = co_influence(mesh, surface, part, areas);
    const std::size_t slot_count = mesh.skin.joints.size();
    const std::vector<char> moves_flesh = joints_with_flesh(mesh.skin, skeleton, flesh.mass);
    const auto is_next_to = [&](std::size_t slot, std::size_t other) {
        const JointIndex a = mesh.skin.joints[slot];
        const JointIndex b = mesh.skin.joints[other];
        return carries_directly(skeleton, moves_flesh, a, b) ||
               carries_directly(skeleton, moves_flesh, b, a);
    };

    // Prim's algorithm; ties fall to the lower slot, so the tree does not depend on chance.
    VolumeTree tree;
    tree.node_of_slot.assign(slot_count, kNoIndex);
    std::vector<double> pull(slot_count, 0.0);
    std::vector<Index> best_parent(slot_count, kNoIndex);
    while (true) {
        std::size_t next = slot_count;
        for (std::size_t slot = 0; slot < slot_count; ++slot) {
            if (flesh.mass[slot] <= 0.0 || tree.node_of_slot[slot] != kNoIndex) continue;
            if (next == slot_count || pull[slot] > pull[next] ||
                (pull[slot] == pull[next] && flesh.mass[slot] > flesh.mass[next]))
                next = slot;
        }
        if (next == slot_count) break;
        const auto slot = static_cast<JointIndex>(next);
        const auto node = static_cast<Index>(tree.nodes.size());
        Index parent = best_parent[slot];
        if (parent == kNoIndex && node > 0)
            parent = 0;  // flesh that only touches: hang on the root
        VolumeTree::Node entry{.slot = slot, .parent = parent};
        if (parent != kNoIndex) {
            const JointIndex parent_slot = tree.nodes[parent].slot;
            entry.pivot = pivot_between(mesh, skeleton, slot, parent_slot);
        }
        tree.nodes.push_back(std::move(entry));
        tree.node_of_slot[slot] = node;
        for (std::size_t other = 0; other < slot_count; ++other) {
            const double shared = flesh.overlap[slot * slot_count + other];
            if (other == slot || shared <= pull[other]) continue;
            const double overlap = is_next_to(slot, other) ? shared : kOfOthers * shared;
            if (overlap <= pull[other]) continue;
            pull[other] = overlap;
            best_parent[other] = node;
        }
    }
    return tree;
}

std::vector<Vec3d> turning_points_between(const Skin& skin, const Skeleton& skeleton,
                                          JointIndex slot, JointIndex parent_slot) {
    std::vector<Vec3d> points;
    for (std::size_t other = 0; other < skin.joints.size(); ++other) {
        const JointIndex joint = skin.joints[other];
        if (carries(skeleton, joint, skin.joints[slot]) ==
            carries(skeleton, joint, skin.joints[parent_slot]))
            continue;
        if (const auto origin = bind_origin(skin, other)) points.push_back(*origin);
    }
    return points;
}

void gather_motions(const VolumeTree& tree, std::span<const Affine> palette,
                    std::span<Affine> motions) {
    assert(motions.size() == tree.nodes.size());
    for (std::size_t k = 0; k < motions.size(); ++k)
        motions[k] = palette[tree.nodes[k].slot];
}

bool is_rotation(const Mat3d& linear) {
    constexpr double kRounding = 1e-4;  // keys of scale are floats too, several after each other
    return strain(linear) < kRounding;
}

Affine relative_scale(const Vec3d& pivot, const Affine& parent_from_node) {
    Affine scale = Affine::Identity();
    if (is_rotation(parent_from_node.linear())) return scale;
    const Mat3d U = stretch(parent_from_node.linear());
    scale.linear() = U;
    scale.translation() = pivot - U * pivot;
    return scale;
}

void scales_alone(const VolumeTree& tree, std::span<const Affine> motions,
                  std::span<Affine> scales) {
    assert(motions.size() == scales.size());
    for (std::size_t k = 0; k < tree.nodes.size(); ++k) {
        const VolumeTree::Node& node = tree.nodes[k];
        if (node.parent == kNoIndex) {  // of the root, rounding too: all the volume has it
            scales[k].linear() = stretch(motions[k].linear());
            scales[k].translation() = node.pivot - scales[k].linear() * node.pivot;
            continue;
        }
        const Affine parent_from_node = motions[node.parent].inverse() * motions[k];
        scales[k] = scales[node.parent] * relative_scale(node.pivot, parent_from_node);
    }
}

}  // namespace isoskin
