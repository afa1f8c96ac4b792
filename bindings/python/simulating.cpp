// What looks into the body: skeletons for bare meshes, flesh.
#include <array>
#include <optional>

#include <pybind11/stl.h>

#include "calls.h"
#include "isoskin/autorig/rigged_character.h"
#include "isoskin/flesh/character_flesh.h"
#include "isoskin/flesh/flesh_grade.h"
#include "isoskin/math/types.h"
#include "isoskin/volume/carried_flesh.h"
#include "isoskin/volume/settings_json.h"
#include "module.h"

namespace isoskin::python {
namespace {

using SharedCharacter = std::shared_ptr<Character>;
using Direction = std::optional<std::array<double, 3>>;

std::optional<Vec3d> vector_of(const Direction& direction) {
    if (!direction) return {};
    return Vec3d((*direction)[0], (*direction)[1], (*direction)[2]);
}

std::vector<RigTemplate> templates_of(const py::object& which) {
    if (py::isinstance<py::str>(which)) return value_of(templates_named(which.cast<std::string>()));
    return {value_of(template_of(which.cast<const Character&>()))};
}

py::dict rig_report(const RiggedBody& rigged) {
    py::list joints;
    for (const RiggedJoint& found : rigged.joints) {
        py::dict joint;
        joint["name"] = found.name;
        joint["confidence"] = found.confidence;
        joint["reasons"] = found.reasons;
        joints.append(joint);
    }
    py::dict report;
    report["template"] = rigged.template_name;
    report["confidence"] = rigged.confidence;
    report["reasons"] = rigged.reasons;
    report["missing"] = rigged.missing;
    report["symmetric"] = rigged.symmetric;
    report["joints"] = joints;
    return report;
}

py::tuple rig(const Character& mesh, const py::object& which, const Direction& up,
              const Direction& facing) {
    const auto templates = templates_of(which);
    auto standing = std::make_shared<Character>(as_it_stands(mesh));
    RiggedBody rigged;
    run_interruptibly([&](const Interruption& interruption) {
        const KeepOn keep_on = [&interruption](double) { return !interruption.asked(); };
        const WholeBody body = whole_body(*standing);
        rigged = value_of(
            rig_body(body.positions, body.faces, templates,
                     {.up = vector_of(up), .facing = vector_of(facing), .keep_on = keep_on}));
        value_of(hang_on_skeleton(rigged.skeleton, *standing, {.keep_on = keep_on}));
    });
    return py::make_tuple(standing, rig_report(rigged));
}

py::dict flesh_report(const FleshReport& joint) {
    py::dict report;
    report["joint"] = joint.joint;
    report["simulated"] = joint.simulated;
    report["trouble"] = joint.trouble;
    report["targets"] = joint.targets;
    report["compression"] = joint.compression;
    report["crossings"] = py::make_tuple(joint.shape.linear_crossings, joint.shape.flesh_crossings);
    report["roughness"] = py::make_tuple(joint.shape.linear_roughness, joint.shape.flesh_roughness);
    return report;
}

FleshGrade grade_of(const std::string& word) {
    if (word == "draft") return FleshGrade::Draft;
    if (word == "normal") return FleshGrade::Normal;
    if (word == "fine") return FleshGrade::Fine;
    throw py::value_error("there is no quality '" + word + "': draft, normal, fine");
}

py::tuple simulate_flesh(const Character& character, const std::vector<std::string>& joints,
                         const std::string& quality, const std::optional<double>& range) {
    FleshSettings settings{.quality = quality_of(grade_of(quality)), .joints = joints};
    if (range) settings.range = *range * kPi / 180.0;
    VolumeSettings carried = settings_of(py::none(), character);
    auto result = std::make_shared<Character>(character);
    CharacterFlesh flesh;
    run_interruptibly([&](const Interruption& interruption) {
        flesh = value_of(make_flesh(character, settings, [&interruption](double, std::size_t) {
            return !interruption.asked();
        }));
    });
    merge_flesh(flesh.joints, carried);
    result->settings_json = volume_settings_text(carried);
    py::list reports;
    for (const FleshReport& joint : flesh.reports)
        reports.append(flesh_report(joint));
    return py::make_tuple(result, reports);
}

}  // namespace

void define_simulating(py::module_& module) {
    using py::literals::operator""_a;
    module.def(
        "rig", rig, "mesh"_a, "template"_a = "auto", "up"_a = py::none(), "facing"_a = py::none(),
        "A bare mesh with a skeleton and weights, and a dict with what was found, how sure it\n"
        "is and why not (docs/autorig.md). `template`: auto, biped, quadruped, hand, snake,\n"
        "fish, or a character whose skeleton is laid into the mesh. `up`, `facing`: three\n"
        "numbers each, found if not given. Can be interrupted.");
    module.def(
        "make_flesh", simulate_flesh, "character"_a, "joints"_a = py::list(),
        "quality"_a = "normal", "range"_a = py::none(),
        "A character that carries flesh, from then on its default method, and a list of dicts\n"
        "with what became of each joint (docs/flesh.md). `joints`: names, all that move flesh\n"
        "if empty. `quality`: draft, normal, fine. `range`: degrees to all sides instead of\n"
        "what the clips reach. Can be interrupted; then nothing is kept.");
}

}  // namespace isoskin::python
