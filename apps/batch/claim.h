#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "batch/task.h"

namespace isoskin::batch {

/// What the journal of a chunk says.
struct Journal {
    std::map<std::size_t, Verdict> ended;     ///< By place in the chunk.
    std::map<std::size_t, std::size_t> lost;  ///< How often a worker was killed while at it.
    std::size_t failed() const;
};

/// The right of one worker to run one chunk: a file that is renamed from farm/open to farm/taken,
/// which only one can do, and to farm/done in the end. In it each worker notes what it starts and
/// ends, so that the next one knows what the last was on.
class Claim {
  public:
    /// Lays a chunk out for the first who comes.
    static Status offer(const std::filesystem::path& root, std::size_t chunk);

    /// Takes a chunk, from farm/open or from an earlier worker of the same job, which the cluster
    /// has ended by then. `job` and `worker` are words of letters, digits, '_' and '-'. Nothing if
    /// the chunk is done; refuses one that another job has.
    static Result<std::optional<Claim>> take(const std::filesystem::path& root, std::size_t chunk,
                                             const std::string& job, const std::string& worker);

    /// False if it was taken away: its new holder does the rest.
    bool held() const;
    bool was_taken_over() const { return taken_over_; }
    const Journal& journal() const { return journal_; }

    Status note_start(std::size_t place) const;
    Status note_end(std::size_t place, Verdict verdict) const;
    Status finish() const;

  private:
    Claim(std::filesystem::path file, std::filesystem::path done, bool taken_over)
        : file_(std::move(file)), done_(std::move(done)), taken_over_(taken_over) {}
    Status note(const std::string& line) const;

    std::filesystem::path file_;
    std::filesystem::path done_;
    bool taken_over_;
    Journal journal_;
};

/// How far a batch on many machines has come.
struct FarmProgress {
    std::size_t files_done = 0;
    std::size_t files_failed = 0;
    std::size_t chunks_open = 0;
    std::size_t chunks_done = 0;
    std::vector<std::string> at_work;  ///< A word for each chunk taken: chunk, job, worker.
};

/// Looks at the journals; those of chunks that are done are read once.
class FarmWatch {
  public:
    explicit FarmWatch(std::filesystem::path root) : root_(std::move(root)) {}
    FarmProgress look();

  private:
    struct Count {
        std::size_t done = 0;
        std::size_t failed = 0;
    };
    std::filesystem::path root_;
    std::map<std::string, Count> done_;
};

/// The journal of a chunk, whichever task holds it.
Journal read_journal(const std::filesystem::path& root, std::size_t chunk);

}  // namespace isoskin::batch
