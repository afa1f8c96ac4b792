#include "isoskin/bake/weight_source.h"

#include <cmath>

namespace isoskin {
namespace {

// A move of less than this part of the mesh is below what floats hold and nobody sees.
constexpr double kUnseen = 1e-7;

std::vector<Vec3> offsets_of(const VertexTarget& target, std::span<const Vec3> directions) {
    std::vector<Vec3> offsets(directions.size(), Vec3::Zero());
    for (std::size_t i = 0; i < target.map.vertices.size(); ++i) {
        const Index vertex = target.map.vertices[i];
        offsets[vertex] = target.map.values[i] * directions[vertex];
    }
    return offsets;
}

double largest_value(const VertexTarget& target) {
    double largest = 0.0;
    for (const float value : target.map.values)
        largest = std::max(largest, std::abs(static_cast<double>(value)));
    return largest;
}

// Of each target the weight that is farthest from zero.
std::vector<double> extreme_weights(Deformer& deformer, std::size_t mesh, const PoseList& poses) {
    std::vector<double> extreme(deformer.targets(mesh).size(), 0.0);
    poses([&](const Pose& pose) {
        const auto weights = deformer.weights(pose, mesh);
        for (std::size_t k = 0; k < extreme.size(); ++k)
            if (std::abs(static_cast<double>(weights[k])) > std::abs(extreme[k]))
                extreme[k] = static_cast<double>(weights[k]);
    });
    return extreme;
}

}  // namespace

MorphSource closed_form_source(Deformer& deformer, const Character& character, std::size_t mesh,
                               const PoseList& poses, KeepTargets keep) {
    const auto targets = deformer.targets(mesh);
    const auto directions = deformer.target_directions(mesh);
    const auto size =
        static_cast<double>(bounding_box(character.meshes[mesh].mesh.positions).diagonal().norm());
    const auto extreme = extreme_weights(deformer, mesh, poses);
    MorphSource source;
    std::vector<std::size_t> kept;
    for (std::size_t k = 0; k < targets.size(); ++k) {
        const double largest = largest_value(targets[k]);
        const bool moved = std::abs(extreme[k]) * largest > kUnseen * size;
        if (largest == 0.0 || (!moved && keep == KeepTargets::Moved)) continue;
        kept.push_back(k);
        // Unmoved so far: normals are made right for a move of a hundredth of the mesh.
        source.shapes.push_back({targets[k].name, offsets_of(targets[k], directions),
                                 moved ? extreme[k] : 0.01 * size / largest});
    }
    source.weights = [&deformer, mesh, kept](const Pose& pose, std::span<float> weights) {
        const auto all = deformer.weights(pose, mesh);
        for (std::size_t k = 0; k < kept.size(); ++k)
            weights[k] = all[kept[k]];
    };
    return source;
}

}  // namespace isoskin
