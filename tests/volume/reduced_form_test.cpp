#include "isoskin/volume/solve/reduced_form.h"

#include <array>
#include <random>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include "isoskin/volume/build/correction_maps.h"
#include "isoskin/volume/build/reduced_form_builder.h"
#include "isoskin/volume/solve/reduced_kernel.h"
#include "scenes.h"

namespace isoskin {
namespace {

std::vector<double> random_numbers(std::size_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> unit(-1.0, 1.0);
    std::vector<double> numbers(count);
    for (double& number : numbers)
        number = unit(random);
    return numbers;
}

template <typename Run>
void expect_same_bits_everywhere(const Run& run, const std::vector<double>& scalar) {
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        hwy::SetSupportedTargetsForTest(target);
        EXPECT_EQ(run(), scalar) << hwy::TargetName(target);
    }
    hwy::SetSupportedTargetsForTest(0);
}

TEST(ReducedKernel, rows_give_the_bits_of_the_scalar_loop) {
    const std::vector<std::uint32_t> where{2, 0, 1, 2, 0};
    const std::array<std::uint8_t, 3> wanted{1, 0, 1};
    const auto determinants = random_numbers(64, 1);
    for (const std::size_t width : {4U, 12U, 24U, 36U, 60U, 64U}) {
        const auto rows = random_numbers(width * where.size(), 2);
        const CoefficientRows job{rows.data(), where, width};
        std::vector<double> scalar(3, 0.5);
        add_rows_scalar(job, determinants.data(), wanted.data(), scalar.data());
        EXPECT_EQ(scalar[1], 0.5);
        expect_same_bits_everywhere(
            [&] {
                std::vector<double> sums(3, 0.5);
                add_rows(job, determinants.data(), wanted.data(), sums.data());
                return sums;
            },
            scalar);
    }
}

TEST(ReducedKernel, minors_and_determinants_give_the_bits_of_the_scalar_loop) {
    for (const std::size_t joints : {1U, 2U, 3U, 5U}) {
        const MinorRange range{.size = 4 * joints, .linear = 3 * joints};
        const auto u = random_numbers(range.size, 3);
        const auto v = random_numbers(range.size, 6);
        const auto squares = random_numbers(range.size * range.size, 4);
        for (std::size_t translations = 0; translations <= 3; ++translations) {
            std::vector<double> minors(range.minor_count(translations), 0.25);
            auto pairs = squares;
            add_minors_scalar(range, translations, u.data(), squares.data(), minors.data());
            add_pairs_scalar(range, translations, u.data(), v.data(), pairs.data());
            expect_same_bits_everywhere(
                [&] {
                    std::vector<double> sums(minors.size(), 0.25);
                    add_minors(range, translations, u.data(), squares.data(), sums.data());
                    return sums;
                },
                minors);
            expect_same_bits_everywhere(
                [&] {
                    auto sums = squares;
                    add_pairs(range, translations, u.data(), v.data(), sums.data());
                    return sums;
                },
                pairs);
        }
    }
    const auto numbers = random_numbers(12, 5);
    const std::vector<Vec3d> products{Vec3d(0.1, 0.2, 0.3), Vec3d(-0.4, 0.5, 0.6)};
    std::vector<double> scalar(8);
    dot_columns_scalar(products, numbers.data(), scalar.data());
    expect_same_bits_everywhere(
        [&] {
            std::vector<double> out(8);
            dot_columns(products, numbers.data(), out.data());
            return out;
        },
        scalar);
}

// A part of a scene and its targets, and a pose and weights at random.
struct Case {
    explicit Case(const std::string& name) : character(scenes::make_scene(name).value()) {
        const SkinnedMesh& mesh = character.meshes[0];
        const VolumeSurface surface = make_volume_surface(mesh);
        part = make_part_model(mesh, character.skeleton, surface, surface.parts[0]);
        std::vector<std::string> names;
        for (const JointIndex joint : mesh.skin.joints)
            names.push_back(character.skeleton.joints()[joint].name);
        targets = make_correction_targets(part, surface, names, {});
        std::mt19937 random(11);
        std::uniform_real_distribution<double> unit(-1.0, 1.0);
        for (std::size_t k = 0; k < names.size(); ++k) {
            Affine motion = Affine::Identity();
            motion.linear() = Quatd(1.0, unit(random), unit(random), unit(random))
                                  .normalized()
                                  .toRotationMatrix();
            motion.translation() =
                0.1 * part.size * Vec3d(unit(random), unit(random), unit(random));
            palette.push_back(motion);
        }
        motions.resize(part.node_count());
        gather_motions(part.tree, palette, motions);
        for (const CorrectionTarget& target : targets) {
            const double most = target.reach > 0.0 ? 0.5 / target.reach : 0.0;
            weights.push_back(most * unit(random));
            growth.push_back(most * unit(random));
        }
    }

    Character character;
    PartModel part;
    std::vector<CorrectionTarget> targets;
    std::vector<Affine> palette;
    std::vector<Affine> motions;  // per node
    std::vector<double> weights;
    std::vector<double> growth;
};

std::vector<Vec3d> field_of(const Case& c, std::span<const double> weights) {
    std::vector<Vec3d> field(c.part.bind.size(), Vec3d::Zero());
    for (std::size_t k = 0; k < c.targets.size(); ++k)
        for (std::size_t entry = 0; entry < c.targets[k].map.size(); ++entry)
            field[c.targets[k].map[entry].point] +=
                weights[k] * move_of(c.part.direction, c.targets[k], entry);
    carry_vectors(c.part, c.motions, field);
    place_apexes(c.part, field);
    return field;
}

class ReducedFormOf : public testing::TestWithParam<const char*> {};

TEST_P(ReducedFormOf, a_part_is_the_sum_over_its_posed_triangles) {
    const Case c(GetParam());
    const reduced::Cells cells(c.part, {c.part.triangles, c.part.half_triangles}, c.targets);
    ReducedForm form = make_reduced_form(c.part, cells, c.targets);
    ReducedFormWork work;
    std::vector<Vec3d> points(c.part.bind.size());
    skin_surface(c.part, c.part.bind, c.motions, points);
    const Vec3d about = form.posed_centre(c.motions);
    EXPECT_NEAR(work.volume(form, c.motions, about), enclosed_volume(c.part, points),
                1e-12 * c.part.volume);

    add_field(field_of(c, c.weights), 1.0, points);
    const Cubic exact = volume_along(c.part, points, field_of(c, c.growth));
    const Cubic volume = work.volume_along(form, c.motions, c.weights, c.growth);
    for (std::size_t power = 0; power < 4; ++power)
        EXPECT_NEAR(volume[power], exact[power], 1e-12 * c.part.volume) << power;

    const std::vector<double> none(c.targets.size(), 0.0);
    EXPECT_NEAR(work.volume_along(form, c.motions, none, none)[0],
                work.volume(form, c.motions, about), 1e-14 * c.part.volume);
}

INSTANTIATE_TEST_SUITE_P(scenes, ReducedFormOf, testing::Values("tube", "arm", "finger"));

TEST(ReducedFormCost, is_foretold) {
    const Case c("arm");
    const reduced::Cells cells(c.part, {c.part.triangles, c.part.half_triangles}, c.targets);
    const auto cost = estimate_reduced_form(cells, {1e9, 1e12});
    ASSERT_TRUE(cost);
    const ReducedForm form = make_reduced_form(c.part, cells, c.targets);
    EXPECT_LE(static_cast<double>(form.coefficients.size()), cost->coefficients);
    EXPECT_GE(static_cast<double>(form.coefficients.size()), 0.5 * cost->coefficients);
    EXPECT_FALSE(estimate_reduced_form(cells, {0.5 * cost->coefficients, 1e12}));
    EXPECT_FALSE(estimate_reduced_form(cells, {1e9, 0.5 * cost->build}));
}

}  // namespace
}  // namespace isoskin
