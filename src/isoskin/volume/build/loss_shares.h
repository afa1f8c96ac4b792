#pragma once

#include <span>

#include "isoskin/volume/build/part_model.h"
#include "isoskin/volume/solve/pose_loss.h"

namespace isoskin {

/// The most that any turn asks of the bend of a node, outward or inward. It does not depend on
/// maps, so it is kept from one making of maps to the next.
struct MostLoss {
    double volume = 0.0;
    bool has_twists = false;
    bool is_known = false;
};

/// Fills in what each bend's joint may lose and who puts it back. Of the table all but shares and
/// forms is filled.
///
/// A joint that might lose more than its own flesh may take, turned about any axis by any joint
/// that moves it, gets help from its neighbours in the volume tree: always the same share, however
/// little it turns. Help that sets in only where a joint has come to its limit would move flesh
/// that stood still until then, all of a sudden; in fixed shares everything moves as evenly as the
/// loss grows. Joints with flesh enough keep to their own map.
/// `most` has one element per node; those not known yet are found.
void share_losses(const PartModel& part, std::span<MostLoss> most, CorrectionTable& table);

}  // namespace isoskin
