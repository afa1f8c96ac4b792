#pragma once

#include <array>

#include "isoskin/skinning/skin_layout.h"

/// The loops of a skin table: private to this module.
///
/// Every kernel exists twice, over vectors of the widest kind the processor has (skin_kernel.cpp)
/// and as plain loops (skin_kernel_scalar.cpp). Both do the same operations in the same order
/// without fused multiply-adds, so they agree bit for bit, and so do all kinds of processor.
namespace isoskin {

/// One number of each row of a block.
struct alignas(sizeof(float) * kBlockRows) Column {
    std::array<float, kBlockRows> lanes{};
};

/// What a joint brings into a blend. Linear: the matrix, column after column, translation last
/// (12). Dual quaternion: real x y z w, dual x y z w, stretch xx xy xz yy yz zz (14).
struct alignas(64) PaletteEntry {
    std::array<float, 16> numbers{};
};

enum class BlendKind : std::uint8_t {
    Matrices,
    Motions,           ///< Dual quaternions whose stretch is the identity.
    StretchedMotions,  ///< Dual quaternions, any of which stretches.
};

struct SkinJob {
    const SkinLayout& layout;
    const Column* records;
    const Column* moves;
    const PaletteEntry* palette;    ///< Per slot.
    bool thickened;                 ///< Whether any map has weight.
    const float* thickness;         ///< Weight of each map.
    const char* in_use;             ///< Per bundle: whether any map of it has weight.
    const float* thickness_growth;  ///< By how much it is about to grow.
    BlendKind kind;
    float* positions;  ///< 3 per vertex.
    float* normals;    ///< 3 per wedge, or null.
    float* tangents;   ///< 4 per wedge, or null.
    float* growth;     ///< 3 per vertex, or null.
};

/// Evaluates the runs [first, last).
void skin_runs(const SkinJob& job, std::size_t first, std::size_t last);
void skin_runs_scalar(const SkinJob& job, std::size_t first, std::size_t last);

/// Joints whose differences to the leading joint are held at a time.
inline constexpr std::size_t kTileJoints = 32;

/// Differences of joints [first, last) of a run to its leading joint; the signs of dual quaternions
/// are chosen against it first.
void fill_differences(const SkinJob& job, const SkinRun& run, std::size_t first, std::size_t last,
                      PaletteEntry* differences);

/// Whether weights may move the rows of a run, and whether any of its bundles does.
inline bool is_thickened(const SkinJob& job, const SkinRun& run) {
    return job.thickened && run.value_count + run.bundle_count > 0;
}
inline bool has_moves(const SkinJob& job, const SkinRun& run) {
    const Index* bundles = job.layout.maps.data() + run.first_map + run.value_count;
    bool any = false;  // all are looked at: to leave early is guessed wrong too often
    for (std::size_t k = 0; k < run.bundle_count; ++k)
        any |= job.in_use[bundles[k]] != 0;
    return any;
}

}  // namespace isoskin
