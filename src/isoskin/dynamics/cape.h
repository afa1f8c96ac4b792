#pragma once

#include <memory>
#include <span>

#include "isoskin/base/result.h"
#include "isoskin/dynamics/body_balls.h"
#include "isoskin/dynamics/cloth.h"

namespace isoskin {

/// What of a cape is fastened to its wearer.
enum class Fastening {
    UpperEdge,    ///< All of its upper border.
    UpperCorners  ///< The ends of it.
};

struct CapeSettings {
    /// In the space of `lattice_points` of the wearer, so that it lies on the bind shape.
    ClothSettings cloth = {};
    Fastening fastening = Fastening::UpperEdge;
    /// How far it stays off the body, in model units.
    double margin = 0.02;
    /// How long it falls over the stored pose before it is fastened, held by the middle of its
    /// upper edge only; 0: it is fastened as it was laid.
    double drape_seconds = 0.0;
};

/// Cloth that follows a character: its border goes with the skin it is fastened to, the rest hangs,
/// flies and drapes over a body of balls.
class Cape {
  public:
    /// Refuses what `Cloth` refuses, and a wearer without vertices.
    static Result<Cape> create(const Character& wearer, const CapeSettings& settings);
    Cape(Cape&&) noexcept;
    Cape& operator=(Cape&&) noexcept;
    ~Cape();

    /// Lies in a pose as it lay when it was fastened, without motion. One matrix per joint.
    void start(std::span<const Affine> model_from_joint);
    /// Moves on by `seconds` to a pose. The first call is a `start`.
    void step(std::span<const Affine> model_from_joint, double seconds);

    const Cloth& cloth() const;
    /// In model space, as it lies now.
    const Mesh& mesh() const;
    /// Beside the body, from the next step on: the ground, as a rule.
    void set_planes(std::vector<Plane> planes);
    /// Where a vertex of the upper edge of the cloth has to be in the pose of the last step.
    Vec3d anchor(Index vertex) const;

  private:
    struct State;
    explicit Cape(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace isoskin
