#include "isoskin/bake/weight_source.h"

#include <algorithm>
#include <cmath>

#include "isoskin/bake/small_moves.h"

namespace isoskin {
namespace {

Offsets offsets_of(const VertexTarget& target, std::span<const Vec3> directions, double scale) {
    std::vector<Vec3> offsets(directions.size(), Vec3::Zero());
    for (std::size_t i = 0; i < target.map.vertices.size(); ++i) {
        const Index vertex = target.map.vertices[i];
        const Vec3& way = target.map.ways.empty() ? directions[vertex] : target.map.ways[i];
        offsets[vertex] = static_cast<float>(scale) * target.map.values[i] * way;
    }
    return offsets;
}

double largest_value(const VertexTarget& target) {
    double largest = 0.0;
    for (const float value : target.map.values)
        largest = std::max(largest, std::abs(static_cast<double>(value)));
    return largest;
}

/// How far poses drive a target to both sides of zero.
struct WeightRange {
    double least = 0.0;
    double most = 0.0;
};

std::vector<WeightRange> weight_ranges(Deformer& deformer, std::size_t mesh, double size,
                                       const PoseList& poses) {
    std::vector<WeightRange> ranges(deformer.targets(mesh).size());
    std::vector<float> move_of_one;
    for (const VertexTarget& target : deformer.targets(mesh))
        move_of_one.push_back(size > 0.0 ? static_cast<float>(largest_value(target) / size) : 0.0F);
    const auto visit = [&](const Pose& pose, std::span<float> moves) {
        const auto weights = deformer.weights(pose, mesh);
        for (std::size_t k = 0; k < ranges.size(); ++k) {
            ranges[k].least = std::min(ranges[k].least, static_cast<double>(weights[k]));
            ranges[k].most = std::max(ranges[k].most, static_cast<double>(weights[k]));
            moves[k] = weights[k] * move_of_one[k];
        }
    };
    poses({.width = ranges.size(), .visit = visit});
    return ranges;
}

enum class Side { Forward, Reversed };

/// Lists the sides of targets that are worth a morph target of their own.
class SideList {
  public:
    SideList(Deformer& deformer, std::size_t mesh, double size, const SmallMoves& small,
             const SourceSettings& settings)
        : targets_(deformer.targets(mesh)),
          directions_(deformer.target_directions(mesh)),
          size_(size),
          small_(small),
          settings_(settings) {}

    void add(std::size_t target, double extreme, Side side) {
        const double largest = largest_value(targets_[target]);
        const bool moved = std::abs(extreme) * largest > settings_.unseen * size_;
        if (largest == 0.0 || (!moved && settings_.keep == KeepTargets::Moved)) return;
        // Where nothing is known yet: one is a move of a hundredth of the mesh.
        const double rest = 0.01 * size_ / largest;
        const double scale = moved ? extreme : side == Side::Reversed ? -rest : rest;
        shapes.push_back({targets_[target].name + (side == Side::Reversed ? " reversed" : ""),
                          small_.leave_out(offsets_of(targets_[target], directions_, scale))});
        sides.push_back({target, scale});
    }

    std::vector<TargetShape> shapes;
    std::vector<TargetSide> sides;

  private:
    std::span<const VertexTarget> targets_;
    std::span<const Vec3> directions_;
    double size_;
    const SmallMoves& small_;
    const SourceSettings& settings_;
};

}  // namespace

MorphSource closed_form_source(Deformer& deformer, const Character& character, std::size_t mesh,
                               const PoseList& poses, const SourceSettings& settings) {
    const auto size =
        static_cast<double>(bounding_box(character.meshes[mesh].mesh.positions).diagonal().norm());
    const auto ranges = weight_ranges(deformer, mesh, size, poses);
    const SmallMoves small(character.meshes[mesh], settings.left_out * size);
    SideList list(deformer, mesh, size, small, settings);
    for (std::size_t k = 0; k < ranges.size(); ++k) {
        list.add(k, ranges[k].most, Side::Forward);
        list.add(k, ranges[k].least, Side::Reversed);
    }
    MorphSource source;
    source.shapes = std::move(list.shapes);
    source.sides = list.sides;
    source.weights = [&deformer, mesh, sides = list.sides](const Pose& pose,
                                                           std::span<float> weights) {
        const auto all = deformer.weights(pose, mesh);
        for (std::size_t k = 0; k < sides.size(); ++k)
            weights[k] = std::max(
                0.0F,
                static_cast<float>(static_cast<double>(all[sides[k].target]) / sides[k].scale));
    };
    return source;
}

}  // namespace isoskin
