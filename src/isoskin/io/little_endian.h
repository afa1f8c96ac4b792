#pragma once

#include <cstdint>
#include <vector>

#include <Eigen/Core>

#include "isoskin/base/bits.h"

namespace isoskin {

inline void append_little_endian(std::uint32_t value, std::vector<std::uint8_t>& out) {
    for (int shift = 0; shift < 32; shift += 8)
        out.push_back(static_cast<std::uint8_t>((value >> shift) & 0xFFU));
}

template <typename Vector>
void append_floats(const Eigen::MatrixBase<Vector>& values, std::vector<std::uint8_t>& out) {
    for (Eigen::Index i = 0; i < values.size(); ++i)
        append_little_endian(bits_of(values[i]), out);
}

}  // namespace isoskin
