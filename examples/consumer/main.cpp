// Skins a mesh from bare arrays with an installed isoskin: two bones, the second bent by 90°.
#include <cstdio>

#include "isoskin/skinning/skin.h"

int main() {
    const std::vector<isoskin::Vec3> bind = {{-1, 0, 0}, {0, 0, 0}, {1, 0, 0}};
    const std::vector<std::vector<isoskin::Influence>> rows = {
        {{0, 1.0F}}, {{0, 0.5F}, {1, 0.5F}}, {{1, 1.0F}}};
    const auto weights = isoskin::SkinWeights::from_rows(rows);
    const isoskin::Affine bend(isoskin::rotation_from_euler_xyz({0, 0, isoskin::kPi / 2}));
    const std::vector<isoskin::Affine> palette = {isoskin::Affine::Identity(), bend};

    std::vector<isoskin::Vec3d> posed(bind.size());
    isoskin::skin_points(isoskin::SkinMethod::Linear, bind, weights, palette, posed);
    for (const isoskin::Vec3d& p : posed)
        std::printf("%.3f %.3f %.3f\n", p.x(), p.y(), p.z());
    return (posed[2] - isoskin::Vec3d(0, 1, 0)).norm() < 1e-6 ? 0 : 1;
}
