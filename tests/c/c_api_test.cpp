// The C interface as a program has it: through its header and the shared library alone.
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "isoskin/version.h"
#include "limb.h"

namespace {

constexpr const char* kPlain = R"({"isoskin_volume": 1, "method": "none"})";

using CharacterHandle = std::unique_ptr<isoskin_character, decltype(&isoskin_character_free)>;
using DeformerHandle = std::unique_ptr<isoskin_deformer, decltype(&isoskin_deformer_free)>;

CharacterHandle character_of(const isoskin_arrays& arrays) {
    isoskin_character* made = nullptr;
    EXPECT_EQ(isoskin_character_from_arrays(&arrays, &made), ISOSKIN_OK) << isoskin_error();
    return {made, isoskin_character_free};
}

DeformerHandle deformer_of(const CharacterHandle& character, const char* settings = nullptr) {
    isoskin_options options = ISOSKIN_INIT(isoskin_options);
    options.settings = settings;
    isoskin_deformer* made = nullptr;
    EXPECT_EQ(isoskin_deformer_create(character.get(), &options, &made), ISOSKIN_OK)
        << isoskin_error();
    return {made, isoskin_deformer_free};
}

isoskin_pose pose_of(const std::vector<Limb::Matrix>& matrices) {
    isoskin_pose pose = ISOSKIN_INIT(isoskin_pose);
    pose.matrices = matrices[0].data();
    pose.matrix_count = matrices.size();
    return pose;
}

std::vector<float> posed(const DeformerHandle& deformer, const std::vector<Limb::Matrix>& matrices,
                         std::size_t vertex_count) {
    const isoskin_pose pose = pose_of(matrices);
    EXPECT_EQ(isoskin_deformer_pose(deformer.get(), &pose), ISOSKIN_OK) << isoskin_error();
    std::vector<float> positions(3 * vertex_count);
    EXPECT_EQ(isoskin_deformer_positions(deformer.get(), 0, positions.data(), 0, vertex_count),
              ISOSKIN_OK)
        << isoskin_error();
    return positions;
}

isoskin_part part_of(const DeformerHandle& deformer) {
    isoskin_part part = ISOSKIN_INIT(isoskin_part);
    EXPECT_EQ(isoskin_deformer_part(deformer.get(), 0, &part), ISOSKIN_OK) << isoskin_error();
    return part;
}

class CApi : public testing::Test {
  protected:
    const Limb limb_;
    const CharacterHandle character_ = character_of(limb_.arrays());
};

TEST_F(CApi, has_the_version_it_was_compiled_with) {
    EXPECT_EQ(isoskin_version(),
              10000 * ISOSKIN_VERSION_MAJOR + 100 * ISOSKIN_VERSION_MINOR + ISOSKIN_VERSION_PATCH);
    EXPECT_STREQ(isoskin_version_text(), ISOSKIN_VERSION_TEXT);
}

TEST_F(CApi, the_stored_pose_gives_the_bind_shape) {
    std::vector<Limb::Matrix> stored(Limb::kJoints);
    ASSERT_EQ(isoskin_character_stored_pose(character_.get(), stored[0].data(), 0, nullptr),
              ISOSKIN_OK);
    const auto positions = posed(deformer_of(character_), stored, limb_.vertex_count());
    for (std::size_t i = 0; i < positions.size(); ++i)
        EXPECT_NEAR(positions[i], limb_.positions[i], 1e-6F);
}

TEST_F(CApi, keeps_the_volume_that_plain_skinning_loses) {
    const auto plain = deformer_of(character_, kPlain);
    posed(plain, Limb::bent(1.4F), limb_.vertex_count());
    EXPECT_LT(part_of(plain).corrected, 0.99 * part_of(plain).target);

    const auto kept = deformer_of(character_);
    const auto positions = posed(kept, Limb::bent(1.4F), limb_.vertex_count());
    const isoskin_part part = part_of(kept);
    EXPECT_EQ(part.reached, 1) << part.trouble;
    EXPECT_NEAR(part.corrected / part.target, 1.0, 1e-6);
    EXPECT_LT(part.skinned, 0.99 * part.target);
    double measured = 0.0;
    ASSERT_EQ(isoskin_deformer_measure(kept.get(), 0, positions.data(), 0, limb_.vertex_count(),
                                       &measured),
              ISOSKIN_OK);
    EXPECT_NEAR(measured / part.target, 1.0, 1e-6);
}

TEST_F(CApi, says_whose_joint_lost_the_volume) {
    const auto deformer = deformer_of(character_);
    posed(deformer, Limb::bent(1.4F), limb_.vertex_count());
    std::array<double, Limb::kJoints> loss{};
    for (std::size_t k = 0; k < isoskin_deformer_loss_count(deformer.get()); ++k) {
        isoskin_joint_loss of = ISOSKIN_INIT(isoskin_joint_loss);
        ASSERT_EQ(isoskin_deformer_loss(deformer.get(), k, &of), ISOSKIN_OK);
        loss.at(of.joint) = of.loss;
    }
    EXPECT_GT(std::abs(loss[1]), 0.01);
    EXPECT_NEAR(loss[2], 0.0, 1e-6);
}

// Linear skinning of the bind shape moved by the targets, by hand.
TEST_F(CApi, targets_and_weights_make_the_same_shape_in_any_player) {
    const auto deformer = deformer_of(character_);
    const auto matrices = Limb::bent(1.1F);
    const auto expected = posed(deformer, matrices, limb_.vertex_count());

    const std::size_t count = isoskin_deformer_target_count(deformer.get(), 0);
    ASSERT_GT(count, 0U);
    std::vector<float> target_weights(count);
    const isoskin_pose pose = pose_of(matrices);
    ASSERT_EQ(isoskin_deformer_weights(deformer.get(), &pose, 0, target_weights.data(), count),
              ISOSKIN_OK);
    std::vector<float> shape = limb_.positions;
    std::vector<float> offsets(shape.size());
    for (std::size_t k = 0; k < count; ++k) {
        ASSERT_EQ(isoskin_deformer_target_offsets(deformer.get(), 0, k, offsets.data(), 0,
                                                  limb_.vertex_count()),
                  ISOSKIN_OK);
        for (std::size_t i = 0; i < shape.size(); ++i)
            shape[i] += target_weights[k] * offsets[i];
    }
    for (std::size_t v = 0; v < limb_.vertex_count(); ++v)
        for (std::size_t axis = 0; axis < 3; ++axis) {
            float sum = 0.0F;
            for (std::size_t k = 0; k < 2; ++k) {
                const std::uint16_t joint = limb_.joints[2 * v + k];
                const auto& m = matrices[joint];
                const float x = shape[3 * v] - static_cast<float>(joint);  // its inverse bind
                sum += limb_.weights[2 * v + k] * (m[axis] * x + m[4 + axis] * shape[3 * v + 1] +
                                                   m[8 + axis] * shape[3 * v + 2] + m[12 + axis]);
            }
            EXPECT_NEAR(sum, expected[3 * v + axis], 1e-5F);
        }
}

TEST_F(CApi, targets_say_their_joint_and_role) {
    const auto deformer = deformer_of(character_);
    std::array<int, Limb::kJoints> bends{};
    for (std::size_t k = 0; k < isoskin_deformer_target_count(deformer.get(), 0); ++k) {
        isoskin_target target = ISOSKIN_INIT(isoskin_target);
        ASSERT_EQ(isoskin_deformer_target(deformer.get(), 0, k, &target), ISOSKIN_OK);
        EXPECT_STRNE(target.name, "");
        if (target.role == ISOSKIN_BEND) ++bends.at(target.joint);
    }
    EXPECT_EQ(bends, (std::array<int, Limb::kJoints>{0, 1, 1}));
}

TEST_F(CApi, strides_do_not_change_a_bit) {
    struct Vertex {
        float position[3];
        float weights[2];
        std::uint16_t joints[2];
        float normal[3];
    };
    std::vector<Vertex> vertices(limb_.vertex_count());
    for (std::size_t v = 0; v < vertices.size(); ++v) {
        std::memcpy(vertices[v].position, &limb_.positions[3 * v], sizeof(Vertex::position));
        std::memcpy(vertices[v].weights, &limb_.weights[2 * v], sizeof(Vertex::weights));
        std::memcpy(vertices[v].joints, &limb_.joints[2 * v], sizeof(Vertex::joints));
    }
    isoskin_arrays arrays = limb_.arrays();
    arrays.positions = vertices[0].position;
    arrays.weights = vertices[0].weights;
    arrays.joints = vertices[0].joints;
    arrays.position_stride = arrays.weight_stride = arrays.joint_stride = sizeof(Vertex);
    const auto strided = deformer_of(character_of(arrays));
    const auto packed = deformer_of(character_);
    const auto expected = posed(packed, Limb::bent(0.9F), limb_.vertex_count());
    posed(strided, Limb::bent(0.9F), limb_.vertex_count());

    ASSERT_EQ(isoskin_deformer_positions(strided.get(), 0, vertices[0].position, sizeof(Vertex),
                                         vertices.size()),
              ISOSKIN_OK);
    ASSERT_EQ(isoskin_deformer_normals(strided.get(), 0, vertices[0].normal, sizeof(Vertex),
                                       vertices.size()),
              ISOSKIN_OK);
    for (std::size_t v = 0; v < vertices.size(); ++v) {
        const auto& [x, y, z] = vertices[v].normal;
        EXPECT_EQ(std::memcmp(vertices[v].position, &expected[3 * v], sizeof(Vertex::position)), 0);
        EXPECT_NEAR(x * x + y * y + z * z, 1.0F, 1e-5F);
    }
}

TEST_F(CApi, parents_make_the_hierarchy) {
    EXPECT_EQ(isoskin_character_joint_parent(character_.get(), 0), -1);
    EXPECT_EQ(isoskin_character_joint_parent(character_.get(), 2), 1);
    EXPECT_STREQ(isoskin_character_joint_name(character_.get(), 2), "joint 2");

    const char* const names[] = {"shoulder", "elbow", "wrist"};
    isoskin_arrays arrays = limb_.arrays();
    arrays.joint_names = names;
    EXPECT_STREQ(isoskin_character_joint_name(character_of(arrays).get(), 1), "elbow");
}

TEST_F(CApi, a_file_gives_the_same_shape_back) {
    const auto path = (std::filesystem::temp_directory_path() / "isoskin_c_api_test.glb").string();
    ASSERT_EQ(isoskin_character_write(character_.get(), path.c_str()), ISOSKIN_OK)
        << isoskin_error();
    isoskin_character* read = nullptr;
    ASSERT_EQ(isoskin_character_read(path.c_str(), &read), ISOSKIN_OK) << isoskin_error();
    const CharacterHandle again(read, isoskin_character_free);
    std::filesystem::remove(path);
    const std::size_t count = isoskin_character_vertex_count(again.get(), 0);
    ASSERT_EQ(count, limb_.vertex_count());
    std::vector<float> positions(3 * count);
    ASSERT_EQ(isoskin_character_positions(again.get(), 0, positions.data(), 0), ISOSKIN_OK);
    EXPECT_EQ(positions, limb_.positions);
    std::vector<std::uint32_t> indices(3 * isoskin_character_triangle_count(again.get(), 0));
    ASSERT_EQ(isoskin_character_triangles(again.get(), 0, indices.data()), ISOSKIN_OK);
    EXPECT_EQ(indices, limb_.indices);
}

TEST_F(CApi, bakes_to_morph_targets) {
    isoskin_character* made = nullptr;
    ASSERT_EQ(isoskin_character_bake(character_.get(), nullptr, &made), ISOSKIN_OK)
        << isoskin_error();
    const CharacterHandle baked(made, isoskin_character_free);
    EXPECT_EQ(isoskin_character_morph_count(character_.get()), 0U);
    EXPECT_GT(isoskin_character_morph_count(baked.get()), 0U);
}

TEST_F(CApi, takes_structs_of_older_programs) {
    isoskin_options options = ISOSKIN_INIT(isoskin_options);
    options.struct_size = offsetof(isoskin_options, skip_normals);
    options.skip_normals = 1;  // behind what this program knows of
    isoskin_deformer* made = nullptr;
    ASSERT_EQ(isoskin_deformer_create(character_.get(), &options, &made), ISOSKIN_OK);
    const DeformerHandle deformer(made, isoskin_deformer_free);
    posed(deformer, Limb::bent(0.5F), limb_.vertex_count());
    std::vector<float> normals(3 * limb_.vertex_count());
    EXPECT_EQ(isoskin_deformer_normals(made, 0, normals.data(), 0, limb_.vertex_count()),
              ISOSKIN_OK);

    isoskin_part part = ISOSKIN_INIT(isoskin_part);
    part.struct_size = offsetof(isoskin_part, target);
    part.target = -7.0;
    ASSERT_EQ(isoskin_deformer_part(made, 0, &part), ISOSKIN_OK);
    EXPECT_EQ(part.target, -7.0);
}

}  // namespace
