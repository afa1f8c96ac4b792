#include "isoskin/document/painting.h"

#include <algorithm>
#include <cassert>

namespace isoskin {

std::optional<JointIndex> slot_of(const Skin& skin, JointIndex joint) {
    const auto slot = std::find(skin.joints.begin(), skin.joints.end(), joint);
    if (slot == skin.joints.end()) return {};
    return static_cast<JointIndex>(slot - skin.joints.begin());
}

std::vector<Vec3> bind_places(const Skin& skin) {
    std::vector<Vec3> places;
    for (const Affine& joint_from_bind : skin.joint_from_bind)
        places.emplace_back(joint_from_bind.inverse().translation().cast<float>());
    return places;
}

std::vector<JointIndex> locked_slots(const Skin& skin, const LockedJoints& locks) {
    std::vector<JointIndex> slots;
    for (std::size_t slot = 0; slot < skin.joints.size(); ++slot)
        if (locks.contains(skin.joints[slot])) slots.push_back(static_cast<JointIndex>(slot));
    return slots;
}

Stroke::Stroke(Document& document, const PaintBrush& brush) : document_(&document), brush_(brush) {
    for (const SkinnedMesh& mesh : document.character().meshes) {
        Ground ground{.slot = slot_of(mesh.skin, brush.joint),
                      .opposite = {},
                      .locked = locked_slots(mesh.skin, document.locks()),
                      .surface = BrushSurface(mesh.mesh),
                      .mirror = {}};
        if (brush.mirror_axis && ground.slot) {
            ground.mirror =
                make_mirror(mesh.mesh.positions, bind_places(mesh.skin), *brush.mirror_axis);
            ground.opposite = ground.mirror.slot[*ground.slot];
        }
        grounds_.push_back(std::move(ground));
    }
}

void Stroke::dab(std::span<const PosedMesh> posed, const Vec3& point, float pressure) {
    assert(posed.size() == grounds_.size());
    const Dab dab{.center = point,
                  .radius = brush_.radius,
                  .falloff = brush_.falloff,
                  .strength = brush_.strength * pressure};
    for (std::size_t m = 0; m < posed.size(); ++m) {
        if (!grounds_[m].slot) continue;
        const auto brushed = vertices_under(posed[m].positions, dab);
        if (!brushed.empty()) paint_mesh(m, brushed);
    }
}

std::vector<BrushedVertex> Stroke::mirrored(std::size_t mesh,
                                            std::span<const BrushedVertex> brushed) const {
    std::vector<BrushedVertex> other;
    for (const BrushedVertex& under : brushed) {
        const Index opposite = grounds_[mesh].mirror.vertex[under.vertex];
        if (opposite != kNoIndex) other.push_back({opposite, under.amount});
    }
    std::sort(other.begin(), other.end(),
              [](const BrushedVertex& a, const BrushedVertex& b) { return a.vertex < b.vertex; });
    other.erase(std::unique(other.begin(), other.end(),
                            [](const BrushedVertex& a, const BrushedVertex& b) {
                                return a.vertex == b.vertex;
                            }),
                other.end());
    return other;
}

void Stroke::paint_mesh(std::size_t mesh, std::span<const BrushedVertex> brushed) {
    const Ground& ground = grounds_[mesh];
    const Skin& skin = document_->character().meshes[mesh].skin;
    const auto paint = [&](JointIndex slot, std::span<const BrushedVertex> under) {
        if (brush_.target == PaintTarget::Weights)
            paint_weights_of(mesh, slot, under);
        else
            paint_map_of(skin.joints[slot], mesh, under);
    };
    paint(*ground.slot, brushed);
    if (ground.opposite) paint(*ground.opposite, mirrored(mesh, brushed));
}

void Stroke::paint_weights_of(std::size_t mesh, JointIndex slot,
                              std::span<const BrushedVertex> brushed) {
    const Ground& ground = grounds_[mesh];
    const SkinnedMesh& skinned = document_->character().meshes[mesh];
    const WeightBrush brush{
        .slot = slot, .mode = brush_.mode, .value = brush_.value, .locked = ground.locked};
    document_->set_weights(mesh, paint_weights(skinned.weights, brushed, brush, ground.surface),
                           "Paint weights");
}

void Stroke::paint_map_of(JointIndex joint, std::size_t mesh,
                          std::span<const BrushedVertex> brushed) {
    JointVolumeSettings settings = document_->joint_settings(joint);
    const std::size_t count = document_->character().meshes[mesh].mesh.vertex_count();
    auto map = std::find_if(settings.painted.begin(), settings.painted.end(),
                            [&](const PaintedMap& other) { return other.mesh == mesh; });
    if (map == settings.painted.end())
        map = settings.painted.insert(map, {.mesh = mesh, .values = std::vector(count, 1.0F)});
    paint_map(map->values, brushed, brush_.mode, brush_.value, grounds_[mesh].surface);
    document_->set_joint_settings(std::move(settings), "Paint a map");
}

}  // namespace isoskin
