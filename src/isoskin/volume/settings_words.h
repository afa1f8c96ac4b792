#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "isoskin/volume/settings.h"

namespace isoskin {

/// A word people type or a file holds, and what it means.
template <typename Value, std::size_t kCount>
using WordList = std::array<std::pair<const char*, Value>, kCount>;

inline constexpr WordList<VolumeMethod, 6> kMethodWords = {
    {{"none", VolumeMethod::None},
     {"axes", VolumeMethod::Axes},
     {"normal", VolumeMethod::Normal},
     {"free", VolumeMethod::Free},
     {"linear-axes", VolumeMethod::LinearAxes},
     {"linear-normal", VolumeMethod::LinearNormal}}};
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

/// The word for a value; every value has one.
template <typename Value, std::size_t kCount>
constexpr const char* word_of(Value value, const WordList<Value, kCount>& words) {
    for (const auto& [word, meaning] : words)
        if (meaning == value) return word;
    return "";
}

}  // namespace isoskin
