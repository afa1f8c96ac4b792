#pragma once

#include <span>

#include "isoskin/volume/correction_maps.h"
#include "isoskin/volume/pose_loss.h"

namespace isoskin {

/// The most that any turn asks of the bend of a node, outward and inward. It does not depend on
/// maps, so it is kept from one making of maps to the next.
struct WorstLoss {
    double outward = 0.0;
    double inward = 0.0;
    bool has_twists = false;
    bool is_known = false;
};

/// Fills in what each bend's joint usually loses and who puts it back.
///
/// A joint that might lose more than its own flesh may take, turned about any axis by any joint
/// that moves it, gets help from its neighbours in the volume tree: always the same share, however
/// little it turns. Help that sets in only where a joint has come to its limit would move flesh
/// that stood still until then, all of a sudden; in fixed shares everything moves as evenly as the
/// loss grows. Joints with flesh enough keep to their own map.
/// `worst` has one element per node; those not known yet are found.
void share_losses(const PartModel& part, const PoseLoss& losses, double max_displacement,
                  std::span<WorstLoss> worst, std::span<CorrectionTarget> targets);

}  // namespace isoskin
