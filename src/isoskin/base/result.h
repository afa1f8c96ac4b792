#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace isoskin {

/// What went wrong, coarse enough for a program to act on; each maps to one exit code of the CLI.
enum class ErrorKind {
    Invalid,      ///< The input is unreadable, broken or contradicts itself.
    Unsupported,  ///< The input is legal but asks for something isoskin does not do.
    CannotWrite,  ///< The result could not be stored.
    Usage,  ///< The caller asked for something that does not exist, as a clip by a wrong name.
};

/// One sentence for a person, naming what is wrong and where.
struct Error {
    ErrorKind kind = ErrorKind::Invalid;
    std::string message;
};

inline Error invalid(std::string message) {
    return {ErrorKind::Invalid, std::move(message)};
}
inline Error unsupported(std::string message) {
    return {ErrorKind::Unsupported, std::move(message)};
}
inline Error cannot_write(std::string message) {
    return {ErrorKind::CannotWrite, std::move(message)};
}
inline Error usage_error(std::string message) {
    return {ErrorKind::Usage, std::move(message)};
}

/// A value or the reason there is none, with the names of `std::expected`.
///
/// Used where input comes from outside (gates named `create`, `io`, apps); inside, types that exist
/// are valid and functions do not fail.
template <typename T>
class [[nodiscard]] Result {
  public:
    Result(T value) : state_(std::move(value)) {}      // NOLINT(google-explicit-constructor)
    Result(Error error) : state_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

    bool has_value() const { return state_.index() == 0; }
    explicit operator bool() const { return has_value(); }

    T& value() & {
        assert(has_value());
        return *std::get_if<0>(&state_);
    }
    const T& value() const& {
        assert(has_value());
        return *std::get_if<0>(&state_);
    }
    T&& value() && {
        assert(has_value());
        return std::move(*std::get_if<0>(&state_));
    }
    const Error& error() const {
        assert(!has_value());
        return *std::get_if<1>(&state_);
    }

    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }

  private:
    std::variant<T, Error> state_;
};

/// The result of something that only succeeds or fails.
struct Done {};
using Status = Result<Done>;

}  // namespace isoskin
