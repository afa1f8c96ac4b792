#include "isoskin/base/note.h"

#include <gtest/gtest.h>

namespace isoskin {
namespace {

TEST(Notes, say_place_count_and_what) {
    EXPECT_EQ(note_text({.what = "all is well"}), "all is well");
    EXPECT_EQ(note_text({.what = "numbers are zero", .place = "mesh 0", .count = 3}),
              "mesh 0: 3 numbers are zero");
}

TEST(Notes, of_one_reason_are_one_group_with_counts) {
    const std::vector<Note> notes{
        {.kind = NoteKind::Repaired, .what = "numbers are zero", .place = "mesh 0", .count = 3},
        {.kind = NoteKind::LeftOut, .what = "'a' is gone", .reason = "a file is gone"},
        {.kind = NoteKind::Repaired, .what = "numbers are zero", .place = "mesh 4", .count = 2},
        {.kind = NoteKind::LeftOut, .what = "'b' is gone", .reason = "a file is gone"},
        {.kind = NoteKind::LeftOut, .what = "numbers are zero"}};

    const auto groups = group_notes(notes);

    ASSERT_EQ(groups.size(), 3U);
    EXPECT_EQ(groups[0].sentence, "5 numbers are zero, in 2 places");
    EXPECT_EQ(groups[0].members, (std::vector<std::string>{"mesh 0: 3 numbers are zero",
                                                           "mesh 4: 2 numbers are zero"}));
    EXPECT_EQ(groups[1].sentence, "2 times: a file is gone");
    EXPECT_EQ(groups[2].kind, NoteKind::LeftOut) << "another kind is another group";
    EXPECT_TRUE(groups[2].members.empty());
}

}  // namespace
}  // namespace isoskin
