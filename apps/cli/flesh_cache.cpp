#include "flesh_cache.h"

#include <cctype>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "isoskin/io/file.h"
#include "isoskin/volume/flesh_json.h"

namespace isoskin::cli {
namespace {

using nlohmann::ordered_json;

ordered_json record_json(const FleshRecord& record) {
    const FleshReport& report = record.report;
    const FleshShape& shape = report.shape;
    const Quatd& turn = shape.worst_turn;
    ordered_json json = {{"part", report.part},
                         {"simulated", report.simulated},
                         {"trouble", report.trouble},
                         {"radius", report.radius},
                         {"mesh", report.mesh},
                         {"pivot", {report.pivot.x(), report.pivot.y(), report.pivot.z()}},
                         {"cells", report.cells},
                         {"poses", report.poses},
                         {"unsettled", report.unsettled},
                         {"targets", report.targets},
                         {"compression", report.compression},
                         {"bends", shape.bends},
                         {"crossings", {shape.linear_crossings, shape.flesh_crossings}},
                         {"roughness", {shape.linear_roughness, shape.flesh_roughness}},
                         {"worst_turn", {turn.w(), turn.x(), turn.y(), turn.z()}},
                         {"range", report.range},
                         {"flesh", ordered_json::array()}};
    for (const FleshJoint& joint : record.joints)
        json["flesh"].push_back(flesh_to_json(joint));
    return json;
}

// Throws what the library of JSON throws where the file is not one of ours.
FleshRecord record_from_json(const std::string& joint, const ordered_json& json) {
    FleshRecord record;
    FleshReport& report = record.report;
    report.joint = joint;
    report.part = json.at("part").get<std::string>();
    report.simulated = json.at("simulated").get<bool>();
    report.trouble = json.at("trouble").get<std::string>();
    report.radius = json.at("radius").get<double>();
    report.mesh = json.at("mesh").get<std::size_t>();
    for (int c = 0; c < 3; ++c)
        report.pivot[c] = json.at("pivot").at(static_cast<std::size_t>(c)).get<double>();
    report.cells = json.at("cells").get<std::size_t>();
    report.poses = json.at("poses").get<std::size_t>();
    report.unsettled = json.at("unsettled").get<std::size_t>();
    report.targets = json.at("targets").get<std::size_t>();
    report.compression = json.at("compression").get<double>();
    report.shape.bends = json.at("bends").get<std::size_t>();
    report.shape.linear_crossings = json.at("crossings").at(0).get<std::size_t>();
    report.shape.flesh_crossings = json.at("crossings").at(1).get<std::size_t>();
    report.shape.linear_roughness = json.at("roughness").at(0).get<double>();
    report.shape.flesh_roughness = json.at("roughness").at(1).get<double>();
    const auto turn = json.at("worst_turn").get<std::array<double, 4>>();
    report.shape.worst_turn = Quatd(turn[0], turn[1], turn[2], turn[3]);
    report.range = json.at("range").get<std::array<double, 4>>();
    for (const ordered_json& entry : json.at("flesh"))
        record.joints.push_back(flesh_from_json(entry).value());
    return record;
}

std::string key_text(std::uint64_t key) {
    return fmt::format("{:016x}", key);
}

}  // namespace

// Names of joints may hold anything; what is left out of them is told apart by a sum.
std::filesystem::path FleshCache::path_of(const std::string& joint) const {
    std::string name;
    std::uint32_t sum = 0;
    for (const char letter : joint) {
        name += std::isalnum(static_cast<unsigned char>(letter)) != 0 ? letter : '_';
        sum = sum * 31U + static_cast<unsigned char>(letter);
    }
    return folder_ / fmt::format("{}-{:08x}.json", name.substr(0, 80), sum);
}

std::optional<FleshRecord> FleshCache::recall(const std::string& joint, std::uint64_t key) const {
    const auto text = read_text(path_of(joint));
    if (!text) return std::nullopt;
    try {
        const ordered_json json = ordered_json::parse(*text);
        if (json.at("key") != key_text(key) || json.at("joint") != joint) return std::nullopt;
        return record_from_json(joint, json.at("record"));
    } catch (const std::exception&) {  // cut short, or edited: simulated again
        return std::nullopt;
    }
}

void FleshCache::keep(const std::string& joint, std::uint64_t key,
                      const FleshRecord& record) const {
    std::error_code failed;
    std::filesystem::create_directories(folder_, failed);
    const ordered_json json = {
        {"joint", joint}, {"key", key_text(key)}, {"record", record_json(record)}};
    (void)write_text(path_of(joint), json.dump());
}

}  // namespace isoskin::cli
