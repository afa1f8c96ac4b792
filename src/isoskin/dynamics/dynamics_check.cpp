#include "isoskin/dynamics/dynamics_check.h"

#include <cmath>
#include <string>
#include <utility>

namespace isoskin {
namespace {

Status check_number(double value, double least, const char* name) {
    if (std::isfinite(value) && value >= least) return Done{};
    return usage_error(std::string("the ") + name + " of a moving lattice is " +
                       std::to_string(value) + ": a number of at least " + std::to_string(least) +
                       " is needed");
}

}  // namespace

Status check_dynamics(const DynamicsSettings& settings, std::span<const Vec3> matter) {
    const std::pair<double, const char*> numbers[] = {{settings.stiffness, "stiffness"},
                                                      {settings.damping, "damping"},
                                                      {settings.drag, "drag"},
                                                      {settings.friction, "friction"},
                                                      {settings.bend_stiffness, "bend stiffness"}};
    for (const auto& [value, name] : numbers)
        if (const Status status = check_number(value, 0.0, name); !status) return status;
    if (const Status status = check_number(settings.mass, 1e-12, "mass"); !status) return status;
    if (const Status status = check_number(settings.empty_share, 1e-6, "empty share"); !status)
        return status;
    if (settings.iterations < 1)
        return usage_error("a step of a moving lattice needs an iteration");
    if (!settings.gravity.allFinite()) return usage_error("gravity is not a number");
    for (std::size_t i = 0; i < matter.size(); ++i)
        if (!matter[i].allFinite())
            return invalid("point " + std::to_string(i) +
                           " of the matter in a lattice is not a number");
    return Done{};
}

}  // namespace isoskin
