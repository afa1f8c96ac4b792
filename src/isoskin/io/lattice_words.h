#pragma once

#include "isoskin/base/words.h"
#include "isoskin/lattice/edits.h"

namespace isoskin {

inline constexpr WordList<TreeSource, 3> kTreeSourceWords = {
    {{"points", TreeSource::Points}, {"matter", TreeSource::Matter}, {"box", TreeSource::Box}}};
inline constexpr WordList<TreeBalance, 2> kBalanceWords = {
    {{"any", TreeBalance::Any}, {"one-level", TreeBalance::OneLevel}}};
inline constexpr WordList<TreeAxes, 2> kAxesWords = {
    {{"xy", TreeAxes::Two}, {"xyz", TreeAxes::Three}}};
inline constexpr WordList<LatticeScheme, 2> kSchemeWords = {
    {{"details", LatticeScheme::Details}, {"source", LatticeScheme::Source}}};
inline constexpr WordList<LevelStiffness, 3> kStiffnessWords = {
    {{"same", LevelStiffness::Same},
     {"halved", LevelStiffness::Halved},
     {"doubled", LevelStiffness::Doubled}}};
inline constexpr WordList<Blend, 4> kBlendWords = {{{"linear", Blend::Linear},
                                                    {"hermite", Blend::Hermite},
                                                    {"quartic", Blend::Quartic},
                                                    {"quintic", Blend::Quintic}}};

}  // namespace isoskin
