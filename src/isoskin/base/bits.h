#pragma once

#include <cstdint>
#include <cstring>

namespace isoskin {

/// The bits of a number. `std::bit_cast` is missing in the library WebAssembly is built with.
inline std::uint32_t bits_of(float value) {
    static_assert(sizeof(float) == sizeof(std::uint32_t));
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof(bits));
    return bits;
}
inline std::uint64_t bits_of(double value) {
    static_assert(sizeof(double) == sizeof(std::uint64_t));
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(bits));
    return bits;
}

}  // namespace isoskin
