#include "batch/farm_task.h"

#include <fmt/core.h>

#include "batch/claim.h"

namespace isoskin::batch {
namespace {

Status give_up(const Task& task, std::size_t kills, const VerbCall& call,
               const OutputFolder& folder) {
    if (const auto prepared = folder.prepare(task); !prepared) return prepared;
    const TaskRecord record{
        .file = task.file,
        .name = task.name,
        .key = task_key(task, call.verb, call.options),
        .verdict = Verdict::Crashed,
        .reason = fmt::format("{} runs were killed while they were at work on it", kills),
        .retries = {},
        .pictures = {},
        .figures = {}};
    return folder.write_record(task, record);
}

/// What is left of a chunk, and where each of it stands in the chunk.
struct Remainder {
    std::vector<Task> tasks;
    std::vector<std::size_t> places;
};

Result<Remainder> settle_lost(std::vector<Task> tasks, const FarmPlan& plan, const Claim& claim,
                              const OutputFolder& folder) {
    const std::size_t most = static_cast<std::size_t>(plan.pool.retries) + 1;
    Remainder left;
    for (std::size_t place = 0; place < tasks.size(); ++place) {
        if (claim.journal().ended.contains(place)) continue;
        const auto lost = claim.journal().lost.find(place);
        if (lost != claim.journal().lost.end() && lost->second > most) {
            auto done = give_up(tasks[place], lost->second, plan.call, folder);
            if (done) done = claim.note_end(place, Verdict::Crashed);
            if (!done) return done.error();
            continue;
        }
        left.tasks.push_back(std::move(tasks[place]));
        left.places.push_back(place);
    }
    return left;
}

}  // namespace

Result<PoolCount> run_farm_task(const std::filesystem::path& root, std::size_t chunk,
                                const FarmWorker& worker) {
    const auto plan = read_plan(root);
    if (!plan) return plan.error();
    auto tasks = read_chunk(root, chunk);
    if (!tasks) return tasks.error();
    const auto claim = Claim::take(root, chunk, worker.job, worker.run);
    if (!claim) return claim.error();
    if (!*claim) return PoolCount{};
    const Claim& own = **claim;
    const OutputFolder folder = OutputFolder::join(root);
    if (own.was_taken_over()) folder.remove_unfinished(*tasks);
    const auto left = settle_lost(*std::move(tasks), *plan, own, folder);
    if (!left) return left.error();

    const PoolWatch watch{
        .goes_on = [&] { return own.held(); },
        .started = [&](std::size_t place) { return own.note_start(left->places[place]); },
        .ended =
            [&](std::size_t place, const TaskRecord& record, const PoolCount&) {
                return own.note_end(left->places[place], record.verdict);
            }};
    const auto count = run_pool(left->tasks, plan->call, plan->pool, folder, watch);
    if (!count) return count.error();
    if (count->signal == 0)
        if (const auto finished = own.finish(); !finished) return finished.error();
    return count;
}

Result<Summary> summarise_farm(const std::filesystem::path& root) {
    const auto plan = read_plan(root);
    if (!plan) return plan.error();
    const auto tasks = read_all_chunks(root, *plan);
    if (!tasks) return tasks.error();
    std::vector<bool> ended;
    ended.reserve(plan->files);
    for (std::size_t chunk = 0; chunk < plan->chunks; ++chunk) {
        const Journal journal = read_journal(root, chunk);
        for (std::size_t place = 0; place < plan->chunk_size && ended.size() < plan->files; ++place)
            ended.push_back(journal.ended.contains(place));
    }
    std::vector<Task> lost;
    for (std::size_t i = 0; i < tasks->size(); ++i)
        if (!ended[i]) lost.push_back((*tasks)[i]);
    OutputFolder::join(root).remove_unfinished(lost);
    return write_summary(*tasks, ended, OutputFolder::join(root), plan->call.verb, plan->against);
}

}  // namespace isoskin::batch
