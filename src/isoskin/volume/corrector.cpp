#include "isoskin/volume/corrector.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "isoskin/base/parallel.h"
#include "isoskin/volume/heat.h"

namespace isoskin {
namespace {

std::vector<std::string> names_of_slots(const SkinnedMesh& mesh, const Skeleton& skeleton) {
    std::vector<std::string> names;
    for (const JointIndex joint : mesh.skin.joints)
        names.push_back(skeleton.joints()[joint].name);
    return names;
}

std::string name_of(const CorrectionTarget& target, const std::string& joint) {
    if (target.role == CorrectionTarget::Role::Bend) return joint + " bend";
    if (target.role == CorrectionTarget::Role::Flesh)
        return joint + " flesh " + std::to_string(target.profile + 1);
    return joint + " twist " + std::to_string(target.profile + 1);
}

void to_float(std::span<const double> from, std::span<float> to) {
    std::transform(from.begin(), from.end(), to.begin(),
                   [](double number) { return static_cast<float>(number); });
}

void add_scaled(std::span<const VertexRange> which, std::span<const Vec3> field, float step,
                std::span<Vec3> vertices) {
    constexpr std::size_t kRangesAtOnce = 256;
    parallel_chunks(which.size(), kRangesAtOnce, [&](std::size_t begin, std::size_t end) {
        for (const auto& [first, count] : which.subspan(begin, end - begin)) {
            const float* from = field[first].data();
            float* to = vertices[first].data();
            for (std::size_t k = 0; k < 3 * std::size_t{count}; ++k)
                to[k] += step * from[k];
        }
    });
}

// Ascending vertices as ranges, none too long to be shared by threads.
std::vector<VertexRange> ranges_of(std::span<const Index> vertices) {
    constexpr Index kLongest = 64;
    std::vector<VertexRange> ranges;
    for (const Index vertex : vertices) {
        const bool continues = !ranges.empty() && ranges.back().count < kLongest &&
                               ranges.back().first + ranges.back().count == vertex;
        if (!continues) ranges.push_back({.first = vertex, .count = 0});
        ++ranges.back().count;
    }
    return ranges;
}

// The shape of a part, apexes placed.
template <typename Vector>
std::span<Vec3d> gather_points(const PartModel& part, const Weld& weld,
                               std::span<const Vector> vertices, std::vector<Vec3d>& points) {
    const auto shape = std::span(points).first(part.bind.size());
    for (std::size_t i = 0; i < part.point_count(); ++i)
        shape[i] = vertices[weld.vertex_of_point[part.surface_point[i]]].template cast<double>();
    place_apexes(part, shape);
    return shape;
}

// What a part is refused for, by itself or by the settings; null: nothing.
struct PartRefusal {
    std::string reason;
    std::string kind;
};
std::optional<PartRefusal> refusal_of(const VolumePart& part, std::size_t index,
                                      const VolumeSettings& settings) {
    for (const ExcludedPart& excluded : settings.excluded_parts)
        if (excluded.part == index)
            return PartRefusal{"the settings exclude it", "excluded by the settings"};
    if (!part.refusal) return std::nullopt;
    return PartRefusal{*part.refusal, part.refusal_kind};
}

double share(double part, double whole) {
    return whole > 0.0 ? part / whole : 0.0;
}

}  // namespace

VolumeCorrector::VolumeCorrector(const SkinnedMesh& mesh, const Skeleton& skeleton,
                                 const VolumeSettings& settings, const Progress& progress,
                                 Layers layers, std::span<const HostMesh> hosts)
    : surface_(make_volume_surface(mesh, settings.quads)),
      joint_names_(names_of_slots(mesh, skeleton)),
      settings_(settings) {
    std::size_t triangle_count = 0;
    for (const VolumePart& part : surface_.parts) {
        triangle_count += part.triangles.size();
        surface_area_ += part.area;
    }
    std::vector<std::optional<PartModel>> models;
    find_parts(mesh, skeleton, layers, hosts, models);
    std::size_t triangles_done = 0;
    for (std::size_t k = 0; k < models.size(); ++k) {
        const VolumePart& part = surface_.parts[k];
        const auto of_all = [&](double share) {
            progress((static_cast<double>(triangles_done) +
                      share * static_cast<double>(part.triangles.size())) /
                     static_cast<double>(triangle_count));
        };
        const auto index = static_cast<std::size_t>(&part - surface_.parts.data());
        if (const auto refusal = refusal_of(part, index, settings))
            refusals_.push_back({.part = part.label,
                                 .reason = refusal->reason,
                                 .kind = refusal->kind,
                                 .surface = share(part.area, surface_area_),
                                 .index = index});
        else if (models[k])
            parts_.emplace_back(*std::move(models[k]), surface_, joint_names_, settings,
                                progress ? Progress(of_all) : Progress());
        models[k].reset();
        triangles_done += part.triangles.size();
    }
    std::size_t most_points = 0;
    for (const PartCorrector& part : parts_)
        most_points = std::max(most_points, part.part().bind.size());
    points_.resize(most_points);
    skinned_.resize(most_points);
    carried_.resize(most_points);
    moving_vertices_.resize(parts_.size());
    list_targets();
    weights_.resize(targets_.size());
    growth_.resize(targets_.size());
    list_guests(mesh, hosts);
    for (std::size_t k = 0; k < parts_.size() && !is_by_targets(SkinBase::Linear); ++k)
        moving_vertices(k);
}

void VolumeCorrector::list_vertices(std::size_t which) {
    const PartModel& part = parts_[which].part();
    std::vector<Index> local(surface_.point_count, kNoIndex);
    for (std::size_t k = 0; k < part.point_count(); ++k)
        local[part.surface_point[k]] = static_cast<Index>(k);
    for (std::size_t v = 0; v < surface_.weld.point_of_vertex.size(); ++v) {
        const Index point = local[surface_.weld.point_of_vertex[v]];
        if (point == kNoIndex) continue;
        vertices_of_part_[which].push_back(static_cast<Index>(v));
        points_of_part_[which].push_back(point);
        directions_[v] = part.direction[point].cast<float>();
    }
}

VertexMap VolumeCorrector::spread_to_vertices(std::size_t part,
                                              const CorrectionTarget& target) const {
    std::vector<Index> entry_of_point(parts_[part].part().point_count(), kNoIndex);
    for (std::size_t entry = 0; entry < target.map.size(); ++entry)
        entry_of_point[target.map[entry].point] = static_cast<Index>(entry);
    VertexMap map;
    for (std::size_t k = 0; k < vertices_of_part_[part].size(); ++k) {
        const Index entry = entry_of_point[points_of_part_[part][k]];
        if (entry == kNoIndex) continue;
        map.vertices.push_back(vertices_of_part_[part][k]);
        map.values.push_back(static_cast<float>(target.map[entry].value));
        if (!target.ways.empty()) map.ways.push_back(target.ways[entry].cast<float>());
    }
    for (const CarriedPart& carried : carried_parts_)
        if (!carried.host_mesh && carried.host == part)
            add_carried(parts_[part].part(), target, carried, map);
    return map;
}

void VolumeCorrector::list_movable(std::size_t part) {
    std::vector<char> moves(surface_.weld.point_of_vertex.size(), 0);
    for (std::size_t k = 0; k < parts_[part].targets().size(); ++k)
        if (targets_[first_target_[part] + k].role == TargetRole::Bend)
            for (const Index vertex : targets_[first_target_[part] + k].map.vertices)
                moves[vertex] = 1;
    std::vector<Index> movable;
    for (std::size_t vertex = 0; vertex < moves.size(); ++vertex)
        if (moves[vertex] != 0) movable.push_back(static_cast<Index>(vertex));
    movable_[part] = ranges_of(movable);
}

void VolumeCorrector::list_targets() {
    directions_.assign(surface_.weld.point_of_vertex.size(), Vec3::Zero());
    vertices_of_part_.resize(parts_.size());
    points_of_part_.resize(parts_.size());
    movable_.resize(parts_.size());
    for (std::size_t part = 0; part < parts_.size(); ++part) {
        list_vertices(part);
        for (const CarriedPart& carried : carried_parts_)
            if (!carried.host_mesh && carried.host == part)
                set_carried_directions(parts_[part].part(), carried, directions_);
        first_target_.push_back(targets_.size());
        for (const CorrectionTarget& target : parts_[part].targets()) {
            const JointIndex slot = parts_[part].part().tree.nodes[target.node].slot;
            targets_.push_back({.name = name_of(target, joint_names_[slot]),
                                .slot = slot,
                                .role = target.role,
                                .profile = target.profile,
                                .map = spread_to_vertices(part, target)});
        }
        list_movable(part);
    }
}

std::vector<std::size_t> VolumeCorrector::reshape(const VolumeSettings& settings,
                                                  Reshaping reshaping,
                                                  std::span<const HostMesh> hosts) {
    settings_ = settings;
    std::vector<std::size_t> all;
    for (std::size_t k = 0; k < parts_.size(); ++k) {
        PartCorrector& part = parts_[k];
        part.restore_bind();
        const auto changed = part.reshape(surface_, joint_names_, settings, reshaping);
        for (const std::size_t target : changed) {
            all.push_back(first_target_[k] + target);
            targets_[all.back()].map = spread_to_vertices(k, part.targets()[target]);
        }
        if (changed.empty()) continue;
        list_movable(k);
        moving_vertices_[k].reset();
        if (!is_by_targets(SkinBase::Linear)) moving_vertices(k);
    }
    for (std::size_t g = 0; g < guests_.size(); ++g)
        for (const HostMesh& host : hosts)
            if (host.mesh == guests_[g].mesh) {
                const std::size_t target = own_target_count() + g;
                VertexMap map = guest_map(*host.corrector, host.mesh, guests_[g].target);
                if (map == targets_[target].map) continue;
                targets_[target].map = std::move(map);
                all.push_back(target);
            }
    return all;
}

bool VolumeCorrector::thickens() const {
    return isoskin::thickens(settings_.method) && settings_.scope == VolumeScope::Joints;
}

std::span<double> VolumeCorrector::weights_of(std::size_t part) {
    return std::span(weights_).subspan(first_target_[part], parts_[part].targets().size());
}
std::span<double> VolumeCorrector::growth_of(std::size_t part) {
    return std::span(growth_).subspan(first_target_[part], parts_[part].targets().size());
}

bool VolumeCorrector::propose(std::span<const Affine> palette, SkinBase base, MeshUse mesh,
                              std::span<float> weights, std::span<float> growth,
                              std::span<PartOutcome> outcomes) {
    assert(weights.size() == targets_.size() && growth.size() == targets_.size());
    bool open = false;
    for (std::size_t k = 0; k < parts_.size(); ++k) {
        outcomes[k] = parts_[k].propose(palette, base, mesh, weights_of(k), growth_of(k));
        open = open || parts_[k].is_open();
    }
    to_float(weights_, weights);
    to_float(growth_, growth);
    std::fill(growth.begin() + static_cast<std::ptrdiff_t>(growth_.size()), growth.end(), 0.0F);
    return open;
}

bool VolumeCorrector::settle(std::span<Vec3> vertices, std::span<const Vec3> field,
                             std::span<float> weights, std::span<PartOutcome> outcomes) {
    bool held_back = false;
    for (std::size_t k = 0; k < parts_.size(); ++k) {
        if (!parts_[k].is_open()) continue;
        const double step =
            parts_[k].settle(vertices, field, weights_of(k), growth_of(k), outcomes[k]);
        held_back = held_back || outcomes[k].kept < 1.0 || outcomes[k].amount < 1.0;
        if (step != 0.0) add_scaled(movable_[k], field, static_cast<float>(step), vertices);
    }
    to_float(weights_, weights);
    return held_back;
}

void VolumeCorrector::measure_skinned(std::span<const Affine> palette,
                                      std::span<PartOutcome> outcomes) {
    assert(outcomes.size() == parts_.size());
    for (std::size_t k = 0; k < parts_.size(); ++k)
        if (outcomes[k].trouble_node == kNoIndex)
            outcomes[k].skinned = parts_[k].skinned_volume(palette);
}

const VolumeCorrector::MovingVertices& VolumeCorrector::moving_vertices(std::size_t part) {
    if (moving_vertices_[part]) return *moving_vertices_[part];
    const PartModel& whole = parts_[part].part();
    MovingVertices& moving = moving_vertices_[part].emplace();
    std::vector<Index> moving_point(whole.bind.size(), kNoIndex);
    for (const Index point : parts_[part].mesh_work().moving.whole_point) {
        if (point >= whole.point_count()) break;  // apexes
        moving.vertex_of_point.push_back(surface_.weld.vertex_of_point[whole.surface_point[point]]);
        moving_point[point] = static_cast<Index>(moving.vertex_of_point.size());
    }
    for (std::size_t k = 0; k < vertices_of_part_[part].size(); ++k) {
        const Index point = moving_point[points_of_part_[part][k]];
        if (point == kNoIndex) continue;
        moving.vertices.push_back(vertices_of_part_[part][k]);
        moving.points.push_back(point);
    }
    return moving;
}

// Vertices of one point need not lie at one place (their weights may differ), so they move alike
// instead of meeting.
template <typename Vector>
void VolumeCorrector::correct_on_mesh(std::span<const Affine> palette, SkinBase base,
                                      std::span<const Affine> posed_from_bind,
                                      std::span<Vector> vertices, std::span<PartOutcome> outcomes) {
    assert(outcomes.size() == parts_.size());
    for (std::size_t k = 0; k < parts_.size(); ++k) {
        const PartModel& part = parts_[k].part();
        const MovingVertices& moving = moving_vertices(k);
        MeshWork& work = parts_[k].mesh_work();
        const auto first = surface_.weld.vertex_of_point[part.surface_point[0]];
        work.points[0] = vertices[first].template cast<double>();
        for (std::size_t i = 0; i < moving.vertex_of_point.size(); ++i) {
            const Index vertex = moving.vertex_of_point[i];
            work.points[i + 1] = vertices[vertex].template cast<double>();
            if (needs_posed_from_bind(base))
                work.carried[i + 1] =
                    posed_from_bind[vertex].linear() * work.moving.direction[i + 1];
        }
        place_apexes(work.moving, work.points);
        std::copy(work.points.begin(), work.points.end(), work.skinned.begin());
        auto still = parts_[k].still_volume(palette, base, work.points[0]);
        if (!still)
            still =
                still_volume(work.moving, gather(part, std::span<const Vector>(vertices), points_),
                             work.points[0]);
        outcomes[k] = parts_[k].correct(palette, base, *still);
        for (std::size_t i = 0; i < moving.vertices.size(); ++i) {
            const Index point = moving.points[i];
            vertices[moving.vertices[i]] +=
                (work.points[point] - work.skinned[point]).template cast<typename Vector::Scalar>();
        }
    }
}

void VolumeCorrector::correct(std::span<const Affine> palette, SkinBase base,
                              std::span<const Affine> posed_from_bind, std::span<Vec3> vertices,
                              std::span<PartOutcome> outcomes) {
    assert(!is_by_targets(base));
    correct_on_mesh(palette, base, posed_from_bind, vertices, outcomes);
}

void VolumeCorrector::correct(std::span<const Affine> palette, SkinBase base,
                              std::span<const Affine> posed_from_bind, std::span<Vec3d> vertices,
                              std::span<PartOutcome> outcomes) {
    if (!is_by_targets(base))
        return correct_on_mesh(palette, base, posed_from_bind, vertices, outcomes);
    for (std::size_t k = 0; k < parts_.size(); ++k) {
        const auto points = gather(parts_[k].part(), std::span<const Vec3d>(vertices), points_);
        std::copy(points.begin(), points.end(), skinned_.begin());
        outcomes[k] = parts_[k].thicken(palette, points);
        for (std::size_t i = 0; i < vertices_of_part_[k].size(); ++i) {
            const Index point = points_of_part_[k][i];
            vertices[vertices_of_part_[k][i]] += points[point] - skinned_[point];
        }
    }
}

std::span<Vec3d> VolumeCorrector::gather(const PartModel& part, std::span<const Vec3> vertices,
                                         std::vector<Vec3d>& points) const {
    return gather_points(part, surface_.weld, vertices, points);
}
std::span<Vec3d> VolumeCorrector::gather(const PartModel& part, std::span<const Vec3d> vertices,
                                         std::vector<Vec3d>& points) const {
    return gather_points(part, surface_.weld, vertices, points);
}

void VolumeCorrector::measure(std::span<const Vec3> vertices, std::span<double> volumes) {
    assert(volumes.size() == parts_.size());
    for (std::size_t k = 0; k < parts_.size(); ++k)
        volumes[k] = enclosed_volume(parts_[k].part(), gather(parts_[k].part(), vertices, points_));
}

void VolumeCorrector::heat(std::span<const Vec3> skinned, std::span<const Vec3> corrected,
                           std::span<const PartOutcome> outcomes, std::span<float> heat) {
    assert(heat.size() == skinned.size() && outcomes.size() == parts_.size());
    std::fill(heat.begin(), heat.end(), 0.0F);
    for (std::size_t k = 0; k < parts_.size(); ++k) {
        const PartModel& part = parts_[k].part();
        const double scale = part.volume > 0.0 ? std::cbrt(outcomes[k].target / part.volume) : 1.0;
        std::vector<double> of_point(part.point_count());
        thickness_heat(part, gather(part, skinned, skinned_), gather(part, corrected, points_),
                       scale, of_point);
        for (std::size_t i = 0; i < vertices_of_part_[k].size(); ++i)
            heat[vertices_of_part_[k][i]] = static_cast<float>(of_point[points_of_part_[k][i]]);
    }
}

void VolumeCorrector::set_bind(std::span<const Vec3> bind) {
    for (PartCorrector& corrector : parts_)
        corrector.set_bind(gather(corrector.part(), bind, points_));
}

}  // namespace isoskin
