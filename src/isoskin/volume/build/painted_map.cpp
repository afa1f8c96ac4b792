#include "isoskin/volume/build/painted_map.h"

namespace isoskin {

const PaintedMap* find_paint(const JointVolumeSettings& joint, std::size_t mesh) {
    for (const PaintedMap& map : joint.painted)
        if (map.mesh == mesh) return &map;
    return nullptr;
}

VolumeSettings settings_of_mesh(const VolumeSettings& settings, std::size_t mesh,
                                std::size_t vertex_count) {
    VolumeSettings own = settings;
    for (JointVolumeSettings& joint : own.joints) {
        const PaintedMap* paint = find_paint(joint, mesh);
        if (paint == nullptr) paint = find_paint(joint, PaintedMap::kUnnamed);
        std::vector<PaintedMap> kept;
        if (paint != nullptr && paint->values.size() == vertex_count)
            kept.push_back({.mesh = 0, .values = paint->values});
        joint.painted = std::move(kept);
    }
    std::erase_if(own.excluded_parts, [&](const ExcludedPart& part) { return part.mesh != mesh; });
    std::erase_if(own.flesh, [&](const FleshJoint& joint) {
        return joint.mesh != mesh || joint.vertex_count != vertex_count;
    });
    return own;
}

}  // namespace isoskin
