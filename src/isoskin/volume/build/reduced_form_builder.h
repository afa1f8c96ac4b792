#pragma once

#include <optional>
#include <span>

#include "isoskin/volume/build/reduced_cells.h"
#include "isoskin/volume/solve/reduced_form.h"

namespace isoskin {

struct ReducedFormCost {
    double coefficients = 0.0;  ///< Numbers that one evaluation goes through.
    double build = 0.0;         ///< Products that building takes, at most.
};

/// What the form of these cells would cost; nothing if either is more than its limit.
std::optional<ReducedFormCost> estimate_reduced_form(const reduced::Cells& cells,
                                                     const ReducedFormCost& limit);

/// `targets` are those the cells were made with. Coefficients so small that all of them together do
/// not show in a double are left out.
ReducedForm make_reduced_form(const PartModel& part, const reduced::Cells& cells,
                              std::span<const CorrectionTarget> targets);

}  // namespace isoskin
