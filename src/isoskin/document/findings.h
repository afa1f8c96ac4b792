#pragma once

#include <string>
#include <vector>

#include "isoskin/deform/deformer.h"
#include "isoskin/rig/character.h"

namespace isoskin {

struct MeshFinding {
    std::string name;
    std::size_t vertices = 0;
    std::size_t triangles = 0;  ///< Quads count as two.
    std::size_t quads = 0;
    std::size_t parts = 0;
    std::size_t boundary_edges = 0;
    bool closed = false;
    std::size_t max_influences = 0;
    std::size_t renormalised_rows = 0;
    std::size_t empty_rows = 0;
};

struct PartFinding {
    std::string name;
    double volume = 0.0;  ///< What is kept, in the stored pose.
};

/// What a person wants to know of a character that was just opened.
struct Findings {
    std::string name;
    std::size_t vertices = 0;
    std::size_t triangles = 0;
    std::size_t joints = 0;  ///< Of skins.
    bool closed = false;     ///< Every mesh is.
    double volume = 0.0;     ///< Over the parts that are kept.
    std::vector<PartFinding> parts;
    std::vector<MeshFinding> meshes;
    std::vector<Refusal> refusals;
    std::vector<std::string> notes;
    std::vector<std::string> summary;  ///< Sentences, the weightiest first.
    Eigen::AlignedBox3f bounds;        ///< Of the stored pose.
};

/// `deformer` keeps volume and is that of `character`.
Findings inspect_character(const Character& character, Deformer& deformer);

}  // namespace isoskin
