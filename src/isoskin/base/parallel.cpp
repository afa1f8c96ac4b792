#include "isoskin/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <cassert>

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>

namespace isoskin {
namespace {

std::atomic<int> current_limit{0};  // 0: as many as the machine has

}  // namespace

ThreadLimit::ThreadLimit(int threads) : control_(nullptr), previous_(current_limit.load()) {
    assert(threads >= 0);
    if (threads > 0)
        control_ = new tbb::global_control(tbb::global_control::max_allowed_parallelism,
                                           static_cast<std::size_t>(threads));
    current_limit = threads;
}

ThreadLimit::~ThreadLimit() {
    delete static_cast<tbb::global_control*>(control_);
    current_limit = previous_;
}

int thread_limit() {
    const int limit = current_limit.load();
    return limit > 0 ? limit : std::max(1, tbb::info::default_concurrency());
}

void detail::run_chunks(std::size_t count, std::size_t chunk_size, ChunkCall call,
                        const void* body) {
    assert(chunk_size > 0);
    if (count == 0) return;
    const std::size_t chunk_count = (count + chunk_size - 1) / chunk_size;
    const auto run = [&](std::size_t chunk) {
        const std::size_t begin = chunk * chunk_size;
        call(body, begin, std::min(count, begin + chunk_size));
    };
    if (chunk_count == 1 || thread_limit() == 1) {
        for (std::size_t chunk = 0; chunk < chunk_count; ++chunk)
            run(chunk);
        return;
    }
    tbb::parallel_for(std::size_t{0}, chunk_count, run);
}

}  // namespace isoskin
