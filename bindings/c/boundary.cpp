#include "boundary.h"

#include "isoskin/version.h"

namespace isoskin::c {
namespace {

// Kept apart from its sentence: where memory has ended there is still something to say.
thread_local std::string last_sentence;
thread_local bool is_lost = false;

isoskin_status status_of(ErrorKind kind) {
    switch (kind) {
        case ErrorKind::Invalid:
            return ISOSKIN_INVALID;
        case ErrorKind::Unsupported:
            return ISOSKIN_UNSUPPORTED;
        case ErrorKind::CannotWrite:
            return ISOSKIN_CANNOT_WRITE;
        case ErrorKind::Usage:
            return ISOSKIN_USAGE;
    }
    return ISOSKIN_INTERNAL;
}

// The sentence is made in here, so that a failure to make it does not leave either.
template <typename Sentence>
isoskin_status fail_by(isoskin_status status, const Sentence& sentence) noexcept {
    is_lost = false;
    try {
        last_sentence = sentence();
    } catch (...) {
        is_lost = true;
    }
    return status;
}

}  // namespace

isoskin_status fail(isoskin_status status, const std::string& sentence) noexcept {
    return fail_by(status, [&] { return sentence; });
}

isoskin_status fail(const Error& error) noexcept {
    return fail(status_of(error.kind), error.message);
}

isoskin_status fail_null(const char* function, const char* argument) noexcept {
    return fail_by(ISOSKIN_USAGE,
                   [&] { return std::string(function) + ": '" + argument + "' is NULL"; });
}

isoskin_status fail_index(const char* function, const char* what, std::size_t index,
                          std::size_t count) noexcept {
    return fail_by(ISOSKIN_USAGE, [&] {
        const std::string begin =
            std::string(function) + ": there is no " + what + " " + std::to_string(index);
        return count == 0 ? begin + ", there is none at all"
                          : begin + ", the last is " + std::to_string(count - 1);
    });
}

isoskin_status fail_size(const char* function, const char* type) noexcept {
    return fail_by(ISOSKIN_USAGE, [&] {
        return std::string(function) + ": struct_size of " + type + " is not set";
    });
}

Vec3 read_vector(const float* numbers) {
    Vec3 vector;
    std::memcpy(vector.data(), numbers, kVectorBytes);
    return vector;
}

void write_vector(const Vec3& vector, float* numbers) {
    std::memcpy(numbers, vector.data(), kVectorBytes);
}

Affine read_matrix(const float* numbers) {
    Eigen::Matrix4f matrix;
    std::memcpy(matrix.data(), numbers, kMatrixBytes);
    Affine affine = Affine::Identity();
    affine.matrix().topRows<3>() = matrix.topRows<3>().cast<double>();
    return affine;
}

void write_matrix(const Affine& matrix, float* numbers) {
    const Eigen::Matrix4f floats = matrix.matrix().cast<float>();
    std::memcpy(numbers, floats.data(), kMatrixBytes);
}

}  // namespace isoskin::c

extern "C" {

const char* isoskin_error(void) {
    return isoskin::c::is_lost ? "out of memory" : isoskin::c::last_sentence.c_str();
}

int isoskin_version(void) {
    return 10000 * ISOSKIN_VERSION_MAJOR + 100 * ISOSKIN_VERSION_MINOR + ISOSKIN_VERSION_PATCH;
}

const char* isoskin_version_text(void) {
    return ISOSKIN_VERSION_TEXT;
}

}  // extern "C"
