// Edits and history as the studio keeps them, put over the character they were made on.
#include "damaged.h"
#include "isoskin/document/document_text.h"
#include "isoskin/document/saved_history.h"
#include "isoskin/document/saved_work.h"
#include "scenes.h"

namespace {

struct Saved {
    isoskin::Character character;
    std::vector<std::uint8_t> edits;
    std::vector<std::uint8_t> history;
};

Saved save_some_work() {
    auto character = *isoskin::scenes::make_scene("tube");
    auto document = *isoskin::Document::create(character);
    isoskin::JointVolumeSettings settings = document.joint_settings(1);
    settings.flexor = 0.5;
    document.set_joint_settings(settings, "flexor");
    document.undo();
    document.redo();
    return {.character = std::move(character),
            .edits = isoskin::edits_of(document),
            .history = isoskin::history_of(document, std::size_t{1} << 20U)};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Saved saved = save_some_work();
    const std::span<const std::uint8_t> fuzz(data, size);
    auto document = isoskin::document_from_edits(saved.character, damaged(saved.edits, fuzz));
    if (!document) document = isoskin::document_from_edits(saved.character, saved.edits);
    if (!isoskin::restore_history(damaged(saved.history, fuzz), *document)) return 0;
    while (document->undo()) {
    }
    while (document->redo()) {
    }
    (void)state_hash(*document);
    return 0;
}
