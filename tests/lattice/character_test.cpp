#include <set>

#include <gtest/gtest.h>

#include "isoskin/io/character_file.h"
#include "isoskin/lattice/adapt.h"
#include "isoskin/lattice/deform_bind.h"
#include "isoskin/lattice/manipulate.h"
#include "isoskin/lattice/octree_build.h"
#include "isoskin/lattice/refine.h"
#include "isoskin/mesh/weld.h"
#include "lattice/random_lattice.h"
#include "support/shared_data.h"
#include "support/surface.h"

// The figures of the deformable octree on characters people use: unbalanced trees of depth 5.
namespace isoskin {
namespace {

using testing::jumps_across_faces;

class LatticeOnCharacter : public ::testing::TestWithParam<const char*> {
  protected:
    void SetUp() override {
        ISOSKIN_NEEDS_SHARED_DATA();
        auto read = read_character(shared_data(GetParam()));
        ASSERT_TRUE(read) << read.error().message;
        character_ = *std::move(read);
        points_ = lattice_points(character_);
    }

    Octree make_tree(int depth = 5) const {
        return *octree_from_points(points_,
                                   {.max_depth = depth, .max_points = points_.size() / 60});
    }
    Lattice make_lattice(const LatticeSettings& settings = {}, double strength = 0.15) const {
        Lattice lattice(make_tree(), settings);
        testing::deform_randomly(lattice, 1, strength);
        return lattice;
    }
    static double size_of(const Lattice& lattice) {
        return lattice.tree().grid().box().sizes().maxCoeff();
    }

    Character character_;
    std::vector<Vec3> points_;
};

TEST_P(LatticeOnCharacter, the_tree_is_deep_and_not_balanced) {
    const Octree tree = make_tree();
    std::set<int> levels;
    for (const Index leaf : tree.leaves())
        levels.insert(tree.cell(leaf).key.level);
    EXPECT_GE(tree.depth(), 4);
    EXPECT_GE(levels.size(), 3U);
    Octree balanced = tree;
    balance(balanced);
    EXPECT_GT(balanced.cell_count(), tree.cell_count());
}

TEST_P(LatticeOnCharacter, at_rest_the_map_is_the_identity) {
    const Character same = deform_bind(character_, Lattice(make_tree()));
    for (std::size_t mesh = 0; mesh < same.meshes.size(); ++mesh)
        EXPECT_EQ(same.meshes[mesh].mesh.positions, character_.meshes[mesh].mesh.positions);
}

TEST_P(LatticeOnCharacter, a_rigid_motion_of_all_vertices_is_that_motion) {
    Lattice lattice(make_tree());
    const Mat3d turn = Eigen::AngleAxisd(1.0, Vec3d(1, 2, 2).normalized()).toRotationMatrix();
    const Vec3d shift = 0.3 * size_of(lattice) * Vec3d::UnitX();
    const std::vector<Index> vertices = lattice.tree().free_vertices();
    std::vector<Vec3d> targets;
    for (const Index vertex : vertices)
        targets.push_back(turn * lattice.tree().rest_position(vertex) + shift);
    lattice.set_positions(vertices, targets);

    std::vector<Vec3> positions(points_.size());
    Embedding(lattice, points_).evaluate(lattice, positions);
    double worst = 0.0;
    for (std::size_t i = 0; i < points_.size(); ++i)
        worst = std::max(
            worst, (positions[i].cast<double>() - turn * points_[i].cast<double>() - shift).norm());
    EXPECT_LT(worst, 1e-6 * size_of(lattice));
}

TEST_P(LatticeOnCharacter, both_schemes_are_continuous_and_details_are_smooth) {
    const Lattice details = make_lattice();
    const auto jumps = jumps_across_faces(details, 1, 2);
    EXPECT_LT(jumps.value, 1e-6 * size_of(details));
    EXPECT_LT(jumps.slope, 1e-4);

    const Lattice source = make_lattice({.scheme = LatticeScheme::Source});
    const auto source_jumps = jumps_across_faces(source, 1, 1);
    EXPECT_LT(source_jumps.value, 1e-6 * size_of(source));
    EXPECT_GT(source_jumps.slope, 1e-2);
}

TEST_P(LatticeOnCharacter, every_free_vertex_is_interpolated) {
    const Lattice lattice = make_lattice();
    for (const Index vertex : lattice.tree().free_vertices()) {
        if (lattice.tree().finest(vertex) != vertex) continue;
        const Jet jet = lattice.evaluate(lattice.tree().rest_position(vertex));
        EXPECT_LT((jet.position - lattice.position(vertex)).norm(), 1e-9 * size_of(lattice));
        EXPECT_LT((jet.gradient - lattice.frame(vertex)).norm(), 1e-9);
    }
}

TEST_P(LatticeOnCharacter, dividing_moves_nothing_and_plastic_simplifying_next_to_nothing) {
    Lattice lattice = make_lattice({}, 0.08);
    Embedding embedding(lattice, points_);
    std::vector<Vec3> positions(points_.size());
    embedding.evaluate(lattice, positions);
    const std::vector<Index> leaves = embedding.occupied_leaves();
    for (std::size_t i = 0; i < leaves.size(); i += leaves.size() / 5 + 1)
        lattice.subdivide(leaves[i]);
    const FollowReport divided = embedding.follow(lattice, Memory::Plastic, positions);
    EXPECT_LT(divided.largest_move, 5e-7 * size_of(lattice));

    Index cell = embedding.occupied_leaves().back();
    while (lattice.tree().cell(cell).key.level > 2)
        cell = lattice.tree().cell(cell).parent;
    const double cell_size =
        lattice.tree().grid().cell_size(lattice.tree().cell(cell).key.level).minCoeff();
    lattice.simplify(cell);
    const std::vector<Vec3> before = positions;
    const FollowReport report = embedding.follow(lattice, Memory::Plastic, positions);
    std::vector<bool> kept(points_.size(), true);
    for (const Index point : report.unreached)
        kept[point] = false;
    for (std::size_t i = 0; i < points_.size(); ++i)
        if (kept[i]) {
            EXPECT_LT(static_cast<double>((positions[i] - before[i]).norm()), 1e-3 * cell_size);
        }
    EXPECT_LE(report.unreached.size(), points_.size() / 100);
    EXPECT_GT(report.replaced, 0U);
}

TEST_P(LatticeOnCharacter, a_dragged_vertex_arrives) {
    Lattice lattice = make_lattice({}, 0.05);
    const Vec3d rest = points_[points_.size() / 3].cast<double>();
    const Drag drag{rest,
                    lattice.evaluate(rest).position + 0.02 * size_of(lattice) * Vec3d::UnitY()};
    const DragReport report = drag_points(lattice, {&drag, 1}, 1);
    EXPECT_LT(report.largest_miss, 1e-6 * size_of(lattice));
}

Mesh welded(const Mesh& mesh, std::span<const Vec3> places) {
    const Weld weld = weld_by_position(places);
    Mesh result;
    for (Face face : mesh.faces) {
        for (int i = 0; i < face.size(); ++i) {
            Index& vertex = face.vertices[static_cast<std::size_t>(i)];
            vertex = weld.point_of_vertex[vertex];
        }
        result.faces.push_back(face);
    }
    return result;
}

TEST_P(LatticeOnCharacter, refinement_follows_the_bend_and_keeps_the_surface_closed) {
    const SkinnedMesh& skinned = character_.meshes[0];
    if (lattice_from_bind(character_, 0).matrix() != Affine::Identity().matrix()) GTEST_SKIP();
    Lattice lattice(make_tree(2));
    const Index corner = lattice.tree().cell(0).corners[7];
    lattice.set_position(corner,
                         lattice.position(corner) + 0.5 * size_of(lattice) * Vec3d(1, -1, 1));
    const RefinedShape refined = refine_where_bent(skinned, skinned.mesh.positions, lattice,
                                                   {.tolerance = 2e-5, .max_rounds = 2});

    EXPECT_GT(refined.rest.size(), skinned.mesh.vertex_count());
    EXPECT_EQ(refined.shape.weights.vertex_count(), refined.rest.size());
    EXPECT_EQ(refined.shape.mesh.uvs.empty(), skinned.mesh.uvs.empty());
    if (testing::is_closed(welded(skinned.mesh, skinned.mesh.positions))) {
        EXPECT_TRUE(testing::is_closed(welded(refined.shape.mesh, refined.rest)));
    }
}

std::string name_of(const ::testing::TestParamInfo<const char*>& instance) {
    std::string name = instance.param;
    for (char& c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    return name;
}

INSTANTIATE_TEST_SUITE_P(, LatticeOnCharacter,
                         ::testing::Values("makehuman/makehuman_body.glb",
                                           "cesium-man/CesiumMan.glb", "fox-khronos/Fox.glb",
                                           "spot-rigged/mesh.obj", "smpl-man/human_man.obj",
                                           "apatosaurus-quaternius/Apatosaurus.glb"),
                         name_of);

}  // namespace
}  // namespace isoskin
