// A deformer that follows other wishes of single joints is the one they would create.
#include <gtest/gtest.h>

#include "isoskin/io/character_file.h"
#include "support/random_character.h"
#include "support/shared_data.h"
#include "support/volume_case.h"

namespace isoskin::testing {
namespace {

constexpr std::uint32_t kSeeds = kSlowBuild ? 1 : 3;

std::vector<float> striped(const Mesh& mesh) {
    std::vector<float> values(mesh.vertex_count());
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(i % 5) * 0.25F;
    return values;
}

// One joint after the other is asked for something else, and the first for nothing again.
std::vector<VolumeSettings> wishes(const Character& character, const VolumeSettings& start) {
    const auto joint = [&](std::size_t k) {
        const auto joints = skin_joints(character);
        return character.skeleton.joints()[joints[k % joints.size()]].name;
    };
    std::vector<VolumeSettings> list{start};
    const auto add = [&](JointVolumeSettings wish) {
        VolumeSettings next = list.back();
        next.joints.push_back(std::move(wish));
        list.push_back(std::move(next));
    };
    add({.joint = joint(1), .profile = {{-0.6, 0.2}, {-0.1, 1.0}, {0.5, 0.3}}});
    list.push_back(list.back());
    list.back().joints[0].profile[1].place = 0.2;
    add({.joint = joint(2), .effect = VolumeEffect::Muscle, .flexor = 0.5});
    const std::size_t mesh = character.meshes.size() - 1;
    add({.joint = joint(3),
         .painted = {{.mesh = mesh, .values = striped(character.meshes[mesh].mesh)}}});
    list.push_back(list.back());
    list.back().joints[0].shares = {{0.5, 0.25, 0.25}};
    list.push_back(list.back());
    list.back().joints[0].gain = 2.0;
    list.back().joints[1].amount = 0.5;
    list.back().amount = 0.9;
    list.push_back(list.back());
    list.back().joints.erase(list.back().joints.begin());
    return list;
}

Pose morphed(Pose pose) {
    for (std::size_t k = 0; k < pose.morph_weights.size(); ++k)
        pose.morph_weights[k] = 0.3F + 0.1F * static_cast<float>(k % 4);
    return pose;
}

void expect_same_bits(Deformer& a, Deformer& b, const Pose& pose, const std::string& where) {
    const auto of_a = deform(a, pose);
    const auto of_b = deform(b, pose);
    for (std::size_t m = 0; m < of_a.size(); ++m) {
        EXPECT_EQ(of_a[m].positions, of_b[m].positions) << where << ", mesh " << m;
        EXPECT_EQ(of_a[m].normals, of_b[m].normals) << where << ", mesh " << m;
        for (std::size_t k = 0; k < a.targets(m).size(); ++k) {
            EXPECT_EQ(a.targets(m)[k].map.values, b.targets(m)[k].map.values)
                << where << ", " << a.targets(m)[k].name;
            EXPECT_EQ(a.targets(m)[k].map.ways, b.targets(m)[k].map.ways)
                << where << ", " << a.targets(m)[k].name;
        }
    }
}

void expect_near(Deformer& draft, Deformer& built, const Pose& pose, const std::string& where) {
    const auto drawn = deform(draft, pose);
    const auto expected = deform(built, pose);
    for (std::size_t m = 0; m < drawn.size(); ++m) {
        float size = 0.0F;
        float gap = 0.0F;
        for (std::size_t i = 0; i < drawn[m].positions.size(); ++i) {
            size = std::max(size, expected[m].positions[i].norm());
            gap = std::max(gap, (drawn[m].positions[i] - expected[m].positions[i]).norm());
        }
        EXPECT_LE(gap, 2e-6F * size) << where << ", mesh " << m;
    }
}

// Drafts every wish, completes some on the way, and compares with deformers made for it.
void follow(const Character& character, DeformSettings settings, const std::vector<Pose>& poses) {
    const auto list = wishes(character, *settings.volume);
    Deformer followed = make_deformer(character, settings);
    for (std::size_t k = 1; k < list.size(); ++k) {
        const std::string where = character.name + ", wish " + std::to_string(k);
        settings.volume = list[k];
        Deformer built = make_deformer(character, settings);
        ASSERT_TRUE(followed.reshape(list[k], Reshaping::Draft)) << where;
        for (const Pose& pose : poses)
            expect_near(followed, built, pose, where + " drafted");
        if (k % 2 == 0 && k + 1 < list.size()) continue;
        ASSERT_TRUE(followed.reshape(list[k])) << where;
        for (const Pose& pose : poses)
            expect_same_bits(followed, built, pose, where + " completed");
    }
}

class Reshape : public ::testing::TestWithParam<VolumeCase> {};

TEST_P(Reshape, completed_is_what_create_makes_to_the_bit) {
    for (std::uint32_t seed = 1; seed <= kSeeds; ++seed) {
        const Character character = random_character(seed);
        follow(character, GetParam().settings(),
               {random_pose(character, seed, 0.9), morphed(random_pose(character, seed + 9, 0.5))});
    }
}

INSTANTIATE_TEST_SUITE_P(, Reshape, ::testing::ValuesIn(all_cases()),
                         [](const auto& test) { return to_string(test.param); });

TEST(ReshapeFile, follows_on_scenes_and_files_with_normals) {
    std::vector<Character> characters{make_scene("arm"), make_scene("creature")};
    for (const char* file : {"cesium-man/CesiumMan.glb", "horse-quaternius/Horse.glb"})
        if (auto read = read_character(shared_data(file))) characters.push_back(*std::move(read));
    for (const Character& character : characters) {
        Pose pose = stored_pose(character);
        if (!character.clips.empty())
            sample(character.clips[0], 0.4 * character.clips[0].duration(), PlayMode::Clamp,
                   first_morph(character), pose);
        follow(character, {.volume = VolumeSettings{}}, {pose, stored_pose(character)});
    }
}

TEST(ReshapeFile, leaves_alone_what_it_cannot_follow) {
    const Character character = make_scene("arm");
    Deformer deformer = make_deformer(character, {.volume = VolumeSettings{}});
    Deformer plain = make_deformer(character, {});
    const Pose pose = random_pose(character, 3, 0.8);
    const auto before = deform(deformer, pose);
    const std::string joint = character.skeleton.joints()[1].name;

    EXPECT_FALSE(plain.reshape({}));
    EXPECT_FALSE(deformer.reshape({.smoothing = 2.0}));
    for (const std::size_t mesh : {std::size_t{0}, std::size_t{7}, PaintedMap::kUnnamed})
        EXPECT_FALSE(deformer.reshape(
            {.joints = {{.joint = joint, .painted = {{.mesh = mesh, .values = {0.5F}}}}}}));
    EXPECT_EQ(deform(deformer, pose)[0].positions, before[0].positions);
}

}  // namespace
}  // namespace isoskin::testing
