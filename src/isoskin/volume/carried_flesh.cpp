#include "isoskin/volume/carried_flesh.h"

#include <algorithm>

namespace isoskin {

void merge_flesh(const std::vector<FleshJoint>& made, VolumeSettings& settings) {
    std::erase_if(settings.flesh, [&](const FleshJoint& old) {
        return std::any_of(made.begin(), made.end(),
                           [&](const FleshJoint& joint) { return joint.joint == old.joint; });
    });
    settings.flesh.insert(settings.flesh.end(), made.begin(), made.end());
    settings.method = VolumeMethod::Flesh;
    settings.scope = VolumeScope::Joints;
}

void drop_flesh(std::string_view joint, VolumeSettings& settings) {
    std::erase_if(settings.flesh, [&](const FleshJoint& old) { return old.joint == joint; });
    if (settings.flesh.empty() && settings.method == VolumeMethod::Flesh)
        settings.method = VolumeMethod::Normal;
}

}  // namespace isoskin
