#pragma once

#include <optional>
#include <vector>

#include "isoskin/autorig/limbs.h"
#include "isoskin/autorig/rig_template.h"
#include "isoskin/autorig/symmetry.h"

namespace isoskin {

/// A body as far as the search for its limbs needs it.
struct BodyEnds {
    std::vector<Extremity> ends;
    std::vector<std::vector<double>> between;  ///< Ways through the body from end to end.
    Eigen::AlignedBox3d box;
    std::vector<MirrorPlane> planes;  ///< Across x, y, z; planes.size() is 3.
};

/// Ways a body may stand: columns left, up and forward of the template along axes of the body.
/// All 24 turns by right angles, or those that agree with what is given.
std::vector<Mat3d> standing_frames(const std::optional<Vec3d>& up,
                                   const std::optional<Vec3d>& facing);

/// Which end of a body is which tip of a template, and how the body stands.
struct LimbMatch {
    Mat3d body_from_template = Mat3d::Identity();  ///< A mirror image if the hand is the other one.
    std::vector<std::optional<std::size_t>> end_of_tip;
    double cost = 0.0;           ///< Of everything; 0: just as the template.
    double misfit = 0.0;         ///< Of the limbs that were found alone.
    std::vector<double> margin;  ///< Per tip: how much more the next best end costs.
    double other_stand = 0.0;    ///< How much more the best match costs that stands otherwise.
    bool symmetric = false;      ///< Pairs were found across the plane between left and right.
};

/// The cheapest match: places within the box, ways from tip to tip against those of the template,
/// girth, ends left over, tips not found. Searches all assignments; pairs across a plane of
/// symmetry are only tried as pairs.
LimbMatch match_limbs(const RigTemplate& rig, const TemplateShape& shape, const BodyEnds& body,
                      std::span<const Mat3d> frames);

/// Mean distance to the mirror image, in diagonals, up to which a body is taken to have a left and
/// a right: a leg set forward and a head turned aside are within it.
inline constexpr double kMirrorResidual = 0.025;

}  // namespace isoskin
