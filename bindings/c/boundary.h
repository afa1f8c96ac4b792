#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <exception>
#include <new>
#include <string>

#include "isoskin/base/result.h"
#include "isoskin/isoskin.h"
#include "isoskin/math/types.h"

/// What all functions of the C interface share: failures as codes with a sentence kept per thread,
/// structs that may be older than the library, arrays with strides.
namespace isoskin::c {

/// Keeps the sentence for `isoskin_error` and returns the code.
isoskin_status fail(isoskin_status status, const std::string& sentence) noexcept;
isoskin_status fail(const Error& error) noexcept;

/// Runs `body`, which returns a status; nothing that is thrown leaves.
template <typename Body>
isoskin_status guarded(const Body& body) noexcept {
    try {
        return body();
    } catch (const std::bad_alloc&) {
        return fail(ISOSKIN_INTERNAL, "out of memory");
    } catch (const std::exception& failure) {
        return fail(ISOSKIN_INTERNAL, failure.what());
    } catch (...) {
        return fail(ISOSKIN_INTERNAL, "something was thrown that is no exception");
    }
}

/// As "isoskin_deformer_pose: 'pose' is NULL".
isoskin_status fail_null(const char* function, const char* argument) noexcept;
/// As "isoskin_deformer_part: there is no part 7, the last is 2".
isoskin_status fail_index(const char* function, const char* what, std::size_t index,
                          std::size_t count) noexcept;

/// A struct of the caller, maybe of an older version: what it does not have is zero. False if its
/// size is none that a version ever had.
template <typename T>
bool take_in(const T& given, T& whole) {
    if (given.struct_size < sizeof(std::size_t)) return false;
    std::memset(static_cast<void*>(&whole), 0, sizeof(T));
    std::memcpy(static_cast<void*>(&whole), &given, std::min(given.struct_size, sizeof(T)));
    return true;
}

/// Fills as much of the caller's struct as it has room for; its size stays as given.
template <typename T>
bool give_out(T whole, T& taken) {
    const std::size_t size = taken.struct_size;
    if (size < sizeof(std::size_t)) return false;
    whole.struct_size = size;
    std::memcpy(static_cast<void*>(&taken), &whole, std::min(size, sizeof(T)));
    return true;
}
isoskin_status fail_size(const char* function, const char* type) noexcept;

/// Element `index` of an array whose elements are `stride` bytes apart, `packed` where that is 0.
template <typename T>
T* element(T* first, std::size_t index, std::size_t stride, std::size_t packed) {
    using Byte = std::conditional_t<std::is_const_v<T>, const char, char>;
    const std::size_t step = stride != 0 ? stride : packed;
    return reinterpret_cast<T*>(reinterpret_cast<Byte*>(first) + index * step);
}

/// Vectors and matrices need no alignment beyond that of floats, or none at all.
Vec3 read_vector(const float* numbers);
void write_vector(const Vec3& vector, float* numbers);
Affine read_matrix(const float* numbers);
void write_matrix(const Affine& matrix, float* numbers);
inline constexpr std::size_t kVectorBytes = 3 * sizeof(float);
inline constexpr std::size_t kMatrixBytes = 16 * sizeof(float);

}  // namespace isoskin::c
