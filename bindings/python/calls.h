#pragma once

#include <atomic>
#include <functional>
#include <string>

#include <pybind11/pybind11.h>

#include "isoskin/base/result.h"
#include "isoskin/rig/character.h"
#include "isoskin/volume/settings.h"

/// What calls into the library share: errors as exceptions, settings, work that can be interrupted.
namespace isoskin::python {

namespace py = pybind11;

/// Thrown as isoskin.Error or one of its kinds.
struct LibraryError {
    Error error;
};
void register_errors(py::module_& module);

template <typename T>
T value_of(Result<T> result) {
    if (!result) throw LibraryError{result.error()};
    return *std::move(result);
}
inline void check(const Status& status) {
    if (!status) throw LibraryError{status.error()};
}

/// None: those of the character, or the defaults. A word: a method. A dict or JSON: as in
/// docs/formats/settings_json.md.
VolumeSettings settings_of(const py::object& given, const Character& character);

/// Set when Ctrl-C was pressed; work that is told of its progress ends by what `stop_if_asked`
/// throws.
class Interruption {
  public:
    void ask() { asked_ = true; }
    void stop_if_asked() const {
        if (asked_) throw Stopped{};
    }
    struct Stopped {};
    /// For work that is asked whether to go on.
    bool asked() const { return asked_; }

  private:
    std::atomic<bool> asked_ = false;
};

/// Does `work` without the interpreter lock on a thread of its own, while this one goes on to look
/// for signals; work that ends early because of one becomes KeyboardInterrupt.
void run_interruptibly(const std::function<void(const Interruption&)>& work);

}  // namespace isoskin::python
