#pragma once

#include <optional>
#include <span>
#include <vector>

#include "isoskin/volume/build/part_model.h"

namespace isoskin {

/// A part of a character, as it is looked at for what lies on what.
struct PlacedPart {
    const SkinnedMesh* mesh = nullptr;
    std::vector<Index> vertices = {};  ///< The first of each of its points.
    double area = 0.0;                 ///< In `joint_units`, squared.
    const PartModel* model = nullptr;  ///< None of a part that encloses nothing.
    std::size_t rank = 0;              ///< Of its mesh; parts lie on those of no higher rank.
    bool stands = false;               ///< Known to follow no other.
};

/// A part that is not corrected by itself: it lies on another, its host, and each of its points
/// moves as some points of the host do.
struct Follower {
    std::size_t host = 0;             ///< In the list of parts.
    std::vector<std::size_t> offset;  ///< Shares of point k: shares[offset[k]…].
    SparseField shares;               ///< Of points of the host.
    /// Meshes may be bound in spaces of their own; what vectors of the host's are in the part's.
    Eigen::Matrix3d part_from_host = Eigen::Matrix3d::Identity();

    std::span<const PointValue> shares_of(std::size_t point) const {
        return std::span(shares).subspan(offset[point], offset[point + 1] - offset[point]);
    }
};

/// Units of the joints to a unit of bind space, which files choose mesh by mesh.
double joint_units(const SkinnedMesh& mesh);

PlacedPart place_part(const SkinnedMesh& mesh, const VolumeSurface& surface, const VolumePart& part,
                      const PartModel* model);

/// Finds which parts follow which: what encloses nothing follows whatever it touches; closed parts
/// that bend follow a larger one if they cover it closely; small ones do so as a whole. Empty for
/// parts that are corrected by themselves, as those of a single joint are, or not at all.
std::vector<std::optional<Follower>> find_followers(std::span<const PlacedPart> parts);

/// Meshes in the order of their ranks: the one with most surface first.
std::vector<std::size_t> rank_meshes(std::span<const SkinnedMesh> meshes);

}  // namespace isoskin
