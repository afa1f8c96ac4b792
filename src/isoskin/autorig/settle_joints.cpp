#include "isoskin/autorig/settle_joints.h"

namespace isoskin {
namespace {

// Cells between a joint and the skin: what is nearer may be outside by the error of the grid.
constexpr double kTouching = 1.5;

// Left and right become images of each other, what is in the middle goes to the plane.
void make_symmetric(const TemplateShape& shape, const MirrorPlane& plane,
                    std::vector<std::optional<Vec3d>>& joints) {
    const auto before = joints;
    for (std::size_t j = 0; j < joints.size(); ++j) {
        const auto mirror = shape.mirror_of_joint[j];
        if (mirror && before[j] && before[*mirror])
            joints[j] = (*before[j] + plane.image(*before[*mirror])) / 2.0;
    }
}

// A joint that all but touches the skin goes to where the flesh is deeper, if it is.
Vec3d settled(const BodyField& body, const Vec3d& place) {
    Index cell = body.cell_at(place);
    bool moved = false;
    while (body.clearance(cell) < kTouching * body.cell_width()) {
        Index deeper = cell;
        body.for_neighbours(cell, [&](Index next, float) {
            if (body.clearance(next) > body.clearance(deeper)) deeper = next;
        });
        if (deeper == cell) break;
        cell = deeper;
        moved = true;
    }
    return moved ? body.place(cell) : place;
}

}  // namespace

void settle_joints(const BodyField& body, const TemplateShape& shape, const MirrorPlane* plane,
                   PlacedJoints& placed) {
    placed.moved.assign(placed.joints.size(), 0.0);
    for (std::size_t j = 0; j < placed.joints.size(); ++j) {
        auto& place = placed.joints[j];
        if (!place || body.contains(*place)) continue;
        const Vec3d inside = body.place(body.nearest_cell(*place));
        placed.moved[j] = (inside - *place).norm();
        place = inside;
    }
    for (auto& place : placed.joints)
        if (place) place = settled(body, *place);
    if (plane != nullptr) make_symmetric(shape, *plane, placed.joints);
}

}  // namespace isoskin
