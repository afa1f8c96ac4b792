#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "isoskin/base/result.h"
#include "isoskin/flesh/training.h"
#include "isoskin/volume/settings.h"

namespace isoskin {

struct FleshRecord;

/// What of a character is simulated, and how finely.
struct FleshSettings {
    FleshQuality quality;
    std::vector<std::string> joints = {};  ///< Empty: all that move flesh.
    bool skips_unfit = false;  ///< Joints of the list that move no flesh are no mistake.
    /// Bend of every joint to all sides, radians; empty: what the character's clips reach, and 90
    /// degrees to all sides where it has none.
    std::optional<double> range = {};
    /// For who keeps what was simulated: asked for each joint before and told it after it is
    /// simulated, one call at a time. `key` stands for all that the flesh of the joint depends on
    /// (flesh_key.h).
    std::function<std::optional<FleshRecord>(const std::string& joint, std::uint64_t key)> recall =
        {};
    std::function<void(const std::string& joint, std::uint64_t key, const FleshRecord&)> keep = {};
};

/// What became of one joint.
struct FleshReport {
    std::string joint;
    std::string part;             ///< The part whose flesh was simulated.
    bool simulated = false;       ///< False: it stays corrected as by `normal`; `trouble` says why.
    std::string trouble;          ///< Or why its range is shorter than asked for; or empty.
    double radius = 0.0;          ///< Of the limb, mesh units.
    std::size_t mesh = 0;         ///< That the part is of.
    Vec3d pivot = Vec3d::Zero();  ///< In bind space.
    std::size_t cells = 0;
    std::size_t poses = 0;
    std::size_t unsettled = 0;
    std::size_t targets = 0;
    double compression = 0.0;  ///< Error of the targets at the samples, in limb radii.
    FleshShape shape;
    std::array<double, 4> range{};  ///< Simulated, radians: + and - of two axes.
    bool recalled = false;          ///< It was simulated before and kept.
};

/// One joint, simulated: its flesh, over the part it is of and those near it.
struct FleshRecord {
    FleshReport report;
    std::vector<FleshJoint> joints;
};

struct CharacterFlesh {
    std::vector<FleshJoint> joints;
    std::vector<FleshReport> reports;  ///< In the order of the skeleton.
    bool interrupted = false;          ///< What was finished by then is there.
};

/// Told what is done: joints finished, of how many, and how much of those under way. Called from
/// several threads, one call at a time. Returns false to stop.
using FleshProgress = std::function<bool(double done, std::size_t joints)>;

/// The joints that `make_flesh` would simulate, in its order: each by itself gives the same bits as
/// all of them together, so they can be simulated in different places.
std::vector<std::string> simulated_joints(const Character& character,
                                          const FleshSettings& settings);

/// What `make_flesh` would do, in its order: `trouble` says why a joint would be left, else `range`
/// how far it would be bent.
std::vector<FleshReport> planned_flesh(const Character& character, const FleshSettings& settings);

/// Simulates the flesh of a character's joints, one by one. Refuses joints that are not there.
Result<CharacterFlesh> make_flesh(const Character& character, const FleshSettings& settings,
                                  const FleshProgress& progress);

}  // namespace isoskin
