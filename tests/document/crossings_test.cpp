#include "isoskin/document/crossings.h"

#include <set>

#include <gtest/gtest.h>

#include "isoskin/document/panes.h"
#include "isoskin/mesh/quality.h"
#include "isoskin/mesh/weld.h"
#include "scenes.h"

namespace isoskin {
namespace {

// The arm with its elbow folded upon itself, by plain skinning.
std::vector<PosedMesh> folded(const Character& arm) {
    Document document = *Document::create(arm);
    document.set_clip(std::nullopt);
    document.rotate_joint(*arm.skeleton.find("elbow"), {0.0, 0.0, 2.2});
    Panes panes;
    panes.show({PaneMethod::Linear});
    panes.update(document);
    return {panes.posed(0).begin(), panes.posed(0).end()};
}

std::vector<PosedMesh> bound(const Character& character) {
    std::vector<PosedMesh> shapes;
    for (const SkinnedMesh& mesh : character.meshes)
        shapes.push_back({.positions = mesh.mesh.positions, .normals = {}, .tangents = {}});
    return shapes;
}

TEST(CrossingFinder, finds_nothing_in_a_clean_bind_shape) {
    const Character arm = *scenes::make_scene("arm");
    const CrossingFinder finder(arm);
    EXPECT_EQ(finder.bind_pairs(), 0U);
    const SkinCrossings found = finder.find(bound(arm));
    EXPECT_EQ(found.pairs, 0U);
    EXPECT_TRUE(found.triangles[0].empty());
}

TEST(CrossingFinder, counts_the_pairs_of_a_folded_limb_and_names_their_triangles) {
    const Character arm = *scenes::make_scene("arm");
    const std::vector<PosedMesh> posed = folded(arm);
    const SkinCrossings found = CrossingFinder(arm).find(posed);

    const Weld weld = weld_by_position(arm.meshes[0].mesh.positions);
    std::vector<Triangle> triangles = triangulate(arm.meshes[0].mesh.faces);
    for (Triangle& t : triangles)
        for (Index& corner : t)
            corner = weld.point_of_vertex[corner];
    std::vector<Vec3d> points;
    for (const Index vertex : weld.vertex_of_point)
        points.push_back(posed[0].positions[vertex].cast<double>());

    EXPECT_GT(found.pairs, 10U);
    EXPECT_EQ(found.pairs, count_self_intersections(triangles, points));
    std::set<Index> named;
    for (const auto& pair : find_self_intersections(triangles, points))
        named.insert(pair.begin(), pair.end());
    EXPECT_EQ(found.triangles[0], std::vector<Index>(named.begin(), named.end()));
}

TEST(CrossingFinder, does_not_count_one_part_within_another) {
    Character pair = *scenes::make_scene("arm");
    SkinnedMesh& mesh = pair.meshes[0];
    const auto count = static_cast<Index>(mesh.mesh.vertex_count());
    std::vector<Vec3> moved;
    for (const Vec3& p : mesh.mesh.positions)
        moved.push_back(p + Vec3(0.05F, 0.02F, 0.01F));
    mesh.mesh.positions.insert(mesh.mesh.positions.end(), moved.begin(), moved.end());
    std::vector<Face> faces = mesh.mesh.faces;
    for (Face& face : faces)
        for (int c = 0; c < face.size(); ++c)
            face.vertices[static_cast<std::size_t>(c)] += count;
    mesh.mesh.faces.insert(mesh.mesh.faces.end(), faces.begin(), faces.end());

    EXPECT_EQ(CrossingFinder(pair).bind_pairs(), 0U);
}

TEST(Panes, show_the_shape_without_flesh_beside_the_rest) {
    Document document = *Document::create(*scenes::make_scene("arm"));
    document.set_time(0.5 * document.duration());
    Panes panes;
    panes.show({PaneMethod::Isoskin, PaneMethod::Normal});
    panes.update(document);
    EXPECT_EQ(panes.posed(0)[0].positions, panes.posed(1)[0].positions);

    VolumeSettings axes = document.settings();
    axes.method = VolumeMethod::Axes;
    document.set_settings(axes, "axes");
    const auto normal = panes.posed(1)[0].positions;
    panes.update(document);
    EXPECT_EQ(panes.posed(1)[0].positions, normal);
    EXPECT_NE(panes.posed(0)[0].positions, normal);
}

}  // namespace
}  // namespace isoskin
