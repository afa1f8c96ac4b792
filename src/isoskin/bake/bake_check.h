#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "isoskin/bake/error_tally.h"
#include "isoskin/bake/morph_bake.h"

namespace isoskin {

/// How a baked clip looks in a plain player, measured.
struct ClipCheck {
    std::string clip;
    std::size_t moments = 0;  ///< At which it was measured.
    std::size_t keys = 0;     ///< Of morph weights, over all meshes.
    ErrorFigures plain;       ///< Volume by plain skinning over what it ought to be, minus one.
    ErrorFigures volume;      ///< The same of the baked file in the player.
    ErrorFigures native;      ///< The same of isoskin's own correction.
    ErrorFigures distance;    ///< Player to native surface, over the diagonal of the mesh.
    /// Where the player is beyond the limit and closer keys may help: the distance is, or the
    /// volume while isoskin's own correction holds it. Seconds, increasing.
    std::vector<float> missed;
    std::string trouble;  ///< Why the native correction fell short somewhere, or empty.
};

struct ClipCheckSettings {
    double frames_per_second = 30.0;
    double limit = 1e-4;  ///< Of volume and distance; see `ClipCheck::missed`.
};

/// Measures a baked character, read back from its file, against the correction it was made from.
class BakeChecker {
  public:
    /// Fails if the two do not have the same meshes. Both must outlive it.
    static Result<BakeChecker> create(const Character& original, const Character& baked,
                                      const BakeSettings& settings);
    BakeChecker(BakeChecker&&) noexcept;
    BakeChecker& operator=(BakeChecker&&) noexcept;
    ~BakeChecker();

    /// The pose the file stores, where a viewer starts.
    ClipCheck check_stored();

    /// A clip at all keys of its morph weights, at a third and two thirds of the way between them
    /// (keys were placed by looking at middles), and `frames_per_second` times a second.
    ClipCheck check(const Clip& original, const Clip& baked, const ClipCheckSettings& settings,
                    const BakeStep& step = {});

  private:
    struct State;
    explicit BakeChecker(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace isoskin
