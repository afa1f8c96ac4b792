#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "isoskin/mesh/vertex_map.h"
#include "isoskin/volume/build/followers.h"

namespace isoskin {

/// A part that follows another: its vertices take the targets of its host, by the same weights.
struct CarriedPart {
    std::string label;  ///< As in "part 2 of 'Body'".
    std::string host_label;
    double surface = 0.0;                  ///< Share of the surface of its mesh, 0 to 1.
    std::optional<std::size_t> host_mesh;  ///< Of the character; none: the host is of this mesh.
    std::size_t host = 0;                  ///< Among the parts of that mesh's corrector.
    Follower follower;
    std::vector<Index> vertices;  ///< Of the mesh, with their points beside them.
    std::vector<Index> points;
};

/// Lists vertices of a part that follows.
CarriedPart make_carried_part(const VolumeSurface& surface, const VolumePart& part,
                              Follower follower);

/// Adds to a map of vertices what a target of the host does to them.
void add_carried(const PartModel& host, const CorrectionTarget& target, const CarriedPart& part,
                 VertexMap& map);

/// Where its vertices thicken: as the host does below them.
void set_carried_directions(const PartModel& host, const CarriedPart& part,
                            std::span<Vec3> directions);

}  // namespace isoskin
