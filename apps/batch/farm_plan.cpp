#include "batch/farm_plan.h"

#include <algorithm>
#include <fstream>

#include <nlohmann/json.hpp>

#include "batch/claim.h"
#include "batch/streamed_file.h"
#include "isoskin/io/file.h"

namespace isoskin::batch {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

fs::path plan_file(const fs::path& root) {
    return farm_folder(root) / "plan.json";
}

fs::path chunk_file(const fs::path& root, std::size_t chunk) {
    return farm_folder(root) / "chunks" / (std::to_string(chunk) + ".jsonl");
}

ordered_json plan_json(const FarmPlan& plan) {
    return {{"program", plan.call.program},     {"verb", plan.call.verb},
            {"options", plan.call.options},     {"json_words", plan.call.json_words},
            {"pictures", plan.call.pictures},   {"threads", plan.call.threads},
            {"jobs", plan.pool.jobs},           {"seconds", plan.pool.seconds},
            {"megabytes", plan.pool.megabytes}, {"retries", plan.pool.retries},
            {"against", plan.against.string()}, {"files", plan.files},
            {"chunk_size", plan.chunk_size},    {"chunks", plan.chunks}};
}

Status write_chunk(const fs::path& path, std::span<const Task> tasks) {
    StreamedFile file(path);
    for (const Task& task : tasks) {
        const ordered_json line = {
            {"file", task.file}, {"name", task.name}, {"options", task.options}};
        file.add(line.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n");
    }
    return file.finish();
}

// A file of the farm that is one JSON object; null if it is absent or another thing.
ordered_json read_object(const fs::path& path) {
    std::error_code ignored;
    if (!fs::exists(path, ignored)) return nullptr;
    const auto text = read_text(path);
    return text ? ordered_json::parse(*text, nullptr, false) : ordered_json(nullptr);
}

Status append_chunk(const fs::path& root, std::size_t chunk, std::vector<Task>& tasks) {
    const fs::path path = chunk_file(root, chunk);
    std::ifstream stream(path);
    if (!stream) return invalid("cannot read '" + path.string() + "'");
    try {
        for (std::string line; std::getline(stream, line);) {
            const ordered_json json = ordered_json::parse(line);
            tasks.push_back(
                {.file = json.at("file"), .name = json.at("name"), .options = json.at("options")});
        }
    } catch (const nlohmann::json::exception&) {
        return invalid("'" + path.string() + "' is no chunk of a batch");
    }
    return Done{};
}

}  // namespace

fs::path farm_folder(const fs::path& root) {
    return root / "farm";
}

Result<FarmPlan> write_plan(const fs::path& root, FarmPlan plan, const std::vector<Task>& tasks) {
    plan.files = tasks.size();
    plan.chunks = (tasks.size() + plan.chunk_size - 1) / plan.chunk_size;
    std::error_code failure;
    fs::remove_all(farm_folder(root), failure);
    for (const char* part : {"chunks", "open", "taken", "done", "logs"})
        if (!failure) fs::create_directories(farm_folder(root) / part, failure);
    if (failure)
        return cannot_write("cannot write to '" + farm_folder(root).string() +
                            "': " + failure.message());
    for (std::size_t chunk = 0; chunk < plan.chunks; ++chunk) {
        const std::size_t begin = chunk * plan.chunk_size;
        const auto part =
            std::span(tasks).subspan(begin, std::min(plan.chunk_size, tasks.size() - begin));
        const auto written = write_chunk(chunk_file(root, chunk), part);
        if (!written) return written.error();
        if (const auto opened = Claim::offer(root, chunk); !opened) return opened.error();
    }
    const auto written = write_text(plan_file(root), plan_json(plan).dump(1) + "\n");
    if (!written) return written.error();
    return plan;
}

Result<FarmPlan> read_plan(const fs::path& root) {
    const ordered_json json = read_object(plan_file(root));
    if (json.is_null()) return usage_error("no batch was submitted in '" + root.string() + "'");
    try {
        FarmPlan plan;
        plan.call = {.program = json.at("program"),
                     .verb = json.at("verb"),
                     .options = json.at("options"),
                     .json_words = json.at("json_words"),
                     .pictures = json.at("pictures"),
                     .threads = json.at("threads")};
        plan.pool = {.jobs = json.at("jobs"),
                     .seconds = json.at("seconds"),
                     .megabytes = json.at("megabytes"),
                     .retries = json.at("retries")};
        plan.against = json.at("against").get<std::string>();
        plan.files = json.at("files");
        plan.chunk_size = json.at("chunk_size");
        plan.chunks = json.at("chunks");
        return plan;
    } catch (const nlohmann::json::exception&) {
        return invalid("'" + plan_file(root).string() + "' is no plan of a batch");
    }
}

Result<std::vector<Task>> read_chunk(const fs::path& root, std::size_t chunk) {
    std::vector<Task> tasks;
    if (const auto read = append_chunk(root, chunk, tasks); !read) return read.error();
    return tasks;
}

Result<std::vector<Task>> read_all_chunks(const fs::path& root, const FarmPlan& plan) {
    std::vector<Task> tasks;
    tasks.reserve(plan.files);
    for (std::size_t chunk = 0; chunk < plan.chunks; ++chunk)
        if (const auto read = append_chunk(root, chunk, tasks); !read) return read.error();
    return tasks;
}

Status write_jobs(const fs::path& root, const FarmJobs& jobs) {
    const ordered_json json = {{"array", jobs.array}, {"summary", jobs.summary}};
    return write_text(farm_folder(root) / "jobs.json", json.dump() + "\n");
}

FarmJobs read_jobs(const fs::path& root) {
    const ordered_json json = read_object(farm_folder(root) / "jobs.json");
    if (!json.is_object()) return {};
    return {.array = json.value("array", ""), .summary = json.value("summary", "")};
}

Status write_outcome(const fs::path& root, const FarmOutcome& outcome) {
    const ordered_json json = {{"exit_code", outcome.exit_code}, {"text", outcome.text}};
    return write_text(farm_folder(root) / "outcome.json",
                      json.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n");
}

std::optional<FarmOutcome> read_outcome(const fs::path& root) {
    const ordered_json json = read_object(farm_folder(root) / "outcome.json");
    if (!json.is_object()) return std::nullopt;
    return FarmOutcome{.exit_code = json.value("exit_code", 0), .text = json.value("text", "")};
}

}  // namespace isoskin::batch
