#pragma once

#include <span>
#include <vector>

#include "isoskin/lattice/embedding.h"

namespace isoskin {

/// When cells are divided and taken back by themselves.
struct AdaptSettings {
    /// A leaf is divided where the derivative of the map varies within it by more than this, and a
    /// division is taken back below the other. Without unit: 1 is a turn of about 40 degrees from
    /// side to side, or a stretch to twice the length. Keep the second below half of the first.
    double subdivide_above = 0.4;
    double simplify_below = 0.1;

    int min_depth = 1;
    int max_depth = 6;

    /// How far away the shape is looked at, in model units, and how much of the view a cell should
    /// at least fill, in radians: smaller cells are taken back and not made. 0: no limit.
    double viewing_distance = 0.0;
    double smallest_angle = 0.01;

    /// Elastic: only cells whose details are zero are taken back, or it pops. Plastic: any.
    Memory memory = Memory::Plastic;
    /// Over the size of a cell: details below this count as zero.
    double at_rest = 1e-6;
};

/// What adapting did to the tree, change by change.
struct Adaptation {
    std::vector<TopologyChange> changes;
    std::size_t subdivided = 0;
    std::size_t simplified = 0;
};

/// Largest difference between the derivative of the map at the corners of a cell and in its middle.
double gradient_variation(const Lattice& lattice, Index cell);

/// Divides, of the leaves given, those that the map bends, and takes back divisions that are no
/// longer needed anywhere: one step of each. Embedded points have to follow afterwards.
Adaptation adapt(Lattice& lattice, std::span<const Index> leaves, const AdaptSettings& settings);

/// The same for a shape: leaves that hold points, which follow. `positions` as in
/// `Embedding::follow`.
struct AdaptReport {
    Adaptation tree;
    FollowReport points;
};
AdaptReport adapt(Lattice& lattice, Embedding& embedding, const AdaptSettings& settings,
                  std::span<Vec3> positions);

}  // namespace isoskin
