#include "session.h"

namespace isoskin::wasm {

Session& session() {
    static Session instance;
    return instance;
}

Answers& answers() {
    return session();
}

void show_document(Document document, Origin origin) {
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
