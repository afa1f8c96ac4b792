// A mesh from bare arrays with an installed isoskin: two bones, the second bent by 90°.
#include <cstdio>

#include <isoskin/isoskin.hpp>

int main() {
    const std::vector<isoskin::Vec3> bind = {{-1, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const std::vector<isoskin::Face> faces = {isoskin::make_triangle(0, 1, 3),
                                              isoskin::make_triangle(1, 2, 3)};
    const std::vector<std::vector<isoskin::Influence>> rows = {
        {{0, 1.0F}}, {{0, 0.5F}, {1, 0.5F}}, {{1, 1.0F}}, {{0, 1.0F}}};
    const auto weights = isoskin::SkinWeights::from_rows(rows);
    const std::vector<isoskin::Affine> binds(2, isoskin::Affine::Identity());
    const std::vector<isoskin::Index> parents = {isoskin::kNoIndex, 0};
    const auto character = isoskin::make_character({.positions = bind,
                                                    .faces = faces,
                                                    .weights = weights,
                                                    .joint_from_bind = binds,
                                                    .parents = parents});
    if (!character) return 1;
    auto deformer = isoskin::Deformer::create(*character);
    if (!deformer) return 1;

    auto posed = deformer->make_output();
    const isoskin::Affine bend(isoskin::rotation_from_euler_xyz({0, 0, isoskin::kPi / 2}));
    const std::vector<isoskin::Affine> pose = {isoskin::Affine::Identity(), bend};
    deformer->deform(pose, {}, posed);
    for (const isoskin::Vec3& p : posed[0].positions)
        std::printf("%.3f %.3f %.3f\n", p.x(), p.y(), p.z());
    return (posed[0].positions[2] - isoskin::Vec3(0, 1, 0)).norm() < 1e-6F ? 0 : 1;
}
