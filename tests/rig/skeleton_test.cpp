#include "isoskin/rig/skeleton.h"

#include <gtest/gtest.h>

namespace isoskin {
namespace {

Joint joint(std::string name, std::optional<std::size_t> parent) {
    return {.name = std::move(name), .parent = parent, .parent_from_joint = {}};
}

TEST(Skeleton, keeps_joints_that_are_in_order) {
    const auto skeleton = Skeleton::create({joint("hip", {}), joint("knee", 0)});
    ASSERT_TRUE(skeleton);
    EXPECT_EQ(skeleton->find("knee"), JointIndex{1});
    EXPECT_FALSE(skeleton->find("elbow"));
}

TEST(Skeleton, refuses_a_parent_that_comes_later_by_name) {
    const auto skeleton = Skeleton::create({joint("knee", 1), joint("hip", {})});
    ASSERT_FALSE(skeleton);
    EXPECT_EQ(skeleton.error().message, "joint 'knee' precedes its parent");
}

TEST(Skeleton, refuses_a_name_given_twice) {
    const auto skeleton = Skeleton::create({joint("hip", {}), joint("hip", 0)});
    ASSERT_FALSE(skeleton);
    EXPECT_EQ(skeleton.error().message, "two joints are named 'hip'");
}

TEST(Skeleton, carries_what_hangs_below_a_joint_and_the_joint) {
    const auto skeleton = Skeleton::create({joint("hip", {}), joint("knee", 0), joint("tail", 0)});
    ASSERT_TRUE(skeleton);
    EXPECT_TRUE(carries(*skeleton, 0, 1));
    EXPECT_TRUE(carries(*skeleton, 1, 1));
    EXPECT_FALSE(carries(*skeleton, 1, 0));
    EXPECT_FALSE(carries(*skeleton, 1, 2));
}

TEST(ImportSkeleton, puts_parents_before_children_and_says_where_each_joint_went) {
    const auto imported = import_skeleton({joint("foot", 1), joint("knee", 2), joint("hip", {})});
    ASSERT_TRUE(imported);
    EXPECT_EQ(imported->joint_of_input, (std::vector<JointIndex>{2, 1, 0}));
    EXPECT_EQ(imported->skeleton.joints()[2].name, "foot");
    EXPECT_EQ(imported->skeleton.joints()[2].parent, 1U);
}

TEST(ImportSkeleton, refuses_a_cycle_naming_a_joint_on_it) {
    const auto imported = import_skeleton({joint("hip", {}), joint("knee", 2), joint("foot", 1)});
    ASSERT_FALSE(imported);
    EXPECT_EQ(imported.error().message, "joint 'foot' is its own ancestor");
}

TEST(ImportSkeleton, refuses_a_parent_that_does_not_exist) {
    const auto imported = import_skeleton({joint("hip", 7)});
    ASSERT_FALSE(imported);
    EXPECT_EQ(imported.error().message, "joint 'hip' has parent 7, which does not exist");
}

TEST(ImportSkeleton, makes_names_unique_and_reports_it) {
    const auto imported =
        import_skeleton({joint("a", {}), joint("a", 0), joint("a.2", 0), joint("", 0)});
    ASSERT_TRUE(imported);
    EXPECT_EQ(imported->skeleton.joints()[1].name, "a.3");
    EXPECT_EQ(imported->skeleton.joints()[2].name, "a.2");
    EXPECT_EQ(imported->skeleton.joints()[3].name, "joint 3");
    ASSERT_EQ(imported->notes.size(), 1U);
    EXPECT_EQ(note_text(imported->notes[0]), "a second joint named 'a' is called 'a.3'");
}

}  // namespace
}  // namespace isoskin
