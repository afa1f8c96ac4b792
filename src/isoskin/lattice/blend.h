#pragma once

namespace isoskin {

/// How the influence of a vertex falls from 1 at itself to 0 one cell away. f(t) + f(1 − t) = 1
/// for all of them; the sources' quartic (t² − 1)² is divided by the sum that makes it so.
enum class Blend {
    Linear,   ///< 1 − t: shows a crease at every face.
    Hermite,  ///< 1 − 3t² + 2t³: smooth in slope.
    Quartic,  ///< (t² − 1)², normalised: smooth in slope, a little wider.
    Quintic,  ///< 1 − 10t³ + 15t⁴ − 6t⁵: smooth in curvature too, flatter at faces.
};

/// f and f' at t in [0, 1].
struct BlendValue {
    double value = 0.0;
    double slope = 0.0;
};

/// The slope of `Linear` at 0 and 1 is given as 0: what both sides of a face agree on.
BlendValue blend_at(Blend blend, double t);

}  // namespace isoskin
