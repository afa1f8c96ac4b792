#include "isoskin/skinning/skin_table.h"

#include <cstring>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include "isoskin/base/parallel.h"
#include "skinning/skin_fixture.h"

namespace isoskin {
namespace {

constexpr std::size_t kJoints = 9;
constexpr std::size_t kPoints = 500;
constexpr double kTolerance = 5e-6;  // some tens of float roundings of numbers up to 4

const Vec3 kAcross = Vec3(1.0F, 2.0F, 2.0F) / 3.0F;  // of the flat bundle

// A mesh of every kind of row: vertices of one, two or no wedges, tangents, maps, morphs.
struct Body {
    PointCloud cloud;
    std::vector<Index> wedge_vertex;
    std::vector<Vec3> normals;
    std::vector<Vec4> tangents;
    std::vector<VertexMap> maps;
    std::vector<MorphTarget> morphs;

    SkinTableInput input() const {
        return {.positions = cloud.points,
                .weights = cloud.weights,
                .wedge_vertex = wedge_vertex,
                .normals = normals,
                .tangents = tangents,
                .morphs = morphs,
                .maps = maps,
                .directions = cloud.normals};
    }
};

Body make_body(std::size_t joints = kJoints, std::size_t influences = 6) {
    Body body;
    body.cloud = scatter_points(kPoints, joints, influences);
    std::mt19937 random(4);
    for (Index vertex = 0; vertex < kPoints; ++vertex) {
        for (Index copy = 0; copy < vertex % 3; ++copy) {
            const Mat3d frame = random_rigid(random).linear();
            body.wedge_vertex.push_back(vertex);
            body.normals.emplace_back(frame.col(2).cast<float>());
            body.tangents.emplace_back();
            body.tangents.back() << frame.col(0).cast<float>(), copy == 0 ? 1.0F : -1.0F;
        }
    }
    for (Index map = 0; map < 4; ++map) {
        body.maps.emplace_back();
        for (Index vertex = 40 * map; vertex < 40 * map + 100; ++vertex) {
            body.maps.back().vertices.push_back(vertex);
            body.maps.back().values.push_back(0.01F * static_cast<float>(vertex % 40));
        }
    }
    for (const Index first : {60U, 60U, 200U, 130U, 130U}) {  // a bundle, one alone, a flat bundle
        VertexMap& map = body.maps.emplace_back();
        for (Index vertex = first; vertex < first + 90; ++vertex) {
            map.vertices.push_back(vertex);
            map.values.push_back(0.02F * static_cast<float>(vertex % 30));
            const Vec3 way = random_rigid(random).linear().col(0).cast<float>();
            map.ways.push_back(first == 130U ? kAcross.cross(way).normalized() : way);
        }
    }
    for (std::size_t target = 0; target < 3; ++target) {
        MorphTarget& morph = body.morphs.emplace_back();
        std::vector<Vec3> moves(kPoints, Vec3::Zero());
        std::vector<Vec3> turns(body.normals.size(), Vec3::Zero());
        for (std::size_t i = target; i < kPoints; i += 5) {
            moves[i] = 0.3F * body.cloud.normals[i];
            turns[i] = 0.2F * body.cloud.normals[i];
        }
        morph.positions = moves;
        morph.normals = turns;
    }
    return body;
}

struct Buffers {
    explicit Buffers(const Body& body)
        : positions(body.cloud.points.size(), Vec3::Constant(7.0F)),
          normals(body.normals.size(), Vec3::Constant(7.0F)),
          tangents(body.tangents.size(), Vec4::Constant(7.0F)) {}

    SkinOutput output() { return {positions, normals, tangents}; }
    friend bool operator==(const Buffers&, const Buffers&) = default;

    std::vector<Vec3> positions;
    std::vector<Vec3> normals;
    std::vector<Vec4> tangents;
};

Buffers skin(const SkinTable& table, const Body& body, SkinKernel kernel = SkinKernel::Fastest) {
    Buffers buffers(body);
    table.skin(buffers.output(), kernel);
    return buffers;
}

double largest_distance(const std::vector<Vec3>& posed, const std::vector<Vec3d>& exact) {
    double largest = 0.0;
    for (std::size_t i = 0; i < posed.size(); ++i)
        largest = std::max(largest, (posed[i].cast<double>() - exact[i]).norm());
    return largest;
}

std::vector<Vec3d> exact_points(SkinMethod method, const Body& body,
                                const std::vector<Affine>& palette) {
    std::vector<Vec3d> exact(body.cloud.points.size());
    skin_points(method, body.cloud.points, body.cloud.weights, palette, exact);
    return exact;
}

class SkinTableLaws : public testing::TestWithParam<SkinMethod> {
  protected:
    Body body_ = make_body();
    SkinTable table_{GetParam(), body_.input()};
    std::vector<Affine> palette_ = random_affine_palette(kJoints);
};

TEST_P(SkinTableLaws, the_identity_leaves_positions_alone_bit_for_bit) {
    EXPECT_EQ(skin(table_, body_).positions, body_.cloud.points);
}

TEST_P(SkinTableLaws, positions_equal_those_of_the_plain_double_loop) {
    table_.set_palette(palette_);
    const auto exact = exact_points(GetParam(), body_, palette_);
    EXPECT_LT(largest_distance(skin(table_, body_).positions, exact), kTolerance);

    const auto rigid = random_rigid_palette(kJoints);
    table_.set_palette(rigid);
    const auto exact_rigid = exact_points(GetParam(), body_, rigid);
    EXPECT_LT(largest_distance(skin(table_, body_).positions, exact_rigid), kTolerance);
}

TEST_P(SkinTableLaws, frames_equal_those_of_the_plain_double_loop) {
    std::vector<Affine> blends(kPoints);
    for (const auto& palette : {palette_, random_rigid_palette(kJoints)}) {
        table_.set_palette(palette);
        const Buffers posed = skin(table_, body_);
        blend_rows(GetParam(), body_.cloud.weights, palette, blends);
        for (std::size_t wedge = 0; wedge < body_.normals.size(); ++wedge) {
            const Mat3d linear = blends[body_.wedge_vertex[wedge]].linear();
            if (std::abs(linear.determinant()) < 0.05) continue;  // a normal that rounding decides
            const Vec3d normal = carry_normal(linear, body_.normals[wedge].cast<double>());
            EXPECT_LT((posed.normals[wedge].cast<double>() - normal).norm(), 1e-4);
            const auto tangent = carry_tangent(linear, normal, body_.tangents[wedge]);
            EXPECT_LT((posed.tangents[wedge].cast<double>() - tangent).norm(), 1e-3);
        }
    }
}

TEST_P(SkinTableLaws, mirrored_palettes_mirror_positions_and_normals_and_turn_bitangents) {
    table_.set_palette(palette_);
    const Buffers posed = skin(table_, body_);
    for (Affine& matrix : palette_)
        matrix = Affine(Eigen::Scaling(-1.0, 1.0, 1.0)) * matrix;
    table_.set_palette(palette_);
    const Buffers mirrored = skin(table_, body_);
    const Vec3 mirror(-1.0F, 1.0F, 1.0F);
    for (std::size_t i = 0; i < kPoints; ++i)
        EXPECT_LT((mirrored.positions[i] - mirror.cwiseProduct(posed.positions[i])).norm(), 1e-5F);
    for (std::size_t i = 0; i < body_.normals.size(); ++i) {
        EXPECT_LT((mirrored.normals[i] - mirror.cwiseProduct(posed.normals[i])).norm(), 1e-3F);
        EXPECT_EQ(mirrored.tangents[i].w(), -posed.tangents[i].w());
    }
}

TEST_P(SkinTableLaws, every_kind_of_processor_gives_the_bits_of_the_scalar_loops) {
    table_.set_thickness(
        std::vector<float>{0.1F, 0.0F, -0.2F, 0.3F, 0.5F, 0.0F, -0.4F, 0.0F, 0.6F});
    for (const auto& palette : {palette_, random_rigid_palette(kJoints)}) {
        table_.set_palette(palette);
        const Buffers scalar = skin(table_, body_, SkinKernel::Scalar);
        for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
            hwy::SetSupportedTargetsForTest(target);
            EXPECT_EQ(skin(table_, body_), scalar) << hwy::TargetName(target);
        }
        hwy::SetSupportedTargetsForTest(0);
    }
}

TEST_P(SkinTableLaws, any_number_of_threads_gives_the_same_bits) {
    table_.set_palette(palette_);
    const ThreadLimit one(1);
    const Buffers posed = skin(table_, body_);
    for (const int threads : {2, 8}) {
        const ThreadLimit limit(threads);
        EXPECT_EQ(skin(table_, body_), posed);
    }
}

TEST_P(SkinTableLaws, thickness_moves_the_bind_shape_before_it_is_skinned) {
    const std::vector<float> thickness{0.5F, 0.0F, -0.25F, 1.0F, 0.0F, -0.5F, 0.75F, -0.5F, 0.25F};
    table_.set_palette(palette_);
    table_.set_thickness(thickness);
    const Buffers posed = skin(table_, body_);

    for (std::size_t map = 0; map < body_.maps.size(); ++map)
        for (std::size_t i = 0; i < body_.maps[map].vertices.size(); ++i) {
            const Index vertex = body_.maps[map].vertices[i];
            const Vec3& way = body_.maps[map].ways.empty() ? body_.cloud.normals[vertex]
                                                           : body_.maps[map].ways[i];
            body_.cloud.points[vertex] += thickness[map] * body_.maps[map].values[i] * way;
        }
    const auto exact = exact_points(GetParam(), body_, palette_);
    EXPECT_LT(largest_distance(posed.positions, exact), kTolerance);
}

TEST_P(SkinTableLaws, growth_is_the_way_from_one_thickness_to_the_next) {
    const std::vector<float> thickness{0.5F, 0.0F, -0.25F, 1.0F, 0.0F, -0.5F, 0.75F, -0.5F, 0.25F};
    const std::vector<float> growth{0.25F, 0.5F, -0.5F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F};
    std::vector<float> grown(thickness);
    for (std::size_t map = 0; map < grown.size(); ++map)
        grown[map] += growth[map];
    table_.set_palette(palette_);
    table_.set_thickness(grown);
    const Buffers after = skin(table_, body_);
    table_.set_thickness(thickness);
    table_.set_growth(growth);
    for (const SkinKernel kernel : {SkinKernel::Fastest, SkinKernel::Scalar}) {
        Buffers before = skin(table_, body_);
        std::vector<Vec3> field(kPoints, Vec3::Zero());
        table_.skin({.positions = before.positions,
                     .normals = before.normals,
                     .tangents = before.tangents,
                     .growth = field},
                    kernel);
        float longest = 0.0F;
        for (std::size_t i = 0; i < kPoints; ++i) {
            EXPECT_LT((before.positions[i] + field[i] - after.positions[i]).norm(), 1e-5F);
            longest = std::max(longest, field[i].norm());
        }
        EXPECT_GT(longest, 0.01F);
    }
}

TEST_P(SkinTableLaws, a_map_takes_other_values_where_it_has_room_and_only_there) {
    const std::vector<float> thickness{0.5F,  0.25F, -0.25F, 1.0F,  0.25F,
                                       -0.5F, 0.75F, 0.5F,   -0.25F};
    table_.set_palette(palette_);
    table_.set_thickness(thickness);
    Body fresh = body_;
    for (const std::size_t map : {std::size_t{1}, std::size_t{5}}) {  // of both kinds
        const Buffers before = skin(table_, body_);
        VertexMap other = body_.maps[map];
        for (std::size_t i = 0; i < other.values.size(); ++i)
            other.values[i] = i % 3 == 0 ? 0.0F : 0.5F - other.values[i];

        ASSERT_TRUE(table_.set_map(map, other));
        const Buffers changed = skin(table_, body_);
        EXPECT_NE(changed, before);
        fresh.maps[map] = other;
        SkinTable made(GetParam(), fresh.input());
        made.set_palette(palette_);
        made.set_thickness(thickness);
        EXPECT_EQ(changed, skin(made, fresh));

        other.vertices.push_back(kPoints - 1);  // no map has it
        other.values.push_back(1.0F);
        if (!other.ways.empty()) other.ways.emplace_back(1.0F, 0.0F, 0.0F);
        EXPECT_FALSE(table_.set_map(map, other));
        EXPECT_EQ(skin(table_, body_), changed);
    }
    for (const std::size_t map : {std::size_t{1}, std::size_t{5}}) {  // painted away
        ASSERT_TRUE(table_.set_map(map, {}));
        fresh.maps[map] = {};
        SkinTable made(GetParam(), fresh.input());
        made.set_palette(palette_);
        made.set_thickness(thickness);
        EXPECT_EQ(skin(table_, body_), skin(made, fresh));
    }
}

TEST_P(SkinTableLaws, a_flat_bundle_is_made_anew_or_has_room) {
    constexpr std::size_t kFlat = 7;
    const VertexMap other = body_.maps[kFlat];
    EXPECT_FALSE(table_.set_map(kFlat, other));
    for (VertexMap& map : body_.maps) {
        map.vertices.push_back(kPoints - 1);
        map.values.push_back(0.0F);
        if (!map.ways.empty()) map.ways.push_back(Vec3::Zero());
    }
    SkinTable with_room(GetParam(), body_.input());
    EXPECT_TRUE(with_room.set_map(kFlat, other));
}

TEST_P(SkinTableLaws, thickness_without_weight_changes_no_bit) {
    table_.set_palette(palette_);
    const Buffers posed = skin(table_, body_);
    table_.set_thickness(std::vector<float>(body_.maps.size(), 1.0F));
    EXPECT_NE(skin(table_, body_), posed);
    table_.set_thickness(std::vector<float>(body_.maps.size(), 0.0F));
    EXPECT_EQ(skin(table_, body_), posed);
}

TEST_P(SkinTableLaws, morphs_move_the_bind_shape_before_it_is_skinned) {
    const std::vector<float> weights{0.5F, 0.0F, -1.0F};
    table_.set_palette(palette_);
    table_.set_morph_weights(weights);
    const Buffers posed = skin(table_, body_);

    for (std::size_t target = 0; target < weights.size(); ++target) {
        for (std::size_t i = 0; i < kPoints; ++i)
            body_.cloud.points[i] += weights[target] * body_.morphs[target].positions[i];
        for (std::size_t i = 0; i < body_.normals.size(); ++i)
            body_.normals[i] += weights[target] * body_.morphs[target].normals[i];
    }
    SkinTable moved(GetParam(), body_.input());
    moved.set_palette(palette_);
    EXPECT_EQ(skin(moved, body_), posed);
}

TEST_P(SkinTableLaws, morphs_leave_no_trace) {
    table_.set_palette(palette_);
    const Buffers posed = skin(table_, body_);
    table_.set_morph_weights(std::vector<float>{0.3F, 0.7F, 0.1F});
    table_.set_morph_weights(std::vector<float>{0.0F, 0.2F, 0.9F});
    EXPECT_NE(skin(table_, body_), posed);
    table_.set_morph_weights(std::vector<float>(3, 0.0F));
    EXPECT_EQ(skin(table_, body_), posed);
}

INSTANTIATE_TEST_SUITE_P(Methods, SkinTableLaws,
                         testing::Values(SkinMethod::Rigid, SkinMethod::Linear,
                                         SkinMethod::DualQuaternion));

class SkinTableSizes : public testing::TestWithParam<std::tuple<SkinMethod, std::size_t>> {};

TEST_P(SkinTableSizes, any_number_of_influences_is_blended) {
    const auto [method, influences] = GetParam();
    const std::size_t joints = 4 * influences;
    const Body body = make_body(joints, influences);
    const auto palette = random_affine_palette(joints);
    SkinTable table(method, body.input());
    table.set_palette(palette);

    const Buffers posed = skin(table, body);
    EXPECT_EQ(skin(table, body, SkinKernel::Scalar), posed);
    EXPECT_LT(largest_distance(posed.positions, exact_points(method, body, palette)),
              4.0 * kTolerance);  // sums of up to 200 terms
}

INSTANTIATE_TEST_SUITE_P(Influences, SkinTableSizes,
                         testing::Combine(testing::Values(SkinMethod::Linear,
                                                          SkinMethod::DualQuaternion),
                                          testing::Values(1, 2, 4, 11, 50)));

TEST(SkinTable, of_nothing_does_nothing) {
    const SkinWeights weights = SkinWeights::from_rows({});
    const SkinTable table(SkinMethod::Linear, {.positions = {}, .weights = weights});
    table.skin({.positions = {}});
    EXPECT_EQ(table.block_count(), 0U);
}

TEST(SkinTable, fills_its_blocks_though_joint_sets_are_small) {
    const PointCloud cloud = scatter_points(4000, 60, 6);  // hardly two points have the same joints
    const SkinTable table(SkinMethod::Linear,
                          {.positions = cloud.points, .weights = cloud.weights});
    EXPECT_LE(table.block_count(), 4000U / 8 + 60);  // one block unfilled per leading joint
}

}  // namespace
}  // namespace isoskin
