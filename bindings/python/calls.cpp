#include "calls.h"

#include <chrono>
#include <exception>
#include <future>
#include <optional>

#include <pybind11/stl.h>

#include "isoskin/volume/settings_json.h"

namespace isoskin::python {
namespace {

// The newest version of the format: what settings say decides what is read of them.
constexpr int kSettingsVersion = 3;

std::string settings_text(const py::object& given) {
    py::dict settings;
    if (py::isinstance<py::str>(given)) {
        const auto text = given.cast<std::string>();
        if (text.find('{') != std::string::npos) return text;
        settings["method"] = given;
    } else if (py::isinstance<py::dict>(given)) {
        settings = given.attr("copy")();
    } else {
        throw py::type_error("settings must be None, a method by name, a dict or JSON, not " +
                             std::string(py::str(py::type::of(given).attr("__name__"))));
    }
    if (!settings.contains("isoskin_volume")) settings["isoskin_volume"] = kSettingsVersion;
    return py::module_::import("json").attr("dumps")(settings).cast<std::string>();
}

}  // namespace

void register_errors(py::module_& module) {
    static py::exception<LibraryError> base(module, "Error", PyExc_Exception);
    static py::exception<LibraryError> invalid(module, "InvalidError", base.ptr());
    static py::exception<LibraryError> unsupported(module, "UnsupportedError", base.ptr());
    static py::exception<LibraryError> cannot_write(module, "WriteError", base.ptr());
    static py::exception<LibraryError> usage(module, "UsageError", base.ptr());
    py::register_exception_translator([](std::exception_ptr thrown) {
        try {
            if (thrown) std::rethrow_exception(thrown);
        } catch (const LibraryError& failure) {
            const auto* sentence = failure.error.message.c_str();
            switch (failure.error.kind) {
                case ErrorKind::Invalid:
                    return invalid(sentence);
                case ErrorKind::Unsupported:
                    return unsupported(sentence);
                case ErrorKind::CannotWrite:
                    return cannot_write(sentence);
                case ErrorKind::Usage:
                    return usage(sentence);
            }
            base(sentence);
        }
    });
}

VolumeSettings settings_of(const py::object& given, const Character& character) {
    if (!given.is_none()) return value_of(parse_volume_settings(settings_text(given), "settings"));
    if (character.settings_json.empty()) return {};
    return value_of(parse_volume_settings(character.settings_json, "settings of the character"));
}

void run_interruptibly(const std::function<void(const Interruption&)>& work) {
    Interruption interruption;
    std::future<void> done =
        std::async(std::launch::async, [&] { work(std::as_const(interruption)); });
    std::optional<py::error_already_set> raised;  // by a handler, as a rule KeyboardInterrupt
    for (;;) {
        {
            const py::gil_scoped_release released;
            if (done.wait_for(std::chrono::milliseconds(50)) == std::future_status::ready) break;
        }
        if (!raised && PyErr_CheckSignals() != 0) {
            raised.emplace();
            interruption.ask();
        }
    }
    // Only now, when nothing works any more on what the caller may free.
    if (raised) throw *raised;
    done.get();
}

}  // namespace isoskin::python
