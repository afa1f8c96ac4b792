// The loops of parallel.h on one thread, chunk after chunk: the same bits as on many.
#include <algorithm>
#include <cassert>

#include "isoskin/base/parallel.h"

namespace isoskin {

ThreadLimit::ThreadLimit(int threads) : control_(nullptr), previous_(threads) {
    assert(threads >= 0);
}

ThreadLimit::~ThreadLimit() = default;

int thread_limit() {
    return 1;
}

void detail::run_chunks(std::size_t count, std::size_t chunk_size, ChunkCall call,
                        const void* body) {
    assert(chunk_size > 0);
    for (std::size_t begin = 0; begin < count; begin += chunk_size)
        call(body, begin, std::min(count, begin + chunk_size));
}

}  // namespace isoskin
