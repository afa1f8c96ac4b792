// Undo and autosave.
#include <malloc.h>

#include "isoskin/document/document_text.h"
#include "isoskin/document/saved_history.h"
#include "isoskin/document/saved_work.h"
#include "json_text.h"
#include "session.h"

namespace {

// Bytes; a browser keeps ten works, and a painted map is a long text.
constexpr std::size_t kMostHistory = std::size_t{8} << 20U;

}  // namespace

using namespace isoskin;
using namespace isoskin::wasm;

ISOSKIN_EXPORT int isoskin_begin_gesture(const char* name) {
    return with_document([&](Document& document) -> Status {
        document.begin_gesture(name);
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_end_gesture() {
    return with_document([](Document& document) -> Status {
        document.end_gesture();
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_cancel_gesture() {
    return with_document([](Document& document) -> Status {
        session().stroke.reset();
        document.cancel_gesture();
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_history() {
    return with_document([](Document& document) -> Status {
        answer(
            {{"undo", document.history().undo_names()}, {"redo", document.history().redo_names()}});
        return Done{};
    });
}

/// Numbers: 1 and the text is the name of the step, or 0 if there is none.
ISOSKIN_EXPORT int isoskin_undo() {
    return with_document([](Document& document) -> Status {
        session().stroke.reset();
        const auto name = document.undo();
        session().numbers = {name ? 1.0 : 0.0};
        session().text = name.value_or("");
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_redo() {
    return with_document([](Document& document) -> Status {
        session().stroke.reset();
        const auto name = document.redo();
        session().numbers = {name ? 1.0 : 0.0};
        session().text = name.value_or("");
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_state_hash() {
    return with_document([](Document& document) -> Status {
        char digits[20];
        std::snprintf(digits, sizeof(digits), "%016llx",
                      static_cast<unsigned long long>(state_hash(document)));
        session().text = digits;
        return Done{};
    });
}

ISOSKIN_EXPORT double isoskin_revision() {
    return session().document ? static_cast<double>(session().document->revision()) : 0.0;
}

/// Bytes in use of the heap, without what is free in it.
ISOSKIN_EXPORT double isoskin_memory_in_use() {
    return static_cast<double>(mallinfo().uordblks);
}

/// Where the document came from, then what was changed about it.
ISOSKIN_EXPORT int isoskin_serialise() {
    return with_document([](Document& document) -> Status {
        session().bytes = bytes_of(session().origin, edits_of(document));
        return Done{};
    });
}

/// What can be undone and redone; beside the document.
ISOSKIN_EXPORT int isoskin_serialise_history() {
    return with_document([](Document& document) -> Status {
        session().bytes = history_of(document, kMostHistory);
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_restore_history(const std::uint8_t* bytes, std::size_t size) {
    return with_document([&](Document& document) -> Status {
        return restore_history({bytes, size}, document);
    });
}

ISOSKIN_EXPORT int isoskin_restore(const std::uint8_t* bytes, std::size_t size) {
    return guarded([&]() -> Status {
        std::vector<std::uint8_t> edits;
        auto origin = origin_of({bytes, size}, edits);
        if (!origin) return origin.error();
        auto character = read_origin(*origin);
        if (!character) return character.error();
        auto document = document_from_edits(*std::move(character), edits);
        if (!document) return document.error();
        show_document(*std::move(document), *std::move(origin));
        return Done{};
    });
}
