#pragma once

#include <memory>
#include <span>
#include <vector>

#include "isoskin/base/result.h"
#include "isoskin/dynamics/dynamics_settings.h"
#include "isoskin/lattice/lattice.h"
#include "isoskin/rig/character.h"

namespace isoskin {

struct SwingSettings {
    /// The shape that was bound hangs as it hangs: without gravity it does not sag a second time.
    DynamicsSettings dynamics{
        .stiffness = 20.0, .damping = 0.005, .drag = 1.0, .gravity = Vec3d::Zero()};
    /// How fast flesh is pulled back to where the bones want it, 1/s: over 2π the frequency, in Hz,
    /// of what swings by itself.
    double return_rate = 15.0;
    /// Empty: everything swings.
    std::vector<SoftBall> soft = {};
};

/// Bone → lattice → skin: a lattice round a character whose vertices follow the bones like any
/// vertex of its skin, and swing round where these take them.
///
/// The motion is worked out in model space; what a vertex departs from its place there is carried
/// back to bind space, so that `lattice()` is an edit of the bind shape and goes before skinning:
/// no bone acts twice. Springs want the lengths they have in the pose, so that a pose that is held
/// is skinned as without.
class LatticeSwing {
  public:
    /// `lattice` lies in the space of `lattice_points(character)`; its shape is the one that
    /// swings. Refuses settings out of range, and a character without vertices.
    static Result<LatticeSwing> create(const Character& character, Lattice lattice,
                                       const SwingSettings& settings = {});
    LatticeSwing(LatticeSwing&&) noexcept;
    LatticeSwing& operator=(LatticeSwing&&) noexcept;
    ~LatticeSwing();

    /// Takes up a pose without motion, as for the first frame or after a cut. One matrix per joint.
    void start(std::span<const Affine> model_from_joint);
    /// Moves on by `seconds` to a pose. The first call is a `start`.
    void step(std::span<const Affine> model_from_joint, double seconds);

    /// In bind space, for `Deformer::set_lattice`.
    const Lattice& lattice() const;

    /// In model space, from the next step on.
    void set_obstacles(Obstacles obstacles);

    /// Of a free vertex, in model space: where it is, and where the bones want it.
    Vec3d position(Index vertex) const;
    Vec3d target(Index vertex) const;
    /// Whether it follows the bones and nothing else.
    bool is_driven(Index vertex) const;
    /// How far the vertex that departs most does so, in model units.
    double largest_offset() const;

  private:
    struct State;
    explicit LatticeSwing(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace isoskin
