// Taking work home, undo, autosave.
#include <cstring>
#include <filesystem>

#include <malloc.h>

#include "isoskin/document/document_text.h"
#include "isoskin/io/character_file.h"
#include "isoskin/io/file.h"
#include "isoskin/volume/settings_json.h"
#include "json_text.h"

namespace isoskin::wasm {
namespace {

const std::filesystem::path kOutbox = "/out";  // in memory
constexpr char kMagic[] = "ISOSKIN1";          // work saved by the page

struct ExportKind {
    const char* kind;
    const char* label;
    bool built;
    bool needs_clip;
};
constexpr ExportKind kExports[] = {
    {"posed-glb", "Posed mesh (GLB)", true, false},
    {"posed-obj", "Posed mesh (OBJ)", true, false},
    {"character-glb", "Character with its settings (GLB)", true, false},
    {"baked-glb", "Baked for any viewer (GLB)", false, false},
    {"settings-json", "Volume settings (JSON)", true, false},
    {"report-json", "Report on the clip (JSON)", false, true},
    {"report-html", "Report on the clip (HTML)", false, true},
};

// Writes a file into memory and makes its bytes the answer.
template <typename Write>
Status answer_file(const std::string& name, const Write& write) {
    std::error_code ignored;
    std::filesystem::create_directories(kOutbox, ignored);
    const Status written = write(kOutbox / name);
    if (!written) return written;
    auto bytes = read_bytes(kOutbox / name);
    std::filesystem::remove_all(kOutbox, ignored);
    if (!bytes) return bytes.error();
    session().bytes = *std::move(bytes);
    return Done{};
}

std::string stem_of(const Document& document) {
    std::string stem;
    for (const char c : document.character().name)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_') stem += c;
    return stem.empty() ? "character" : stem;
}

// The shape the document's own settings give in the pose as it is.
Status write_pose(const Document& document, const std::filesystem::path& path) {
    auto deformer =
        Deformer::create(document.character(), {.skinning = SkinMethod::Linear,
                                                .normals = NormalOutput::NormalsAndTangents,
                                                .volume = document.settings()});
    if (!deformer) return deformer.error();
    auto posed = deformer->make_output();
    deformer->deform(document.pose(), posed);
    return write_posed(path, document.character(), posed);
}

void answer_text_as_bytes(const std::string& text) {
    session().bytes.assign(text.begin(), text.end());
}

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

/// The bytes of a file; the text is its name. `kind` as in core.ts.
ISOSKIN_EXPORT int isoskin_export(const char* kind) {
    return with_document([&](Document& document) -> Status {
        const std::string_view wanted(kind);
        const std::string stem = stem_of(document);
        const auto write = [&](const std::string& name, const auto& writer) -> Status {
            session().text = name;
            return answer_file(name, writer);
        };
        if (wanted == "posed-glb")
            return write(stem + "-posed.glb",
                         [&](const auto& path) { return write_pose(document, path); });
        if (wanted == "posed-obj")
            return write(stem + "-posed.obj",
                         [&](const auto& path) { return write_pose(document, path); });
        if (wanted == "character-glb")
            return write(stem + ".glb", [&](const auto& path) {
                return write_character(path, character_to_store(document));
            });
        if (wanted == "settings-json") {
            session().text = stem + "-settings.json";
            answer_text_as_bytes(volume_settings_text(document.settings()));
            return Done{};
        }
        return unsupported("'" + std::string(wanted) + "' cannot be made here");
    });
}

ISOSKIN_EXPORT int isoskin_exports() {
    return with_document([](Document& document) -> Status {
        const bool has_clip = document.playhead().clip.has_value();
        json list = json::array();
        for (const ExportKind& kind : kExports) {
            const std::string why = !kind.built ? "this build cannot make it"
                                    : kind.needs_clip && !has_clip
                                        ? "there is no clip to report on; key a pose first"
                                        : "";
            list.push_back({{"kind", kind.kind},
                            {"label", kind.label},
                            {"available", why.empty()},
                            {"why", why}});
        }
        answer(list);
        return Done{};
    });
}

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
