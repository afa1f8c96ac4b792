#pragma once

#include <functional>

#include "isoskin/mesh/subdivide.h"

namespace isoskin {

/// Cuts some edges in the middle and the faces along them so that no vertex lies on an uncut edge.
///
/// `wants` is asked once for each edge, the lower vertex first. A face with all edges cut falls
/// into as many of its kind and, a quad, one vertex in its middle; others into triangles, about the
/// middle that makes the shortest cuts, so that a mirrored mesh is cut alike. Old vertices and
/// wedges keep their numbers. A file that splits vertices at seams stays closed if `wants` decides
/// by positions alone.
Subdivided split_edges(const Mesh& mesh, const std::function<bool(Index, Index)>& wants);

}  // namespace isoskin
