#pragma once

#include <cstdint>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "isoskin/base/result.h"

/// What every module for pages shares: answers that are too long for a number, failures as
/// statuses.
namespace isoskin::wasm {

struct Answers {
    std::string text;                 ///< The last answer in words or JSON.
    std::vector<double> numbers;      ///< The last answer in numbers.
    std::vector<std::uint8_t> bytes;  ///< The last answer that is a file or an array.
    std::optional<Error> error;       ///< Why the last call failed.
};

/// Those of the module; each module has its own.
Answers& answers();

/// The status every export returns: what went wrong, or nothing.
enum class Outcome : int { Done = 0, Invalid, Unsupported, CannotWrite, Usage, Internal };

inline constexpr const char* kOutOfMemory =
    "there is not enough memory for this; what was open is as it was";

int report(const Error& error);
int report_exception(const char* what);
int done();

/// Runs the inside of an export; nothing that is thrown leaves it. `body` returns a Status.
template <typename Body>
int guarded(const Body& body) {
    try {
        const Status status = body();
        return status ? done() : report(status.error());
    } catch (const std::bad_alloc&) {
        // What was being made is gone, what was there before is not: the page can ask for less.
        return report(unsupported(kOutOfMemory));
    } catch (const std::exception& failure) {
        return report_exception(failure.what());
    } catch (...) {
        return report_exception("an unknown failure");
    }
}

}  // namespace isoskin::wasm

/// Plain C, kept by the linker, callable from a page.
#define ISOSKIN_EXPORT extern "C" __attribute__((used, visibility("default")))
