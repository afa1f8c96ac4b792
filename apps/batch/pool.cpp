#include "batch/pool.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>

#include <fmt/core.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "batch/child_process.h"

namespace isoskin::batch {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// Blocked while the pool runs, so that it takes them when it is ready to.
class BlockedSignals {
  public:
    BlockedSignals() {
        ::sigemptyset(&waited_);
        for (const int signal : {SIGCHLD, SIGINT, SIGTERM, SIGHUP})
            ::sigaddset(&waited_, signal);
        ::pthread_sigmask(SIG_BLOCK, &waited_, &before_);
    }
    ~BlockedSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    BlockedSignals(const BlockedSignals&) = delete;
    BlockedSignals& operator=(const BlockedSignals&) = delete;

    const sigset_t& before() const { return before_; }
    /// The next signal, 0 if none comes within a tenth of a second: deadlines need no finer clock.
    int next() const {
        const timespec patience{.tv_sec = 0, .tv_nsec = 100'000'000};
        return std::max(::sigtimedwait(&waited_, nullptr, &patience), 0);
    }

  private:
    sigset_t waited_;
    sigset_t before_;
};

/// A process at work.
struct Worker {
    const Task* task = nullptr;
    pid_t process = 0;
    Clock::time_point start;
    fs::path out;
    bool timed_out = false;
    TaskRecord record;
};

std::string last_sentence(const fs::path& log) {
    constexpr std::streamoff kTail = 4096;  // sentences are shorter
    std::ifstream stream(log, std::ios::binary | std::ios::ate);
    stream.seekg(std::max<std::streamoff>(0, stream.tellg() - kTail));
    std::string sentence;
    for (std::string line; std::getline(stream, line);)
        if (line.starts_with("isoskin: ")) sentence = line.substr(9);
    return sentence;
}

Verdict verdict_of_exit(int code, const std::string& sentence) {
    constexpr std::array kVerdicts = {Verdict::Good,        Verdict::GateFailed,
                                      Verdict::WrongUsage,  Verdict::Unreadable,
                                      Verdict::Unsupported, Verdict::CannotWrite};
    if (code < static_cast<int>(kVerdicts.size())) return kVerdicts[static_cast<std::size_t>(code)];
    return sentence.find("out of memory") != std::string::npos ? Verdict::OutOfMemory
                                                               : Verdict::Crashed;
}

bool is_done(const TaskRecord& record, const fs::path& result) {
    std::error_code ignored;
    if (record.verdict == Verdict::Good) return fs::exists(result, ignored);
    return !may_pass(record.verdict);
}

class Pool {
  public:
    Pool(const std::vector<Task>& tasks, const VerbCall& call, const PoolSettings& settings,
         const OutputFolder& folder, const PoolWatch& watch)
        : tasks_(tasks), call_(call), settings_(settings), folder_(folder), watch_(watch) {}

    Result<PoolCount> run();

  private:
    Status begin(const Task& task);
    Status start(Worker& worker);
    Status reap();
    Status drop(std::size_t place);
    Status finish(std::size_t place, int status, const rusage& usage);
    void judge(Worker& worker, int status) const;
    void keep_figures(Worker& worker) const;
    Status count(const Task& task, const TaskRecord& record);
    bool goes_on() const { return !watch_.goes_on || watch_.goes_on(); }
    std::size_t place_of(const Task& task) const {
        return static_cast<std::size_t>(&task - tasks_.data());
    }
    void end_late();
    void stop();

    const std::vector<Task>& tasks_;
    const VerbCall& call_;
    const PoolSettings& settings_;
    const OutputFolder& folder_;
    const PoolWatch& watch_;
    const BlockedSignals signals_;
    std::vector<Worker> workers_;
    std::size_t next_ = 0;
    PoolCount count_;
};

Status Pool::count(const Task& task, const TaskRecord& record) {
    ++count_.done;
    count_.failed += record.verdict == Verdict::Good ? 0 : 1;
    return watch_.ended ? watch_.ended(place_of(task), record, count_) : Done{};
}

// Skips a file that is done; else gives it a process.
Status Pool::begin(const Task& task) {
    const std::string key = task_key(task, call_.verb, call_.options);
    const auto known = folder_.find_record(task);
    if (known && known->key == key && is_done(*known, main_result(call_, task, folder_))) {
        ++count_.skipped;
        return count(task, *known);
    }
    if (watch_.started)
        if (const auto told = watch_.started(place_of(task)); !told) return told;
    if (const auto prepared = folder_.prepare(task); !prepared) return prepared;
    std::error_code ignored;
    fs::remove(folder_.log(task), ignored);
    const auto size = fs::file_size(task.file, ignored);
    Worker& worker = workers_.emplace_back();
    worker.task = &task;
    worker.record.file = task.file;
    worker.record.name = task.name;
    worker.record.key = key;
    worker.record.bytes = ignored ? 0 : size;
    return start(worker);
}

Status Pool::start(Worker& worker) {
    if (!call_.json_words.empty()) {
        worker.out = folder_.result(*worker.task, ".json");
        worker.out += ".part" + std::to_string(::getpid());
    }
    const auto process = start_process({.words = words_for(call_, *worker.task, folder_),
                                        .out = worker.out,
                                        .log = folder_.log(*worker.task),
                                        .most_megabytes = settings_.megabytes,
                                        .signals = signals_.before()});
    if (!process) return process.error();
    worker.process = *process;
    worker.start = Clock::now();
    worker.timed_out = false;
    return Done{};
}

void Pool::judge(Worker& worker, int status) const {
    TaskRecord& record = worker.record;
    record.reason.clear();
    if (worker.timed_out) {
        record.verdict = Verdict::TimedOut;
        record.reason = fmt::format("took longer than {:g} s", settings_.seconds);
    } else if (WIFSIGNALED(status)) {
        record.verdict = Verdict::Crashed;
        record.reason =
            fmt::format("ended by signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status)));
    } else if (const int code = WEXITSTATUS(status); code != 0) {
        record.reason = last_sentence(folder_.log(*worker.task));
        record.verdict = verdict_of_exit(code, record.reason);
        if (record.reason.empty()) record.reason = fmt::format("exit code {}", code);
    } else {
        record.verdict = Verdict::Good;
    }
}

// What was printed becomes a result if the verb came to its end.
void Pool::keep_figures(Worker& worker) const {
    TaskRecord& record = worker.record;
    const bool measured = record.verdict == Verdict::Good || record.verdict == Verdict::GateFailed;
    if (measured) record.pictures = find_pictures(call_, *worker.task, folder_);
    if (worker.out.empty()) return;
    const fs::path json = folder_.result(*worker.task, ".json");
    const auto figures = measured ? read_figures(worker.out) : std::nullopt;
    std::error_code failure;
    if (figures) fs::rename(worker.out, json, failure);
    if (figures && !failure) {
        record.figures = *figures;
        return;
    }
    fs::remove(worker.out, failure);
    if (!measured) return;
    record.verdict = Verdict::CannotWrite;
    record.reason = "cannot write '" + json.string() + "': what was printed is not all there";
}

// The task that has the files now tells what they came to.
Status Pool::drop(std::size_t place) {
    std::error_code ignored;
    if (!workers_[place].out.empty()) fs::remove(workers_[place].out, ignored);
    workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(place));
    return Done{};
}

Status Pool::finish(std::size_t place, int status, const rusage& usage) {
    Worker& worker = workers_[place];
    TaskRecord& record = worker.record;
    record.seconds = std::chrono::duration<double>(Clock::now() - worker.start).count();
    record.megabytes = static_cast<double>(usage.ru_maxrss) / 1024.0;  // Linux tells kilobytes
    judge(worker, status);
    if (!goes_on()) return drop(place);
    if (may_pass(record.verdict)) folder_.remove_unfinished({worker.task, 1});
    if (may_pass(record.verdict) && static_cast<int>(record.retries.size()) < settings_.retries) {
        record.retries.push_back(std::string(word_of(record.verdict)) + ": " + record.reason);
        return start(worker);
    }
    keep_figures(worker);
    const auto written = folder_.write_record(*worker.task, record);
    if (!written) return written;
    const auto counted = count(*worker.task, record);
    workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(place));
    return counted;
}

Status Pool::reap() {
    for (std::size_t i = workers_.size(); i-- > 0;) {
        int status = 0;
        rusage usage{};
        if (::wait4(workers_[i].process, &status, WNOHANG, &usage) <= 0) continue;
        workers_[i].process = 0;
        if (const auto finished = finish(i, status, usage); !finished) return finished;
    }
    return Done{};
}

void Pool::end_late() {
    if (settings_.seconds <= 0.0) return;
    for (Worker& worker : workers_) {
        const std::chrono::duration<double> age = Clock::now() - worker.start;
        if (worker.timed_out || age.count() < settings_.seconds) continue;
        worker.timed_out = true;
        ::kill(-worker.process, SIGKILL);
    }
}

// A verb removes its half files on SIGTERM; one that does not listen is killed.
void Pool::stop() {
    for (const int signal : {SIGTERM, SIGKILL}) {
        for (const Worker& worker : workers_)
            if (worker.process > 0) ::kill(-worker.process, signal);
        constexpr std::chrono::seconds kPatience{2};
        const auto start = Clock::now();
        while (!workers_.empty() && (signal == SIGKILL || Clock::now() - start < kPatience)) {
            std::erase_if(workers_, [&](const Worker& worker) {
                if (worker.process > 0 && ::waitpid(worker.process, nullptr, WNOHANG) == 0)
                    return false;
                folder_.remove_unfinished({worker.task, 1});
                return true;
            });
            if (!workers_.empty()) signals_.next();
        }
    }
}

Result<PoolCount> Pool::run() {
    Status going = Done{};
    while (going && (next_ < tasks_.size() || !workers_.empty())) {
        if (next_ < tasks_.size() && workers_.size() < static_cast<std::size_t>(settings_.jobs)) {
            if (!goes_on()) {
                next_ = tasks_.size();
                continue;
            }
            going = begin(tasks_[next_++]);
            continue;
        }
        const int signal = signals_.next();
        if (signal != 0 && signal != SIGCHLD) {
            count_.signal = signal;
            break;
        }
        end_late();
        going = reap();
    }
    stop();
    if (!going) return going.error();
    return count_;
}

}  // namespace

Result<PoolCount> run_pool(const std::vector<Task>& tasks, const VerbCall& call,
                           const PoolSettings& settings, const OutputFolder& folder,
                           const PoolWatch& watch) {
    return Pool(tasks, call, settings, folder, watch).run();
}

}  // namespace isoskin::batch
