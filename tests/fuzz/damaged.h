#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// Bytes to try on a reader of a binary format: those of the fuzzer as they are, or `sound` bytes
/// cut short and with some of them changed, which get past checks that random bytes do not.
inline std::vector<std::uint8_t> damaged(std::span<const std::uint8_t> sound,
                                         std::span<const std::uint8_t> fuzz) {
    if (fuzz.size() < 4 || fuzz[0] % 4 == 0) return {fuzz.begin(), fuzz.end()};
    std::vector<std::uint8_t> bytes(sound.begin(), sound.end());
    if (fuzz[0] % 4 == 1) bytes.resize((fuzz[1] + 256U * fuzz[2]) % (bytes.size() + 1));
    for (std::size_t i = 1; i + 3 < fuzz.size() && !bytes.empty(); i += 4) {
        const std::size_t place = fuzz[i] + 256U * fuzz[i + 1] + 65536U * fuzz[i + 2];
        bytes[place % bytes.size()] = fuzz[i + 3];
    }
    return bytes;
}
