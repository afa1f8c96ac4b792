#include "session.h"

#include "isoskin/document/saved_work.h"

namespace isoskin::wasm {

Session& session() {
    static Session instance;
    return instance;
}

Answers& answers() {
    return session();
}

void show_document(Document document, Origin origin) {
    session().stages = {};
    put_on_show(std::move(document), std::move(origin));
}

Result<Stage> open_work(std::span<const std::uint8_t> bytes) {
    std::vector<std::uint8_t> edits;
    auto origin = origin_of(bytes, edits);
    if (!origin) return origin.error();
    auto character = read_origin(*origin);
    if (!character) return character.error();
    auto document = document_from_edits(*std::move(character), edits);
    if (!document) return document.error();
    return Stage{*std::move(document), *std::move(origin), {}, 0};
}

void put_on_show(Document document, Origin origin) {
    Session& here = session();
    here.stroke.reset();
    here.graph.reset();
    here.crossings.reset();
    here.grip.reset();
    here.motion.clear();
    here.drawing.clear();
    here.panes.clear();
    here.panes.colour({});
    here.document = std::move(document);
    here.origin = std::move(origin);
}

}  // namespace isoskin::wasm
