#include "isoskin/weights/transfer.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/SparseCholesky>

#include "isoskin/mesh/weld.h"
#include "isoskin/weights/follow.h"
#include "isoskin/weights/harmonic.h"
#include "isoskin/weights/keep_strongest.h"

namespace isoskin {
namespace {

constexpr double kTrustedDistance = 0.05;  // of the body's box
const double kTrustedCosine = std::cos(kPi / 6.0);

struct WornSurface {
    std::vector<Vec3d> positions;
    std::vector<Vec3d> normals;  // smooth: at an edge no single triangle tells which way it faces
    std::vector<Triangle> triangles;
    WeightRows rows;
};

std::vector<Vec3d> smooth_normals(std::span<const Vec3d> positions,
                                  std::span<const Triangle> triangles) {
    std::vector<Vec3> rounded;
    for (const Vec3d& position : positions)
        rounded.push_back(position.cast<float>());
    const Weld weld = weld_by_position(rounded);
    std::vector<Vec3d> sums(weld.point_count(), Vec3d::Zero());
    for (const Triangle& t : triangles) {
        const Vec3d normal =
            (positions[t[1]] - positions[t[0]]).cross(positions[t[2]] - positions[t[0]]);
        for (const Index vertex : t)
            sums[weld.point_of_vertex[vertex]] += normal;
    }
    std::vector<Vec3d> normals;
    for (const Index point : weld.point_of_vertex)
        normals.push_back(sums[point].normalized());
    return normals;
}

// All skinned meshes of the body as linear skinning shows them in the stored pose.
WornSurface stored_surface(const Character& from, std::span<const JointIndex> joint_of) {
    WornSurface worn;
    std::vector<Affine> model_from_joint(from.skeleton.joint_count());
    compute_model_pose(from.skeleton, stored_pose(from.skeleton).parent_from_joint,
                       model_from_joint);
    for (const SkinnedMesh& mesh : from.meshes) {
        if (mesh.skin.hung) continue;
        const auto first = static_cast<Index>(worn.positions.size());
        std::vector<Affine> palette(mesh.skin.joints.size());
        compute_palette(mesh.skin, model_from_joint, palette);
        for (std::size_t v = 0; v < mesh.mesh.vertex_count(); ++v) {
            Vec3d posed = Vec3d::Zero();
            auto& row = worn.rows.emplace_back();
            for (const auto& [slot, weight] : mesh.weights.row(v)) {
                posed += weight * (palette[slot] * mesh.mesh.positions[v].cast<double>());
                row.push_back({joint_of[mesh.skin.joints[slot]], weight});
            }
            worn.positions.push_back(posed);
        }
        for (Triangle triangle : triangulate(mesh.mesh.faces)) {
            for (Index& vertex : triangle)
                vertex += first;
            worn.triangles.push_back(triangle);
        }
    }
    worn.normals = smooth_normals(worn.positions, worn.triangles);
    return worn;
}

// Weights that are known stay; the others become harmonic between them.
void paint_in(const BodySurface& surface, std::span<const char> known, WeightRows& rows) {
    const auto count = static_cast<Eigen::Index>(surface.points.size());
    std::vector<Eigen::Index> number(surface.points.size(), -1);
    Eigen::Index unknowns = 0;
    JointIndex last = 0;
    for (std::size_t i = 0; i < number.size(); ++i) {
        if (!known[i]) number[i] = unknowns++;
        for (const Influence& influence : rows[i])
            last = std::max(last, influence.slot);
    }
    if (unknowns == 0) return;
    const auto flow = surface_flow(surface.points, surface.triangles);
    std::vector<Eigen::Triplet<double>> entries;
    std::vector<std::vector<std::pair<Eigen::Index, double>>> right(last + std::size_t{1});
    for (Eigen::Index column = 0; column < count; ++column)
        for (Eigen::SparseMatrix<double>::InnerIterator at(flow.laplacian, column); at; ++at) {
            const Eigen::Index row = number[static_cast<std::size_t>(at.row())];
            if (row < 0) continue;
            const auto other = static_cast<std::size_t>(at.col());
            if (!known[other]) {
                entries.emplace_back(row, number[other], at.value());
                continue;
            }
            for (const auto& [joint, weight] : rows[other])
                right[joint].emplace_back(row, -at.value() * weight);
        }
    Eigen::SparseMatrix<double> system(unknowns, unknowns);
    system.setFromTriplets(entries.begin(), entries.end());
    const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factored(system);
    for (std::size_t joint = 0; joint < right.size(); ++joint) {
        if (right[joint].empty()) continue;
        Eigen::VectorXd heat = Eigen::VectorXd::Zero(unknowns);
        for (const auto& [row, value] : right[joint])
            heat[row] += value;
        const Eigen::VectorXd weights = factored.solve(heat);
        for (std::size_t i = 0; i < number.size(); ++i)
            if (number[i] >= 0)
                rows[i].push_back(
                    {static_cast<JointIndex>(joint), static_cast<float>(weights[number[i]])});
    }
}

std::vector<BoundParts> count_transferred(std::span<const Index> point_of_vertex,
                                          std::span<const char> known,
                                          std::span<const char> nearest_only) {
    std::vector<BoundParts> counted{
        {"transfer", "near the body and facing as it does", 0, 0, false},
        {"in-painting", "too far from the body, or facing otherwise", 0, 0, true},
        {"transfer", "nearest place, for nothing of its part could be trusted", 0, 0, true}};
    for (const Index point : point_of_vertex)
        ++counted[nearest_only[point] ? 2 : (known[point] ? 0 : 1)].vertices;
    std::erase_if(counted, [](const BoundParts& parts) { return parts.vertices == 0; });
    return counted;
}

}  // namespace

Result<BoundWeights> transfer_weights(const Character& from, std::span<const JointIndex> joint_of,
                                      const BindBody& to, std::size_t max_influences) {
    const WornSurface worn = stored_surface(from, joint_of);
    if (worn.triangles.empty())
        return invalid("'" + from.name + "' has no skinned mesh to take weights from");
    const SurfaceTree tree(worn.positions, worn.triangles);
    Eigen::AlignedBox3d box;
    for (const Vec3d& position : worn.positions)
        box.extend(position);

    const Weld weld = weld_by_position(to.positions);
    const auto faces = weld_faces(to.faces, weld).faces;
    const BodySurface surface =
        make_surface(to.positions, faces, weld.point_of_vertex, weld.point_count());
    std::vector<Vec3d> places;
    for (const Vec3& point : surface.points)
        places.push_back(point.cast<double>());
    const auto normals = smooth_normals(places, surface.triangles);
    WeightRows rows(surface.points.size());
    std::vector<char> known(surface.points.size(), 0);
    std::vector<char> nearest_only(surface.points.size(), 0);
    const auto take = [&](Index point, double within) {
        const auto place = tree.nearest(places[point], within);
        if (place.triangle == kNoIndex) return false;
        rows[point] = row_at(place, tree, worn.rows);
        Vec3d normal = Vec3d::Zero();
        for (std::size_t k = 0; k < 3; ++k)
            normal += place.corners[static_cast<Eigen::Index>(k)] *
                      worn.normals[worn.triangles[place.triangle][k]];
        return normal.normalized().dot(normals[point]) >= kTrustedCosine;
    };
    BoundWeights bound;
    for (const auto& part : surface.parts) {
        for (const Index point : part) {
            known[point] = take(point, kTrustedDistance * box.diagonal().norm()) ? 1 : 0;
            if (!known[point]) rows[point].clear();
        }
        if (std::any_of(part.begin(), part.end(), [&](Index point) { return known[point]; }))
            continue;
        for (const Index point : part) {
            take(point, std::numeric_limits<double>::infinity());
            known[point] = nearest_only[point] = 1;
        }
    }
    paint_in(surface, known, rows);

    const SkinWeights weights = keep_strongest(rows, max_influences);
    WeightRows of_vertices;
    for (const Index point : weld.point_of_vertex)
        of_vertices.emplace_back(weights.row(point).begin(), weights.row(point).end());
    bound.weights = SkinWeights::from_rows(of_vertices);
    bound.parts = count_transferred(weld.point_of_vertex, known, nearest_only);
    const InsideReach no_reach{std::vector<std::vector<JointReach>>(surface.points.size()), {}};
    bound.quality = measure_weights(weights, surface.points,
                                    PointNeighbours(faces, weld.point_count()), no_reach, to.bones);
    return bound;
}

Result<Dressed> dress(const Character& character, const Character& rig) {
    Dressed dressed{character, std::vector<JointIndex>(rig.skeleton.joint_count(), 0)};
    bool has_all = !skin_joints(character).empty();
    for (const JointIndex joint : skin_joints(rig)) {
        const auto found = character.skeleton.find(rig.skeleton.joints()[joint].name);
        has_all = has_all && found;
        if (found) dressed.joint_of[joint] = *found;
    }
    if (has_all) return dressed;
    auto with = with_skeleton(character, rig);
    if (!with) return with.error();
    dressed.character = *std::move(with);
    // One skin for all meshes, its slots in the order of the rig's joints.
    const auto bound = skin_joints(rig);
    for (std::size_t slot = 0; slot < bound.size(); ++slot)
        dressed.joint_of[bound[slot]] = dressed.character.meshes.at(0).skin.joints[slot];
    return dressed;
}

}  // namespace isoskin
