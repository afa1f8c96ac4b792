// Gestures and autosave.
#include <malloc.h>

#include "isoskin/document/document_text.h"
#include "isoskin/document/saved_work.h"
#include "json_text.h"
#include "session.h"

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

ISOSKIN_EXPORT int isoskin_restore(const std::uint8_t* bytes, std::size_t size) {
    return guarded([&]() -> Status {
        auto opened = open_work({bytes, size});
        if (!opened) return opened.error();
        show_document(std::move(opened->document), std::move(opened->origin));
        return Done{};
    });
}
