#include "isoskin/bake/plain_player.h"

#include <gtest/gtest.h>

#include "isoskin/io/character_file.h"
#include "support/independent_gltf.h"
#include "support/shared_data.h"
#include "support/volume_case.h"

namespace isoskin {
namespace {

TEST(PlainPlayer, agrees_with_the_deformer_on_plain_skinning) {
    const Character creature = testing::make_scene("creature");
    PlainPlayer player(creature);
    for (const Clip& clip : creature.clips)
        for (const double time : {0.0, 0.31, 0.77}) {
            player.go_to(&clip, time);
            std::vector<Vec3d> played(creature.meshes[0].mesh.vertex_count());
            player.positions(0, played);

            const auto skinned =
                testing::skin_only(creature, clip_pose(creature, clip, time), SkinMethod::Linear);

            EXPECT_LE(testing::largest_distance(played, skinned[0].positions),
                      1e-6 * testing::size_of(creature.meshes[0]));
        }
}

TEST(PlainPlayer, agrees_with_a_reader_that_shares_nothing_with_isoskin) {
    ISOSKIN_NEEDS_SHARED_DATA();
    const auto file = shared_data("fox-khronos/Fox.glb");
    const auto fox = read_character(file);
    ASSERT_TRUE(fox);
    PlainPlayer player(*fox);
    for (std::size_t clip = 0; clip < fox->clips.size(); ++clip) {
        player.go_to(&fox->clips[clip], 0.4);
        std::vector<Vec3d> played(fox->meshes[0].mesh.vertex_count());
        player.positions(0, played);

        const auto expected = independent::pose_gltf(file, clip, 0.4);

        std::vector<independent::Point> points;
        for (const Vec3d& p : played)
            points.push_back({p.x(), p.y(), p.z()});
        EXPECT_LE(independent::relative_difference(points, expected[0].positions), 1e-6);
    }
}

}  // namespace
}  // namespace isoskin
