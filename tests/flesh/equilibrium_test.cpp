#include "isoskin/flesh/equilibrium.h"

#include <gtest/gtest.h>

#include "isoskin/flesh/training.h"
#include "isoskin/math/turn_about.h"
#include "isoskin/mesh/quality.h"
#include "scenes.h"

namespace isoskin {
namespace {

// The elbow of the arm as a problem of mechanics.
class Elbow : public testing::Test {
  protected:
    static PartModel make_part() {
        const Character arm = *scenes::make_scene("arm");
        const VolumeSurface surface = make_volume_surface(arm.meshes[0]);
        return make_part_model(arm.meshes[0], arm.skeleton, surface, surface.parts[0]);
    }
    static FleshQuality draft() { return {.cells_per_radius = 2.5, .step = 0.17}; }

    Affine bent(double angle) const {
        return turn_about(problem_.pivot, part_.limbs[1].axis.unitOrthogonal(), angle);
    }

    const PartModel part_ = make_part();
    const std::vector<double> blend_ = blend_with_caps(part_, 1);
    const FleshProblem problem_ = make_problem(part_, 1, blend_);
};

TEST_F(Elbow, flesh_that_nothing_moves_stays_where_it_is) {
    Equilibrium flesh(problem_, draft());
    const FleshOutcome outcome = flesh.settle(Affine::Identity());
    EXPECT_TRUE(outcome.settled);
    EXPECT_EQ(outcome.contacts, 0U);
    for (std::size_t point = 0; point < part_.bind.size(); ++point)
        EXPECT_LT((flesh.points()[point] - part_.bind[point]).norm(), 1e-6 * problem_.radius);
}

TEST_F(Elbow, bent_flesh_keeps_its_volume_and_turns_no_cell_inside_out) {
    Equilibrium flesh(problem_, draft());
    for (double angle = 0.2; angle < 1.5; angle += 0.2) {
        const FleshOutcome outcome = flesh.settle(bent(angle));
        EXPECT_GT(outcome.least_dilatation, 0.0) << angle;
        EXPECT_LT(std::abs(outcome.volume_error), 1e-4) << angle;
    }
    EXPECT_EQ(count_self_intersections(part_.triangles, flesh.points()), 0U);
}

TEST_F(Elbow, a_restart_forgets_the_way) {
    Equilibrium flesh(problem_, draft());
    flesh.settle(bent(0.3));
    const std::vector<Vec3d> first(flesh.points().begin(), flesh.points().end());
    flesh.settle(bent(0.6));
    flesh.restart();
    flesh.settle(bent(0.3));
    for (std::size_t point = 0; point < first.size(); ++point)
        EXPECT_LT((flesh.points()[point] - first[point]).norm(), 0.01 * problem_.radius);
}

// How far bent flesh is from where finer cells have it, in limb radii, in the mean.
TEST_F(Elbow, finer_cells_come_nearer_to_the_finest) {
    const auto bent_by = [&](double cells_per_radius) {
        Equilibrium flesh(problem_, {.cells_per_radius = cells_per_radius});
        flesh.settle(bent(0.3));
        flesh.settle(bent(0.6));
        return std::vector<Vec3d>(flesh.points().begin(), flesh.points().end());
    };
    const auto finest = bent_by(4.5);
    const auto off = [&](const std::vector<Vec3d>& points) {
        double sum = 0.0;
        for (std::size_t point = 0; point < points.size(); ++point)
            sum += (points[point] - finest[point]).norm();
        return sum / static_cast<double>(points.size()) / problem_.radius;
    };
    const double coarse = off(bent_by(1.5));
    const double fine = off(bent_by(3.0));
    EXPECT_LT(fine, 0.6 * coarse);
    EXPECT_LT(fine, 0.01);
}

TEST_F(Elbow, mirrored_flesh_is_the_mirror_image) {
    const Mat3d mirror = Vec3d(-1.0, 1.0, 1.0).asDiagonal();
    std::vector<Vec3d> points = part_.bind;
    for (Vec3d& point : points)
        point = mirror * point;
    std::vector<Triangle> triangles(part_.triangles.begin(), part_.triangles.end());
    for (Triangle& triangle : triangles)
        std::swap(triangle[1], triangle[2]);
    FleshProblem mirrored = problem_;
    mirrored.points = points;
    mirrored.triangles = triangles;
    mirrored.pivot = mirror * problem_.pivot;
    for (BoneSegment& bone : mirrored.bones)
        bone = {mirror * bone.head, mirror * bone.tail};

    Equilibrium flesh(problem_, draft());
    Equilibrium image(mirrored, draft());
    for (const double angle : {0.5, 1.0, 1.5}) {
        const Affine motion = bent(angle);
        Affine other = Affine::Identity();
        other.linear() = mirror * motion.linear() * mirror;
        other.translation() = mirror * motion.translation();
        flesh.settle(motion);
        image.settle(other);
    }
    for (std::size_t point = 0; point < points.size(); ++point)
        EXPECT_LT((flesh.points()[point] - mirror * image.points()[point]).norm(),
                  1e-3 * problem_.radius);
}

}  // namespace
}  // namespace isoskin
