#include <cstdint>
#include <cstdlib>

#include "isoskin/autorig/rig_template.h"
#include "isoskin/io/bvh_character.h"

// A skeleton of a user's own as a template: parents come before children, every tip has its joint.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bvh = isoskin::parse_bvh({reinterpret_cast<const char*>(data), size}, "fuzz.bvh");
    if (!bvh) return 0;
    const auto character = isoskin::character_from_bvh(*bvh, {}, "fuzz.bvh");
    if (!character) return 0;
    const auto rig = isoskin::template_of(*character);
    if (!rig) return 0;
    for (std::size_t joint = 0; joint < rig->joints.size(); ++joint)
        if (rig->joints[joint].parent && *rig->joints[joint].parent >= joint) std::abort();
    for (const isoskin::TemplateTip& tip : rig->tips)
        if (tip.joint >= rig->joints.size()) std::abort();
    const isoskin::TemplateShape shape(*rig);
    if (shape.limbs.size() != rig->tips.size() || !(shape.size > 0.0)) std::abort();
    return 0;
}
