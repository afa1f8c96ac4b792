#pragma once

#include <cstddef>

namespace isoskin {

/// Limits all parallel loops to `threads` while it lives; 0 means as many as the machine has.
class ThreadLimit {
  public:
    explicit ThreadLimit(int threads);
    ~ThreadLimit();
    ThreadLimit(const ThreadLimit&) = delete;
    ThreadLimit& operator=(const ThreadLimit&) = delete;

  private:
    void* control_;
    int previous_;
};

/// How many threads a parallel loop may use now, at least 1.
int thread_limit();

namespace detail {
using ChunkCall = void (*)(const void* body, std::size_t begin, std::size_t end);
void run_chunks(std::size_t count, std::size_t chunk_size, ChunkCall call, const void* body);
}  // namespace detail

/// Calls `body(begin, end)` for consecutive chunks of [0, count), possibly at the same time.
///
/// The cut into chunks depends on `chunk_size` alone, never on the number of threads: a body that
/// keeps one partial sum per chunk and adds them in order gives the same bits on any machine.
/// Allocates nothing when one thread is allowed or there is one chunk.
template <typename Body>
void parallel_chunks(std::size_t count, std::size_t chunk_size, const Body& body) {
    detail::run_chunks(
        count, chunk_size,
        [](const void* erased, std::size_t begin, std::size_t end) {
            (*static_cast<const Body*>(erased))(begin, end);
        },
        &body);
}

}  // namespace isoskin
