#include "batch/farm_follow.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "batch/slurm.h"

namespace isoskin::batch {

Status follow_farm(const std::filesystem::path& root, const FarmJobs& jobs,
                   const FollowWatch& watch) {
    using Clock = std::chrono::steady_clock;
    using std::chrono::duration;
    FarmWatch farm(root);
    const auto start = Clock::now();
    auto last_answer = start;
    while (true) {
        const auto queued = queued_jobs(jobs);
        watch.progress(farm.look());
        if (queued) {
            last_answer = Clock::now();
            if (queued->empty()) return Done{};
            for (const std::string& sentence : tend_jobs(*queued))
                watch.news(sentence);
        } else if (Clock::now() - last_answer > std::chrono::minutes(10)) {
            return queued.error();  // a controller that is started anew is back long before
        }
        // Short batches are followed closely, long ones without burdening the controller.
        const duration<double> age = Clock::now() - start;
        std::this_thread::sleep_for(duration<double>(std::clamp(age.count() / 20.0, 0.2, 10.0)));
    }
}

Status check_farm_ended(const std::filesystem::path& root) {
    const FarmJobs jobs = read_jobs(root);
    if (jobs.array.empty() || read_outcome(root)) return Done{};
    const auto queued = queued_jobs(jobs);
    if (!queued) return queued.error();
    if (queued->empty()) return Done{};
    return usage_error("jobs " + jobs.array + " and " + jobs.summary + " are at work in '" +
                       root.string() + "'; see 'isoskin batch --status' and '--cancel'");
}

}  // namespace isoskin::batch
