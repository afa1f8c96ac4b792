#include "isoskin/io/gltf_document.h"

namespace isoskin::gltf {
namespace {

const Json* find_object(const Json& parent, const char* key) {
    if (!parent.is_object()) return nullptr;
    const auto found = parent.find(key);
    return found != parent.end() && found->is_object() ? &*found : nullptr;
}

void add_bone(const std::string& name, const Json& entry, const Links& links,
              std::vector<HumanBone>& bones) {
    if (!entry.is_object()) return;
    const auto node = entry.find("node");
    if (node == entry.end() || !node->is_number_unsigned()) return;
    const auto index = node->get<std::size_t>();
    if (index >= links.joint_of_node.size() || links.joint_of_node[index] == kNoIndex) return;
    bones.push_back({name, static_cast<JointIndex>(links.joint_of_node[index])});
}

}  // namespace

std::vector<HumanBone> read_human_bones(const Json& document, const Links& links) {
    std::vector<HumanBone> bones;
    const Json* extensions = find_object(document, "extensions");
    if (!extensions) return bones;
    // VRM 1.0 names bones by key, VRM 0.x in a list.
    const Json* vrm = find_object(*extensions, "VRMC_vrm");
    if (!vrm) vrm = find_object(*extensions, "VRM");
    const Json* humanoid = vrm ? find_object(*vrm, "humanoid") : nullptr;
    const auto list = humanoid ? humanoid->find("humanBones") : Json::const_iterator();
    if (!humanoid || list == humanoid->end()) return bones;
    if (list->is_object()) {
        for (const auto& [name, entry] : list->items())
            add_bone(name, entry, links, bones);
    } else if (list->is_array()) {
        for (const Json& entry : *list) {
            const auto name = entry.is_object() ? entry.find("bone") : Json::const_iterator();
            if (entry.is_object() && name != entry.end() && name->is_string())
                add_bone(name->get<std::string>(), entry, links, bones);
        }
    }
    return bones;
}

}  // namespace isoskin::gltf
