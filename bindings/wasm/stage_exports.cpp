// Undo through documents, and joints that are being laid into one.
#include "inbox.h"
#include "json_text.h"
#include "session.h"

namespace {

// Bytes; a browser keeps ten works, and a painted map is a long text.
constexpr std::size_t kMostHistory = std::size_t{8} << 20U;

isoskin::wasm::Way way_of(int redo) {
    return redo != 0 ? isoskin::wasm::Way::Redo : isoskin::wasm::Way::Undo;
}

}  // namespace

using namespace isoskin;
using namespace isoskin::wasm;

ISOSKIN_EXPORT int isoskin_history() {
    return with_document([](Document&) -> Status {
        answer({{"undo", step_names(Way::Undo)}, {"redo", step_names(Way::Redo)}});
        return Done{};
    });
}

/// 1 if the next step leads to another document, which takes longer.
ISOSKIN_EXPORT int isoskin_crosses(int redo) {
    return crosses(way_of(redo)) ? 1 : 0;
}

/// Numbers: 1 and the text is the name of the step, or 0 if there is none.
ISOSKIN_EXPORT int isoskin_take_step(int redo) {
    return with_document([&](Document&) -> Status {
        const auto name = take_step(way_of(redo));
        session().numbers = {name ? 1.0 : 0.0};
        session().text = name.value_or("");
        return Done{};
    });
}

/// Opens a file that was laid down and was made of the open document, as a step of undo.
ISOSKIN_EXPORT int isoskin_next_stage(const char* step, const char* name) {
    return with_document([&](Document&) -> Status {
        return advance(step, {.kind = Origin::Kind::Files, .name = name, .files = laid_down()});
    });
}

/// What can be undone and redone; beside the document.
ISOSKIN_EXPORT int isoskin_serialise_history() {
    return with_document([](Document&) -> Status {
        session().bytes = bytes_of_stages(kMostHistory);
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_restore_history(const std::uint8_t* bytes, std::size_t size) {
    return with_document([&](Document&) -> Status { return restore_stages({bytes, size}); });
}

ISOSKIN_EXPORT int isoskin_rig_sketch() {
    return with_document([](Document& document) -> Status {
        session().text = document.rig_sketch().text;
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_set_rig_sketch(const char* text, const char* name) {
    return with_document([&](Document& document) -> Status {
        document.set_rig_sketch({text}, name);
        return Done{};
    });
}
