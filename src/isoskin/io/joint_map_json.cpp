#include "isoskin/io/joint_map_json.h"

#include "isoskin/io/file.h"
#include "isoskin/io/json_text.h"
#include "isoskin/io/text.h"

namespace isoskin {
namespace {

using nlohmann::json;

// One section: an object of names. `null`, where it is allowed, leaves a joint out.
Status parse_section(const std::string& word, const json& section, JointMap::Names& names,
                     std::string_view file) {
    const auto fault = [&](const std::string& what) {
        return invalid(std::string(file) + ": " + what);
    };
    if (!section.is_object()) return fault("'" + word + "' is not an object of names");
    for (const auto& [from, to] : section.items()) {
        const bool left_out = to.is_null() && word == "joints";
        if (!left_out && (!to.is_string() || to.get<std::string>().empty()))
            return fault("'" + word + "': what stands for " + in_quotes(from) + " is no name");
        names.emplace_back(from, left_out ? std::string() : to.get<std::string>());
    }
    return Done{};
}

}  // namespace

Result<JointMap> parse_joint_map(std::string_view text, std::string_view name) {
    const auto document = parse_json(text, name);
    if (!document) return document.error();
    if (!document->is_object()) return invalid(std::string(name) + ": is not an object");
    JointMap map;
    for (const auto& [word, section] : document->items()) {
        JointMap::Names* names = word == "joints"      ? &map.joints
                                 : word == "motion"    ? &map.source_parts
                                 : word == "character" ? &map.target_parts
                                                       : nullptr;
        if (!names)
            return invalid(std::string(name) + ": " + in_quotes(word) +
                           " is not known; a map has 'joints', 'motion' and 'character'");
        if (const Status parsed = parse_section(word, section, *names, name); !parsed)
            return parsed.error();
    }
    return map;
}

Result<JointMap> read_joint_map(const std::filesystem::path& path) {
    const auto text = read_marked_text(path);
    if (!text) return text.error();
    return parse_joint_map(*text, path.string());
}

}  // namespace isoskin
