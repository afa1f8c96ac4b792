// Undo and autosave.
#include <cstring>
#include <filesystem>

#include <malloc.h>

#include "isoskin/document/document_text.h"
#include "isoskin/io/character_file.h"
#include "isoskin/io/file.h"
#include "json_text.h"
#include "memory_file.h"

namespace isoskin::wasm {
namespace {

constexpr char kMagic[] = "ISOSKIN1";  // work saved by the page

void append_size(std::size_t size, std::vector<std::uint8_t>& out) {
    for (unsigned shift = 0; shift < 32; shift += 8)
        out.push_back(static_cast<std::uint8_t>(size >> shift));
}

std::size_t read_size(const std::uint8_t* at) {
    std::size_t size = 0;
    for (unsigned i = 0; i < 4; ++i)
        size |= static_cast<std::size_t>(at[i]) << (8 * i);
    return size;
}

}  // namespace
}  // namespace isoskin::wasm

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

/// Layout: magic, size and text of the workspace, size and bytes of the name, then a GLB.
ISOSKIN_EXPORT int isoskin_serialise() {
    return with_document([](Document& document) -> Status {
        const Status written = answer_file("work.glb", [&](const auto& path) {
            return write_character(path, character_to_store(document));
        });
        if (!written) return written;
        const std::string workspace = workspace_text(document);
        const std::string& name = document.character().name;
        std::vector<std::uint8_t> all(kMagic, kMagic + sizeof(kMagic) - 1);
        for (const std::string* text : {&workspace, &name}) {
            append_size(text->size(), all);
            all.insert(all.end(), text->begin(), text->end());
        }
        all.insert(all.end(), session().bytes.begin(), session().bytes.end());
        session().bytes = std::move(all);
        return Done{};
    });
}

ISOSKIN_EXPORT int isoskin_restore(const std::uint8_t* bytes, std::size_t size) {
    return guarded([&]() -> Status {
        constexpr std::size_t kHead = sizeof(kMagic) - 1;
        if (size < kHead || std::memcmp(bytes, kMagic, kHead) != 0)
            return invalid("this is no work saved by isoskin");
        std::size_t at = kHead;
        std::string texts[2];
        for (std::string& text : texts) {
            if (size - at < 4 || read_size(bytes + at) > size - at - 4)
                return invalid("the saved work is cut short");
            text.assign(reinterpret_cast<const char*>(bytes) + at + 4, read_size(bytes + at));
            at += 4 + text.size();
        }
        const std::filesystem::path path = "/in/work.glb";
        std::error_code ignored;
        std::filesystem::create_directories(path.parent_path(), ignored);
        if (const Status laid = write_bytes(path, {bytes + at, size - at}); !laid) return laid;
        auto character = read_character(path);
        std::filesystem::remove(path, ignored);
        if (!character) return character.error();
        character->name = texts[1];
        if (const Status opened = open_character(*std::move(character)); !opened) return opened;
        return restore_workspace(texts[0], *session().document);
    });
}
