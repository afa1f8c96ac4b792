#pragma once

#include <optional>
#include <string>
#include <vector>

#include "isoskin/deform/deformer.h"
#include "isoskin/document/turned_parts.h"
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

/// What helps about a line of what was found.
enum class FoundOffer {
    None,
    Motion,  ///< A motion that is kept in another file.
};

/// One thing a line is said of.
struct FoundMember {
    std::string text;
    std::optional<PartKey> part = {};  ///< That it is about, if it is one.
};

/// One line for each reason.
struct FoundLine {
    NoteKind kind = NoteKind::Information;
    std::string sentence;
    std::vector<FoundMember> members = {};  ///< Empty: it is said of the whole.
    FoundOffer offer = FoundOffer::None;
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
    std::vector<FoundLine> lines;  ///< All of it in sentences, the weightiest first.
    Eigen::AlignedBox3f bounds;    ///< Of the stored pose.
};

/// `deformer` keeps volume and is that of `character`.
Findings inspect_character(const Character& character, Deformer& deformer);

}  // namespace isoskin
