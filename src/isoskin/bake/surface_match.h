#pragma once

#include <memory>
#include <string>

#include "isoskin/bake/morph_bake.h"
#include "isoskin/bake/plain_player.h"

namespace isoskin {

/// One pose of a player against isoskin's own.
struct SurfaceFigures {
    double plain_error = 0.0;   ///< Volume by plain skinning over what it ought to be, minus one.
    double volume_error = 0.0;  ///< The same in the player.
    double native_error = 0.0;  ///< The same of isoskin's own correction.
    double distance = 0.0;      ///< Farthest vertex of the player from its native place, over the
                                ///< diagonal of its mesh as posed.
    std::string trouble;        ///< Why the native correction fell short, or empty.
};

/// Measures what a player shows of a baked character against the correction it was made from,
/// vertex by vertex.
class SurfaceMatch {
  public:
    /// Fails if the two do not have the same meshes. Neither is needed afterwards.
    static Result<SurfaceMatch> create(const Character& original, const Character& baked,
                                       const BakeSettings& settings);
    SurfaceMatch(SurfaceMatch&&) noexcept;
    SurfaceMatch& operator=(SurfaceMatch&&) noexcept;
    ~SurfaceMatch();

    /// `player` plays the baked character and is at the moment of `pose`, a pose of the original.
    SurfaceFigures measure(const Pose& pose, const PlainPlayer& player);

  private:
    struct State;
    explicit SurfaceMatch(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace isoskin
