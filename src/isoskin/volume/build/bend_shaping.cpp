#include "isoskin/volume/build/bend_shaping.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <Eigen/SparseCholesky>

#include "isoskin/volume/build/bend_trials.h"

namespace isoskin {
namespace {

constexpr std::size_t kMostPoints = 1500;
constexpr int kPointSteps = 6000;  // what the first steps leave to gain is not worth long waits

// A + w² L over the patch, as that of `SurfaceDiffusion` over the whole part; what leaves the patch
// is lost. The lower half.
Eigen::SparseMatrix<double> make_flow(const BendPatch& patch, const SurfaceDiffusion& diffusion,
                                      double width) {
    const auto count = static_cast<int>(patch.size());
    std::vector<Eigen::Triplet<double>> entries;
    for (int k = 0; k < count; ++k) {
        const Index point = patch.points[static_cast<std::size_t>(k)];
        const auto neighbours = diffusion.neighbours(point);
        const auto conductances = diffusion.conductances_from(point);
        double diagonal = patch.area[static_cast<std::size_t>(k)];
        for (std::size_t n = 0; n < neighbours.size(); ++n) {
            const double value = width * width * conductances[n];
            diagonal += value;
            const auto at =
                std::lower_bound(patch.points.begin(), patch.points.end(), neighbours[n]);
            if (at == patch.points.end() || *at != neighbours[n]) continue;
            const auto other = static_cast<int>(at - patch.points.begin());
            if (other < k) entries.emplace_back(k, other, -value);
        }
        entries.emplace_back(k, k, diagonal);
    }
    Eigen::SparseMatrix<double> flow(count, count);
    flow.setFromTriplets(entries.begin(), entries.end());
    return flow;
}

// Turns a derivative by each point's value into a soft field, so that maps stay soft on the way:
// (A + w² L) x = slope, twice.
class Softener {
  public:
    Softener(const BendPatch& patch, const SurfaceDiffusion& diffusion, double width)
        : area_(Eigen::Map<const Eigen::VectorXd>(patch.area.data(),
                                                  static_cast<Eigen::Index>(patch.area.size()))),
          flow_(make_flow(patch, diffusion, width)) {}

    void operator()(std::span<double> slope) {
        Eigen::Map<Eigen::VectorXd> values(slope.data(), static_cast<Eigen::Index>(slope.size()));
        const Eigen::VectorXd once = flow_.solve(values);
        values = flow_.solve(once.cwiseProduct(area_));
    }

  private:
    Eigen::VectorXd area_;
    Eigen::SimplicialLLT<Eigen::SparseMatrix<double>> flow_;
};

// Goes downhill by soft steps: longer ones while they succeed, half as long where they do not.
std::vector<double> descend(const BendPatch& patch, BendTrials& trials, Softener& soften) {
    const int steps = std::clamp(kPointSteps / static_cast<int>(patch.size()), 8, 24);
    constexpr int kTries = 6;
    constexpr double kMostGrowth = 2.5;  // so that maps go on to end softly
    constexpr double kFirstStep = 0.1;   // of the map's largest value
    std::vector<double> map = patch.map;
    std::vector<double> slope(map.size());
    std::vector<double> next(map.size());
    std::vector<double> next_slope(map.size());
    double value = trials.roughness(map, slope);
    double step = kFirstStep;
    for (int k = 0; k < steps; ++k) {
        soften(slope);
        double steepest = 0.0;
        for (std::size_t i = 0; i < map.size(); ++i)
            if (patch.map[i] > 0.0) steepest = std::max(steepest, std::abs(slope[i]));
        if (!(steepest > 0.0)) break;
        double next_value = value;
        for (int tries = 0; tries < kTries; ++tries, step *= 0.5) {
            for (std::size_t i = 0; i < map.size(); ++i)
                next[i] = std::clamp(map[i] - step / steepest * slope[i], 0.0,
                                     kMostGrowth * patch.map[i]);
            next_value = trials.roughness(next, next_slope);
            if (next_value < value) break;
        }
        if (!(next_value < value)) break;
        value = next_value;
        std::swap(map, next);
        std::swap(slope, next_slope);
        step *= 1.5;
    }
    return map;
}

}  // namespace

void shape_bend_map(const PartModel& part, const SurfaceDiffusion& diffusion,
                    std::span<const Vec3d> gradient, std::size_t node, std::span<double> map) {
    constexpr double kSoftness = 0.25;  // of the radius
    const auto reached = std::count_if(map.begin(), map.end(), [](double v) { return v > 0.0; });
    if (static_cast<std::size_t>(reached) > kMostPoints) return;
    const BendPatch patch = make_bend_patch(part, gradient, node, map);
    BendTrials trials(patch, part.limbs[node]);
    if (trials.is_empty()) return;
    Softener soften(patch, diffusion, kSoftness * part.limbs[node].radius);
    const std::vector<double> shaped = descend(patch, trials, soften);
    const double largest = *std::max_element(shaped.begin(), shaped.end());
    for (std::size_t k = 0; k < patch.size(); ++k)
        map[patch.points[k]] = shaped[k] / largest;
}

}  // namespace isoskin
