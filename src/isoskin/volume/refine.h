#pragma once

#include "isoskin/rig/character.h"
#include "isoskin/volume/settings.h"

namespace isoskin {

struct RefineSettings {
    double longest_edge = 0.25;  ///< In radii of the limb; maps are about one radius wide.
    double least_give = 0.05;  ///< Of the largest move of a target: where less gives, none is cut.
    int depth = 3;             ///< Cuts of one edge, at most.
};

/// Cuts faces where targets bend the surface, so that it can: edges in the middle, faces along them
/// so that no vertex lies on an uncut edge. The bind shape of triangles stays to rounding, and with
/// it the volume; closed stays closed; weights, morph targets, texture coordinates, normals and
/// colours are carried. Where targets are is found anew on each finer mesh. Returns how many
/// vertices were added.
std::size_t refine_for_volume(Character& character, const VolumeSettings& volume,
                              const RefineSettings& settings = {});

}  // namespace isoskin
