#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "isoskin/bake/weight_source.h"
#include "isoskin/deform/deformer.h"

namespace isoskin {

struct BakeSettings {
    SkinMethod skinning = SkinMethod::Linear;
    VolumeSettings volume = {};
    std::optional<Lattice> lattice = {};  ///< Deforms the bind shape; see `DeformSettings`.
    double tolerance = 5e-5;  ///< Of volume and of the diagonal, between keys; see `place_keys`.
    double longest_gap = 1.0 / 30.0;  ///< Seconds between the moments that are looked at, at most.
    /// Per clip, seconds: moments to look at as well, where a bake before this one missed. Fewer
    /// lists than clips: none for the others.
    std::vector<std::vector<float>> watched = {};
    KeepTargets keep = KeepTargets::Moved;
    std::size_t max_morphs = 0;  ///< New targets per mesh at most, merged if need be; 0: any.
};

/// Whether the correction is a set of morph targets, exactly: the method `Normal` in the scope
/// `Joints` over linear skinning, without a lattice.
bool is_closed_form(const BakeSettings& settings);

/// A character that shows constant volume by morph targets and linear skinning alone.
struct BakedCharacter {
    Character character;
    std::vector<std::size_t> first_new_morph;    ///< Per mesh: how many it had before.
    std::vector<std::vector<TargetSide>> sides;  ///< Per mesh and new target, in closed form.
    std::vector<std::string> notes;              ///< What could not be done as asked.
    std::vector<Refusal> refusals;               ///< What is left as skinned and why.

    std::size_t new_morph_count() const;
};

/// Called as work goes on, once for each pose made.
using BakeStep = std::function<void()>;

/// Adds to every mesh the morph targets that keep its volume, and to every clip the weights that
/// drive them; stored weights fit the stored pose. Its settings say that it is not to be corrected
/// again (`settings_of_baked`). Everything else is as it was. Weights of targets the file already
/// had are in the same channels, with all their keys.
///
/// What is no set of morph targets is compressed to one (`pulled_source`), which costs something
/// that has to be measured. A character without clips gets targets for the range of every joint,
/// for poses that come later.
Result<BakedCharacter> bake_morphs(const Character& character, const BakeSettings& settings,
                                   const BakeStep& step = {});

/// About how many steps `bake_morphs` takes, for a progress bar.
std::size_t estimate_bake_steps(const Character& character, const BakeSettings& settings);

}  // namespace isoskin
