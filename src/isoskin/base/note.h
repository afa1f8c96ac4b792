#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace isoskin {

/// What a note on a file is about.
enum class NoteKind {
    Information,
    Repaired,  ///< It was not as it should be, and was made so.
    LeftOut,   ///< It is in the file, and not in what was read.
};

/// Something about a file that its reader reports.
struct Note {
    NoteKind kind = NoteKind::Information;
    std::string what;         ///< As "vertices have no weights and follow the first joint".
    std::string place = {};   ///< As "mesh 0"; empty: the file.
    std::size_t count = 0;    ///< How many; 0: it is not counted.
    std::string reason = {};  ///< The same said of many, where `what` has names in it.
};

/// As "mesh 0: 3 vertices have no weights and follow the first joint".
std::string note_text(const Note& note);
std::vector<std::string> note_texts(std::span<const Note> notes);

/// As "left out".
const char* note_kind_words(NoteKind kind);

/// Notes of one kind that say the same.
struct NoteGroup {
    NoteKind kind = NoteKind::Information;
    std::string sentence;              ///< Of all of them.
    std::vector<std::string> members;  ///< The text of each; empty if the sentence is the only one.
};

/// One group for each reason, in the order in which they first appear.
std::vector<NoteGroup> group_notes(std::span<const Note> notes);

}  // namespace isoskin
