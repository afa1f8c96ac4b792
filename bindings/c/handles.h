#pragma once

#include <string>
#include <vector>

#include "isoskin/deform/deformer.h"
#include "isoskin/rig/character.h"

// NOLINTBEGIN(readability-identifier-naming): named in C

/// What stands behind the opaque handles of isoskin.h.
struct isoskin_character {
    isoskin::Character character;
};

struct isoskin_deformer {
    explicit isoskin_deformer(isoskin::Deformer made)
        : deformer(std::move(made)), posed(deformer.make_output()) {}

    isoskin::Deformer deformer;
    std::vector<isoskin::PosedMesh> posed;
    isoskin::DeformReport report;
    bool has_pose = false;
    bool has_normals = true;
    std::size_t joint_count = 0;
    std::vector<isoskin::Affine> matrices;
    std::vector<float> morph_weights;
    std::vector<float> stored_morph_weights;
    std::vector<std::vector<isoskin::Index>> wedge_vertex;      // per mesh; empty: wedge = vertex
    std::vector<std::vector<isoskin::JointIndex>> skin_joints;  // per mesh and slot
    std::vector<std::string> refusals;
    // What a report names, with ends: string_view has none.
    struct PartWords {
        std::string label;
        std::string trouble;
        std::string trouble_joint;
    };
    std::vector<PartWords> part_words;
};

// NOLINTEND(readability-identifier-naming)
