#pragma once

#include "isoskin/base/words.h"
#include "isoskin/volume/settings.h"

namespace isoskin {

inline constexpr WordList<VolumeMethod, 7> kMethodWords = {
    {{"none", VolumeMethod::None},
     {"axes", VolumeMethod::Axes},
     {"normal", VolumeMethod::Normal},
     {"free", VolumeMethod::Free},
     {"linear-axes", VolumeMethod::LinearAxes},
     {"linear-normal", VolumeMethod::LinearNormal},
     {"flesh", VolumeMethod::Flesh}}};
inline constexpr WordList<VolumeScope, 3> kScopeWords = {{{"joints", VolumeScope::Joints},
                                                          {"sequential", VolumeScope::Sequential},
                                                          {"global", VolumeScope::Global}}};
inline constexpr WordList<VolumeEffect, 5> kEffectWords = {{{"uniform", VolumeEffect::Uniform},
                                                            {"rubber", VolumeEffect::Rubber},
                                                            {"organic", VolumeEffect::Organic},
                                                            {"muscle", VolumeEffect::Muscle},
                                                            {"folds", VolumeEffect::Folds}}};
inline constexpr WordList<QuadRule, 2> kQuadWords = {
    {{"fan", QuadRule::Fan}, {"bilinear", QuadRule::Bilinear}}};

}  // namespace isoskin
