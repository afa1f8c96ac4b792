#include "maker.h"

#include "inbox.h"
#include "isoskin/io/character_file.h"
#include "memory_file.h"
#include "progress.h"

namespace isoskin::wasm {

Answers& answers() {
    static Answers instance;
    return instance;
}

Result<Character> read_laid_down(const std::string& name) {
    const Inbox inbox(laid_down());
    auto character = read_character(inbox.path(name));
    if (character) character->name = std::filesystem::path(name).stem().string();
    if (character && character->meshes.empty()) return invalid("'" + name + "' has no mesh");
    return character;
}

Status answer_character(const Character& character) {
    return answer_file("made.glb",
                       [&](const auto& path) { return write_character(path, character); });
}

KeepOn tell_stage(double from, double to) {
    return [from, to](double part) {
        tell_progress(from + part * (to - from));
        return true;  // who wants it ended ends the worker
    };
}

json options_of(const char* text) {
    json options = json::parse(text, nullptr, false);
    return options.is_object() ? options : json::object();
}

json json_of(const BoundWeights& bound) {
    json parts = json::array();
    for (const BoundParts& entry : bound.parts)
        parts.push_back({{"method", entry.method},
                         {"reason", entry.reason},
                         {"vertices", entry.vertices},
                         {"fallback", entry.fallback}});
    return {{"vertices", bound.weights.vertex_count()},
            {"parts", std::move(parts)},
            {"bleeding", bound.quality.bleeding},
            {"notes", bound.notes}};
}

}  // namespace isoskin::wasm
