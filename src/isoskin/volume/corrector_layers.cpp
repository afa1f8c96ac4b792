#include <algorithm>
#include <cmath>

#include "isoskin/volume/corrector.h"

namespace isoskin {

std::size_t VolumeCorrector::part_of_target(std::size_t target) const {
    const auto after = std::upper_bound(first_target_.begin(), first_target_.end(), target);
    return static_cast<std::size_t>(after - first_target_.begin()) - 1;
}

std::vector<Index> VolumeCorrector::limb_vertices(std::size_t target) const {
    std::vector<Index> vertices;
    const bool is_guest = target >= own_target_count();
    const std::size_t which = is_guest ? 0 : part_of_target(target);
    for (const CarriedPart& carried : carried_parts_)
        if (is_guest ? carried.host_mesh == guests_[target - own_target_count()].mesh
                     : !carried.host_mesh && carried.host == which)
            vertices.insert(vertices.end(), carried.vertices.begin(), carried.vertices.end());
    if (is_guest) return vertices;
    const PartModel& part = parts_[which].part();
    const Index node = parts_[which].targets()[target - first_target_[which]].node;
    const Index parent = part.tree.nodes[node].parent;
    for (std::size_t k = 0; k < vertices_of_part_[which].size(); ++k) {
        const Index point = points_of_part_[which][k];
        const auto row = part.row(point);
        if (std::any_of(row.begin(), row.end(), [&](const auto& influence) {
                return influence.first == node || influence.first == parent;
            }))
            vertices.push_back(vertices_of_part_[which][k]);
    }
    return vertices;
}

// Which parts are there, who follows whom; `models` get those of parts that enclose something.
void VolumeCorrector::find_parts(const SkinnedMesh& mesh, const Skeleton& skeleton, Layers layers,
                                 std::span<const HostMesh> hosts,
                                 std::vector<std::optional<PartModel>>& models) {
    models.resize(surface_.parts.size());
    for (std::size_t k = 0; k < models.size(); ++k)
        if (!surface_.parts[k].refusal)
            models[k] = make_part_model(mesh, skeleton, surface_, surface_.parts[k]);
    if (layers == Layers::Alone || !is_by_targets(SkinBase::Linear)) return;

    std::vector<PlacedPart> placed;
    std::vector<std::pair<std::size_t, std::size_t>> host_of;  // mesh, part
    for (const HostMesh& host : hosts)
        for (std::size_t k = 0; k < host.corrector->parts().size(); ++k) {
            const PartModel& model = host.corrector->parts()[k].part();
            PlacedPart part{.mesh = host.source, .model = &model, .stands = true};
            for (const Index point : model.surface_point)
                part.vertices.push_back(host.corrector->surface_.weld.vertex_of_point[point]);
            for (const double area : model.area)
                part.area += std::pow(joint_units(*host.source), 2.0) * area;
            placed.push_back(std::move(part));
            host_of.emplace_back(host.mesh, k);
        }
    const std::size_t guests = placed.size();
    for (std::size_t k = 0; k < models.size(); ++k) {
        placed.push_back(
            place_part(mesh, surface_, surface_.parts[k], models[k] ? &*models[k] : nullptr));
        placed.back().rank = 1;
    }
    auto followers = find_followers(placed);
    std::vector<std::size_t> own(models.size(), 0);  // number among those corrected
    for (std::size_t k = 0, next = 0; k < models.size(); ++k)
        if (models[k] && !followers[guests + k]) own[k] = next++;
    for (std::size_t k = 0; k < models.size(); ++k) {
        auto& follower = followers[guests + k];
        if (!follower) continue;
        const std::size_t host = follower->host;
        CarriedPart carried = make_carried_part(surface_, surface_.parts[k], *std::move(follower));
        carried.surface = surface_area_ > 0.0 ? surface_.parts[k].area / surface_area_ : 0.0;
        carried.host_label = placed[host].model->label;
        carried.host = host < guests ? host_of[host].second : own[host - guests];
        if (host < guests) carried.host_mesh = host_of[host].first;
        carried_parts_.push_back(std::move(carried));
        models[k].reset();
        surface_.parts[k].refusal.reset();  // it is not left as skinned
    }
}

VertexMap VolumeCorrector::guest_map(const VolumeCorrector& host, std::size_t host_mesh,
                                     std::size_t target) const {
    const std::size_t part = host.part_of_target(target);
    const PartCorrector& corrector = host.parts_[part];
    VertexMap map;
    for (const CarriedPart& carried : carried_parts_)
        if (carried.host_mesh == host_mesh && carried.host == part)
            add_carried(corrector.part(), corrector.targets()[target - host.first_target_[part]],
                        carried, map);
    return map;
}

// Only of joints that this mesh knows.
void VolumeCorrector::list_guests(const SkinnedMesh& mesh, std::span<const HostMesh> hosts) {
    for (const HostMesh& host : hosts) {
        for (const CarriedPart& carried : carried_parts_)
            if (carried.host_mesh == host.mesh)
                set_carried_directions(host.corrector->parts_[carried.host].part(), carried,
                                       directions_);
        for (std::size_t t = 0; t < host.corrector->own_target_count(); ++t) {
            const VertexTarget& theirs = host.corrector->targets_[t];
            const auto& joints = mesh.skin.joints;
            const auto slot =
                std::find(joints.begin(), joints.end(), host.source->skin.joints[theirs.slot]);
            if (slot == joints.end()) continue;
            VertexMap map = guest_map(*host.corrector, host.mesh, t);
            if (map.vertices.empty()) continue;
            targets_.push_back({.name = theirs.name + " below",
                                .slot = static_cast<JointIndex>(slot - joints.begin()),
                                .role = theirs.role,
                                .profile = theirs.profile,
                                .map = std::move(map)});
            guests_.push_back({.mesh = host.mesh, .target = t});
        }
    }
}

void VolumeCorrector::correct_followers(const SkinWeights& rows, std::span<const Affine> palette,
                                        std::span<const float> guest_weights,
                                        std::span<Vec3d> vertices) const {
    std::vector<char> follows(vertices.size(), 0);
    for (const CarriedPart& part : carried_parts_)
        for (const Index vertex : part.vertices)
            follows[vertex] = 1;
    std::vector<Vec3d> moves(vertices.size(), Vec3d::Zero());
    for (std::size_t t = 0; t < targets_.size(); ++t) {
        const std::size_t own = own_target_count();
        const std::size_t part = t < own ? part_of_target(t) : 0;
        const double weight = t < own ? parts_[part].weights()[t - first_target_[part]]
                                      : static_cast<double>(guest_weights[t - own]);
        const VertexMap& map = targets_[t].map;
        for (std::size_t k = 0; k < map.vertices.size(); ++k)
            if (const Index vertex = map.vertices[k]; follows[vertex] != 0)
                moves[vertex] +=
                    weight * static_cast<double>(map.values[k]) *
                    (map.ways.empty() ? directions_[vertex] : map.ways[k]).cast<double>();
    }
    for (std::size_t v = 0; v < vertices.size(); ++v)
        if (follows[v] != 0)
            for (const Influence& influence : rows.row(v))
                vertices[v] += static_cast<double>(influence.weight) *
                               (palette[influence.slot].linear() * moves[v]);
}

}  // namespace isoskin
