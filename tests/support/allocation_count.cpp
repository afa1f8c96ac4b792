#include "support/allocation_count.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> count{0};

[[maybe_unused]] void* counted(void* memory) {
    ++count;
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}

[[maybe_unused]] std::size_t round_up(std::size_t size, std::size_t alignment) {
    return (size + alignment - 1) / alignment * alignment;
}

}  // namespace

std::size_t isoskin::allocation_count() {
    return count;
}

// Sanitizers have forms of their own, which must all come from one hand: nothing is counted there,
// and what counts is the release build.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

// The array and nothrow forms of the standard library call these.
void* operator new(std::size_t size) {
    return counted(std::malloc(size > 0 ? size : 1));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    const auto bytes = static_cast<std::size_t>(alignment);
    return counted(std::aligned_alloc(bytes, round_up(size > 0 ? size : 1, bytes)));
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}

#endif
