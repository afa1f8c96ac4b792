#include "batch/inputs.h"

#include <algorithm>
#include <fstream>

#include <fnmatch.h>
#include <nlohmann/json.hpp>

namespace isoskin::batch {
namespace {

namespace fs = std::filesystem;

// A name stays inside the output folder, wherever the file lies.
std::string name_inside(const fs::path& relative) {
    const fs::path plain = relative.lexically_normal();
    const bool leaves = plain.is_absolute() || (!plain.empty() && *plain.begin() == "..");
    return leaves ? plain.filename().string() : plain.string();
}

Status add_folder(const fs::path& folder, const std::string& pattern, std::vector<Task>& tasks) {
    std::error_code failure;
    fs::recursive_directory_iterator entries(folder, failure);
    for (; !failure && entries != fs::end(entries); entries.increment(failure)) {
        const fs::path& path = entries->path();
        std::error_code ignored;
        if (!entries->is_regular_file(ignored)) continue;
        if (::fnmatch(pattern.c_str(), path.filename().c_str(), 0) != 0) continue;
        tasks.push_back({.file = path.string(),
                         .name = name_inside(path.lexically_relative(folder)),
                         .options = {}});
    }
    if (failure) return invalid("cannot read folder '" + folder.string() + "'");
    return Done{};
}

Result<Task> read_line(const std::string& line, const fs::path& folder, const std::string& where) {
    try {
        const auto json = nlohmann::json::parse(line);
        const fs::path file = json.at("file").get<std::string>();
        return Task{.file = (folder / file).string(),
                    .name = name_inside(json.value("name", file.string())),
                    .options = json.value("options", std::vector<std::string>{})};
    } catch (const nlohmann::json::exception&) {
        return invalid(where + R"( is not like {"file": "fox.glb", "options": ["--fps", "24"]})");
    }
}

Status add_manifest(const fs::path& manifest, std::vector<Task>& tasks) {
    std::ifstream stream(manifest);
    if (!stream) return invalid("cannot read manifest '" + manifest.string() + "'");
    std::string line;
    for (std::size_t number = 1; std::getline(stream, line); ++number) {
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        auto task = read_line(line, manifest.parent_path(),
                              "line " + std::to_string(number) + " of '" + manifest.string() + "'");
        if (!task) return task.error();
        tasks.push_back(*std::move(task));
    }
    return Done{};
}

Status add_input(const fs::path& input, const std::string& pattern, std::vector<Task>& tasks) {
    std::error_code ignored;
    if (fs::is_directory(input, ignored)) return add_folder(input, pattern, tasks);
    if (input.extension() == ".jsonl") return add_manifest(input, tasks);
    if (!fs::exists(input, ignored)) return invalid("there is no file '" + input.string() + "'");
    tasks.push_back({.file = input.string(), .name = input.filename().string(), .options = {}});
    return Done{};
}

}  // namespace

Result<std::vector<Task>> collect_tasks(const std::vector<fs::path>& inputs,
                                        const std::string& pattern) {
    std::vector<Task> tasks;
    for (const fs::path& input : inputs)
        if (const auto added = add_input(input, pattern, tasks); !added) return added.error();
    if (tasks.empty()) return invalid("no input has a file that matches '" + pattern + "'");
    std::sort(tasks.begin(), tasks.end(),
              [](const Task& a, const Task& b) { return a.name < b.name; });
    const auto twin = std::adjacent_find(
        tasks.begin(), tasks.end(), [](const Task& a, const Task& b) { return a.name == b.name; });
    if (twin != tasks.end())
        return usage_error("'" + twin->file + "' and '" + std::next(twin)->file +
                           "' would both be '" + twin->name + "' in the output folder");
    return tasks;
}

}  // namespace isoskin::batch
