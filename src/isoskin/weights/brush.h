#pragma once

#include <span>
#include <vector>

#include "isoskin/mesh/topology.h"
#include "isoskin/mesh/weld.h"
#include "isoskin/rig/skin_weights.h"

/// What a person does to weights with a brush. Every function returns weights whose rows sum to
/// one; rows it does not touch keep their bits.
namespace isoskin {

/// How the strength of a brush falls from its centre to its rim.
enum class Falloff { Constant, Linear, Smooth };

/// A round brush set down on a posed surface.
struct Dab {
    Vec3 center = Vec3::Zero();
    float radius = 1.0F;  ///< In the units of the positions; above zero.
    Falloff falloff = Falloff::Smooth;
    float strength = 1.0F;  ///< At the centre, 0…1.
};

/// A vertex under the brush and how strongly the brush holds it, 0…1.
struct BrushedVertex {
    std::size_t vertex = 0;
    float amount = 0.0F;
};

/// Those under the brush, increasing.
std::vector<BrushedVertex> vertices_under(std::span<const Vec3> positions, const Dab& dab);

enum class BrushMode {
    Add,       ///< By `value` times the amount.
    Subtract,  ///< By `value` times the amount.
    Replace,   ///< Towards `value`, by the amount of the way.
    Smooth,    ///< Towards the mean of the neighbours, by the amount of the way.
};

/// Which points of a surface are neighbours, for smoothing across the seams of a file.
struct BrushSurface {
    explicit BrushSurface(const Mesh& mesh);

    Weld weld;
    PointNeighbours neighbours;
};

struct WeightBrush {
    JointIndex slot = 0;
    BrushMode mode = BrushMode::Add;
    float value = 1.0F;
    std::span<const JointIndex> locked = {};  ///< Slots whose weights stay, increasing.
};

/// Changes the weight of one slot; the other slots of a row that are not locked share what it
/// leaves, in their old proportions. A slot without such others keeps the row full: nothing can be
/// subtracted from it. A locked slot is not painted.
SkinWeights paint_weights(const SkinWeights& weights, std::span<const BrushedVertex> brushed,
                          const WeightBrush& brush, const BrushSurface& surface);

/// The same brush over any numbers per vertex, kept within 0…1, as correction maps.
void paint_map(std::span<float> map, std::span<const BrushedVertex> brushed, BrushMode mode,
               float value, const BrushSurface& surface);

/// Smooths one slot over the whole mesh, several rounds.
SkinWeights smooth_weights(const SkinWeights& weights, const WeightBrush& brush, int rounds,
                           const BrushSurface& surface);

/// Takes out influences below `least`, the strongest of a row and locked slots excepted.
SkinWeights prune_weights(const SkinWeights& weights, float least,
                          std::span<const JointIndex> locked = {});

/// Keeps the `most` strongest influences of each row, locked slots before others; at least one.
SkinWeights limit_influences(const SkinWeights& weights, std::size_t most,
                             std::span<const JointIndex> locked = {});

/// Brings rows that are off by rounding to a sum of one as near as floats come.
SkinWeights normalise_weights(const SkinWeights& weights);

/// What lies where across a plane through the origin of bind space.
struct MirrorTable {
    std::vector<Index> vertex;     ///< Per vertex the one opposite, or kNoIndex.
    std::vector<JointIndex> slot;  ///< Per slot the one opposite; itself in the middle.
};

/// `axis` is 0, 1 or 2. Two places are opposite if they miss each other by less than a thousandth
/// of the mesh's size (vertices) or a hundredth (joints, given by their bind places).
MirrorTable make_mirror(std::span<const Vec3> positions, std::span<const Vec3> joint_places,
                        int axis);

enum class MirrorSource { Positive, Negative };

/// Copies the weights of one side of the mesh to the other, slots exchanged. Vertices on the plane
/// become even.
SkinWeights mirror_weights(const SkinWeights& weights, std::span<const Vec3> positions, int axis,
                           MirrorSource source, const MirrorTable& table);

}  // namespace isoskin
