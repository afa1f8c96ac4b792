#include "isoskin/base/note.h"

#include <map>
#include <utility>

namespace isoskin {
namespace {

const std::string& key_of(const Note& note) {
    return note.reason.empty() ? note.what : note.reason;
}

NoteGroup make_group(std::span<const Note* const> notes) {
    const Note& first = *notes.front();
    if (notes.size() == 1) return {.kind = first.kind, .sentence = note_text(first), .members = {}};
    NoteGroup group{.kind = first.kind, .sentence = {}, .members = {}};
    std::size_t count = 0;
    for (const Note* note : notes) {
        count += note->count;
        group.members.push_back(note_text(*note));
    }
    group.sentence = count > 0 ? std::to_string(count) + " " + key_of(first) + ", in " +
                                     std::to_string(notes.size()) + " places"
                               : std::to_string(notes.size()) + " times: " + key_of(first);
    return group;
}

}  // namespace

std::string note_text(const Note& note) {
    std::string text = note.place.empty() ? "" : note.place + ": ";
    if (note.count > 0) text += std::to_string(note.count) + " ";
    return text + note.what;
}

std::vector<std::string> note_texts(std::span<const Note> notes) {
    std::vector<std::string> texts;
    for (const Note& note : notes)
        texts.push_back(note_text(note));
    return texts;
}

const char* note_kind_words(NoteKind kind) {
    switch (kind) {
        case NoteKind::Repaired:
            return "repaired";
        case NoteKind::LeftOut:
            return "left out";
        case NoteKind::Information:
            break;
    }
    return "information";
}

std::vector<NoteGroup> group_notes(std::span<const Note> notes) {
    std::map<std::pair<NoteKind, std::string>, std::size_t> place_of;
    std::vector<std::vector<const Note*>> alike;
    for (const Note& note : notes) {
        const auto [place, is_new] = place_of.try_emplace({note.kind, key_of(note)}, alike.size());
        if (is_new) alike.emplace_back();
        alike[place->second].push_back(&note);
    }
    std::vector<NoteGroup> groups;
    for (const auto& same : alike)
        groups.push_back(make_group(same));
    return groups;
}

}  // namespace isoskin
