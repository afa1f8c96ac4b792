#include "isoskin/lattice/vertex_skin.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>

#include "isoskin/lattice/deform_bind.h"

namespace isoskin {
namespace {

constexpr std::size_t kNeighbours = 12;
// Of a dense mesh not every vertex is looked at.
constexpr std::size_t kMaxSearchedPoints = 20000;
// Below it a blend has turned inside out or collapsed, as linear blends of half turns do.
constexpr double kFlat = 0.05;

struct Neighbour {
    double square = 0.0;
    std::size_t point = 0;

    friend bool operator<(const Neighbour& a, const Neighbour& b) {
        return a.square != b.square ? a.square < b.square : a.point < b.point;
    }
};

std::vector<Neighbour> nearest(std::span<const Vec3> points, const Vec3d& place) {
    const std::size_t stride = 1 + points.size() / kMaxSearchedPoints;
    std::vector<Neighbour> all;
    all.reserve(points.size() / stride + 1);
    for (std::size_t i = 0; i < points.size(); i += stride)
        all.push_back({(points[i].cast<double>() - place).squaredNorm(), i});
    const std::size_t count = std::min(kNeighbours, all.size());
    std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count), all.end());
    all.resize(count);
    return all;
}

// Nearer ones count for more, the farthest for nothing, so that weights do not jump where another
// one takes its place.
std::vector<double> shares_of(std::span<const Neighbour> near) {
    const double reach = near.back().square;
    if (near.front().square >= reach) return std::vector<double>(near.size(), 1.0);
    std::vector<double> shares;
    for (const Neighbour& neighbour : near)
        shares.push_back((reach - neighbour.square) / (neighbour.square + 1e-6 * reach));
    return shares;
}

}  // namespace

VertexSkin::VertexSkin(const Character& character, std::span<const Vec3d> places) {
    struct Vertex {
        std::size_t mesh = 0;
        std::size_t vertex = 0;
    };
    std::vector<Vertex> vertices;
    std::vector<Index> first_bone;
    for (std::size_t m = 0; m < character.meshes.size(); ++m) {
        const SkinnedMesh& mesh = character.meshes[m];
        const Affine bind_from_rest = lattice_from_bind(character, m).inverse();
        first_bone.push_back(static_cast<Index>(bones_.size()));
        for (std::size_t slot = 0; slot < mesh.skin.joints.size(); ++slot)
            bones_.push_back(
                {mesh.skin.joints[slot], mesh.skin.joint_from_bind[slot] * bind_from_rest});
        for (std::size_t i = 0; i < mesh.mesh.vertex_count(); ++i)
            vertices.push_back({m, i});
    }
    const std::vector<Vec3> points = lattice_points(character);
    assert(!points.empty());
    model_from_rest_.resize(bones_.size());
    offsets_.push_back(0);
    for (const Vec3d& place : places) {
        const std::vector<Neighbour> near = nearest(points, place);
        const std::vector<double> shares = shares_of(near);
        std::map<Index, double> sum;
        for (std::size_t i = 0; i < near.size(); ++i) {
            const auto& [mesh, vertex] = vertices[near[i].point];
            for (const Influence& influence : character.meshes[mesh].weights.row(vertex))
                sum[first_bone[mesh] + static_cast<Index>(influence.slot)] +=
                    shares[i] * static_cast<double>(influence.weight);
        }
        for (const auto& [bone, weight] : sum)
            shares_.push_back({bone, weight});
        offsets_.push_back(shares_.size());
    }
}

void VertexSkin::blend(std::span<const Affine> model_from_joint,
                       std::span<Affine> model_from_rest) {
    assert(model_from_rest.size() + 1 == offsets_.size());
    for (std::size_t i = 0; i < bones_.size(); ++i)
        model_from_rest_[i] = model_from_joint[bones_[i].joint] * bones_[i].joint_from_rest;
    for (std::size_t place = 0; place < model_from_rest.size(); ++place) {
        Eigen::Matrix<double, 3, 4> sum = Eigen::Matrix<double, 3, 4>::Zero();
        double total = 0.0;
        Share strongest = shares_[offsets_[place]];
        for (std::size_t i = offsets_[place]; i < offsets_[place + 1]; ++i) {
            sum += shares_[i].weight * model_from_rest_[shares_[i].bone].matrix().topRows<3>();
            total += shares_[i].weight;
            if (shares_[i].weight > strongest.weight) strongest = shares_[i];
        }
        const Affine& lead = model_from_rest_[strongest.bone];
        model_from_rest[place].matrix().topRows<3>() = sum / total;
        model_from_rest[place].makeAffine();
        const double volume = model_from_rest[place].linear().determinant();
        if (!(volume > kFlat * lead.linear().determinant())) model_from_rest[place] = lead;
    }
}

}  // namespace isoskin
