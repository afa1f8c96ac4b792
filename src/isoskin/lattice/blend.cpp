#include "isoskin/lattice/blend.h"

namespace isoskin {
namespace {

BlendValue normalised_quartic(double t) {
    const double s = 1.0 - t;
    const double near = (t * t - 1.0) * (t * t - 1.0);
    const double far = (s * s - 1.0) * (s * s - 1.0);
    const double near_slope = 4.0 * t * (t * t - 1.0);
    const double far_slope = -4.0 * s * (s * s - 1.0);
    const double sum = near + far;
    return {near / sum, (near_slope * far - near * far_slope) / (sum * sum)};
}

}  // namespace

BlendValue blend_at(Blend blend, double t) {
    switch (blend) {
        case Blend::Linear:
            return {1.0 - t, t > 0.0 && t < 1.0 ? -1.0 : 0.0};
        case Blend::Hermite:
            return {1.0 + t * t * (2.0 * t - 3.0), 6.0 * t * (t - 1.0)};
        case Blend::Quartic:
            return normalised_quartic(t);
        case Blend::Quintic:
            return {1.0 - t * t * t * (10.0 + t * (6.0 * t - 15.0)),
                    -30.0 * t * t * (t - 1.0) * (t - 1.0)};
    }
    return {};
}

}  // namespace isoskin
