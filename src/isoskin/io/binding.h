#pragma once

#include <span>
#include <string>
#include <vector>

#include "isoskin/io/character_file.h"
#include "isoskin/rig/character.h"

/// What the readers share that put a mesh and a skeleton together.
namespace isoskin {

/// Gives `character`, which has no skeleton yet, one joint named "root" and hangs `mesh` on it.
void add_bare_mesh(Mesh mesh, Character& character);

/// A skin whose bind pose is the stored pose of the skeleton. One slot per element of `joints`.
Skin bind_in_stored_pose(const Skeleton& skeleton, std::vector<JointIndex> joints);

/// Notes on rows that were normalised or empty, for a character's notes.
std::vector<Note> notes_on(const SkinWeights& weights);

/// Turns and scales the roots of the skeleton so that a file with other axes and units stands
/// upright in ours. Bind shapes stay as they are in the file.
Skeleton stand_up(const Skeleton& skeleton, const ReadOptions& options);

/// The rotation that carries the file's up axis to y; none for `UpAxis::Stored`.
Quatd upright_from_file(UpAxis up_axis);

}  // namespace isoskin
